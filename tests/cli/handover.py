#!/usr/bin/env python3
"""Makes a report of the sample runs and repeats it. Usage: handover.py PROGRAM [TEST…]"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

import command

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
USER, HOST = "wilhelmina", "node7-of-wilhelmina"
OUTCOME = ["--outcome-pattern", "loss ([0-9.]+)", "--gap"]


class Handover(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flipscope-report-")).resolve()
        self.runs = self.folder / "home" / USER / "My Runs"
        shutil.copytree(command.DATA / "runs", self.runs)
        (self.runs / "run1" / "run.json").write_text(json.dumps({
            "schema": "flipscope-run/1", "command": [f"{self.runs}/train", "--out", f"{self.runs}/x"],
            "folder": f"{self.runs}/run1", "started": "2026-11-30T16:59:42Z", "seconds": 1.5, "exit_status": 0,
            "signal": 0, "timedOut": False, "host": HOST, "devices": ["NVIDIA H200"], "driver": "580.65.06",
            "note": ""}))
        self.out = self.folder / "report"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def cli(self, *arguments, status=0):
        result = command.run(PROGRAM, [*map(str, arguments)], cwd=self.folder, USER=USER, HOME=f"/home/{USER}")
        self.assertEqual(result.returncode, status, result.stderr.decode())
        return result.stdout.decode() if status == 0 else result.stderr.decode()

    def repeat(self, *arguments, **environment):
        """The script as a shell that knows nothing but POSIX runs it, away from the folder."""
        shell = shutil.which("dash") or "sh"
        return subprocess.run([shell, str(self.out / "repeat.sh"), *arguments], cwd="/", capture_output=True, text=True,
                              timeout=120, env={**os.environ, "FLIPSCOPE_CLI": PROGRAM, **environment})

    def make(self, *arguments):
        return self.cli("report", self.runs, "--out", self.out, *(arguments or OUTCOME))

    def test_nothing_private_is_in_any_file(self):
        self.make(*OUTCOME, "--title", f"Flips on {HOST} in {self.runs}")
        files = [path for path in self.out.rglob("*") if path.is_file()]
        self.assertGreater(len(files), 15)
        for path in files:
            text = path.read_bytes().decode()
            for secret in (str(self.folder), USER, HOST, "node7", "My Runs", "/home"):
                self.assertNotIn(secret, text, path)
                self.assertNotIn(secret, str(path.relative_to(self.out)))

    def test_the_originals_are_not_touched(self):
        before = {path: path.read_bytes() for path in self.runs.rglob("*") if path.is_file()}
        self.make()
        self.assertEqual(before, {path: path.read_bytes() for path in self.runs.rglob("*") if path.is_file()})

    def test_it_is_repeated_without_the_originals(self):
        key = command.key_id(PROGRAM, "64×64×64")
        suspects = json.loads(self.cli("suspects", self.runs, *OUTCOME, "--format", "json"))
        self.make(*OUTCOME, "--key", key)
        shutil.rmtree(self.runs)
        again = json.loads(self.cli("suspects", self.out / "data" / "runs", *OUTCOME, "--format", "json"))
        for member in ("keys", "p", "pAdjusted", "winners", "separates"):
            self.assertEqual([each[member] for each in again["suspects"]],
                             [each[member] for each in suspects["suspects"]])
        result = self.repeat()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(result.stdout.count("as reported:"), 3, result.stdout)

    def test_what_differs_is_said(self):
        key = command.key_id(PROGRAM, "64×64×64")
        self.make(*OUTCOME, "--key", key)
        checksums = self.out / "data" / "checksums" / f"{key}.txt"
        checksums.write_text(checksums.read_text().replace("a", "b"))
        result = self.repeat()
        self.assertEqual(result.returncode, 1, result.stdout + result.stderr)
        self.assertIn("DIFFERS: checksums of key " + key, result.stdout)

    def test_without_the_tool_it_could_not_be_tried(self):
        self.make()
        result = self.repeat(FLIPSCOPE_CLI="/none/flipscope-cli")
        self.assertEqual(result.returncode, 2)
        self.assertIn("FLIPSCOPE_CLI", result.stderr)

    def test_other_outcomes(self):
        labels = self.folder / "labels.csv"
        shutil.copy(command.DATA / "labels.csv", labels)
        for number, outcome in enumerate((["--labels", labels], ["--outcome-pattern", "loss (\\S+)", "--ungrouped"], [])):
            with self.subTest(outcome):
                self.out = self.folder / f"report{number}"
                self.make(*outcome) if outcome else self.cli("report", self.runs, "--out", self.out)
                result = self.repeat()
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_bisect_takes_what_the_script_gives_it(self):
        """The program keeps no choices, so that it ends without a proof, not for its words."""
        shutil.copy(command.DATA / "labels.csv", self.folder / "labels.csv")
        pattern = ["--outcome-pattern", "loss (\\S+)"]
        told = "no choice can be forced"
        for number, (outcome, answer) in enumerate(((["--gap"], told), (["--threshold", "8"], told),
                                                    (["--equal-text"], told), (None, "name in FLIPSCOPE_TEST"))):
            with self.subTest(outcome):
                self.out = self.folder / f"report{number}"
                self.make(*(pattern + outcome if outcome else ["--labels", self.folder / "labels.csv"]))
                result = self.repeat("true")
                self.assertNotIn("not expected", result.stderr)
                self.assertIn(answer, result.stdout + result.stderr)

    def test_a_hostile_pattern_stays_a_pattern(self):
        pattern = "loss ([0-9.]+)|'$(touch hacked)`touch hacked`\n\"x"
        self.make("--outcome-pattern", pattern, "--gap")
        result = self.repeat()
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertFalse(list(self.folder.rglob("hacked")) or pathlib.Path("/hacked").exists())

    def test_a_folder_that_is_not_empty_is_refused(self):
        self.out.mkdir()
        self.make()
        self.assertIn("not empty", self.cli("report", self.runs, "--out", self.out, *OUTCOME, status=2))
        self.assertIn("inside the input",
                      self.cli("report", self.runs, "--out", self.runs / "report", *OUTCOME, status=2))
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["home", "report"])

    def test_json(self):
        report = json.loads(self.make(*OUTCOME, "--format", "json"))
        self.assertEqual(sorted(report["files"]),
                         sorted(str(path.relative_to(self.out)) for path in self.out.rglob("*") if path.is_file()))
        try:
            import jsonschema
        except ImportError:
            return
        schema = json.loads((command.SOURCE / "docs" / "json.schema.json").read_text())
        jsonschema.Draft7Validator(schema).validate(report)
        for path in self.out.glob("data/*.json"):
            jsonschema.Draft7Validator(schema).validate(json.loads(path.read_text()))

    def test_the_script_is_clean(self):
        if shutil.which("shellcheck") is None:
            self.skipTest("shellcheck is not installed")
        self.make()
        result = subprocess.run(["shellcheck", "-s", "sh", self.out / "repeat.sh"], capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
