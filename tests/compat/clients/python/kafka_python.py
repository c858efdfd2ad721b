#!/usr/bin/env python3
"""Round trip by kafka-python (pure Python); see ../README.md. Idempotent producer."""
import os, sys, time
import record as r
from kafka import KafkaConsumer, KafkaProducer, TopicPartition


def produce(a, acks):
    p = KafkaProducer(bootstrap_servers=a.bootstrap, acks="all", linger_ms=5, batch_size=131072,
                      compression_type=None if a.codec == "none" else a.codec, enable_idempotence=True,
                      delivery_timeout_ms=120000, max_block_ms=120000, reconnect_backoff_max_ms=500)
    trouble = []

    def told(i):
        def f(meta):
            try:
                acks.ok(i, meta.offset)
            except AssertionError as e:
                trouble.append(e)
        return f

    def failed(error):
        try:
            acks.failed(error)
        except AssertionError as e:
            trouble.append(e)
    end, sent = time.time() + a.stop if a.stop else None, 0
    for i in range(a.count):
        if trouble or (end and i % 100 == 0 and time.time() > end):
            break
        future = p.send(a.topic, key=r.key(i), value=r.value(i, a.size), partition=0, timestamp_ms=a.time + i, headers=r.headers(i))
        future.add_callback(told(i)).add_errback(failed)
        sent += 1
    p.flush(120)
    p.close()
    if trouble:
        raise trouble[0]
    return sent


def consume(a):
    c = KafkaConsumer(bootstrap_servers=a.bootstrap, consumer_timeout_ms=30000, enable_auto_commit=False, group_id=None,
                      max_partition_fetch_bytes=4 << 20, fetch_max_wait_ms=100, auto_offset_reset="none", check_crcs=True)
    part = TopicPartition(a.topic, 0)
    c.assign([part])
    found = r.Found(a, c.end_offsets([part])[part] if a.acked else None)
    c.seek(part, 0)
    if found.end > 0:
        for m in c:
            if not found.take(m.offset, m.key, m.value, m.timestamp, m.headers):
                break
    c.close()
    return found.done()


r.main("kafka-python", produce, consume)
