"""Record number i of the round trip, the command line, and the checks; see ../README.md."""
import json, sys, time

ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def block():
    x, out = 12345, bytearray()
    for _ in range(65536):
        x = (x * 1664525 + 1013904223) & 0xFFFFFFFF
        out.append(ALPHABET[x >> 26])
    return bytes(out)


BLOCK = block()
BIN = b"\x00\x01\x80\xff"


class Args:
    def __init__(self, argv):
        self.bootstrap, self.topic, count, self.codec, self.phase = argv[1:6]
        self.count = int(count)
        more = dict(a.split("=", 1) for a in argv[6:])
        self.time, self.size = int(more.get("time", 1700000000000)), int(more.get("size", 1024))
        self.acked, self.stop = more.get("acked"), float(more.get("stop", 0))


def key(i):
    return b"key-%08d" % i


def value(i, size):
    at = i * 7919 % (65536 - size)
    return b"%016d" % i + BLOCK[at:at + size - 16]


def headers(i):
    return [("i", b"%d" % i), ("bin", BIN)]


def check(a, i, k, v, stamp, hs):
    if k != key(i) or v != value(i, a.size):
        raise AssertionError(f"record {i}: key {k!r} or value {v[:40]!r} differs")
    if stamp != a.time + i:
        raise AssertionError(f"record {i}: timestamp {stamp}, sent {a.time + i}")
    if [tuple(h) for h in hs or []] != headers(i):
        raise AssertionError(f"record {i}: headers {hs!r}")


class Found:
    """What a consumer has seen; take() says whether to go on."""
    def __init__(self, a, end=None):
        self.a, self.next, self.end = a, 0, a.count if end is None else end
        self.acked = {}
        if a.acked:
            with open(a.acked) as f:
                self.acked = {int(o): int(i) for i, o in (line.split() for line in f)}

    def take(self, offset, k, v, stamp, hs):
        if offset != self.next:
            raise AssertionError(f"offset {offset}, wanted {self.next}")
        i = int(v[:16]) if self.a.acked else offset
        if not 0 <= i < self.a.count:
            raise AssertionError(f"offset {offset}: record {i} was never sent")
        check(self.a, i, k, v, stamp, hs)
        if self.acked.get(offset, i) != i:
            raise AssertionError(f"offset {offset}: record {i}, acknowledged was {self.acked[offset]}")
        self.next += 1
        return self.next < self.end

    def done(self):
        lost = [o for o in self.acked if o >= self.next]
        if self.next < self.end or lost:
            raise AssertionError(f"{self.next} of {self.end} records; {len(lost)} acknowledged ones lost")
        return self.next


class Acks:
    """What a producer was told; with a file, one line for each acknowledged record."""
    def __init__(self, a):
        self.a, self.count, self.errors = a, 0, 0
        self.file = open(a.acked, "w") if a.acked else None

    def ok(self, i, offset):
        self.count += 1
        if self.file:
            self.file.write(f"{i} {offset}\n")
        elif offset != i:
            raise AssertionError(f"record {i} was given offset {offset}")

    def failed(self, error):
        self.errors += 1
        if not self.file:
            raise AssertionError(f"not acknowledged: {error}")

    def close(self):
        if self.file:
            self.file.close()
        elif self.count != self.a.count:
            raise AssertionError(f"{self.count} of {self.a.count} acknowledged")


def main(client, produce, consume):
    a = Args(sys.argv)
    out = {"client": client, "codec": a.codec, "phase": a.phase, "count": a.count, "ok": True}
    try:
        if a.phase in ("produce", "both"):
            began, acks = time.time(), Acks(a)
            out["sent"] = produce(a, acks)
            acks.close()
            out["acked"], out["errors"], out["produce_s"] = acks.count, acks.errors, round(time.time() - began, 2)
        if a.phase in ("consume", "both"):
            began = time.time()
            out["found"], out["consume_s"] = consume(a), 0
            out["consume_s"] = round(time.time() - began, 2)
    except Exception as e:
        out["ok"], out["error"] = False, f"{type(e).__name__}: {e}"[:400]
    print(json.dumps(out), flush=True)
    sys.exit(0 if out["ok"] else 1)
