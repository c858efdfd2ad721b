"""Steps that several cases take."""
import threading, time
from caselib import batch as B, errors as E


def latest_can_be_fetched(t):
    """While somebody writes, the latest offset never falls and the record before it can be fetched at once."""
    busy, stop, last = t.topic(), time.time() + 3, 0
    t.put(busy, B.batch())
    w, c = t.conn(t.leader(busy)), t.conn(t.leader(busy))

    def write():
        while time.time() < stop:
            t.put(busy, B.batch(), conn=w)
    thread = threading.Thread(target=write, daemon=True)
    thread.start()
    while time.time() < stop:
        end = t.offset(busy, -1, conn=c).offset
        t.ok(end >= last, f"latest went from {last} to {end}")
        last = end
        r = t.fetch(busy, end - 1, conn=c)
        t.ok(r.error_code == 0 and B.split(r.records)[0], f"fetch at latest-1: {E.name(r.error_code)}")
    thread.join(5)
