"""Y. Edges of the plain log, and the parts of other cases that need neither groups nor transactions nor DeleteRecords.
Answers taken from a running Apache Kafka 4.4.0."""
import time
from caselib import batch as B, codec, errors as E
from caselib.case import Topic
from caselib.codec import ZERO_ID
from caselib.steps import latest_can_be_fetched


def rows(answer):
    """{(topic name, partition): error} of a Produce answer; a partition comes once."""
    out = {}
    for topic in answer.responses:
        for p in topic.partition_responses:
            assert (topic.name, p.index) not in out, "a partition twice"
            out[topic.name, p.index] = p.error_code
    return out


def fetched(answer, names=None):
    """[(topic, [(partition, error, bytes)])] of a Fetch answer."""
    name = lambda x: x.topic if names is None else names.get(x.topic_id, "?")
    return [(name(x), [(p.partition_index, p.error_code, len(p.records or b"")) for p in x.partitions]) for x in answer.responses]


# ---- produce ----

def x101_a_topic_has_one_place_in_the_answer_to_a_produce(t):
    topic, name = t.topic(partitions=3), t.name("nowhere")
    c = t.conn(t.leader(topic))
    part = lambda i, n=1: {"index": i, "records": B.batch([b"v"] * n)}
    ask = lambda *topics: c.call("produce", 9, {"acks": -1, "timeout_ms": 5000, "topic_data": [{"name": n, "partition_data": p} for n, p in topics]})
    r = ask((topic, [part(1)]), (name, [part(0)]), (topic, [part(1, 2), part(2)]))
    t.eq(sorted(x.name for x in r.responses), sorted([topic, name]), "topics")
    t.eq(rows(r), {(topic, 1): 0, (topic, 2): 0, (name, 0): E.UNKNOWN_TOPIC_OR_PARTITION}, "a topic twice")
    t.eq([t.end(topic, i) for i in range(3)], [0, 2, 1], "the last batch of a partition is the one stored")
    t.eq(rows(ask((name, [part(0), part(0)]))), {(name, 0): E.UNKNOWN_TOPIC_OR_PARTITION}, "an unknown partition twice")
    t.eq(ask((topic, []), (name, [])).responses, [], "topics without partitions")
    t.eq(rows(ask((topic, []), (name, [part(3)]), (topic, [part(9)]))),
         {(name, 3): E.UNKNOWN_TOPIC_OR_PARTITION, (topic, 9): E.UNKNOWN_TOPIC_OR_PARTITION}, "a topic first without partitions")


def x102_a_part_of_a_transaction_without_an_id_refuses_the_whole_produce(t):
    topic, name = t.topic(partitions=2), t.name("nowhere")
    marked = B.batch(pid=5, epoch=0, seq=0, transactional=True)
    refused = E.TRANSACTIONAL_ID_AUTHORIZATION_FAILED
    c = t.conn(t.leader(topic))
    for acks in (-1, 1, 2):
        r = c.call("produce", 9, t.produce_body([(topic, 0, B.batch()), (topic, 1, marked), (name, 0, B.batch())], acks=acks))
        t.eq(rows(r), {(topic, 0): refused, (topic, 1): refused, (name, 0): refused}, f"beside good batches, acks {acks}")
    t.error(t.produce(topic, B.batch(pid=5, epoch=0, seq=0, transactional=True, crc=1)).error_code, refused, "with a wrong checksum too")
    t.error(t.produce(topic, marked, version=13).error_code, refused, "v13")
    z = t.conn(t.leader(topic))
    z.send("produce", 9, t.produce_body([(topic, 0, marked)], acks=0))
    t.ok(z.closed(8), "acks 0: connection still open")
    t.eq([t.end(topic, i) for i in (0, 1)], [0, 0], "log ends")
    for txn in (name, ""):
        t.error(t.produce(topic, B.batch(), txn=txn).error_code, E.NONE, f"an id {txn!r} with a plain batch")
    t.error(t.produce(topic, B.batch(pid=900_010, epoch=0, seq=0), txn=name).error_code, E.NONE, "an id with an idempotent batch")


def x103_more_in_sync_replicas_than_there_are_cannot_be_asked_for(t):
    topic = t.topic(rf=1, min_insync_replicas=2)
    for acks in (-1, 1):
        t.put(topic, B.batch(), acks=acks)


def x104_a_producers_epoch_below_minus_one_is_refused(t):
    topic, base = t.topic(), int(time.time()) * 1000
    for i, (epoch, seq, code) in enumerate(((-2, 0, E.INVALID_PRODUCER_EPOCH), (-2, 5, E.INVALID_PRODUCER_EPOCH), (-1, 0, E.NONE), (32767, 0, E.NONE))):
        t.error(t.produce(topic, B.batch(pid=base + i, epoch=epoch, seq=seq)).error_code, code, f"epoch {epoch}, sequence {seq}")


def x105_a_batch_larger_than_a_segment_says_no_log_start(t):
    topic = t.topic(segment_bytes=1_048_576, max_message_bytes=4_000_000)
    t.put(topic, B.batch([b"x" * 1_000_000]))
    r = t.produce(topic, B.batch([b"x" * 1_500_000]))
    t.eq((r.error_code, r.base_offset, r.log_start_offset), (E.RECORD_LIST_TOO_LARGE, -1, -1), "larger than a segment")
    t.put(topic, B.batch([b"x" * 3_000_000], codec="gzip"))
    t.eq(t.end(topic), 2, "log end")


def x106_times_of_the_answer_to_a_produce(t):
    plain, stamped = t.topic(), t.topic(message_timestamp_type="LogAppendTime")
    for v in (3, 8, 9, 12):
        r = t.produce(plain, B.batch(), version=v)
        t.eq((r.error_code, r.log_append_time_ms), (0, -1), f"CreateTime, v{v}")
        if v >= 5:
            t.eq(r.log_start_offset, 0, "log start offset")
    before = B.now_ms()
    r = t.produce(stamped, B.batch([b"a", b"b"]))
    t.ok(before - 1000 <= r.log_append_time_ms <= B.now_ms() + 1000, "append time is near now")
    t.eq(t.batches(stamped)[0].max_time, r.log_append_time_ms, "stored max timestamp")
    r = t.produce(stamped, B.batch(count=9))
    t.eq((r.error_code, r.log_append_time_ms, r.log_start_offset), (E.INVALID_RECORD, -1, 0), "a failed append")
    one = B.batch([b"c"], pid=int(time.time()) * 1000, epoch=0, seq=0)
    first = t.produce(stamped, one)
    time.sleep(0.05)
    again = t.produce(stamped, one)
    t.eq((again.error_code, again.base_offset, again.log_append_time_ms), (0, first.base_offset, first.log_append_time_ms), "a repeated batch")


# ---- fetch ----

def x111_a_partition_wanted_twice_is_answered_once(t):
    topic, name = t.topic(partitions=2), t.name("nowhere")
    t.put(topic, B.batch([b"v"] * 2))
    t.put(topic, B.batch([b"v"]))
    t.put(topic, B.batch([b"v"]), partition=1)
    c = t.conn(t.leader(topic))
    last = c.call("fetch", 12, t.fetch_body([(topic, 0, 2)])).responses[0].partitions[0].records
    for v in (12, 13):
        r = c.call("fetch", v, t.fetch_body([(topic, 0, 0), (topic, 1, 0), (topic, 0, 2)]))
        t.eq([p.partition_index for x in r.responses for p in x.partitions], [0, 1], f"v{v}: partitions")
        t.eq(r.responses[0].partitions[0].records, last, f"v{v}: the last wish counts")
        body = t.fetch_body([(topic, 0, 0)])
        body["topics"] += [dict(body["topics"][0], partitions=[dict(body["topics"][0]["partitions"][0], fetch_offset=2)])]
        r = c.call("fetch", v, body)
        t.eq([(p.partition_index, p.records) for x in r.responses for p in x.partitions], [(0, last)], f"v{v}: a topic twice")
    r = c.call("fetch", 12, t.fetch_body([(name, 0, 0), (name, 0, 5)]))
    t.eq(fetched(r), [(name, [(0, E.UNKNOWN_TOPIC_OR_PARTITION, 0)])], "an unknown one twice")


def x112_what_is_not_there_comes_last_in_a_fetch(t):
    a, b, name = t.topic(partitions=2), t.topic(), t.name("nowhere")
    size = len(B.batch())
    for topic, i in ((a, 0), (a, 1), (b, 0)):
        t.put(topic, B.batch(), partition=i)
    c = t.conn(t.leader(a))
    unknown = E.UNKNOWN_TOPIC_OR_PARTITION
    r = c.call("fetch", 12, t.fetch_body([(name, 0, 0), (a, 0, 0), (name + "2", 0, 0), (b, 0, 0)]))
    t.eq(fetched(r), [(a, [(0, 0, size)]), (b, [(0, 0, size)]), (name, [(0, unknown, 0)]), (name + "2", [(0, unknown, 0)])], "topics")
    r = c.call("fetch", 12, t.fetch_body([(a, 9, 0), (a, 0, 0), (a, 1, 0)]))
    t.eq(fetched(r), [(a, [(0, 0, size), (1, 0, size), (9, unknown, 0)])], "partitions")
    r = c.call("fetch", 13, t.fetch_body([(name, 0, 0), (a, 0, 0)]))
    t.eq(fetched(r, {a.id: a, ZERO_ID: "none"}), [(a, [(0, 0, size)]), ("none", [(0, E.UNKNOWN_TOPIC_ID, 0)])], "v13")


def x113_negative_limits_of_a_fetch(t):
    topic, empty, name = t.topic(partitions=2), t.topic(), t.name("nowhere")
    size = len(B.batch())
    for i in (0, 1):
        t.put(topic, B.batch(), partition=i)
    c = t.conn(t.leader(topic))
    unknown, odd, out = E.UNKNOWN_TOPIC_OR_PARTITION, E.UNKNOWN_SERVER_ERROR, E.OFFSET_OUT_OF_RANGE

    def ask(*parts, **kw):
        began = time.time()
        r = c.call("fetch", 12, t.fetch_body(list(parts), max_wait=15000, **kw))
        t.ok(time.time() - began < 10, "the answer waited")
        return fetched(r)
    # What the whole answer may hold meets only the first partition; after it nothing is left, and one batch is always given.
    t.eq(ask((topic, 0, 0), (topic, 1, 0), max_bytes=-1), [(topic, [(0, odd, 0), (1, 0, size)])], "max_bytes -1")
    t.eq(ask((empty, 0, 0), (topic, 1, 0), max_bytes=-1), [(empty, [(0, 0, 0)]), (topic, [(1, 0, size)])], "max_bytes -1, an empty partition first")
    t.eq(ask((name, 0, 0), (topic, 0, 0), max_bytes=-1), [(topic, [(0, odd, 0)]), (name, [(0, unknown, 0)])], "max_bytes -1, an unknown one first")
    t.eq(ask((topic, 0, 77), max_bytes=-1), [(topic, [(0, out, 0)])], "max_bytes -1, out of range")
    t.eq(ask((empty, 0, 0), max_bytes=-1), [(empty, [(0, 0, 0)])], "max_bytes -1, nothing there")
    t.eq(ask((topic, 0, 0, -1), (topic, 1, 0, -5)), [(topic, [(0, odd, 0), (1, odd, 0)])], "partition_max_bytes below 0")
    t.eq(ask((topic, 0, 0, -1), min_bytes=1_000_000), [(topic, [(0, odd, 0)])], "partition_max_bytes -1 does not wait")
    t.eq(ask((topic, 0, 99, -1)), [(topic, [(0, out, 0)])], "partition_max_bytes -1, out of range")
    t.eq(ask((empty, 0, 0, -1), min_bytes=0), [(empty, [(0, 0, 0)])], "partition_max_bytes -1, nothing there")


def x114_an_unknown_isolation_matters_where_something_is_read(t):
    topic, name = t.topic(), t.name("nowhere")
    t.put(topic, B.batch())
    c = t.conn(t.leader(topic))
    for isolation in (-1, 2, 9):
        r = c.call("fetch", 12, t.fetch_body([(topic, 0, 0)], isolation=isolation))
        t.eq((r.error_code, fetched(r)), (E.UNKNOWN_SERVER_ERROR, [(topic, [(0, E.UNKNOWN_SERVER_ERROR, 0)])]), f"isolation {isolation}")
        r = c.call("fetch", 13, t.fetch_body([(topic, 0, 0)], isolation=isolation))
        t.eq((r.error_code, r.responses), (E.UNKNOWN_SERVER_ERROR, []), f"isolation {isolation}, v13")
        r = c.call("fetch", 12, t.fetch_body([(name, 0, 0)], isolation=isolation))
        t.eq((r.error_code, fetched(r)), (0, [(name, [(0, E.UNKNOWN_TOPIC_OR_PARTITION, 0)])]), f"isolation {isolation}, nothing to read")
        t.eq(c.call("fetch", 12, t.fetch_body([], isolation=isolation)).error_code, 0, f"isolation {isolation}, no partitions")


def x115_what_a_session_is_to_take_in_and_to_forget_it_forgets(t):
    a, b = t.topic(partitions=2), t.topic(partitions=2)
    size = len(B.batch())
    for i in (0, 1):
        t.put(a, B.batch(), partition=i)
    names = {a.id: a, b.id: b}
    for v in (12, 13):
        c = t.conn(t.leader(a))

        def go(parts, session, epoch, forget=()):
            r = c.call("fetch", v, t.fetch_body(parts, session=session, epoch=epoch, forget=forget, min_bytes=0))
            return r.session_id, r.error_code, fetched(r, names if v >= 13 else None)
        s, _, got = go([(a, 0, 0), (a, 1, 0), (b, 0, 0)], 0, 0)
        t.eq(got, [(a, [(0, 0, size), (1, 0, size)]), (b, [(0, 0, 0)])], f"v{v}: opened")
        both = [(a, [(0, 0, size), (1, 0, size)])]
        t.eq(go([(b, 1, 0)], s, 1, [(b, 1)]), (s, 0, both), f"v{v}: a new one, forgotten at once")
        t.eq(go([(a, 0, 0)], s, 2, [(a, 0)]), (s, 0, [(a, [(1, 0, size)])]), f"v{v}: one that was there")
        t.eq(go([], s, 3, [(a, 1), (b, 0)]), (0, 0, []), f"v{v}: all of them, which ends it")
        t.eq(go([], s, 4)[1], E.FETCH_SESSION_ID_NOT_FOUND, f"v{v}: after its end")


def x116_fetches_behind_the_end(t):
    topic = t.topic()
    for _ in range(10):
        t.put(topic, B.batch())
    for isolation in (0, 1):
        r = t.fetch(topic, 10, isolation=isolation)
        t.eq((r.error_code, r.records, r.high_watermark), (0, b"", 10), "at the end")
        for offset in (11, -1, 2**40, 2**63 - 1, -2**63):
            began = time.time()
            r = t.fetch(topic, offset, isolation=isolation, max_wait=15000)
            t.eq((r.error_code, r.high_watermark, r.last_stable_offset, r.log_start_offset, r.records),
                 (E.OFFSET_OUT_OF_RANGE, -1, -1, -1, b""), f"offset {offset}")
            t.ok(time.time() - began < 10, "the answer waited")


# ---- offsets ----

def x121_only_minus_one_is_no_leader_epoch(t):
    topic = t.topic()
    t.put(topic, B.batch())
    now = t.metadata([topic]).topics[0].partitions[0].leader_epoch
    for epoch, listed, fetched_ in ((-1, 0, 0), (-2, E.FENCED_LEADER_EPOCH, 0), (-9, E.FENCED_LEADER_EPOCH, 0), (now, 0, 0),
                                    (now + 5, E.UNKNOWN_LEADER_EPOCH, E.UNKNOWN_LEADER_EPOCH)):
        t.error(t.offset(topic, -1, leader_epoch=epoch).error_code, listed, f"ListOffsets, current epoch {epoch}")
        r = t.shared(t.leader(topic)).call("offset_for_leader_epoch", 4, {"replica_id": -1, "topics": [
            {"topic": topic, "partitions": [{"partition": 0, "current_leader_epoch": epoch, "leader_epoch": now}]}]})
        t.error(r.topics[0].partitions[0].error_code, listed, f"OffsetForLeaderEpoch, current epoch {epoch}")
        t.error(t.fetch(topic, 0, leader_epoch=epoch).error_code, fetched_, f"Fetch, current epoch {epoch}")


def x122_a_time_behind_every_record_finds_nothing(t):
    empty, topic = t.topic(retention_ms=-1), t.topic(retention_ms=-1)
    t.put(topic, B.batch(times=[5000]))
    for v in (1, 4, 7, 10):
        for where, query in ((topic, 5001), (topic, B.now_ms() + 86_400_000), (empty, 0)):
            r = t.offset(where, query, version=v)
            t.eq((r.error_code, r.offset, r.timestamp), (0, -1, -1), f"v{v}, query {query}")
            if v >= 4:
                t.eq(r.leader_epoch, -1, "leader epoch")


def x123_the_latest_offset_less_one_can_always_be_fetched(t):
    latest_can_be_fetched(t)


def x124_end_offsets_of_epochs_over_restarts(t):
    topic = t.topic()
    t.put(topic, B.batch([b"v"] * 10))

    def end(epoch, version=4):
        p = t.call("offset_for_leader_epoch", version, {"replica_id": -1, "topics": [
            {"topic": topic, "partitions": [{"partition": 0, "current_leader_epoch": -1, "leader_epoch": epoch}]}]}).topics[0].partitions[0]
        return p.error_code, p.leader_epoch, p.end_offset
    leads = lambda: t.metadata([topic]).topics[0].partitions[0].leader_epoch
    first = leads()
    for v in (2, 3, 4):
        t.eq([end(e, v) for e in (first, first + 1, -1)], [(0, first, 10), (0, -1, -1), (0, -1, -1)], f"v{v}")
    if not t.can_restart:
        t.note("restart part not run")
        return
    t.restart()
    second = leads()
    t.put(topic, B.batch([b"v"] * 10))
    t.restart()
    third = leads()
    t.put(topic, B.batch([b"v"] * 5))
    t.eq(end(first), (0, first, 10), "first epoch")
    for epoch in range(second, third):
        t.eq(end(epoch), (0, second, 20), f"epoch {epoch}")
    t.eq([end(third), end(third + 1)], [(0, third, 25), (0, -1, -1)], "the current one and a later one")


# ---- versions and listeners ----

def x131_errors_come_in_the_version_of_the_request(t):
    name, c = t.name("nowhere"), t.conn()
    for v in (3, 8, 9, 12):
        r = c.call("produce", v, t.produce_body([(name, 0, B.batch())]))
        t.error(r.responses[0].partition_responses[0].error_code, E.UNKNOWN_TOPIC_OR_PARTITION, f"Produce v{v}")
    strange = Topic(name)
    strange.id = codec.uuid.UUID(int=77)
    r = c.call("produce", 13, t.produce_body([(strange, 0, B.batch())]))
    t.error(r.responses[0].partition_responses[0].error_code, E.UNKNOWN_TOPIC_ID, "Produce v13")
    for v in (4, 11, 12, 13, 16, 18):
        r = c.call("fetch", v, t.fetch_body([(strange, 0, 0)]))
        t.error(r.responses[0].partitions[0].error_code, E.UNKNOWN_TOPIC_ID if v >= 13 else E.UNKNOWN_TOPIC_OR_PARTITION, f"Fetch v{v}")
    for v in range(1, 12):
        r = c.call("list_offsets", v, {"replica_id": -1, "topics": [{"name": name, "partitions": [{"partition_index": 0, "timestamp": -1}]}]})
        t.error(r.topics[0].partitions[0].error_code, E.UNKNOWN_TOPIC_OR_PARTITION, f"ListOffsets v{v}")


def x132_addresses_are_those_of_the_listener_that_was_asked(t):
    if not t.o.external:
        t.skip("needs --external")
    from caselib.wire import Conn
    outer, seen = Conn(*t.o.external), {}
    t.cleanups.append(outer.close)
    for where, c, port in (("first", t.shared(), t.o.bootstrap[1]), ("second", outer, t.o.external[1])):
        for v in (1, 12):
            seen[where] = {b.node_id: (b.host, b.port) for b in c.call("metadata", v, {"topics": []}).brokers}
            t.ok(port in [p for _, p in seen[where].values()], f"Metadata v{v} on the {where} listener gives {seen[where]}")
        d = {b.broker_id: (b.host, b.port) for b in c.call("describe_cluster", 0, {}).brokers}
        t.eq(d, seen[where], f"DescribeCluster on the {where} listener")
    t.ok(set(seen["second"]) <= set(seen["first"]), "node ids")


def x133_a_coordinator_of_no_kind_is_a_bad_request(t):
    key = t.name("g")
    ask = lambda v, **kw: t.shared().call("find_coordinator", v, kw)
    t.eq(ask(4, key_type=0, coordinator_keys=[]).coordinators, [], "no keys")
    for v in (1, 3):
        r = ask(v, key=key, key_type=9)
        t.eq((r.error_code, r.node_id, r.host, r.port), (E.INVALID_REQUEST, -1, "", -1), f"v{v}, unknown key type")
    for v, kind, what in ((4, 9, key), (5, 2, key), (6, 2, "nonsense")):
        t.error(ask(v, key_type=kind, coordinator_keys=[what]).coordinators[0].error_code, E.INVALID_REQUEST, f"v{v}, key type {kind}")
