#!/usr/bin/env python3
"""A worker of two devices: one that refuses every candidate that it knows, and one ("able") that runs it."""

import json
import sys


def say(**message):
    print(json.dumps(message), flush=True)


def run(request):
    for candidate in request["candidates"]:
        answer = {"type": "result", "id": request["id"], **candidate}
        if candidate["name"] != "a":
            say(**answer, status="notRun")
        elif request.get("device") == "able":
            say(**answer, status="ok", checksum=f"{request['lhsSeed']:016x}")
        else:
            say(**answer, status="refused", because="not on this device")
    say(type="done", id=request["id"])


say(type="hello", protocol=1, name="refusing", devices=[{"id": "unable", "name": "A"}, {"id": "able", "name": "B"}])
for line in sys.stdin:
    try:
        message = json.loads(line)
    except ValueError:
        continue
    if message["type"] == "run":
        run(message)
    elif message["type"] == "quit":
        break
