#!/usr/bin/env python3
"""Reports what a bisection of the simulated program found, and repeats the proof. Usage: report_runs.py PROGRAM [TEST…]"""

import json
import os
import shutil
import subprocess

from driving import PROGRAM, Driving, main

PATTERN = ["--outcome-pattern", r"loss (\S+)"]


class Report(Driving):
    def bisected(self, outcome=PATTERN):
        good, bad, groups = self.pair(5, 9, [[4]])
        scenario = self.scenario(keys=9, culprits=groups)
        bisection = self.report("bisect", "--good", good, "--bad", bad, *outcome, "--repeat", 2, "--out",
                                self.folder / "trials", "--", *self.command(scenario))
        self.assertEqual(bisection["verdict"], "proven")
        return bisection, scenario

    def make(self, *arguments):
        result = self.cli("report", self.folder / "given", "--out", self.folder / "report", "--trials",
                          self.folder / "trials", "--format", "json", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def repeat(self, *arguments, **environment):
        shell = shutil.which("dash") or "sh"
        place = self.folder / "elsewhere"
        place.mkdir(exist_ok=True)
        return subprocess.run([shell, self.folder / "report" / "repeat.sh", *arguments], cwd=place, capture_output=True,
                              text=True, timeout=240, env={**os.environ, "FLIPSCOPE_CLI": PROGRAM, **environment})

    def test_a_proof_is_told_and_repeated_with_the_program_alone(self):
        bisection, scenario = self.bisected()
        report = self.make(*PATTERN)
        self.assertEqual(report["verdict"], "proven")
        self.assertEqual(report["culprits"], [culprit["key"] for culprit in bisection["culprits"]])
        self.assertEqual([key["key"] for key in report["about"]], report["culprits"])
        enclosed = json.loads((self.folder / "report/data/bisect.json").read_text())
        self.assertEqual(enclosed["culprits"], bisection["culprits"])
        self.assertEqual([trial["outcome"] for trial in enclosed["trials"]],
                         [trial["outcome"] for trial in bisection["trials"]])
        page = (self.folder / "report/README.md").read_text()
        self.assertIn("proven by forcing it", page)
        self.assertNotIn(str(self.folder), page)
        self.assertNotIn("association, not proof", page)
        self.assertIn("forcing has proven that the choice for", page)
        self.assertRegex(page, r"=all --out \S+ --outcome-pattern 'loss \(\\S\+\)' -- YOUR PROGRAM\n")
        chance = next(line for line in page.splitlines() if line.startswith("| chance |"))
        self.assertTrue(chance.startswith("| chance | Luck alone gives evidence as strong as"), chance)
        for name in ("good", "bad"):
            self.cli("pin", "show", self.folder / f"report/data/{name}.json").check_returncode()
        shutil.rmtree(self.folder / "given")
        shutil.rmtree(self.folder / "trials")
        again = self.repeat(*self.command(scenario))
        self.assertEqual(again.returncode, 0, again.stdout + again.stderr)
        self.assertIn("as reported: verdict and culprits", again.stdout)
        # A program with another culprit.
        other = self.scenario("other", keys=9, culprits=[])
        shutil.rmtree(self.folder / "elsewhere")
        differs = self.repeat(*self.command(other))
        self.assertEqual(differs.returncode, 1, differs.stdout + differs.stderr)

    def test_without_trials_the_script_looks_for_the_proof(self):
        good, bad, groups = self.pair(5, 9, [[4]])
        scenario = self.scenario(keys=9, culprits=groups)
        result = self.cli("report", good, bad, "--out", self.folder / "report", *PATTERN)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no choice was forced yet", (self.folder / "report/README.md").read_text())
        found = self.repeat(*self.command(scenario))
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        self.assertIn("Proven:", found.stdout)

    def test_a_test_of_the_users_must_be_named_again(self):
        judge = self.folder / "judge.sh"
        judge.write_text('#!/bin/sh\nif grep -q NaN "$1/stdout.log"; then exit 1; fi\n')
        judge.chmod(0o755)
        _, scenario = self.bisected(["--test", str(judge)])
        self.make(*PATTERN)
        nameless = self.repeat(*self.command(scenario))
        self.assertEqual(nameless.returncode, 2)
        self.assertIn("FLIPSCOPE_TEST", nameless.stderr)
        named = self.repeat(*self.command(scenario), FLIPSCOPE_TEST=str(judge))
        self.assertEqual(named.returncode, 0, named.stdout + named.stderr)

    def test_trials_of_other_runs_are_refused(self):
        self.bisected()
        other = self.recorded_run("third", keys=9, seed=77)
        result = self.cli("report", other, "--out", self.folder / "report", "--trials", self.folder / "trials",
                          *PATTERN)
        self.assertEqual(result.returncode, 2)
        self.assertFalse((self.folder / "report").exists())


if __name__ == "__main__":
    main()
