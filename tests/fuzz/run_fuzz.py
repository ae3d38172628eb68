#!/usr/bin/env python3
"""Runs every fuzz target of a build for some seconds. Usage: run_fuzz.py BUILD_DIR [SECONDS_EACH] [CORPUS_DIR]

Seeds are the small files of tests/data; findings are left in CORPUS_DIR (default BUILD_DIR/corpus). Ends with 1 when a
target crashed, hung or used more than 1 GiB.
"""

import pathlib
import re
import subprocess
import sys

SEEDS = pathlib.Path(__file__).resolve().parent.parent / "data"


def main():
    build = pathlib.Path(sys.argv[1])
    seconds = sys.argv[2] if len(sys.argv) > 2 else "60"
    corpus = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else build / "corpus"
    targets = sorted(p for p in (build / "tests" / "fuzz").glob("fuzz_*") if p.is_file() and p.stat().st_mode & 0o111)
    seeds = [str(d) for d in SEEDS.rglob("*") if d.is_dir()]
    failed = 0
    for target in targets:
        found = corpus / target.name
        found.mkdir(parents=True, exist_ok=True)
        command = [str(target), f"-max_total_time={seconds}", "-timeout=20", "-rss_limit_mb=1024", "-max_len=65536",
                   f"-artifact_prefix={found}/", str(found), *seeds]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace")
        runs = re.findall(r"^#(\d+)", done.stderr, re.M)
        print(f"{target.name}: {'ok' if done.returncode == 0 else 'FAILED'} after {runs[-1] if runs else '?'} inputs")
        if done.returncode != 0:
            failed += 1
            print(done.stderr[-3000:])
    return 1 if failed or not targets else 0


if __name__ == "__main__":
    sys.exit(main())
