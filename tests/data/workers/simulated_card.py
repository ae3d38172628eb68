#!/usr/bin/env python3
"""A worker as on a machine with a GPU, where there is none: the emulated Hopper card under the name of a GPU.

Usage: simulated_card.py --backend cuda|emulate [--card FILE]   FLIPSCOPE_WORKER: path of the worker that emulates

With the back end "cuda" it offers candidates of its own (which compute as the candidates of the set that OWN names),
gives times, and refuses what TMA could not load: rows or buffers off a 16-byte boundary. cublaslt_tf32_0 refuses odd k.
"""

import json
import os
import subprocess
import sys

OWN = {"cublaslt_0": "matmul_naive", "cublaslt_1": "matmul_naive", "cublaslt_tf32_0": "matmul_simple_cyclic_mma"}
VECTOR = 4  # f32 elements in 16 bytes


def say(message):
    print(json.dumps(message), flush=True)


def hello(message):
    card = next(device for device in message["devices"] if device["name"] == "Hopper")
    message.update(means="replica", backend="cuda", candidates=list(OWN), placedOperands=True,
                   devices=[{"id": card["id"], "name": "Simulated H200", "computeCapability": "9.0", "driver": "none"}])
    return message


def refusal(candidate, request):
    placement, problem = request.get("placement", {}), request["problem"]
    apart = [placement.get(name, 0) for name in ("lhsStride", "rhsStride", "outStride", "offset")]
    if "_tma_" in candidate["name"] and any(elements % VECTOR for elements in apart):
        return "TMA needs rows and buffers on a 16-byte boundary"
    if candidate["name"] == "cublaslt_tf32_0" and problem["k"] % 2:
        return "k must be even"
    return None


def timing(position, samples):
    median = 20000 + 500 * position
    return {"min": median - 300, "lowerBand": median - 200, "median": median, "upperBand": median + 200,
            "max": median + 900, "samples": samples, "cacheFlushed": True, "throttled": 0}


def finished(result, position, request):
    """A result of the emulating worker as the simulated card would give it."""
    asked = request["candidates"][position]
    result.update(name=asked["name"], means="real" if asked["name"] in OWN else "replica")
    if asked["name"] in OWN:
        result.pop("class", None)
    if result["status"] == "ok" and request.get("timingSamples", 0) > 0:
        result["timing"] = timing(position, request["timingSamples"])
    return result


def answer(request, worker, device):
    """Candidates one by one: the emulating worker would take two of one name for one."""
    for position, candidate in enumerate(request["candidates"]):
        say({"type": "progress", "id": request["id"], "done": position, "total": len(request["candidates"]),
             "text": candidate["name"]})
        if because := refusal(candidate, request):
            say({"type": "result", "id": request["id"], **candidate, "status": "refused", "because": because,
                 "means": "real" if candidate["name"] in OWN else "replica"})
            continue
        one = {**request, "candidates": [{**candidate, "name": OWN.get(candidate["name"], candidate["name"])}],
               "device": device, "timingSamples": 0}
        one.pop("placement", None)  # which an emulator does not take, and which changes no bit
        worker.stdin.write(json.dumps(one) + "\n")
        while True:
            message = json.loads(worker.stdout.readline())
            if message["type"] == "result":
                say(finished(message, position, request))
            if message["type"] == "error":
                return say(message)
            if message["type"] == "done":
                break
    say({"type": "done", "id": request["id"]})


def main():
    emulating = [os.environ["FLIPSCOPE_WORKER"], "--backend", "emulate"]
    if sys.argv[1:3] != ["--backend", "cuda"]:
        os.execv(emulating[0], [emulating[0], *sys.argv[1:]])
    worker = subprocess.Popen(emulating, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
    greeting = hello(json.loads(worker.stdout.readline()))
    say(greeting)
    for line in sys.stdin:
        request = json.loads(line)
        if request["type"] == "quit":
            break
        if request["type"] == "run":
            answer(request, worker, greeting["devices"][0]["id"])
    worker.stdin.close()
    worker.wait()


if __name__ == "__main__":
    main()
