"""Encodes and decodes every client message from the schema tables (protocol/schema/client/*.txt).

A message is a dict; a decoded one is a `Struct`: a dict whose keys can be read as attributes. Field names are the
schema's names in snake case. Encoding fills absent fields with the schema's default, and leaves out fields the version
does not have. Nothing is checked on the way out: None is written as a null even where the schema forbids one, and a
struct may carry '_tags': {tag: bytes} (unknown tagged fields), so that illegal requests can be made too.
"""
import os, re, struct, uuid

TABLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), *[".."] * 4, "protocol", "schema", "client")
ZERO_ID = uuid.UUID(int=0)
INT = {"int8": ">b", "int16": ">h", "uint16": ">H", "int32": ">i", "uint32": ">I", "int64": ">q", "float64": ">d"}


class Struct(dict):
    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None


class DecodeError(Exception):
    """The bytes do not fit the schema of the version that was asked for."""


def snake(name):
    name = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", name).lower()


class Span:
    """A version range: '3+', '0-12', '5', 'none'."""
    def __init__(self, text):
        self.lo, self.hi = 1 << 30, -1
        if text and text != "none":
            m = re.match(r"^(\d+)(\+|-(\d+))?$", text)
            self.lo = int(m[1])
            self.hi = (1 << 30) if m[2] == "+" else int(m[3]) if m[3] else self.lo

    def __contains__(self, version):
        return self.lo <= version <= self.hi


class Field:
    def __init__(self, name, kind, versions, attrs):
        self.name, self.kind, self.versions = snake(name), kind, Span(versions)
        self.nullable, self.tagged, self.tag, self.default = Span("none"), Span("none"), None, None
        self.always_plain = False
        self.has_default, self.fields = False, []
        for attr in attrs:
            word, _, rest = attr.partition(" ")
            if word == "nullable":
                self.nullable = Span(rest)
            elif word == "tag":
                tag, _, span = rest.partition(" ")
                self.tag, self.tagged = int(tag), Span(span)
            elif word == "default":
                self.has_default, self.default = True, rest
            elif word == "flexible" and rest == "none":
                self.always_plain = True

    def zero(self, version):
        kind = self.kind
        if self.has_default and self.default == "null":
            return None
        if kind.startswith("[]"):
            return []
        if kind in INT:
            if not self.has_default:
                return 0
            return float(self.default) if kind == "float64" else int(self.default, 0)
        if kind == "bool":
            return self.has_default and self.default.lower() == "true"
        if kind == "string":
            return self.default.strip('"') if self.has_default else ""
        if kind == "uuid":
            return ZERO_ID
        if kind in ("bytes", "records"):
            return b""
        return Struct((f.name, f.zero(version)) for f in self.fields if version in f.versions)


class Message:
    def __init__(self, name, lines):
        self.name, self.key, self.flexible, self.versions = name, None, Span("none"), Span("0+")
        self.fields, structs, current, stack = [], {}, None, []
        for line in lines:
            if re.match(r"^  (key|versions|flexible|listeners|unstable|deprecated) +", line) and not self.fields and current is None:
                word, _, rest = line.strip().partition(" ")
                rest = rest.strip()
                if word == "key":
                    self.key = int(rest)
                elif word == "versions":
                    self.versions = Span(rest)
                elif word == "flexible":
                    self.flexible = Span(rest)
                continue
            if line.strip() == "fields":
                current = self.fields
                stack = [(0, current)]
                continue
            m = re.match(r"^struct (\S+) (\S+)", line)
            if m:
                current = structs.setdefault(m[1], [])
                stack = [(0, current)]
                continue
            m = re.match(r"^( +)(\S+) +(\S+) +(\S+) *(.*)$", line)
            if not m or current is None:
                continue
            depth = len(m[1]) // 2
            field = Field(m[2], m[3], m[4], [a.strip() for a in m[5].split(",")] if m[5] else [])
            while stack[-1][0] >= depth:
                stack.pop()
            stack[-1][1].append(field)
            stack.append((depth, field.fields))
        self._link(self.fields, structs)
        for fields in structs.values():
            self._link(fields, structs)

    def _link(self, fields, structs):
        for f in fields:
            base = f.kind.removeprefix("[]")
            if not f.fields and base in structs:
                f.fields = structs[base]
            elif f.fields:
                self._link(f.fields, structs)


class Tables:
    """All messages by api name in snake case ('fetch', 'list_offsets')."""
    def __init__(self, folder=TABLES):
        self.request, self.response, self.other, self.key = {}, {}, {}, {}
        for file in sorted(os.listdir(folder)):
            if not file.endswith(".txt"):
                continue
            block = None
            for line in open(os.path.join(folder, file)).read().split("\n") + ["end x"]:
                m = re.match(r"^(request|response|header|data|end|\S+) (\w+)$", line)
                if m and not line.startswith(" ") and not line.startswith("struct"):
                    if block:
                        self._add(*block)
                    block = (m[1], m[2], [])
                elif block:
                    block[2].append(line)

    def _add(self, kind, name, lines):
        message = Message(name, lines)
        if kind == "request":
            api = snake(name.removesuffix("Request"))
            self.request[api] = message
            self.key[api] = message.key
        elif kind == "response":
            self.response[snake(name.removesuffix("Response"))] = message
        else:
            self.other[snake(name)] = message


# ---- writing ----

def put_uvarint(n):
    out = bytearray()
    while n > 0x7F:
        out.append(n & 0x7F | 0x80)
        n >>= 7
    out.append(n)
    return bytes(out)


def put_varint(n):
    return put_uvarint((n << 1 ^ n >> 63) & 0xFFFFFFFFFFFFFFFF)


def _length(n, flexible, short):
    if flexible:
        return put_uvarint(n + 1)
    return struct.pack(">h" if short else ">i", n)


def _put_one(field, kind, value, version, flexible):
    if field.always_plain:
        flexible = False
    if kind in INT:
        return struct.pack(INT[kind], value)
    if kind == "bool":
        return b"\1" if value else b"\0"
    if kind == "uuid":
        return value.bytes
    if kind == "string":
        if value is None:
            return _length(-1, flexible, True)
        raw = value if isinstance(value, bytes) else value.encode()
        return _length(len(raw), flexible, True) + raw
    if kind in ("bytes", "records"):
        if value is None:
            return _length(-1, flexible, False)
        return _length(len(value), flexible, False) + bytes(value)
    out = b""
    if version in field.nullable and not field.kind.startswith("[]"):
        if value is None:
            return b"\xff"
        out = b"\1"
    return out + put_struct(field.fields, value, version, flexible)


def _put_field(field, value, version, flexible):
    if not field.kind.startswith("[]"):
        return _put_one(field, field.kind, value, version, flexible)
    if value is None:
        return _length(-1, flexible, False)
    kind = field.kind[2:]
    return _length(len(value), flexible, False) + b"".join(_put_one(field, kind, v, version, flexible) for v in value)


def put_struct(fields, value, version, flexible):
    known = {f.name for f in fields} | {"_tags"}
    unknown = set(value) - known
    if unknown:
        raise KeyError(f"no such field: {sorted(unknown)}; there are {sorted(known)}")
    out, tags = bytearray(), dict(value.get("_tags", {}))
    for f in fields:
        if version not in f.versions:
            continue
        given = value.get(f.name, f.zero(version)) if f.name in value else f.zero(version)
        if f.tag is not None and version in f.tagged:
            if f.name in value and given != f.zero(version):
                tags[f.tag] = _put_field(f, given, version, flexible)
        else:
            out += _put_field(f, given, version, flexible)
    if flexible:
        out += put_tags(tags)
    return bytes(out)


def put_tags(tags):
    out = put_uvarint(len(tags))
    for tag in sorted(tags):
        out += put_uvarint(tag) + put_uvarint(len(tags[tag])) + tags[tag]
    return out


# ---- reading ----

class Reader:
    def __init__(self, data, pos=0):
        self.data, self.pos = data, pos

    def take(self, n):
        if n < 0 or self.pos + n > len(self.data):
            raise DecodeError(f"{n} bytes wanted at {self.pos} of {len(self.data)}")
        self.pos += n
        return self.data[self.pos - n:self.pos]

    def num(self, fmt):
        return struct.unpack(fmt, self.take(struct.calcsize(fmt)))[0]

    def uvarint(self):
        shift = value = 0
        while True:
            b = self.take(1)[0]
            value |= (b & 0x7F) << shift
            if not b & 0x80:
                return value
            shift += 7

    def varint(self):
        n = self.uvarint()
        return n >> 1 ^ -(n & 1)

    def left(self):
        return len(self.data) - self.pos


def _get_length(r, flexible, short):
    return r.uvarint() - 1 if flexible else r.num(">h" if short else ">i")


def _get_one(field, kind, r, version, flexible):
    if field.always_plain:
        flexible = False
    if kind in INT:
        return r.num(INT[kind])
    if kind == "bool":
        return r.num(">b") != 0
    if kind == "uuid":
        return uuid.UUID(bytes=bytes(r.take(16)))
    if kind in ("string", "bytes", "records"):
        n = _get_length(r, flexible, kind == "string")
        if n < 0:
            return None
        raw = bytes(r.take(n))
        return raw.decode() if kind == "string" else raw
    if version in field.nullable and not field.kind.startswith("[]"):
        if r.num(">b") < 0:
            return None
    return get_struct(field.fields, r, version, flexible)


def _get_field(field, r, version, flexible):
    if not field.kind.startswith("[]"):
        return _get_one(field, field.kind, r, version, flexible)
    n = _get_length(r, flexible, False)
    if n < 0:
        return None
    if n > r.left() + 1:
        raise DecodeError(f"{field.name}: {n} elements in {r.left()} bytes")
    return [_get_one(field, field.kind[2:], r, version, flexible) for _ in range(n)]


def get_struct(fields, r, version, flexible):
    out, by_tag = Struct(), {}
    for f in fields:
        if version not in f.versions:
            continue
        if f.tag is not None and version in f.tagged:
            by_tag[f.tag] = f
            out[f.name] = f.zero(version)
        else:
            out[f.name] = _get_field(f, r, version, flexible)
    out["_tagged"] = []                      # the tags that were on the wire, in order
    if flexible:
        for _ in range(r.uvarint()):
            tag, size = r.uvarint(), r.uvarint()
            raw = r.take(size)
            out["_tagged"].append(tag)
            if tag in by_tag:
                sub = Reader(raw)
                out[by_tag[tag].name] = _get_field(by_tag[tag], sub, version, flexible)
                if sub.left():
                    raise DecodeError(f"tag {tag}: {sub.left()} bytes too many")
    return out


TABLE = Tables()


def request_header(api_key, version, flexible, correlation, client_id, tags=None):
    out = struct.pack(">hhi", api_key, version, correlation)
    if client_id is None:
        out += struct.pack(">h", -1)
    else:
        out += struct.pack(">h", len(client_id.encode())) + client_id.encode()
    return out + (put_tags(tags or {}) if flexible else b"")


def encode_request(api, version, body, correlation=1, client_id="cases", header_tags=None, schema_version=None):
    """The whole frame without its length. schema_version: lay the body out as another version than the header says."""
    message = TABLE.request[api]
    layout = version if schema_version is None else schema_version
    flexible = layout in message.flexible
    head = request_header(message.key, version, flexible, correlation, client_id, header_tags)
    return head + put_struct(message.fields, body, layout, flexible)


def decode_response(api, version, frame):
    """-> (correlation id, Struct). Bytes left over are an error."""
    message = TABLE.response[api]
    flexible = version in message.flexible
    r = Reader(frame)
    correlation = r.num(">i")
    if flexible and api != "api_versions":
        for _ in range(r.uvarint()):
            r.uvarint()
            r.take(r.uvarint())
    body = get_struct(message.fields, r, version, flexible)
    if r.left():
        raise DecodeError(f"{api} v{version}: {r.left()} bytes left over")
    return correlation, body
