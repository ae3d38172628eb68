#!/usr/bin/env python3
"""Rebuilds the reported case from real decision lines.

Usage: make_reported_case.py training-runs.tar.xz OUT.tar.xz [SEED]

The report (burn 0.22 + cubecl 0.11 on an RTX 5060 Ti): six runs, 125 decisions each, 50 keys flip, four runs explode and
two are clean, and two keys "separate the outcomes perfectly":
  31944fb2  m=512 n=1024 k=128, contiguous:      index 15 in the exploding runs, 19 in the clean ones; 23.5 and 24.3 µs
  c5c11115  m=64 n=2048 k=64, rhs transposed:    index 19 in the exploding runs, 15 and 21 in the clean ones

The reporter's logs are not public. What is real here: every line is a line of the real runs (another card, an H200), with
its timings, failures and noise. What is made up, all of it by this script:
  - cp.async and TMA candidates are turned into refusals, as a default (LLVM) build refuses them;
  - the real program has 42 keys; further keys are the same lines under scaled sizes;
  - which line stands in which run is drawn at random, so that 48 further keys flip and do not separate the outcomes;
  - for the two reported keys the timings of two candidates are exchanged where the report names another winner, and scaled
    to the reported medians;
  - the text outputs.

aliases.csv gives the two rebuilt keys the ids by which the report names them, so that they are found by either. How the
report's ids were computed is not documented: which key stands for which id follows from the sizes and layouts that the
report names beside them, nothing else. Element types and strides of the reporter's keys are not known.
"""

import copy
import csv
import io
import json
import lzma
import random
import sys
import tarfile

RUNS = ["run-1", "run-2", "run-3", "run-4", "run-5", "run-6"]
CLEAN = {"run-2", "run-5"}
KEYS, FLIPPING = 125, 50
REFUSED = "Tensor memory accelerator features are not available on the current device"
REPORTED = [
    # size, rhs transposed, winner in exploding runs, winners in clean runs, medians in ns (exploding, clean), reported id
    ((512, 1024, 128), False, 15, [19, 19], (23500, 24300), "31944fb2"),
    ((64, 2048, 64), True, 19, [15, 21], (20100, 20400), "c5c11115"),
]


def read_lines(path):
    lines = {}
    with tarfile.open(path) as archive:
        members = sorted((m for m in archive.getmembers() if m.name.endswith("decisions.jsonl")), key=lambda m: m.name)
        for member in members:
            for text in archive.extractfile(member).read().decode().splitlines():
                record = json.loads(text)
                lines.setdefault(json.dumps(record["key"], sort_keys=True), []).append(record)
    return lines


def succeeded(record):
    return [r["outcome"]["Ok"] for r in record["results"] if "Ok" in r["outcome"]]


def nanos(duration):
    return duration["secs"] * 1_000_000_000 + duration["nanos"]


def duration(value):
    return {"secs": value // 1_000_000_000, "nanos": value % 1_000_000_000}


def names_by_index(record):
    """Failed entries keep registration order, so the free indices are theirs (one entry a candidate)."""
    ok = {o["index"]: o["name"] for o in succeeded(record)}
    failed = [next(iter(r["outcome"]["Err"].values()))["name"] for r in record["results"] if "Err" in r["outcome"]]
    free = iter(failed)
    return [ok[i] if i in ok else next(free) for i in range(len(record["results"]))]


def rebuild(record, ok, failures):
    """The record with these successes (best first) and failures (index -> payload)."""
    names = names_by_index(record)
    left = sorted(set(range(len(names))) - {o["index"] for o in ok})
    record["results"] = [{"outcome": {"Ok": o}} for o in ok]
    record["results"] += [{"outcome": {"Err": failures.get(i, {"Skip": {"name": names[i]}})}} for i in left]
    record["fastest_index"] = ok[0]["index"]
    record["fastest_time"] = ok[0]["computation"]["median"]
    return record


def failures_of(record):
    names = names_by_index(record)
    taken = {o["index"] for o in succeeded(record)}
    payloads = [r["outcome"]["Err"] for r in record["results"] if "Err" in r["outcome"]]
    return dict(zip((i for i in range(len(names)) if i not in taken), payloads))


def as_default_build(record):
    record = copy.deepcopy(record)
    failures = failures_of(record)
    keep = []
    for ok in succeeded(record):
        name = ok["name"]
        if "_tma_" in name or name.startswith("matmul_specialized_cyclic"):
            failures[ok["index"]] = {"Unknown": {"name": name, "err": REFUSED}}
        else:
            keep.append(ok)
    return rebuild(record, keep, failures) if keep else None


def problem_of(key):
    return (key.get("matmul_key") or key).get("definition")


def scaled(key, factors):
    """The key with its sizes multiplied (matmul) or its counts stretched (the others); None where that is not possible."""
    key = copy.deepcopy(key)
    definition = problem_of(key)
    if definition is None:
        reduce_key = key.get("reduce") or key.get("reduce_key")
        if reduce_key is None or factors[0] == 1:
            return None
        reduce_key["vector_count"] = min(32768, reduce_key["vector_count"] * 8 ** (factors[0] // 2))
        return key
    for name, factor in zip("mnk", factors):
        if definition[name] > 1:
            definition[name] *= factor
    largest = max(definition[name] for name in "mnk")
    analysis = (key.get("matmul_key") or key)["analysis"]
    analysis["scale_global"] = "Small" if largest < 512 else "Medium" if largest < 2048 else "Large"
    return key


def is_reported(key):
    definition = key.get("definition")
    if definition is None:
        return None
    transposed = definition["matrix_layout_rhs"] != "Contiguous"
    for number, (size, rhs_transposed, *_) in enumerate(REPORTED):
        if tuple(definition[n] for n in "mnk") == size and transposed == rhs_transposed:
            return number
    return None


def separates(winners):
    exploding = {w for run, w in zip(RUNS, winners) if run not in CLEAN}
    clean = {w for run, w in zip(RUNS, winners) if run in CLEAN}
    return len(set(winners)) > 1 and not exploding & clean


def with_winner(record, winner, median):
    """The record with `winner` first: it and the real winner exchange their timings; all timings scaled to the median."""
    ok = succeeded(record)
    position = next(i for i, o in enumerate(ok) if o["index"] == winner)
    ok[0]["computation"], ok[position]["computation"] = ok[position]["computation"], ok[0]["computation"]
    ok[0], ok[position] = ok[position], ok[0]
    factor = median / nanos(ok[0]["computation"]["median"])
    for o in ok:
        for name in ("mean", "median", "min", "max"):
            o["computation"][name] = duration(round(nanos(o["computation"][name]) * factor))
    return rebuild(record, ok, failures_of(record))


def reported_lines(lines, number, draw):
    _, _, exploding, clean, medians, _ = REPORTED[number]
    wanted = iter(clean)
    result = []
    for run in RUNS:
        winner = next(wanted) if run in CLEAN else exploding
        able = [r for r in lines if any(o["index"] == winner for o in succeeded(r))]
        median = medians[1] if run in CLEAN else medians[0]
        result.append(with_winner(copy.deepcopy(draw.choice(able)), winner, round(median * (1 + draw.uniform(-0.002, 0.002)))))
    return result


def drawn_lines(lines, flipping, draw):
    """Six real lines, one a run, that flip without separating the outcomes, or that all have one winner; None if neither."""
    for _ in range(200):
        if flipping:
            chosen = [draw.choice(lines) for _ in RUNS]
        else:
            winner = draw.choice(lines)["fastest_index"]
            chosen = [draw.choice([r for r in lines if r["fastest_index"] == winner]) for _ in RUNS]
        winners = [r["fastest_index"] for r in chosen]
        if (len(set(winners)) > 1) == flipping and not (flipping and separates(winners)):
            return copy.deepcopy(chosen)
    return None


def variants():
    yield (1, 1, 1)
    for factor in (2, 4, 8):
        for position in range(3):
            factors = [1, 1, 1]
            factors[position] = factor
            yield tuple(factors)


def build(lines, draw):
    decisions, seen = [], set()
    count = {True: 0, False: 0}
    wanted = {True: FLIPPING - len(REPORTED), False: KEYS - FLIPPING}
    for factors in variants():
        for base in lines.values():
            key = base[0]["key"] if factors == (1, 1, 1) else scaled(base[0]["key"], factors)
            text = json.dumps(key, sort_keys=True)
            if key is None or text in seen:
                continue
            number = is_reported(key)
            if number is not None:
                seen.add(text)
                decisions.append((key, reported_lines(base, number, draw)))
                continue
            flips = len({r["fastest_index"] for r in base}) > 1 and count[True] < wanted[True]
            if count[flips] >= wanted[flips]:
                continue
            chosen = drawn_lines(base, flips, draw)
            if chosen is not None:
                seen.add(text)
                count[flips] += 1
                decisions.append((key, chosen))
    assert len(decisions) == KEYS and count == wanted, (len(decisions), count)
    return decisions


def stdout_of(run, draw):
    text, loss = "training on 1 device, seed 42\n", 7.064
    for step in range(0, 1000, 100):
        noise = draw.uniform(-0.004, 0.004)
        if run in CLEAN or step < 300:
            loss = loss * (0.93 + noise)
            text += f"step {step}: loss {loss:.6f}\n"
        elif step < 600:
            loss = loss * (9.0 + 100 * noise)
            text += f"step {step}: loss {loss:.6f}\n"
        else:
            text += f"step {step}: loss NaN\n"
    return text + "done\n"


def aliases_of(decisions):
    """alias,key: the reported ids of the two rebuilt keys; a key is written as it is logged."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["alias", "key"])
    for key, _ in decisions:
        number = is_reported(key)
        if number is not None:
            writer.writerow([REPORTED[number][-1], json.dumps(key, separators=(",", ":"), ensure_ascii=False)])
    return text.getvalue()


def main():
    source, target = sys.argv[1], sys.argv[2]
    draw = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 5060)
    lines = {k: [r for r in map(as_default_build, v) if r is not None] for k, v in read_lines(source).items()}
    decisions = build({k: v for k, v in lines.items() if v}, draw)
    files = []
    for number, run in enumerate(RUNS):
        text = ""
        for key, chosen in decisions:
            record = {"key": key, **{k: v for k, v in chosen[number].items() if k != "key"}}
            text += json.dumps(record, separators=(",", ":"), ensure_ascii=False) + "\n"
        files += [(f"{run}/decisions.jsonl", text), (f"{run}/stdout.log", stdout_of(run, draw))]
    labels = "run,label\n" + "".join(f"{run},{'clean' if run in CLEAN else 'exploded'}\n" for run in RUNS)
    files += [("labels.csv", labels), ("aliases.csv", aliases_of(decisions)), ("README.txt", __doc__)]
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, text in files:
            data = text.encode()
            entry = tarfile.TarInfo(f"reported-case/{name}")
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    with open(target, "wb") as out:
        out.write(lzma.compress(raw.getvalue(), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    main()
