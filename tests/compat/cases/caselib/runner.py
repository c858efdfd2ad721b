"""Finds the cases of a folder, runs them one by one, prints one line each and the totals."""
import argparse, importlib.util, os, re, sys, threading, time, traceback
from .case import Case, Skip


def cases_of(folder):
    """[(id, claim, function, kind)] from cases_*.py; a case is a function named like b013_claim_in_words."""
    found = []
    for file in sorted(os.listdir(folder)):
        if not re.match(r"cases_\w+\.py$", file):
            continue
        spec = importlib.util.spec_from_file_location(file[:-3], os.path.join(folder, file))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for name, value in vars(module).items():
            m = re.match(r"^([bx]\d{3})_(\w+)$", name)
            if m and callable(value):
                found.append((m[1].upper(), m[2].replace("_", " "), value, file[6:-3].upper()))
    return sorted(found, key=lambda x: (x[3] == "X", x[0]))


def address(text):
    host, _, port = text.rpartition(":")
    return host.strip("[]"), int(port)


def parse(argv):
    p = argparse.ArgumentParser(prog="run", description="Runs the broker cases against a Kafka endpoint.")
    p.add_argument("endpoint", nargs="?", help="HOST:PORT of a plaintext listener")
    p.add_argument("--only", default="", help="comma-separated ids or prefixes of ids, or a kind's letter")
    p.add_argument("--from", dest="file", default="", help="a file of ids: run only these")
    p.add_argument("--list", action="store_true", help="list the cases and stop")
    p.add_argument("--cluster", default="", help="HOST:PORT of each node, comma separated")
    p.add_argument("--restart", default="", help="command: clean stop and start of the node $NODE (default 1)")
    p.add_argument("--stop-cmd", default="", help="command: clean stop of node $NODE")
    p.add_argument("--start-cmd", default="", help="command: start node $NODE, back when its port is open")
    p.add_argument("--kill-cmd", default="", help="command: kill -9 node $NODE")
    p.add_argument("--data-dir", default="", help="the node's log.dirs, comma separated; {n} stands for the node id in a cluster")
    p.add_argument("--external", default="", help="HOST:PORT of a second plaintext listener of the same node")
    p.add_argument("--sasl", default="", help="HOST:PORT of a SASL_PLAINTEXT listener with PLAIN enabled")
    p.add_argument("--sasl-user", default="alice:alice-secret", help="user:password known to that listener")
    p.add_argument("--sasl-other", default="bob:bob-secret", help="another user:password")
    p.add_argument("--tls", default="", help="HOST:PORT of a TLS listener")
    p.add_argument("--slow", action="store_true", help="also run what takes minutes")
    p.add_argument("--limit", type=float, default=120, help="seconds a case may take")
    p.add_argument("--trace", action="store_true", help="print the stack of a failure")
    o = p.parse_args(argv)
    o.bootstrap = address(o.endpoint) if o.endpoint else None
    o.cluster = [address(x) for x in o.cluster.split(",") if x]
    if o.bootstrap is None and o.cluster:
        o.bootstrap = o.cluster[0]
    for word in ("external", "sasl", "tls"):
        setattr(o, word, address(getattr(o, word)) if getattr(o, word) else None)
    if not o.list and o.bootstrap is None:
        p.error("HOST:PORT is missing")
    return o


def run_one(o, case_id, function):
    box, t = {}, Case(o, case_id)

    def body():
        try:
            function(t)
            box["word"], box["why"] = "PASS", "; ".join(t.notes)
        except Skip as e:
            box["word"], box["why"] = "SKIP", str(e)
        except BaseException as e:
            box["word"], box["why"] = "FAIL", f"{type(e).__name__}: {e}" if not isinstance(e, AssertionError) else str(e)
            if o.trace:
                box["trace"] = traceback.format_exc()
        finally:
            t.finish()
    thread = threading.Thread(target=body, daemon=True)
    thread.start()
    thread.join(o.limit)
    if thread.is_alive() and "word" not in box:
        return "FAIL", f"no result after {o.limit:.0f} s", None
    thread.join(10)
    return box["word"], box["why"], box.get("trace")


def main(folder, argv=None):
    o = parse(sys.argv[1:] if argv is None else argv)
    wanted = [w.strip().upper() for w in o.only.split(",") if w.strip()]
    if o.file:
        with open(o.file) as lines:
            wanted += [w.upper() for line in lines for w in line.partition("#")[0].split()]
    chosen = [c for c in cases_of(folder) if not wanted or any(c[0].startswith(w) if re.match(r"^[BX]\d", w) else c[3] == w for w in wanted)]
    if o.list:
        for case_id, claim, _, kind in chosen:
            print(case_id, kind, claim)
        return 0
    count = {"PASS": 0, "FAIL": 0, "SKIP": 0}
    for case_id, claim, function, _ in chosen:
        began = time.time()
        word, why, trace = run_one(o, case_id, function)
        count[word] += 1
        print(f"{word} {case_id} {claim}" + (f" ({why})" if why else "") + f" [{time.time() - began:.1f} s]", flush=True)
        if trace:
            print(trace)
    print(f"{count['PASS']} passed, {count['FAIL']} failed, {count['SKIP']} skipped", flush=True)
    return 1 if count["FAIL"] else 0
