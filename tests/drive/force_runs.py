#!/usr/bin/env python3
"""Forces choices on the simulated program. Usage: force_runs.py PROGRAM [TEST…]"""

import json
import signal
import unittest

from driving import HERE, Driving, main, tree, wait

TRUTH = HERE.parents[2] / "shared" / "data" / "burn-0.22-h200" / "forced-from-run14.jsonl"


class Force(Driving):
    def force(self, base, scenario, *options, out="trials", status=0):
        return self.report("force", "--base", base, *options, "--out", self.folder / out, "--",
                           *self.command(scenario), status=status)

    def classes(self, report):
        """Class of each candidate; None of those that have none."""
        return {variant["choices"][0]["index"]: variant["class"] for variant in report["variants"] if variant["choices"]}

    def partition(self, classes):
        groups = {}
        for candidate, name in classes.items():
            groups.setdefault(name, set()).add(candidate)
        return {frozenset(group) for name, group in groups.items() if name is not None}


class Single(Force):
    def test_a_forced_choice_that_changes_the_outcome_and_one_that_does_not(self):
        run = self.recorded_run("base", favourites={"0": 2, "5": 3})
        key = self.key_id(run, 5)
        scenario = self.scenario(classes={"5": [0, 0, 0, 1, 1, 1] + [2] * 11})
        before = tree(run)
        report = self.force(run, scenario, "--key", f"{key}=1", "--repeat", 3)
        self.assertEqual(tree(run), before)
        base, forced = report["variants"]
        self.assertEqual((len(base["trials"]), len(forced["trials"])), (4, 3))
        self.assertEqual((base["class"], forced["class"], forced["changes"]), ("A", "B", True))
        report = self.force(run, scenario, "--key", f"{key}=4", out="other")
        self.assertEqual((report["variants"][1]["class"], report["variants"][1]["changes"]), ("A", False))
        report = self.force(run, scenario, "--key", f"{key}=4", "--outcome-pattern", r"(key 5: .*)", out="third")
        self.assertIn("key 5: checksum", report["variants"][1]["outcomes"][0]["outcome"])

    def test_several_choices_together(self):
        run = self.recorded_run("base", favourites={"1": 0, "2": 0})
        report = self.force(run, self.scenario(culprits=[[[1, 3], [2, 7]]]), "--key", f"{self.key_id(run, 1)}=3",
                            "--key", f"{self.key_id(run, 2)}=7", "--outcome-pattern", r"loss (\S+)")
        self.assertEqual([o["outcome"] for o in report["variants"][1]["outcomes"]], ["NaN"])
        self.assertEqual([o["outcome"] for o in report["variants"][0]["outcomes"]], ["7.0625"])

    def test_what_cannot_be_forced_is_said(self):
        run = self.recorded_run("base", favourites={"4": 2})
        key = self.key_id(run, 4)
        command = self.command(self.scenario())
        for words, said in ((f"{key}=4", "no candidate of"), (f"{key}=x", "no candidate of"), (key, "KEY=INDEX"),
                            ("nonsense=1", "nonsense")):
            result = self.cli("force", "--base", run, "--key", words, "--", *command)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn(said, result.stderr)
        own = self.recorded_run("own", favourites={"4": 2, "5": 3})
        key, other = self.key_id(own, 4), self.key_id(own, 5)
        for words, said in (([f"{key}=2"], "candidate 2 "), ([f"{other}=1", f"{key}=2"], "the base run's own choice"),
                            ([f"{key}=1", f"{key}=3"], "two choices are given for one key")):
            result = self.cli("force", "--base", own, *[word for choice in words for word in ("--key", choice)], "--",
                              *command)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn(said, result.stderr)
            self.assertNotIn("in all", result.stderr)
        key = self.key_id(run, 4)
        report = self.force(run, self.scenario("none", persistence=False), "--key", f"{key}=1")
        self.assertIn("nothing can be said", report["answer"])
        self.assertIn("without persistence", report["variants"][0]["because"])
        self.assertEqual(len(report["variants"]), 1)
        report = self.force(run, self.scenario("chance", flakyGood=0.5), "--key", f"{key}=1", "--repeat", 8, out="b")
        # Chance may as well have it change but once.
        self.assertRegex(report["answer"], "varies|vary by itself|in the course of time")
        self.assertIsNone(report["variants"][1]["class"])

    def test_a_program_that_cannot_start_is_told_with_its_last_words(self):
        run = self.recorded_run("base", favourites={"4": 2})
        key = self.key_id(run, 4)
        script = "echo 'train: error while loading shared libraries: libcuda.so.1' >&2; exit 127"
        report = self.report("force", "--base", run, "--key", f"{key}=1", "--out", self.folder / "trials", "--", "sh",
                             "-c", script)
        because = report["variants"][0]["because"]
        self.assertIn("exit status 127; its last words: “train: error while loading shared libraries: libcuda.so.1”",
                      because)
        self.assertNotIn("cubecl.toml", because)

    def test_a_program_that_drifts_shows_no_effect(self):
        run = self.recorded_run("base", favourites={"0": 2, "5": 3})
        # From its third run on it is bad whatever was chosen: only the last one, of the base, is.
        report = self.force(run, self.scenario(badAfter=2), "--key", f"{self.key_id(run, 5)}=1", "--repeat", 1,
                            "--outcome-pattern", r"loss (\S+)")
        self.assertFalse(report["drifts"])
        self.assertEqual((report["change"]["runsBefore"], report["change"]["runsAfter"]), (1, 1))
        self.assertIn("the outcome was at first 7.0625 (1 run) and at last NaN (1 run)", report["answer"])
        self.assertIn("may change in the course of time", report["answer"])
        self.assertIsNone(report["variants"][1]["changes"])

    def test_an_interrupted_one_goes_on_and_a_finished_one_tells_the_same(self):
        run = self.recorded_run("base", favourites={"0": 2, "5": 3})
        scenario = self.scenario()
        key = self.key_id(run, 5)
        line = ["force", "--base", run, "--key", f"{key}=1", "--out", self.folder / "trials", "--",
                *self.command(scenario)]
        process = self.started(*line)
        journal = self.folder / "trials" / "trials.jsonl"
        self.assertTrue(wait(lambda: journal.exists() and journal.read_text().count("\n") >= 4))
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertIn("the same command goes on", output)
        kept = journal.read_text()
        report = self.force(run, scenario, "--key", f"{key}=1")
        self.assertEqual(report["trialsFound"], kept.count("\n") - 1)
        self.assertTrue(journal.read_text().startswith(kept))
        again = self.force(run, scenario, "--key", f"{key}=1")
        self.assertEqual(again["trialsFound"], 7)
        self.assertEqual((again["answer"], again["variants"]), (report["answer"], report["variants"]))
        other = self.cli("force", "--base", run, "--key", f"{key}=2", "--out", self.folder / "trials", "--",
                         *self.command(scenario))
        self.assertEqual(other.returncode, 2)
        self.assertIn("other choices", other.stderr)


class Classes(Force):
    def test_candidates_fall_into_the_classes_that_the_program_has(self):
        for number, classes in ((3, [0, 1, 1, 0, 2, 2]), (1, [5, 6, 5, 5])):
            run = self.recorded_run(f"base{number}", favourites={str(number): 2})
            scenario = self.scenario(classes={str(number): classes})
            report = self.force(run, scenario, "--key", f"{self.key_id(run, number)}=all", out=f"trials{number}")
            truth = {frozenset(i for i, c in enumerate(classes) if c == name) for name in set(classes)}
            self.assertEqual(self.partition(self.classes(report)), truth)
            self.assertIn(f"{len(truth)} classes", report["answer"])

    def test_refused_candidates_have_no_class_and_a_fallback_is_seen(self):
        run = self.recorded_run("base", favourites={"2": 9})
        scenario = self.scenario(refuses=[[2, 1]], fallsBack=[[2, 3]], classes={"2": [0, 1] + [0] * 15})
        report = self.force(run, scenario, "--key", f"{self.key_id(run, 2)}=all")
        classes = self.classes(report)
        self.assertIsNone(classes[1])
        self.assertEqual({classes[i] for i in range(17) if i != 1}, {"A"})
        refused = next(v for v in report["variants"] if v["choices"] and v["choices"][0]["index"] == 1)
        self.assertIn("refused", refused["because"])
        # Its fallback tuned one more key, which was then forced as well.
        self.assertEqual(report["addedKeys"], 1)
        self.assertEqual(self.key_number(report["added"][0]["label"]), 9 + 2)

    @unittest.skipUnless(TRUTH.exists(), "no measured data here")
    def test_the_classes_of_the_real_program_come_out_of_its_outputs(self):
        """The simulated program is given the outputs that the real one had with each candidate forced."""
        keys = {}
        for line in TRUTH.read_text().splitlines():
            row = json.loads(line)
            keys.setdefault((row["tuner"], json.dumps(row["key"])), []).append(row)
        numbers = {"burn_cubecl-kernel-reduce-tune-reduce-dim": 0, "burn_cubecl_fusion-optim-reduce-tune": 1,
                   "burn_cubecl_fusion-optim-matmul-tune": 2}
        tried = 0
        for (tuner, _), rows in sorted(keys.items())[::2]:
            if tuner not in numbers:
                continue
            number = numbers[tuner]
            outputs = {row["forced"]: row["output"] for row in rows if row["rc"] == 0}
            base = rows[0]["base"]
            same = next((row["output"] for row in rows if row["same_output"]), "base")
            outputs[base] = same
            order = sorted(set(outputs.values()))
            classes = [order.index(outputs.get(i, "base")) if outputs.get(i, "base") in order else -1
                       for i in range([6, 4, 17][number])]
            with self.subTest(tuner):
                self.tearDown()
                self.setUp()
                run = self.recorded_run("base", favourites={str(number): base})
                scenario = self.scenario(classes={str(number): classes})
                report = self.force(run, scenario, "--key", f"{self.key_id(run, number)}=all")
                truth = {frozenset(i for i, c in enumerate(classes) if c == name) for name in set(classes)}
                self.assertEqual(self.partition(self.classes(report)), truth)
                tried += 1
        self.assertGreater(tried, 2)


if __name__ == "__main__":
    main()
