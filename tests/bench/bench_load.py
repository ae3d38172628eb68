#!/usr/bin/env python3
"""Speed of load + full analysis against the floor, jq and pandas, all in one run on the same files.

Usage: bench_load.py BUILD_DIR [RUNS] [REPEATS]

Synthesises RUNS (default 1,000) run folders from the bundled sample: for each key a real line of a random run. Prints for
each program the median seconds over REPEATS interleaved rounds and its ratio to the floor (reading the files plus
single-threaded simdjson DOM parse_many of the same bytes), its processor seconds (which a loaded machine distorts less)
and the peak resident set as a share of the bytes.
"""

import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "resources" / "samples" / "training-runs.tar.xz"
PANDAS = """
import json, sys, pandas
rows = [(p, json.dumps(d["key"], sort_keys=True), d["fastest_index"]) for p in map(str.strip, sys.stdin) for d in map(json.loads, open(p))]
print(pandas.DataFrame(rows, columns=["run", "key", "winner"]).pivot_table(index="key", columns="run", values="winner", aggfunc="first").shape)
"""


def synthesise(folder, runs):
    lines, outputs = {}, []
    with tarfile.open(SAMPLE) as archive:
        for member in archive.getmembers():
            if member.name.endswith("decisions.jsonl"):
                for number, line in enumerate(archive.extractfile(member).read().splitlines()):
                    lines.setdefault(number, []).append(line)
            elif member.name.endswith("stdout.log"):
                outputs.append(archive.extractfile(member).read())
    draw = random.Random(1)
    for run in range(runs):
        place = folder / f"run{run}"
        place.mkdir()
        (place / "decisions.jsonl").write_bytes(b"\n".join(draw.choice(lines[n]) for n in sorted(lines)) + b"\n")
        (place / "stdout.log").write_bytes(draw.choice(outputs))


def measured(command, stdin=""):
    """Seconds, processor seconds, peak resident set in bytes and stdout of one process; long output is not read."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as output:
        given.write(stdin.encode())
        given.seek(0)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdin=given, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            raise SystemExit(f"{command[0]} ended with {process.returncode}")
        output.seek(0)
        processor = usage.ru_utime + usage.ru_stime
        return seconds, processor, usage.ru_maxrss * 1024, output.read(1000).decode(errors="replace")


def programs(build, folder, logs):
    cli = str(build / "app" / "flipscope-cli")
    listed = "\n".join(logs)
    yield "floor", [str(build / "tests" / "bench" / "bench_floor")], listed
    yield "summary", [cli, "summary", str(folder)], ""
    yield "summary as JSON", [cli, "summary", str(folder), "--format", "json"], ""
    yield "suspects", [cli, "suspects", str(folder), "--outcome-pattern", "step 0: loss ([0-9.]+)"], ""
    if shutil.which("jq"):
        yield "jq winner table", ["jq", "-c", "[input_filename, .key, .fastest_index]", *logs], ""
    if subprocess.run([sys.executable, "-c", "import pandas"], capture_output=True).returncode == 0:
        yield "pandas winner table", [sys.executable, "-c", PANDAS], listed


def main():
    build = pathlib.Path(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # In a process of its own: the peak resident set of a child starts with that of its parent.
        if (child := os.fork()) == 0:
            synthesise(folder, runs)
            os._exit(0)
        os.waitpid(child, 0)
        logs = sorted(str(p) for p in folder.glob("*/decisions.jsonl"))
        size = sum(f.stat().st_size for f in folder.rglob("*") if f.is_file())
        times, processors, peaks = {}, {}, {}
        for repeat in range(repeats):
            for program, command, stdin in programs(build, folder, logs):
                slow = program.startswith(("jq", "pandas"))
                if slow and repeat > 0:
                    continue  # minutes, not noise: once is enough
                seconds, processor, peak, text = measured(command, stdin)
                if program == "floor":
                    seconds = sum(float(x) for x in text.split()[:2])
                times.setdefault(program, []).append(seconds)
                processors.setdefault(program, []).append(processor)
                peaks[program] = max(peaks.get(program, 0), peak)
        floor = statistics.median(times["floor"])
        print(f"{runs} runs, {size / 1e6:.0f} MB, {repeats} rounds")
        for program, seconds in times.items():
            middle = statistics.median(seconds)
            processor = statistics.median(processors[program])
            print(
                f"{program:20} {middle:8.3f} s  {middle / floor:7.2f} x floor   {processor:8.3f} s of processors"
                f"   peak {100 * peaks[program] / size:5.1f} % of the bytes"
            )


if __name__ == "__main__":
    main()
