"""The list: (label, what to send, what to expect at all). Order matters: later requests see what earlier ones made."""
import itertools, struct
from caselib import batch as B
from caselib.codec import TABLE, ZERO_ID, encode_request

# The APIs and the versions Apache Kafka 4.4 serves of them on a client's listener.
SERVED = {"produce": (3, 13), "fetch": (4, 18), "list_offsets": (1, 11), "metadata": (0, 13), "api_versions": (0, 5), "create_topics": (2, 7),
          "delete_topics": (1, 6), "init_producer_id": (0, 5), "offset_for_leader_epoch": (2, 4), "describe_configs": (1, 4),
          "incremental_alter_configs": (0, 1), "describe_cluster": (0, 2), "describe_topic_partitions": (0, 0)}
# What ApiVersions lists on a client's listener as long as the rest is not built. The comparison leaves Kafka's other rows out.
BUILT = {TABLE.key[api] for api in [
    *SERVED, "find_coordinator", "alter_configs", "create_partitions", "elect_leaders", "alter_partition_reassignments",
    "list_partition_reassignments", "alter_client_quotas", "describe_quorum", "update_features", "unregister_broker", "add_raft_voter",
    "remove_raft_voter", "unregister_controller"]}
TIME = 1_700_000_000_000
MISSING = "no-such-topic"


class List:
    """Collects steps. A step is (label, kind, api, version, body): kind 'call', 'quiet' (no answer due), 'closed' (raw bytes
    that end the connection), 'raw' (raw bytes, the answer in hex), 'pipe' (several requests at once)."""
    def __init__(self):
        self.steps, self.used = [], {}

    def add(self, label, kind, *rest):
        n = self.used[label] = self.used.get(label, 0) + 1
        self.steps.append((label if n == 1 else f"{label} #{n}", kind, *rest))

    def call(self, api, version, label, body):
        self.add(f"{api} v{version} {label}", "call", api, version, body)


def versions(api):
    low, high = SERVED[api]
    return range(low, high + 1)


def records(values=(b"a", b"b"), **kw):
    kw.setdefault("times", [TIME + i for i in range(len(values))])
    return B.batch(values, **kw)


def produce(topic, parts, acks=-1, txn=None, timeout=5000):
    return {"transactional_id": txn, "acks": acks, "timeout_ms": timeout,
            "topic_data": [{"name": topic, "topic_id": topic, "partition_data": [{"index": p, "records": r} for p, r in parts]}]}


def fetch(topic, parts, wait=0, least=0, most=1 << 20, isolation=0, session=0, epoch=-1, replica=-1, part_max=1 << 20, leader=-1, forget=()):
    return {"replica_id": replica, "replica_state": {"replica_id": replica, "replica_epoch": -1}, "max_wait_ms": wait, "min_bytes": least,
            "max_bytes": most, "isolation_level": isolation, "session_id": session, "session_epoch": epoch,
            "topics": [{"topic": topic, "topic_id": topic, "partitions": [
                {"partition": p, "fetch_offset": o, "partition_max_bytes": part_max, "current_leader_epoch": leader} for p, o in parts]}] if topic else [],
            "forgotten_topics_data": [{"topic": t, "topic_id": t, "partitions": ps} for t, ps in forget]}


def offsets(topic, rows, isolation=0, leader=-1, replica=-1):
    return {"replica_id": replica, "isolation_level": isolation, "timeout_ms": 3000, "topics": [
        {"name": topic, "partitions": [{"partition_index": p, "timestamp": t, "current_leader_epoch": leader} for p, t in rows]}]}


def create(*topics, only=False, timeout=15000):
    rows = []
    for name, partitions, rf, configs, assignments in topics:
        rows.append({"name": name, "num_partitions": partitions, "replication_factor": rf,
                     "configs": [{"name": k, "value": v} for k, v in configs],
                     "assignments": [{"partition_index": i, "broker_ids": ids} for i, ids in assignments]})
    return {"topics": rows, "timeout_ms": timeout, "validate_only": only}


def topic(name, partitions=1, rf=1, configs=(), assignments=()):
    return name, partitions, rf, configs, assignments


def alter(kind, name, ops, only=False):
    return {"resources": [{"resource_type": kind, "resource_name": name, "configs": [
        {"name": k, "config_operation": op, "value": v} for k, op, v in ops]}], "validate_only": only}


def describe(kind, name, keys=None, synonyms=False):
    return {"resources": [{"resource_type": kind, "resource_name": name, "configuration_keys": keys}], "include_synonyms": synonyms,
            "include_documentation": False}


def build():
    x = List()
    setup(x)
    for part in (api_versions, metadata, create_topics, produce_all, idempotent, fetch_all, list_offsets, epochs, configs, cluster,
                 coordinators, partitions, delete_topics, unserved, truncated, pipelined, frames, controller):
        part(x)
    return x.steps


def setup(x):
    x.call("create_topics", 7, "setup", create(topic("one"), topic("three", 3), topic("compact", 1, 1, [("cleanup.policy", "compact")]),
                                               topic("stamped", 1, 1, [("message.timestamp.type", "LogAppendTime")]),
                                               topic("small", 1, 1, [("max.message.bytes", "2000")])))
    x.add("wait for topics", "ready", ["one", "three", "compact", "stamped", "small"])


def api_versions(x):
    for v in versions("api_versions"):
        x.call("api_versions", v, "plain", {"client_software_name": "answers", "client_software_version": "1.0"})
    x.call("api_versions", 3, "bad name", {"client_software_name": "an swers!", "client_software_version": "1.0"})
    x.call("api_versions", 5, "other cluster", {"client_software_name": "a", "client_software_version": "1", "cluster_id": "other", "node_id": 1})
    x.call("api_versions", 5, "half", {"client_software_name": "a", "client_software_version": "1", "cluster_id": "other", "node_id": -1})


def metadata(x):
    for v in versions("metadata"):
        none = [] if v == 0 else None
        x.call("metadata", v, "all", {"topics": none, "allow_auto_topic_creation": False})
        if v > 0:
            x.call("metadata", v, "none", {"topics": []})
        x.call("metadata", v, "one", {"topics": [{"name": "one", "topic_id": ZERO_ID}], "allow_auto_topic_creation": False})
        if v >= 4:
            x.call("metadata", v, "missing", {"topics": [{"name": MISSING, "topic_id": ZERO_ID}], "allow_auto_topic_creation": False})
            x.call("metadata", v, "bad names", {"topics": [{"name": n, "topic_id": ZERO_ID} for n in ("", ".", "a b", "x" * 250)], "allow_auto_topic_creation": False})
            x.call("metadata", v, "twice", {"topics": [{"name": "one", "topic_id": ZERO_ID}] * 2, "allow_auto_topic_creation": False})
        if v >= 8:
            x.call("metadata", v, "operations", {"topics": [{"name": "one", "topic_id": ZERO_ID}], "allow_auto_topic_creation": False,
                                                 "include_cluster_authorized_operations": True, "include_topic_authorized_operations": True})
        if v >= 10:
            x.call("metadata", v, "by id", {"topics": [{"name": None, "topic_id": "one"}], "allow_auto_topic_creation": False})
            x.call("metadata", v, "by unknown id", {"topics": [{"name": None, "topic_id": MISSING}], "allow_auto_topic_creation": False})


def create_topics(x):
    for v in versions("create_topics"):
        n = f"made-{v}"
        x.call("create_topics", v, "good", create(topic(n, 2, 1, [("retention.ms", "3600000")])))
        x.call("create_topics", v, "exists", create(topic(n)))
        x.call("create_topics", v, "only checked", create(topic(n + "-no", 2), topic("a b"), only=True))
        x.call("create_topics", v, "bad name", create(topic("a/b"), topic(""), topic("x" * 250), topic("..")))
        x.call("create_topics", v, "no partitions", create(topic(n + "-0", 0)))
        x.call("create_topics", v, "negative", create(topic(n + "-n", -2), topic(n + "-r", 1, -3), topic(n + "-z", 1, 0)))
        x.call("create_topics", v, "too many replicas", create(topic(n + "-r3", 1, 3)))
        x.call("create_topics", v, "twice in one", create(topic(n + "-t"), topic(n + "-t"), topic(n + "-u")))
        x.call("create_topics", v, "unknown config", create(topic(n + "-c", 1, 1, [("no.such", "1")])))
        x.call("create_topics", v, "bad config", create(topic(n + "-c", 1, 1, [("retention.ms", "soon")])))
        x.call("create_topics", v, "null config", create(topic(n + "-c", 1, 1, [("retention.ms", None)])))
        x.call("create_topics", v, "placed", create(topic(n + "-p", -1, -1, [], [(0, [1]), (1, [1])])))
        x.call("create_topics", v, "placed badly", create(topic(n + "-q", -1, -1, [], [(0, [9])]), topic(n + "-s", -1, -1, [], [(1, [1])]),
                                                          topic(n + "-w", -1, -1, [], [(0, [1, 1])]), topic(n + "-y", 3, 1, [], [(0, [1])]),
                                                          topic(n + "-e", -1, -1, [], [(0, [])])))
        x.call("create_topics", v, "collides", create(topic(n.replace("-", ".")), topic(n.replace("-", "_"))))
        if v >= 4:
            x.call("create_topics", v, "defaults", create(topic(n + "-d", -1, -1)))
    x.call("create_topics", 7, "nothing", create())


def produce_all(x):
    for v in versions("produce"):
        p = lambda label, body: x.call("produce", v, label, body)
        p("good", produce("one", [(0, records())]))
        p("acks 1", produce("one", [(0, records())], acks=1))
        for codec in ("gzip", "snappy", "lz4", "zstd"):
            p(codec, produce("one", [(0, records((b"a" * 100, b"b" * 100), codec=codec))]))
        p("missing topic", produce(MISSING, [(0, records())]))
        p("missing partition", produce("one", [(7, records()), (0, records())]))
        p("acks 2", produce("one", [(0, records())], acks=2))
        p("bad crc", produce("one", [(0, records(crc=1))]))
        p("no records", produce("one", [(0, b"")]))
        p("short", produce("one", [(0, records()[:40])]))
        p("old format", produce("one", [(0, B.legacy(1))]))
        p("magic 3", produce("one", [(0, records(magic=3))]))
        p("two batches", produce("one", [(0, records() + records())]))
        p("base offset", produce("one", [(0, records(base_offset=5))]))
        p("count", produce("one", [(0, records(count=3))]))
        p("last delta", produce("one", [(0, records(last_delta=5))]))
        p("codec 5", produce("one", [(0, records(attributes=5))]))
        p("not gzip", produce("one", [(0, records(attributes=1, payload=b"nonsense"))]))
        p("control", produce("one", [(0, records(control=True))]))
        p("null key compacted", produce("compact", [(0, records())]))
        p("keyed compacted", produce("compact", [(0, records(keys=[b"k", b"l"]))]))
        p("too large", produce("small", [(0, records((b"x" * 3000,)))]))
        p("three partitions", produce("three", [(0, records()), (1, records()), (2, records())]))
        p("twice", produce("three", [(0, records((b"first",))), (0, records((b"second",)))]))
        p("nothing", {"transactional_id": None, "acks": -1, "timeout_ms": 1000, "topic_data": []})
        p("future", produce("one", [(0, records(times=[4_000_000_000_000] * 2))]))
        x.add(f"produce v{v} acks 0", "quiet", "produce", v, produce("one", [(0, records())], acks=0))
    x.add("produce v9 acks 0 missing topic", "ends", "produce", 9, produce(MISSING, [(0, records())], acks=0))


def idempotent(x):
    # Kafka answers "loading" until its first block of ids has come from the controller.
    x.add("wait for producer ids", "ids")
    for v in versions("init_producer_id"):
        x.call("init_producer_id", v, "plain", {"transactional_id": None, "transaction_timeout_ms": 60000, "producer_id": -1, "producer_epoch": -1})
        if v >= 3:
            x.call("init_producer_id", v, "half", {"transactional_id": None, "transaction_timeout_ms": 60000, "producer_id": 5, "producer_epoch": -1})
        x.call("init_producer_id", v, "empty id", {"transactional_id": "", "transaction_timeout_ms": 60000, "producer_id": -1, "producer_epoch": -1})
    for v in (3, 9, 13):
        pid = 700000 + v
        put = lambda label, seq, values=(b"a", b"b"), epoch=0: x.call("produce", v, f"idempotent {label}", produce("three", [(2, records(values, pid=pid, epoch=epoch, seq=seq))]))
        put("first", 0)
        put("second", 2)
        put("repeated", 2)
        put("older repeated", 0)
        put("gap", 9)
        put("overlap", 3)
        put("new epoch not at 0", 4, epoch=1)
        put("new epoch", 0, epoch=1)
        put("old epoch", 4, epoch=0)
        for n in range(2, 9):
            put("run", n * 2 - 2, epoch=1)
        put("out of the window", 0, epoch=1)
        x.call("produce", v, "unknown producer", produce("three", [(1, records(pid=pid + 100, epoch=0, seq=40))]))
        x.call("produce", v, "negative sequence", produce("three", [(1, records(pid=pid + 200, epoch=0, seq=-1))]))


def fetch_all(x):
    for v in versions("fetch"):
        f = lambda label, body: x.call("fetch", v, label, body)
        f("all", fetch("one", [(0, 0)]))
        f("middle", fetch("one", [(0, 3)]))
        f("small", fetch("one", [(0, 0)], part_max=1))
        f("little", fetch("three", [(0, 0), (1, 0), (2, 0)], most=100))
        f("out of range", fetch("one", [(0, 100000)]))
        f("negative", fetch("one", [(0, -1)]))
        f("missing topic", fetch(MISSING, [(0, 0)]))
        f("missing partition", fetch("one", [(9, 0)]))
        f("committed", fetch("three", [(2, 0)], isolation=1))
        f("wait", fetch("compact", [(0, 1000)], wait=50, least=1))
        f("nothing", fetch(None, []))
        f("negative max", fetch("one", [(0, 0)], most=-1))
        f("isolation 9", fetch("one", [(0, 0)], isolation=9))
        f("replica", fetch("one", [(0, 0)], replica=5))
        if v >= 9:
            f("old leader", fetch("one", [(0, 0)], leader=-2 if v < 9 else 0))
            f("new leader", fetch("one", [(0, 0)], leader=9))
    for v in (7, 12, 13, 18):
        x.add(f"fetch v{v} session", "session", v, [
            ("open", fetch("three", [(0, 0), (1, 0)], epoch=0)), ("again", fetch(None, [], epoch=1)), ("more", fetch("three", [(2, 0)], epoch=2)),
            ("less", fetch(None, [], epoch=3, forget=[("three", [0])])), ("wrong epoch", fetch(None, [], epoch=9)), ("close", fetch(None, [], epoch=-1))])
        x.call("fetch", v, "unknown session", fetch("one", [(0, 0)], session=12345, epoch=3))


def list_offsets(x):
    for v in versions("list_offsets"):
        x.call("list_offsets", v, "all kinds", offsets("one", [(0, -1)]))
        for name, t in (("earliest", -2), ("max", -3), ("local", -4), ("tiered", -5), ("pending", -6), ("odd", -7), ("time", TIME), ("later", TIME + 1), ("never", 5_000_000_000_000), ("zero", 0)):
            x.call("list_offsets", v, name, offsets("one", [(0, t)]))
        x.call("list_offsets", v, "missing", offsets(MISSING, [(0, -1)]))
        x.call("list_offsets", v, "missing partition", offsets("three", [(0, -1), (5, -1), (1, -2)]))
        x.call("list_offsets", v, "twice", offsets("three", [(0, -1), (0, -2)]))
        x.call("list_offsets", v, "isolation", offsets("one", [(0, -1)], isolation=1))
        if v >= 4:
            x.call("list_offsets", v, "leader", offsets("one", [(0, -1)], leader=0))
            x.call("list_offsets", v, "new leader", offsets("one", [(0, -1)], leader=7))


def epochs(x):
    for v in versions("offset_for_leader_epoch"):
        for label, t, p, current, epoch in (("now", "one", 0, -1, 0), ("next", "one", 0, -1, 1), ("far", "one", 0, -1, 99), ("negative", "one", 0, -1, -1),
                                            ("current", "one", 0, 0, 0), ("wrong current", "one", 0, 5, 0), ("missing", MISSING, 0, -1, 0), ("missing partition", "one", 9, -1, 0)):
            x.call("offset_for_leader_epoch", v, label, {"replica_id": -1, "topics": [{"topic": t, "partitions": [
                {"partition": p, "current_leader_epoch": current, "leader_epoch": epoch}]}]})


def configs(x):
    for v in versions("describe_configs"):
        x.call("describe_configs", v, "topic", describe(2, "compact", None, True))
        x.call("describe_configs", v, "topic keys", describe(2, "compact", ["cleanup.policy", "no.such", "retention.ms"]))
        x.call("describe_configs", v, "no keys", describe(2, "compact", []))
        x.call("describe_configs", v, "missing", describe(2, MISSING))
        x.call("describe_configs", v, "bad name", describe(2, "a b"))
        x.call("describe_configs", v, "broker keys", describe(4, "1", ["num.partitions", "log.retention.hours", "log.dirs", "node.id"], True))
        x.call("describe_configs", v, "broker default", describe(4, "", None, True))
        for label, kind, name in (("other broker", 4, "77"), ("no broker", 4, "one"), ("kind 0", 0, "x"), ("kind 99", 99, "x"), ("kind 3", 3, "x")):
            x.call("describe_configs", v, label, describe(kind, name))
    for v in versions("incremental_alter_configs"):
        a = lambda label, body: x.call("incremental_alter_configs", v, label, body)
        a("set", alter(2, "one", [("retention.ms", 0, "7200000")]))
        a("append", alter(2, "one", [("cleanup.policy", 2, "compact")]))
        a("subtract", alter(2, "one", [("cleanup.policy", 3, "compact")]))
        a("append to a number", alter(2, "one", [("retention.ms", 2, "1")]))
        a("delete", alter(2, "one", [("retention.ms", 1, None), ("cleanup.policy", 1, None)]))
        a("only checked", alter(2, "one", [("retention.ms", 0, "5")], only=True))
        a("bad value", alter(2, "one", [("retention.ms", 0, "soon")]))
        a("null value", alter(2, "one", [("retention.ms", 0, None)]))
        a("unknown key", alter(2, "one", [("no.such", 0, "1")]))
        a("twice", alter(2, "one", [("retention.ms", 0, "5"), ("retention.ms", 0, "6")]))
        a("operation 9", alter(2, "one", [("retention.ms", 9, "5")]))
        a("missing", alter(2, MISSING, [("retention.ms", 0, "5")]))
        a("broker", alter(4, "1", [("log.retention.ms", 0, "86400000")]))
        a("broker back", alter(4, "1", [("log.retention.ms", 1, None)]))
        a("broker read only", alter(4, "1", [("node.id", 0, "5")]))
        a("broker bad", alter(4, "", [("log.retention.ms", 0, "x")]))
        a("other broker", alter(4, "77", [("log.retention.ms", 0, "5")]))
        a("kind 0", alter(0, "x", [("a", 0, "b")]))
        a("nothing", {"resources": [], "validate_only": False})
        two = alter(2, "one", [("retention.ms", 0, "5")])["resources"] * 2
        a("resource twice", {"resources": two, "validate_only": True})


def cluster(x):
    for v in versions("describe_cluster"):
        x.call("describe_cluster", v, "plain", {})
        x.call("describe_cluster", v, "operations", {"include_cluster_authorized_operations": True})
        if v >= 1:
            x.call("describe_cluster", v, "controllers", {"endpoint_type": 2})
            x.call("describe_cluster", v, "kind 9", {"endpoint_type": 9})
        if v >= 2:
            x.call("describe_cluster", v, "fenced", {"include_fenced_brokers": True})


def coordinators(x):
    """Only what no coordinator has to answer: everything else creates an internal topic in Kafka."""
    for v in range(1, 7):
        x.call("find_coordinator", v, "kind 9", {"key": "k", "key_type": 9, "coordinator_keys": ["k"]})
    for v in range(4, 7):
        x.call("find_coordinator", v, "no keys", {"key_type": 0, "coordinator_keys": []})
    x.call("find_coordinator", 5, "share", {"key_type": 2, "coordinator_keys": ["k"]})
    x.call("find_coordinator", 6, "share without a key", {"key_type": 2, "coordinator_keys": ["nonsense"]})


def controller(x):
    """On the controller's own listener."""
    for v in versions("api_versions"):
        x.add(f"controller api_versions v{v}", "controller", "api_versions", v, {"client_software_name": "answers", "client_software_version": "1.0"})
    for v in (1, 2):
        x.add(f"controller describe_cluster v{v}", "controller", "describe_cluster", v, {"endpoint_type": 2})
        x.add(f"controller describe_cluster v{v} brokers", "controller", "describe_cluster", v, {"endpoint_type": 1})
    x.add("controller api_versions v99", "controller raw", frame("api_versions", 99, {}, 3))
    for key in (0, 2, 3, 10, 22, 75, 1000):
        x.add(f"controller key {key}", "controller raw", struct.pack(">hhih", key, 3, 7, -1))


def partitions(x):
    d = lambda label, names, limit=2000, cursor=None: x.call("describe_topic_partitions", 0, label, {
        "topics": [{"name": n} for n in names], "response_partition_limit": limit, "cursor": cursor})
    d("some", ["three", "one", MISSING])
    d("two of them", ["three", "one"], 2)
    d("from a cursor", ["three", "one"], 2000, {"topic_name": "three", "partition_index": 1})
    d("cursor behind all", ["three", "one"], 2000, {"topic_name": "zzz", "partition_index": 0})
    d("negative cursor", ["three"], 2000, {"topic_name": "three", "partition_index": -1})
    d("limit 0", ["three"], 0)
    d("twice", ["one", "one"])
    d("bad name", ["a b"])
    d("empty name", [""])


def delete_topics(x):
    for v in versions("delete_topics"):
        name = lambda n: {"topics": [{"name": n, "topic_id": ZERO_ID}], "topic_names": [n], "timeout_ms": 10000}
        x.call("delete_topics", v, "good", name(f"made-{max(v, 2)}") if v > 1 else name("made-2-d"))
        x.call("delete_topics", v, "missing", name(MISSING))
        x.call("delete_topics", v, "bad name", name("a b"))
        twice = name("made-7-p")
        x.call("delete_topics", v, "twice", {**twice, "topics": twice["topics"] * 2, "topic_names": [MISSING] * 2})
    x.call("delete_topics", 6, "unknown id", {"topics": [{"name": None, "topic_id": MISSING}], "timeout_ms": 10000})
    x.call("delete_topics", 6, "name and id", {"topics": [{"name": "one", "topic_id": "one"}], "timeout_ms": 10000})
    x.call("delete_topics", 6, "by id", {"topics": [{"name": None, "topic_id": "made-7"}], "timeout_ms": 10000})
    x.call("delete_topics", 6, "nothing", {"topics": [], "timeout_ms": 10000})


def frame(api, version, body, layout):
    return encode_request(api, version, body, 7, "answers", None, layout)


def unserved(x):
    for api, (low, high) in SERVED.items():
        for v in {low - 1, high + 1, 99} - {-1}:
            kind = "raw" if api == "api_versions" else "closed"
            x.add(f"{api} v{v} unserved", kind, frame(api, v, {}, max(low, min(high, v))))
    for key in (4, 5, 6, 7, 95, 1000, -1, 32767):
        x.add(f"key {key}", "closed", struct.pack(">hhih", key, 0, 7, -1))


def truncated(x):
    for api, version, body in (("metadata", 12, {"topics": [{"name": "one", "topic_id": ZERO_ID}]}), ("list_offsets", 7, offsets("one", [(0, -1)])),
                               ("fetch", 12, fetch("one", [(0, 0)])), ("create_topics", 5, create(topic("never")))):
        whole = frame(api, version, body, None)
        for n in range(0, len(whole) - 1, max(1, len(whole) // 12)):
            x.add(f"{api} v{version} cut at {n}", "closed", whole[:n])
        x.add(f"{api} v{version} with more behind", "answered", whole + b"extra")


def pipelined(x):
    mixed = [("metadata", 9, {"topics": []}), ("produce", 9, produce("one", [(0, records())])), ("produce", 9, produce("three", [(0, records())])),
             ("list_offsets", 7, offsets("one", [(0, -1)])), ("fetch", 12, fetch("one", [(0, 0)], part_max=1)), ("api_versions", 0, {}),
             ("describe_cluster", 0, {}), ("produce", 9, produce(MISSING, [(0, records())])), ("list_offsets", 7, offsets("three", [(0, -1)]))]
    x.add("pipelined mixed", "pipe", mixed)
    x.add("pipelined produce", "pipe", [("produce", 9, produce("three", [(1, records((b"%d" % i,)))])) for i in range(30)])
    x.add("pipelined behind a wait", "pipe", [("fetch", 12, fetch("compact", [(0, 1000)], wait=200, least=1)), ("metadata", 9, {"topics": []})])
    x.add("pipelined end", "pipe", [("list_offsets", 7, offsets("three", [(1, -1)]))])


def frames(x):
    for label, data in (("length 0", struct.pack(">i", 0)), ("length -1", struct.pack(">i", -1)), ("length 1", struct.pack(">i", 1) + b"\0"),
                        ("length too large", struct.pack(">i", 104857601)), ("http", b"GET / HTTP/1.1\r\n\r\n"),
                        ("tls", bytes.fromhex("16030100c8010000c40303") + bytes(64))):
        x.add(f"frame {label}", "bytes", data)
