#!/usr/bin/env python3
"""Checks every JSON that the golden cases give, and the same of all other commands, against docs/json.schema.json.

Usage: schema.py PROGRAM     Ends with 77 (skipped) when python3-jsonschema is not installed.
"""

import json
import pathlib
import sys

import command

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)


def refuse_constant(name):
    raise ValueError(f"{name} in JSON")


def documents(program):
    tables = ["winners", "sources", "keys", "candidates", "medians", "means", "minima", "maxima", "runs", "drift",
              "environment", "problems"]
    lines = [case["arguments"] for case in command.cases(program) if "--help" not in case["arguments"]]
    lines += [["export", "runs", "--what", table] for table in tables]
    for arguments in lines:
        if "--format" in arguments:
            at = arguments.index("--format")
            arguments = arguments[:at] + arguments[at + 2:]
        yield [*arguments, "--format", "json"]


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    schema = json.loads((command.SOURCE / "docs" / "json.schema.json").read_text())
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    faults = 0
    count = 0
    for arguments in documents(program):
        count += 1
        text = command.run(program, arguments).stdout.decode()
        for fault in validator.iter_errors(json.loads(text, parse_constant=refuse_constant)):
            faults += 1
            print(f"{' '.join(arguments)}: {'/'.join(map(str, fault.absolute_path))}: {fault.message[:300]}")
    print(f"{count} documents, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
