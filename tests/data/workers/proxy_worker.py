#!/usr/bin/env python3
"""Stands between a worker and its asker, and makes an emulated card look like a GPU.

Usage: proxy_worker.py MODE COMMAND...   MODE: honest; ignores (given operands are dropped, the answers claim that they
were used); differs (every tenth checksum of seeded inputs is changed).
"""

import json
import subprocess
import sys


def hello(message):
    card = message["devices"][-1]
    message.update(means="replica", backend="cuda",
                   devices=[{"id": card["id"], "name": "NVIDIA H200", "computeCapability": "9.0", "driver": "proxy"}])


def main():
    mode, command = sys.argv[1], sys.argv[2:]
    worker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(message):
        print(json.dumps(message), flush=True)

    first = json.loads(worker.stdout.readline())
    hello(first)
    say(first)
    results = 0
    for line in sys.stdin:
        try:
            request = json.loads(line)
        except ValueError:
            say({"type": "error", "message": "no JSON"})
            continue
        given = request.pop("operands", None) if mode == "ignores" else request.get("operands")
        request.pop("placement", None)  # which an emulator does not take, and which changes no bit
        worker.stdin.write(json.dumps(request) + "\n")
        if request["type"] == "quit":
            break
        while request["type"] == "run":
            message = json.loads(worker.stdout.readline())
            if message["type"] == "result":
                message["means"] = "replica"
                results += 1
                if mode == "ignores" and given and message["status"] == "ok":
                    message["operandChecksum"] = "0123456789abcdef"
                if mode == "differs" and not given and message.get("checksum") and results % 10 == 0:
                    message["checksum"] = "0123456789abcdef"
            say(message)
            if message["type"] in ("done", "error"):
                break
    worker.stdin.close()
    worker.wait()


if __name__ == "__main__":
    main()
