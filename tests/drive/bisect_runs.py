#!/usr/bin/env python3
"""Bisects the simulated program. Usage: bisect_runs.py PROGRAM [TEST…]"""

import json
import math
import signal
import time

from driving import Driving, main, running, tree, wait

PATTERN = ["--outcome-pattern", r"loss (\S+)"]


class Bisect(Driving):
    def bisect(self, good, bad, scenario, *options, outcome=PATTERN, repeat=2, out="trials", status=0, **settings):
        return self.report("bisect", "--good", good, "--bad", bad, *outcome, "--repeat", repeat, "--out",
                           self.folder / out, *options, "--", *self.command(scenario), status=status, **settings)

    def without_database(self, *runs):
        for run in runs:
            for file in (run / "env").iterdir():
                file.unlink()

    def culprits(self, report):
        """Groups of key numbers, as a set."""
        groups = {}
        for culprit in report["culprits"]:
            groups.setdefault(culprit["group"], set()).add(self.key_number(culprit["label"]))
        return {frozenset(group) for group in groups.values()}

    def assert_found(self, report, groups):
        self.assertEqual(report["verdict"], "proven", report["sentences"])
        self.assertEqual(self.culprits(report), {frozenset(key for key, _ in group) for group in groups})


class Finds(Bisect):
    def test_sides_that_look_swapped_are_asked_about_before_anything_runs(self):
        good, bad, groups = self.pair(3, 4, [[1]])
        scenario = self.scenario(keys=4, culprits=groups)
        arguments = [*PATTERN, "--repeat", 2, "--out", self.folder / "swapped", "--", *self.command(scenario)]
        report = self.report("bisect", "--good", bad, "--bad", good, *arguments)
        self.assertTrue(any("are the sides swapped?" in warning for warning in report["warnings"]), report["warnings"])
        told = self.cli("bisect", "--good", bad, "--bad", good, *arguments).stderr
        self.assertTrue(told.startswith("flipscope-cli: warning: “NaN” is called good"), told)

    def test_one_culprit_within_the_bound_and_touches_nothing_of_the_users(self):
        for seed in range(8):
            with self.subTest(seed):
                self.tearDown()
                self.setUp()
                keys = 4 + 5 * seed
                good, bad, groups = self.pair(seed, keys, [[(seed * 7) % keys]])
                scenario = self.scenario(keys=keys, culprits=groups, seed=seed)
                before = tree(self.folder)
                report = self.bisect(good, bad, scenario)
                after = {name: state for name, state in tree(self.folder).items() if not name.startswith("trials")}
                self.assertEqual(before, after)
                self.assert_found(report, groups)
                self.assertEqual(len(report["differing"]), self.differing)
                self.assertLessEqual(report["configurations"], 2 * math.ceil(math.log2(self.differing)) + 4)
                culprit = report["culprits"][0]
                self.assertEqual(culprit["bad"]["index"], groups[0][0][1])

    def test_culprits_that_act_only_together(self):
        for seed in range(5):
            with self.subTest(seed):
                self.tearDown()
                self.setUp()
                good, bad, groups = self.pair(100 + seed, 20, [[seed, 19 - seed]])
                self.assert_found(self.bisect(good, bad, self.scenario(keys=20, culprits=groups)), groups)

    def test_independent_culprits(self):
        good, bad, groups = self.pair(7, 15, [[2], [5, 11]])
        self.assert_found(self.bisect(good, bad, self.scenario(keys=15, culprits=groups)), groups)

    def test_a_key_that_only_trials_tune_on_two_devices_is_forced_on_both(self):
        for there, pins in ((2, 1), (3, 2)):
            with self.subTest(there):
                self.tearDown()
                self.setUp()
                good, bad, groups = self.pair(17, 9, [[4]])
                scenario = self.scenario(keys=10, culprits=groups, twice=[9], favourites={"9": 2},
                                         favouritesThere={"9": there})
                report = self.bisect(good, bad, scenario)
                self.assert_found(report, groups)
                self.assertEqual(sorted(choice["index"] for choice in report["added"]), [2, 3][:pins])
                again = self.bisect(good, bad, scenario)
                self.assertEqual(again["trialsFound"], len(report["trials"]))

    def test_a_start_that_finds_the_card_in_use_is_made_again(self):
        good, bad, groups = self.pair(18, 9, [[4]])
        report = self.bisect(good, bad, self.scenario(keys=9, culprits=groups, busyAt=[4]))
        self.assert_found(report, groups)
        self.assertEqual(report["because"], "")
        self.assertIn("devices are busy", report["trials"][3]["because"])

    def test_an_outcome_that_varies(self):
        good, bad, groups = self.pair(11, 8, [[4]], differing=3)
        scenario = self.scenario(keys=8, culprits=groups, flakyBad=0.2, flakyGood=0.1)
        report = self.bisect(good, bad, scenario)
        if report["verdict"] == "proven":
            self.assert_found(report, groups)
        else:
            self.assertEqual(report["verdict"], "undecided")
            self.assertIn(report["reason"], ("outcomeVaries", "tooVaried"))
        self.assertGreater(len(report["trials"]), 30)

    def test_exit_status_and_test_program_as_outcome(self):
        good, bad, groups = self.pair(3, 9, [[1]])
        scenario = self.scenario(keys=9, culprits=groups, statusWhenBad=3)
        for run, status in ((good, 0), (bad, 3)):
            (run / "exit_status").write_text(f"{status}\n")
        self.assert_found(self.bisect(good, bad, scenario, outcome=["--exit-status"]), groups)
        judge = self.folder / "judge.sh"
        judge.write_text('#!/bin/sh\nif grep -q NaN "$1/stdout.log"; then exit 1; fi\n')
        judge.chmod(0o755)
        report = self.bisect(good, bad, scenario, out="judged", outcome=["--test", "./judge.sh"])
        self.assert_found(report, groups)

    def test_a_test_program_that_hangs_cannot_tell(self):
        good, bad, groups = self.pair(13, 9, [[1]])
        scenario = self.scenario(keys=9, culprits=groups)
        judge = self.folder / "judge.sh"
        judge.write_text(f'#!/bin/sh\nif grep -q NaN "$1/stdout.log"; then echo $$ >> {self.folder}/hanging; sleep 600; fi\n')
        judge.chmod(0o755)
        report = self.bisect(good, bad, scenario, "--test-timeout", 0.5, outcome=["--test", "./judge.sh"])
        self.assertEqual((report["verdict"], report["reason"]), ("undecided", "endsInvalid"), report["sentences"])
        self.assertEqual(report["because"], "the test did not end within its time limit")
        for number in (self.folder / "hanging").read_text().split():
            self.assertFalse(running(int(number)))
        # Without a limit of its own that of the runs counts.
        report = self.bisect(good, bad, scenario, "--timeout", 5, outcome=["--test", "./judge.sh"], out="other")
        self.assertEqual(report["because"], "the test did not end within its time limit")
        refused = self.cli("bisect", "--good", good, "--bad", bad, *PATTERN, "--test-timeout", 5, "--", "true")
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--test-timeout", refused.stderr)

    def test_runs_without_a_database_get_one_from_a_run(self):
        good, bad, groups = self.pair(5, 9, [[4]])
        self.without_database(good, bad)
        scenario = self.scenario(keys=9, culprits=groups)
        report = self.bisect(good, bad, scenario)
        self.assert_found(report, groups)
        self.assertTrue((self.folder / "trials" / "recording" / "run.json").exists())
        # Given again it runs nothing, not for the database either.
        before = tree(self.folder / "trials")
        again = self.bisect(good, bad, scenario)
        self.assertEqual(again["trialsFound"], len(report["trials"]))
        self.assertEqual(tree(self.folder / "trials"), before)

    def test_several_runs_put_the_suspect_first(self):
        good, bad, groups = self.pair(21, 30, [[13]])
        favourites = {str(key): 1 for key in range(30)}
        favourites["13"] = json.loads((self.folder / "made-good.json").read_text())["favourites"]["13"]
        other = self.recorded_run("other", keys=30, seed=5, culprits=groups, favourites=favourites)
        report = self.report("bisect", "--good", good, other, "--bad", bad, *PATTERN, "--repeat", 2, "--out",
                             self.folder / "trials", "--", *self.command(self.scenario(keys=30, culprits=groups)))
        self.assert_found(report, groups)


class CannotTell(Bisect):
    def test_a_program_without_persistence_is_told_so_at_once(self):
        good, bad, groups = self.pair(1, 9, [[2]])
        report = self.bisect(good, bad, self.scenario(keys=9, culprits=groups, persistence=False))
        self.assertEqual((report["verdict"], report["reason"]), ("undecided", "endsInvalid"))
        self.assertIn("built without persistence", report["because"])
        self.assertEqual(len(report["trials"]), 1)
        self.assertEqual(report["culprits"], [])

    def test_pins_that_are_ignored(self):
        good, bad, groups = self.pair(2, 9, [[2]])
        report = self.bisect(good, bad, self.scenario(keys=9, culprits=groups, ignorePins=True))
        self.assertEqual((report["verdict"], report["reason"]), ("undecided", "endsInvalid"))
        self.assertIn("chose anew for forced keys", report["because"])

    def test_choices_that_have_nothing_to_do_with_it(self):
        good, bad, groups = self.pair(3, 9, [[2]])
        report = self.bisect(good, bad, self.scenario(keys=9, culprits=[]))
        self.assertEqual((report["verdict"], report["reason"]), ("notAmongChoices", "badEndIsNotBad"))
        report = self.bisect(good, bad, self.scenario("always", keys=9, flakyGood=1), out="other")
        self.assertEqual((report["verdict"], report["reason"]), ("notAmongChoices", "goodEndIsNotGood"))

    def test_an_outcome_of_pure_chance(self):
        good, bad, groups = self.pair(4, 6, [[2]])
        # So many repeats that equal outcomes in all of one end do not come by chance.
        report = self.bisect(good, bad, self.scenario(keys=6, culprits=[], flakyGood=0.5), repeat=20)
        self.assertEqual(report["verdict"], "undecided", report["sentences"])
        self.assertIn(report["reason"], ("outcomeVaries", "tooVaried"))

    def test_trials_that_crash_or_hang_are_no_outcome(self):
        good, bad, groups = self.pair(6, 9, [[2]])
        # Long enough for a sound trial on a busy machine.
        for misbehaviour, limits in (("crashes", []), ("hangs", ["--timeout", 5])):
            scenario = self.scenario(misbehaviour, keys=9, culprits=groups, **{misbehaviour: groups[0]})
            report = self.bisect(good, bad, scenario, *limits, out=misbehaviour)
            self.assertEqual((report["verdict"], report["reason"]), ("undecided", "endsInvalid"), report["sentences"])

    def test_a_run_that_fails_behind_its_last_line_is_no_outcome_unless_the_given_ones_did(self):
        good, bad, groups = self.pair(14, 9, [[2]])
        scenario = self.scenario(keys=9, culprits=groups, panics=groups[0])
        report = self.bisect(good, bad, scenario)
        self.assertEqual((report["verdict"], report["reason"]), ("undecided", "endsInvalid"), report["sentences"])
        self.assertIn("exit status 101; its last words: “thread 'main' panicked", report["because"])
        for run, status in ((good, 0), (bad, 101)):
            (run / "exit_status").write_text(f"{status}\n")
        self.assert_found(self.bisect(good, bad, scenario, out="other"), groups)

    def test_a_refused_choice(self):
        good, bad, groups = self.pair(8, 9, [[2]])
        report = self.bisect(good, bad, self.scenario(keys=9, culprits=groups, refuses=groups[0]))
        self.assertEqual((report["verdict"], report["reason"]), ("undecided", "endsInvalid"))
        self.assertIn("refused", report["because"])

    def test_a_fallback_that_tunes_another_key_gets_that_one_forced_too(self):
        good, bad, groups = self.pair(9, 9, [[3]])
        scenario = self.scenario(keys=9, culprits=groups, fallsBack=[groups[0][0]])
        report = self.bisect(good, bad, scenario)
        # The forced candidate never computes: all of the bad run's choices are not bad.
        self.assertEqual((report["verdict"], report["reason"]), ("notAmongChoices", "badEndIsNotBad"))
        added = next(trial for trial in report["trials"] if not trial["counts"] and "not forced" in trial["because"])
        # What it tuned in place of the forced one is named, in the report and in the trial.
        self.assertEqual(len(report["added"]), 1)
        tuned = report["added"][0]
        self.assertEqual(self.key_number(tuned["label"]), 9 + 3)
        name = f"{tuned['label']} ({tuned['key']}), choosing {tuned['index']} {tuned['name']}"
        self.assertIn(name, added["because"])
        said = " ".join(report["sentences"])
        self.assertIn(f"{tuned['label']} ({tuned['key']}, which chose {tuned['index']} {tuned['name']})", said)
        self.assertIn("fallback of a forced choice", said)

    def test_undoing_that_leads_to_a_third_outcome(self):
        good, bad, groups = self.pair(10, 9, [[2]], differing=9)
        favourites = {name: json.loads((self.folder / f"made-{name}.json").read_text())["favourites"]
                      for name in ("good", "bad")}
        third = [[int(key), favourites["good" if key == "2" else "bad"][key]] for key in favourites["bad"]]
        report = self.bisect(good, bad, self.scenario(keys=9, culprits=groups, thirdOutcome=third))
        self.assertEqual((report["verdict"], report["reason"]), ("undecided", "thirdOutcome"), report["sentences"])

    def test_equal_runs(self):
        good, bad, groups = self.pair(12, 6, [], differing=0)
        (bad / "stdout.log").write_text("step 0: loss NaN\n")
        report = self.bisect(good, bad, self.scenario(keys=6))
        self.assertEqual((report["verdict"], report["reason"]), ("notAmongChoices", "noDifference"))
        self.assertEqual(report["trials"], [])


class Resumes(Bisect):
    def test_a_second_one_is_told_who_writes_to_the_folder(self):
        good, bad, groups = self.pair(30, 6, [[2]])
        scenario = self.scenario(keys=6, culprits=groups, hangs=groups[0])
        line = ["bisect", "--good", good, "--bad", bad, *PATTERN, "--out", self.folder / "trials", "--",
                *self.command(scenario)]
        first = self.started(*line)
        self.assertTrue(wait((self.folder / "trials" / "trials.jsonl").exists))
        second = self.cli(*line)
        self.assertEqual(second.returncode, 2)
        self.assertIn(f"is in use: process {first.pid} on ", second.stderr)
        forced = self.cli("force", "--base", good, "--key", f"{self.key_id(good, 2)}=1", "--out",
                          self.folder / "trials", "--", "true")
        self.assertEqual(forced.returncode, 2)
        self.assertIn(f"is in use: process {first.pid} on ", forced.stderr)
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=60)

    def test_a_second_one_leaves_the_run_for_the_database_alone(self):
        good, bad, groups = self.pair(34, 6, [[2]])
        self.without_database(good, bad)
        favourites = json.loads((self.folder / "made-good.json").read_text())["favourites"]
        scenario = self.scenario(keys=6, culprits=groups, hangs=groups[0], favourites=favourites)
        line = ["bisect", "--good", good, "--bad", bad, *PATTERN, "--out", self.folder / "trials", "--",
                *self.command(scenario)]
        first = self.started(*line)
        self.assertTrue(wait((self.folder / "trials" / "trials.jsonl").exists))
        recording = tree(self.folder / "trials" / "recording")
        second = self.cli(*line)
        self.assertEqual(second.returncode, 2)
        self.assertIn(f"is in use: process {first.pid} on ", second.stderr)
        self.assertEqual(tree(self.folder / "trials" / "recording"), recording)
        self.assertFalse((self.folder / "trials" / ".interrupted").exists())
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=60)

    def test_an_interrupted_search_goes_on_and_repeats_nothing(self):
        good, bad, groups = self.pair(31, 12, [[5]])
        scenario = self.scenario(keys=12, culprits=groups)
        process = self.started("bisect", "--good", good, "--bad", bad, *PATTERN, "--out", self.folder / "trials", "--",
                               *self.command(scenario))
        journal = self.folder / "trials" / "trials.jsonl"
        while not journal.exists() or journal.read_text().count("\n") < 5:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertIn("the same command goes on", output)
        kept = journal.read_text()
        with open(journal, "a") as file:
            file.write('{"trial": 99, "fromB')  # as a crash would leave it
        report = self.report("bisect", "--good", good, "--bad", bad, *PATTERN, "--out", self.folder / "trials", "--",
                             *self.command(scenario))
        self.assert_found(report, groups)
        self.assertEqual(report["trialsFound"], sum("trial" in json.loads(line) for line in kept.splitlines()))
        self.assertEqual(report["damagedLines"], 1)
        self.assertTrue(journal.read_text().startswith(kept))
        again = self.report("bisect", "--good", good, "--bad", bad, *PATTERN, "--out", self.folder / "trials", "--",
                            *self.command(scenario))
        self.assertEqual(again["trialsFound"], len(report["trials"]))
        self.assertEqual(again["culprits"], report["culprits"])
        self.assertTrue(any(remark.startswith("No run was made now") for remark in again["warnings"]), again["warnings"])

    def test_trials_of_something_else_are_not_continued(self):
        good, bad, groups = self.pair(32, 6, [[5]])
        scenario = self.scenario(keys=6, culprits=groups)
        self.bisect(good, bad, scenario)
        for line, word in (
                (["--good", good, "--bad", bad, *PATTERN, "--out", "trials", "--", *self.command(scenario), "more"],
                 "another command"),
                (["--good", bad, "--bad", good, *PATTERN, "--out", "trials", "--", *self.command(scenario)],
                 "other runs"),
                (["--good", good, "--bad", bad, "--outcome-pattern", r"0: loss (\S+)", "--out", "trials", "--",
                  *self.command(scenario)], "another outcome")):
            result = self.cli("bisect", *line)
            self.assertEqual(result.returncode, 2)
            self.assertIn(word, result.stderr)
        # Runs that differ in the same keys, but made another choice in one that both share.
        given = self.folder / "given"
        made = {name: json.loads((self.folder / f"made-{name}.json").read_text()) for name in ("good", "bad")}
        shared = next(key for key, candidate in made["good"]["favourites"].items()
                      if made["bad"]["favourites"][key] == candidate)
        for name, scenario_made in made.items():
            favourites = scenario_made["favourites"]
            other = {**favourites, shared: 1 - min(favourites[shared], 1)}
            self.recorded_run(f"{name}2", **{**scenario_made, "favourites": other})
        result = self.cli("bisect", "--good", given / "good2", "--bad", given / "bad2", *PATTERN, "--out", "trials", "--",
                          *self.command(scenario))
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertIn("holds the trials of runs that made other choices besides", result.stderr)

    def test_a_folder_of_the_users_that_is_named_like_a_trial_stays(self):
        good, bad, culprits = self.pair(3, 6, [[2]])
        mine = self.folder / "trials" / "trial1"
        mine.mkdir(parents=True)
        (mine / "notes").write_text("mine")
        before = tree(self.folder / "trials")
        line = ["--good", good, "--bad", bad, "--outcome-pattern", r"loss (\S+)", "--out", self.folder / "trials", "--",
                *self.command(self.scenario(keys=6, culprits=culprits))]
        result = self.cli("bisect", *line)
        self.assertEqual(result.returncode, 2)
        self.assertIn("trials/trial1 is in the way", result.stderr)
        self.assertEqual(tree(self.folder / "trials"), before)
        # What an interrupted trial of ours left is set aside, and said.
        (mine / "notes").rename(mine / ".flipscope-run")
        (mine / "stdout.log").write_text("half")
        report = self.report("bisect", *line)
        self.assertEqual(report["verdict"], "proven")
        self.assertIn(f"An interrupted run was set aside: {self.folder}/trials/.interrupted/trial1-1",
                      " ".join(report["warnings"]))

    def test_wrong_lines_are_refused(self):
        good, bad, groups = self.pair(33, 6, [[5]])
        command = ["--", *self.command(self.scenario(keys=6))]
        empty = self.folder / "empty"
        empty.mkdir()
        for line, word in ((["--good", good, "--bad", bad, *command], "must know good from bad"),
                           (["--good", good, "--bad", good, *PATTERN, *command], "as good and as bad"),
                           (["--good", good, self.folder / "goood", "--bad", bad, *PATTERN, *command],
                            "goood does not exist"),
                           (["--good", good, "--bad", bad, empty, *PATTERN, *command], "holds no run"),
                           (["--good", good, "--bad", bad, *PATTERN, "--test", "x", *command], "not both"),
                           (["--good", good, "--bad", bad, "--outcome-pattern", "step (0)", *command],
                            "does not tell good from bad"),
                           (["--good", good, "--bad", bad, *PATTERN, "--out", bad / "x", *command], "would go into the run"),
                           (["--good", good, "--bad", bad, *PATTERN, "--output", good / "stdout.log", *command],
                            "will not overwrite"),
                           (["--good", good, "--bad", bad, *PATTERN, "--", "/no/such/program"], "could not be started")):
            result = self.cli("bisect", *line)
            self.assertEqual(result.returncode, 2, line)
            self.assertIn(word, result.stderr)


if __name__ == "__main__":
    main()
