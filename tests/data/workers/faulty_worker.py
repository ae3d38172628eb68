"""A worker that misbehaves as its candidates are named. Usage: faulty_worker.py [HELLO], HELLO one of the keys below."""

import json
import os
import signal
import sys
import time

HELLO = {
    "good": '{"type":"hello","protocol":1,"name":"faulty","means":"real","devices":[{"id":"0","name":"stub"}],"placedOperands":true,'
            '"placedOperands":true}',
    # It goes through the candidates from the last to the first.
    "backwards": '{"type":"hello","protocol":1,"name":"faulty","devices":[{"id":"0","name":"stub"}]}',
    "own": '{"type":"hello","protocol":1,"name":"faulty","means":"real","devices":[{"id":"0","name":"stub"}],'
           '"candidates":["own_1","own_2","matmul_naive"]}',
    "version": '{"type":"hello","protocol":7,"name":"faulty","devices":[]}',
    "far": '{"type":"hello","protocol":4294967297,"name":"faulty","devices":[]}',
    "bare": '{"type":"hello","protocol":1,"name":"faulty","devices":[],"notes":["no GPU here","a driver is missing"]}',
    "garbage": "Loading modules ...",
    "other": '{"type":"done","id":"1"}',
    "damaged": '{"type":"hello","protocol":1}',
}


def say(**message):
    print(json.dumps(message), flush=True)


def misbehave(name):
    if name == "crash":
        print("something broke", file=sys.stderr, flush=True)
        os._exit(3)
    if name == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if name == "hang":
        time.sleep(600)
    if name == "garbage":
        print("Segmentation fault (core dumped)", flush=True)
    if name == "endless":
        while True:
            sys.stdout.write("x" * 65536)
    if name == "flood":
        while True:
            say(type="progress", id="r1", text=name)
    if name == "long":
        for _ in range(8):
            time.sleep(0.4)
            say(type="progress", id="r1", text=name)
    if name == "chatter":
        while True:
            say(type="progress", id="another", text=name)
    if name == "warns":
        print("\n".join(f"warning {i}" for i in range(30)), file=sys.stderr, flush=True)
    if name == "lost line":
        say(type="error", message="a line was lost")
    if name == "lost request":
        say(type="error", message="cannot read this")
        time.sleep(600)
    if name == "deaf":
        os.close(0)
    if name == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(600)


def main():
    start = sys.argv[1] if len(sys.argv) > 1 else "good"
    if start == "silent":
        time.sleep(600)
    if start == "dies":
        print("no device", file=sys.stderr, flush=True)
        sys.exit(4)
    print(HELLO[start], flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] != "run":
            continue
        if any(c["name"] == "refuse" for c in request["candidates"]):
            say(type="error", id=request["id"], message="not this problem")
            continue
        candidates, said = request["candidates"], {}
        if start == "backwards":
            candidates.reverse()
        for done, candidate in enumerate(candidates):
            if start == "backwards":
                said["index"] = candidate["index"]
            say(type="progress", id=request["id"], done=done, total=len(candidates), text=candidate["name"], **said)
            misbehave("crash" if candidate == {"name": "mortal", "index": 1} else candidate["name"])
            if candidate["name"] in ("broken", "poison"):
                say(type="result", id=request["id"], **candidate, status="failed", because="launch failed")
                if candidate["name"] == "poison":
                    print("the GPU is in an error state", file=sys.stderr, flush=True)
                    os._exit(2)
                continue
            if candidate["name"] == "forgotten":
                continue
            if candidate["name"] == "foreign":
                say(type="result", id="another", name="foreign", status="ok", checksum="0" * 16)
            if candidate["name"] == "unasked":
                say(type="result", id=request["id"], name="nobody's", status="ok", checksum="0" * 16)
            more = {"unwritten": 5} if candidate["name"] == "impossible" else {}
            for _ in range(2 if candidate["name"] == "twice" else 1):
                say(type="result", id=request["id"], **candidate, status="ok", checksum="00000000000000ff", **more)
        say(type="done", id=request["id"])
        while any(c["name"] == "deaf" for c in request["candidates"]):
            say(type="progress", id="another")


if __name__ == "__main__":
    main()
