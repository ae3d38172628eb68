#!/usr/bin/env python3
"""Compares what the command line writes with the expected files beside this script.

Usage: golden.py PROGRAM [--approve]     --approve rewrites the expected files, to be reviewed with git diff.
"""

import difflib
import pathlib
import sys
import tempfile

import command

EXPECTED = pathlib.Path(__file__).resolve().parent / "expected"


def expected_file(case):
    arguments = case["arguments"]
    form = arguments[arguments.index("--format") + 1] if "--format" in arguments else "text"
    return EXPECTED / f"{case['name']}.expected.{'json' if form == 'json' else 'txt'}"


def compare(name, path, text, approve):
    if approve:
        path.write_text(text)
    wanted = path.read_text() if path.exists() else ""
    if text == wanted:
        return 0
    print(f"{name}: output differs from {path.name}")
    sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), text.splitlines(True), "expected", "now"))
    return 1


def report_faults(program, approve):
    """The page and the script of a report, which are files."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "report"
        key = command.key_id(program, "64×64×64")
        result = command.run(program, ["report", "runs", "--outcome-pattern", "loss ([0-9.]+)", "--gap", "--key", key,
                                       "--card", "hopper", "--out", str(out)])
        if result.returncode != 0:
            print(f"report: {result.stderr.decode()}")
            return 1
        return (compare("report", EXPECTED / "report_page.expected.txt", (out / "README.md").read_text(), approve)
                + compare("report", EXPECTED / "report_script.expected.txt", (out / "repeat.sh").read_text(), approve))


def main():
    program, approve = str(pathlib.Path(sys.argv[1]).resolve()), "--approve" in sys.argv[2:]
    EXPECTED.mkdir(exist_ok=True)
    faults = 0
    for case in command.cases(program):
        result = command.run(program, case["arguments"])
        text = result.stdout.decode().replace("\r\n", "\n")
        faults += compare(case["name"], expected_file(case), text, approve)
        if result.returncode != case["status"] or result.stderr:
            faults += 1
            print(f"{case['name']}: status {result.returncode}, wanted {case['status']}; {result.stderr.decode()}")
    faults += report_faults(program, approve)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
