#!/usr/bin/env python3
"""A worker of docs/worker-protocol.md in plain Python: a pattern to start from for the real kernels of a framework.

Its two "kernels" add up a matrix product in float32 in different orders, so that their bits differ. Needs only the
standard library. Try it: flipscope-cli worker-check -- python3 example_worker.py
"""

import json
import struct
import sys

MASK = (1 << 64) - 1


def say(**message):
    print(json.dumps(message), flush=True)


def splitmix64(value):
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & MASK
    return value ^ value >> 31


def seeded(seed, count):
    """Inputs as the protocol defines them."""
    for i in range(count):
        z = splitmix64((seed * 0xD1342543DE82EF95 + i) & MASK)
        yield ((z & 0xFFFF) + (z >> 16 & 0xFFFF) + (z >> 32 & 0xFFFF) + (z >> 48) - 131070) / 32768


def given(digits):
    """Operands that a request gives: f32 patterns of eight hexadecimal digits each."""
    return [struct.unpack(">f", bytes.fromhex(digits[i:i + 8]))[0] for i in range(0, len(digits), 8)]


def f32(value):
    """Rounds a double to float32."""
    return struct.unpack("<f", struct.pack("<f", value))[0]


def ascending(products):
    total = 0.0
    for product in products:
        total = f32(total + product)
    return total


def pairwise(products):
    while len(products) > 1:
        odd = [products.pop()] if len(products) % 2 else []
        products = [f32(a + b) for a, b in zip(products[::2], products[1::2])] + odd
    return products[0]


KERNELS = {"sum_ascending": ascending, "sum_pairwise": pairwise}


def checksum(values):
    total = 0
    for pattern in patterns(values):
        total = (31 * total + pattern) & MASK
    return f"{total:016x}"


def patterns(values):
    return [struct.unpack("<I", struct.pack("<f", value))[0] for value in values]


def operands(request):
    """The values of the left and of the right buffer."""
    problem = request["problem"]
    if "operands" in request:
        return given(request["operands"]["lhs"]), given(request["operands"]["rhs"])
    return (list(seeded(request.get("lhsSeed", 1), problem["m"] * problem["k"])),
            list(seeded(request.get("rhsSeed", 2), problem["k"] * problem["n"])))


def product(problem, a, b, kernel):
    m, n, k = problem["m"], problem["n"], problem["k"]
    column = (lambda l, q: b[q * k + l]) if problem.get("rhsTransposed") else (lambda l, q: b[l * n + q])
    for p in range(m):
        for q in range(n):
            yield kernel([f32(a[p * k + l] * column(l, q)) for l in range(k)])


def run(request):
    if request["problem"]["type"] != "f32":
        return say(type="error", id=request["id"], message="this worker computes in float32 only")
    candidates = request["candidates"]
    a, b = operands(request)
    for done, candidate in enumerate(candidates):
        say(type="progress", id=request["id"], done=done, total=len(candidates), text=candidate["name"])
        answer = {"type": "result", "id": request["id"], **candidate}
        kernel = KERNELS.get(candidate["name"])
        if kernel is None:
            say(**answer, status="notRun", because="there is no kernel of this name")
        else:
            out = list(product(request["problem"], a, b, kernel))
            answer.update(status="ok", checksum=checksum(out))
            if "operands" in request:
                answer["operandChecksum"] = checksum(a + b)
            if request.get("returnPatterns"):
                answer["patterns"] = patterns(out)
            say(**answer)
    say(type="done", id=request["id"])


def main():
    say(type="hello", protocol=1, name="example", version="1", backend="python", means="real",
        devices=[{"id": "0", "name": "the processor"}], givenOperands=True, notes=["kernels: " + ", ".join(KERNELS)])
    for line in sys.stdin:
        try:
            message = json.loads(line)
        except ValueError as fault:
            say(type="error", message=f"no JSON: {fault}")
            continue
        if message.get("type") == "run":
            run(message)
        elif message.get("type") == "quit":
            return


if __name__ == "__main__":
    main()
