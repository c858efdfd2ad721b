#!/usr/bin/env python3
"""Round trip by confluent-kafka (librdkafka, C); see ../README.md. Idempotent producer."""
import os, sys, time
import record as r
from confluent_kafka import Consumer, Producer, TopicPartition

COMMON = {"broker.address.family": "v4", "log_level": 2}


def produce(a, acks):
    # Without idempotence the library may send a batch twice after a crash; IDEMPOTENT=false tries that way.
    p = Producer({**COMMON, "bootstrap.servers": a.bootstrap, "compression.type": a.codec, "linger.ms": 5, "acks": "all",
                  "enable.idempotence": os.environ.get("IDEMPOTENT", "true"), "message.timeout.ms": 120000,
                  "queue.buffering.max.messages": 100000, "reconnect.backoff.max.ms": 500})
    trouble = []

    def told(i):
        def f(error, message):
            try:
                acks.failed(error) if error else acks.ok(i, message.offset())
            except AssertionError as e:
                trouble.append(e)
        return f
    end, sent = time.time() + a.stop if a.stop else None, 0
    for i in range(a.count):
        if trouble or (end and i % 100 == 0 and time.time() > end):
            break
        while True:
            try:
                p.produce(a.topic, key=r.key(i), value=r.value(i, a.size), partition=0, timestamp=a.time + i,
                          headers=r.headers(i), on_delivery=told(i))
                break
            except BufferError:
                p.poll(0.05)
        sent += 1
        if i % 500 == 0:
            p.poll(0)
    p.flush(120)
    if trouble:
        raise trouble[0]
    return sent


def consume(a):
    c = Consumer({**COMMON, "bootstrap.servers": a.bootstrap, "group.id": "unused", "enable.auto.commit": False,
                  "auto.offset.reset": "error", "check.crcs": True, "fetch.wait.max.ms": 100})
    end = c.get_watermark_offsets(TopicPartition(a.topic, 0), timeout=30)[1] if a.acked else None
    found, last = r.Found(a, end), time.time()
    c.assign([TopicPartition(a.topic, 0, 0)])
    going = found.end > 0
    while going and time.time() - last < 30:
        for m in c.consume(500, timeout=0.5):
            if m.error():
                raise AssertionError(str(m.error()))
            last = time.time()
            going = going and found.take(m.offset(), m.key(), m.value(), m.timestamp()[1], m.headers())
    c.close()
    return found.done()


r.main("librdkafka", produce, consume)
