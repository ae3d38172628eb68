#!/usr/bin/env python3
"""Writes the six small runs beside this script: three keys, four candidates each, small enough to check by eye.

64³ goes with the loss (candidate 0 in runs 1-3, 1 in runs 4-6), 128³ is a coin flip, 256³ never flips. The log of run6 has a
damaged record in the middle and a torn last line.
"""

import json
import pathlib

HERE = pathlib.Path(__file__).parent
NAMES = ["matmul_naive", "matmul_simple_cyclic_cmma", "matmul_simple_cyclic_mma", "gemm_None"]
# size -> (winner of each run, median of each candidate in ns; the winner's is one step lower)
KEYS = {
    64: ([0, 0, 0, 1, 1, 1], [18000, 18100, 25000, 40000]),
    128: ([1, 2, 1, 2, 1, 2], [60000, 30000, 30050, 45000]),
    256: ([2, 2, 2, 2, 2, 2], [400000, 120000, 90000, 300000]),
}
LOSS = ["7.064027", "7.064027", "7.064028", "9.512207", "9.512208", "9.512207"]


def nanos(value):
    return {"secs": 0, "nanos": value}


def record(size, run):
    winners, medians = KEYS[size]
    results = []
    for index, base in enumerate(medians):
        median = base + 40 * run - (300 if index == winners[run] else 0)
        timing = {"mean": nanos(median + 100), "median": nanos(median), "variance": nanos(0), "min": nanos(median - 400),
                  "max": nanos(median + 900)}
        results.append({"outcome": {"Ok": {"name": NAMES[index], "index": index, "computation": timing}}})
    results.sort(key=lambda r: r["outcome"]["Ok"]["computation"]["median"]["nanos"])
    key = {"definition": {"m": size, "n": size, "k": size, "lhs_pow2_factor": 4, "lhs_stride_factor": 8,
                          "rhs_pow2_factor": 4, "rhs_stride_factor": 8, "elem_lhs": {"Float": "F32"},
                          "elem_rhs": {"Float": "F32"}, "elem_out": {"Float": "F32"}, "matrix_layout_lhs": "Contiguous",
                          "matrix_layout_rhs": "Contiguous", "lhs_storage": "Plain", "rhs_storage": "Plain"},
           "analysis": {"scale_global": "Small", "kind": "General"}}
    winner = results[[r["outcome"]["Ok"]["index"] for r in results].index(winners[run])]["outcome"]["Ok"]
    return {"key": key, "fastest_index": winners[run], "fastest_time": winner["computation"]["median"], "results": results}


def main():
    for run in range(6):
        folder = HERE / "runs" / f"run{run + 1}"
        folder.mkdir(parents=True, exist_ok=True)
        lines = [json.dumps(record(size, run), separators=(",", ":")) for size in KEYS]
        text = "\n".join(lines) + "\n"
        if run == 5:
            text = "\n".join([lines[0], lines[1][:200] + "}}", *lines[1:]]) + "\n" + lines[0][:120]
        (folder / "decisions.jsonl").write_text(text)
        (folder / "stdout.log").write_text(f"training starts\nstep 0: loss {LOSS[run]}\ndone\n")
    labels = "".join(f"run{run + 1},{'clean' if run < 3 else 'exploded'}\n" for run in range(6))
    (HERE / "labels.csv").write_text("run,label\n" + labels)


if __name__ == "__main__":
    main()
