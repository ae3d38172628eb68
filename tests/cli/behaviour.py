#!/usr/bin/env python3
"""Behaviour of the command line that golden files cannot show. Usage: behaviour.py PROGRAM"""

import csv
import io
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import command

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
RUNS = command.DATA / "runs"


def cli(*arguments, **options):
    return command.run(PROGRAM, list(arguments), **options)


class Usage(unittest.TestCase):
    def test_wrong_usage_ends_with_2_and_says_why(self):
        for arguments in ([], ["nonsense"], ["summary"], ["summary", "runs", "--format", "xml"], ["key", "runs"],
                          ["export", "runs", "--what", "nonsense"], ["summary", "runs", "--card", "voodoo"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--match", "0"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--labels", "labels.csv"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--gap", "--threshold", "1"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--threshold", "nan"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--gap", "--ungrouped"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--finite", "--equal-text"],
                          ["suspects", "runs", "--outcome-pattern", "x", "--threshold", "1", "--finite"],
                          ["suspects", "runs", "--outcome-pattern", ""], ["suspects", "runs", "--labels", ""],
                          ["summary", "runs", "--color", "maybe"]):
            with self.subTest(arguments):
                result = cli(*arguments)
                self.assertEqual(result.returncode, 2)
                self.assertTrue(result.stderr)
                self.assertFalse(result.stdout)

    def test_options_that_would_do_nothing_are_refused(self):
        for arguments in (["self-check"], ["worker-check", "true"], ["pin", "show", "pins.json"],
                          ["calibrate", "--name", "n", "--out", "/nowhere/x", "--backend", "emulate:ada"]):
            for option in ("--runs", "--split-run", "--aliases", "--code-generator", "--card"):
                if (arguments[0], option) == ("calibrate", "--card"):
                    continue
                with self.subTest(arguments=arguments, option=option):
                    result = cli(*arguments, option, "hopper")
                    self.assertEqual(result.returncode, 2)
                    self.assertIn(option.encode(), result.stderr)
                    self.assertFalse(result.stdout)

    def test_a_program_without_dashes_is_told_with_the_line_that_runs_it(self):
        line = ["-n", "2", "--out", "e1", "python3", "prog.py", "a b", "--steps", "5"]
        for command_name, options in (("collect", line), ("force", ["--base", "a", "python3"]),
                                      ("bisect", ["--good", "a", "--bad", "b", "--outcome-pattern", "x", "python3"])):
            result = cli(command_name, *options)
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"goes behind --", result.stderr)
            self.assertIn(b" -- python3", result.stderr)
        corrected = cli("collect", *line).stderr.decode()
        self.assertIn("flipscope-cli collect -n 2 --out e1 -- python3 prog.py 'a b' --steps 5\n", corrected)

    def test_every_command_has_help_with_an_example(self):
        for name in ("summary", "diff", "key", "suspects", "outcomes", "calibrate", "self-check", "export", "pin", "pin make",
                     "pin show", "pin write", "pin check", "collect", "force", "bisect"):
            result = cli(*name.split(), "--help")
            self.assertEqual(result.returncode, 0)
            self.assertIn(b"flipscope-cli " + name.encode(), result.stdout)
            self.assertIn(b"Example:", result.stdout)

    def test_a_mistyped_command_is_answered_with_the_nearest(self):
        result = cli("sumary", "runs")
        self.assertEqual(result.returncode, 2)
        self.assertIn("did you mean “summary”?", result.stderr.decode())
        self.assertIn("flipscope-cli summary runs", cli("runs").stderr.decode())
        self.assertIn("there are summary, diff", cli("frobnicate").stderr.decode())

    def test_version(self):
        self.assertRegex(cli("--version").stdout.decode(), r"^flipscope-cli \d+\.\d+\.\d+\n$")


class BadInput(command.TemporaryFolder):
    def assert_refused(self, *arguments):
        result = cli(*arguments)
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertTrue(result.stderr.startswith(b"flipscope-cli: "), result.stderr)
        self.assertFalse(result.stdout)
        return result.stderr.decode()

    def test_a_path_that_does_not_exist(self):
        self.assertIn("nowhere", self.assert_refused("summary", "nowhere"))

    def test_an_empty_folder(self):
        self.assert_refused("summary", str(self.folder))

    def test_an_image_is_told_what_it_is(self):
        image = self.folder / "plot.png"
        image.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(200))
        self.assertIn("PNG", self.assert_refused("summary", str(image)))

    def test_a_missing_path_among_others_is_named_first_and_the_rest_is_done(self):
        result = cli("summary", "runs/run1", "nowhere", "runs/run4")
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr.decode(), "flipscope-cli: warning: nowhere does not exist and is left out\n")

    def test_unknown_names_list_the_nearest_or_known_ones(self):
        unknown = self.assert_refused("key", "runs", "--key", "64x64x65")
        self.assertRegex(unknown, "no key is named “64x64x65”; the nearest are: [0-9a-f]{8} matmul 64×64×64")
        several = self.assert_refused("key", "runs", "--key", "MATMUL")
        self.assertIn("3 keys fit “MATMUL”: ", several)
        self.assertNotIn("no key", several)
        self.assertIn("run1", self.assert_refused("diff", "run1", "run99", "runs"))
        self.assertIn("run1", self.assert_refused("summary", "runs", "--runs", "nobody"))

    def test_a_run_against_itself_and_a_folder_of_many(self):
        self.assertIn("same run", self.assert_refused("diff", "run1", "run1", "runs"))
        self.assertIn("6 runs", self.assert_refused("diff", "runs", "runs/run1"))

    def test_outcomes_that_cannot_be_used(self):
        self.assert_refused("suspects", "runs", "--outcome-pattern", "(")
        self.assert_refused("suspects", "runs", "--outcome-pattern", "no such line")
        self.assert_refused("suspects", "runs", "--labels", "nowhere.csv")
        self.assert_refused("suspects", "runs", "--exit-status")
        self.assert_refused("suspects", "runs", "--labels", "labels.csv", "--threshold", "1")
        self.assert_refused("suspects", "runs", "--labels", "labels.csv", "--ungrouped")

    def test_a_label_file_with_an_open_quote_is_refused_with_its_line(self):
        labels = self.folder / "labels.csv"
        labels.write_text('run,label\nrun1,clean\nrun2,"clean\nrun3,clean\nrun4,exploded\n')
        self.assertIn("line 3: a quote is opened and never closed",
                      self.assert_refused("suspects", "runs", "--labels", str(labels)))


class Outcomes(command.TemporaryFolder):
    def setUp(self):
        super().setUp()
        self.runs = self.folder / "runs"
        shutil.copytree(RUNS, self.runs)

    def losses(self, values):
        for i, value in enumerate(values):
            (self.runs / f"run{i + 1}" / "stdout.log").write_text(f"step 0: loss {value}\n" if value else "quiet\n")

    def suspects(self, *arguments):
        result = cli("suspects", str(self.runs), *arguments, "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def test_ungrouped_numbers_are_ranked(self):
        self.losses(["7.1", "7.2", "7.3", "9.1", "9.2", "9.3"])
        report = self.suspects("--outcome-pattern", r"loss (\S+)", "--ungrouped")
        first = report["suspects"][0]
        self.assertEqual(first["labels"], ["matmul 64×64×64 f32"])
        self.assertAlmostEqual(first["p"], 0.1)  # 2 of the 20 ways to give three of six numbers to one winner
        self.assertAlmostEqual(first["pMin"], 0.1)
        self.assertIsNone(first["separates"])
        self.assertEqual([w["median"] for w in next(iter(first["winners"].values()))], [7.2, 9.2])
        for name in ("expectedByChance", "expectedGroupsByChance", "probabilityByChance", "keysSeparating"):
            self.assertIsNone(report[name])
        self.assertIn("not grouped", report["chanceSentence"])
        self.assertIn("Kruskal-Wallis", report["method"])
        self.assertEqual(report["outcome"]["grouping"], "ungrouped")

    def test_the_user_says_how_values_become_groups(self):
        self.losses(["7.1", "7.1", "7.2", "NaN", "inf", "inf"])
        for option, grouping, names in (("--equal-text", "byText", ["7.1", "7.2", "NaN", "inf"]),
                                        ("--finite", "byFinite", ["finite", "not finite"])):
            with self.subTest(option):
                outcome = self.suspects("--outcome-pattern", r"loss (\S+)", option)["outcome"]
                self.assertEqual((outcome["grouping"], sorted(group["name"] for group in outcome["groups"])),
                                 (grouping, sorted(names)))

    def test_nan_parts_from_finite_numbers(self):
        self.losses(["7.1", "7.2", "7.3", "NaN", "inf", "nan"])
        report = self.suspects("--outcome-pattern", r"loss (\S+)")
        self.assertEqual([group["name"] for group in report["outcome"]["groups"]], ["finite", "not finite"])
        self.assertTrue(report["suspects"][0]["separates"])
        text = cli("suspects", str(self.runs), "--outcome-pattern", r"loss (\S+)").stdout.decode()
        self.assertIn("split into finite numbers and others", " ".join(text.split()))

    def test_a_pattern_that_passes_over_nan_is_told_with_the_runs_and_a_better_one(self):
        self.losses(["7.1", "7.1", "7.2", "NaN", "inf", None])
        report = self.suspects("--outcome-pattern", r"loss ([0-9.]+)")
        self.assertEqual(report["outcome"]["runsWithoutValue"], ["run4", "run5", "run6"])
        self.assertEqual(report["outcome"]["widerPattern"],
                         {"pattern": r"loss (\S+)", "values": {"run4": "NaN", "run5": "inf"}})
        text = cli("suspects", str(self.runs), "--outcome-pattern", r"loss ([0-9.]+)").stdout.decode()
        self.assertIn("3 runs have no value and are left out: run4, run5 and run6.", text)
        self.assertIn(r"--outcome-pattern 'loss (\S+)'", text)

    def test_labels_that_name_no_run_are_warned_of(self):
        labels = self.folder / "labels.csv"
        labels.write_text((command.DATA / "labels.csv").read_text() + "run99,clean\n")
        report = self.suspects("--labels", str(labels))
        self.assertEqual([problem["line"] for problem in report["outcome"]["problems"]], [8])
        self.assertIn("run99", report["outcome"]["problems"][0]["message"])
        self.assertEqual(report["problemCount"], 3)
        text = cli("suspects", str(self.runs), "--labels", str(labels)).stdout.decode()
        self.assertLess(text.index("1 row of the labels was not used"), text.index("Suspects"))


class Commands(unittest.TestCase):
    def test_next_commands_keep_the_options_that_matter(self):
        text = cli("summary", "runs", "--runs", "run1,run4", "--card", "hopper").stdout.decode()
        self.assertIn("flipscope-cli suspects runs --runs run1,run4 --card hopper\n", text)
        self.assertIn("flipscope-cli key runs --runs run1,run4 --card hopper --key ", text)

    def test_the_folder_may_stand_before_two_runs(self):
        turned = cli("diff", "runs", "run1", "run4")
        self.assertEqual(turned.returncode, 1, turned.stderr)
        self.assertEqual(turned.stdout, cli("diff", "run1", "run4", "runs").stdout)

    def test_a_key_is_found_as_people_type_it(self):
        name = command.key_id(PROGRAM, "64×64×64")
        exact = cli("key", "runs", "--key", name).stdout
        for typed in ("matmul 64x64x64 F32", "64x64x64", name.upper(), name[:3]):
            self.assertEqual(cli("key", "runs", "--key", typed).stdout, exact, typed)

    def test_the_environment_is_exported_of_every_run(self):
        result = cli("export", "runs", "--what", "environment")
        self.assertIn(b"Nothing that the runs state about their environment differs.", result.stderr)
        self.assertEqual({row["run"] for row in csv.DictReader(io.StringIO(result.stdout.decode(), newline=""))},
                         {f"run{i}" for i in range(1, 7)})


class Problems(unittest.TestCase):
    def test_damage_is_counted_and_shown_with_its_line(self):
        report = json.loads(cli("summary", "runs", "--format", "json").stdout)
        self.assertEqual(report["problemCount"], 2)
        self.assertEqual([problem["line"] for problem in report["problems"]], [2, 5])
        self.assertIn("run6/decisions.jsonl:2: ", cli("summary", "runs").stdout.decode())

    def test_neighbours_of_damage_are_kept(self):
        report = json.loads(cli("summary", "runs/run6", "--format", "json").stdout)
        self.assertEqual(report["runs"][0]["decisions"], 3)


class Names(unittest.TestCase):
    def test_the_fixed_names_of_summary(self):
        report = json.loads(cli("summary", "runs", "--format", "json").stdout)
        self.assertEqual(report["flippingKeys"], 2)
        self.assertEqual([run["id"] for run in report["runs"]], [f"run{i}" for i in range(1, 7)])
        winners = {key["label"].split()[1]: key["winners"] for key in report["keys"]}
        self.assertEqual(winners["64×64×64"], {f"run{i + 1}": w for i, w in enumerate([0, 0, 0, 1, 1, 1])})
        self.assertEqual(report["schema"], "flipscope/1")

    def test_the_fixed_names_of_suspects(self):
        report = json.loads(cli("suspects", "runs", "--labels", "labels.csv", "--format", "json").stdout)
        first = report["suspects"][0]
        self.assertEqual(first["keys"], [command.key_id(PROGRAM, "64×64×64")])
        self.assertTrue(first["separates"])
        self.assertAlmostEqual(first["p"], 0.1)
        # 64³ separates 2 of the 20 labelings 3:3 and so does 128³.
        self.assertAlmostEqual(report["expectedByChance"], 0.2)
        self.assertAlmostEqual(report["probabilityByChance"], 0.2)

    def test_runs_can_be_chosen(self):
        result = cli("summary", "runs", "--runs", "run1,run3", "--format", "json")
        self.assertEqual(result.returncode, 0)
        self.assertEqual(len(json.loads(result.stdout)["runs"]), 2)

    def test_equal_input_gives_equal_output(self):
        self.assertEqual(cli("summary", "runs", "--format", "json").stdout, cli("summary", "runs", "--format", "json").stdout)


class Locale(unittest.TestCase):
    def test_numbers_do_not_depend_on_it(self):
        for arguments in (["suspects", "runs", "--labels", "labels.csv"], ["summary", "runs", "--format", "json"]):
            self.assertEqual(cli(*arguments).stdout, cli(*arguments, LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8").stdout)


class Output(command.TemporaryFolder):
    def test_a_file_is_written_whole_and_nothing_is_left_beside_it(self):
        target = self.folder / "report.json"
        self.assertEqual(cli("summary", "runs", "--format", "json", "--output", str(target)).returncode, 1)
        self.assertEqual(target.read_bytes(), cli("summary", "runs", "--format", "json").stdout)
        self.assertEqual(os.listdir(self.folder), ["report.json"])

    def test_input_files_are_never_overwritten(self):
        copy = self.folder / "runs"
        shutil.copytree(RUNS, copy)
        log = copy / "run1" / "decisions.jsonl"
        before = log.read_bytes()
        (self.folder / "link").symlink_to(log)
        for target in (log, self.folder / "link"):
            result = cli("summary", str(copy), "--output", str(target))
            self.assertEqual(result.returncode, 2)
            self.assertIn(b"will not overwrite", result.stderr)
        self.assertEqual(log.read_bytes(), before)
        labels = self.folder / "labels.csv"
        shutil.copy(command.DATA / "labels.csv", labels)
        result = cli("suspects", str(copy), "--labels", str(labels), "--output", str(labels))
        self.assertEqual(result.returncode, 2)

    def test_a_folder_that_cannot_be_written_to(self):
        self.assertEqual(cli("summary", "runs", "--output", "/nowhere/at/all").returncode, 2)
        self.assertEqual(cli("summary", "runs", "--output", str(self.folder)).returncode, 2)

    def test_devices_are_written_to_and_never_replaced(self):
        self.assertEqual(cli("summary", "runs", "--output", "/dev/null").returncode, 1)
        self.assertFalse(pathlib.Path("/dev/null").is_file())

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "wb") as full:
            result = subprocess.run([PROGRAM, "summary", str(RUNS)], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual(result.returncode, 2)

    def test_a_file_beyond_the_limit_is_an_error_and_nothing_is_left(self):
        line = 'ulimit -f 1; exec "$0" summary runs --format json --output "$1"'
        result = subprocess.run(["bash", "-c", line, PROGRAM, str(self.folder / "out.csv")], cwd=command.DATA,
                                capture_output=True)
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"cannot write", result.stderr)
        self.assertIn(b"File too large", result.stderr)
        self.assertEqual(os.listdir(self.folder), [])

    def test_a_closed_pipe_is_quiet(self):
        reading, writing = os.pipe()
        os.close(reading)
        result = subprocess.run([PROGRAM, "summary", str(RUNS)], stdout=writing, stderr=subprocess.PIPE)
        os.close(writing)
        self.assertEqual((result.returncode, result.stderr), (1, b""))


class Colour(unittest.TestCase):
    def on_terminal(self, **environment):
        """What the program writes when standard output is a terminal."""
        settings = {**os.environ, "TERM": "xterm", **environment}
        settings.pop("NO_COLOR", None) if "NO_COLOR" not in environment else None
        master, slave = pty.openpty()
        process = subprocess.Popen([PROGRAM, "summary", str(RUNS)], stdout=slave, stderr=subprocess.DEVNULL, env=settings)
        os.close(slave)
        text = b""
        try:
            while block := os.read(master, 65536):
                text += block
        except OSError:
            pass  # the terminal ends when the program does
        process.wait()
        os.close(master)
        return text

    def test_only_on_a_terminal(self):
        self.assertNotIn(b"\x1b", cli("summary", "runs").stdout)
        self.assertIn(b"\x1b[", self.on_terminal())
        self.assertNotIn(b"\x1b", self.on_terminal(NO_COLOR="1"))
        self.assertNotIn(b"\x1b", self.on_terminal(TERM="dumb"))
        self.assertIn(b"\x1b[", cli("summary", "runs", "--color", "always").stdout)


class Hostile(command.TemporaryFolder):
    def test_names_cannot_reach_terminal_spreadsheet_or_page_as_code(self):
        name = "=evil\x1b[31m<script>,\n\"x"
        copy = self.folder / "runs"
        shutil.copytree(RUNS, copy)
        (copy / "run1").rename(copy / name)
        text = cli("export", str(copy), "--what", "runs", "--format", "text").stdout
        self.assertNotIn(b"\x1b", text)
        table = list(csv.reader(io.StringIO(cli("export", str(copy), "--what", "runs").stdout.decode(), newline="")))
        self.assertEqual({len(row) for row in table}, {10})
        self.assertTrue(any(row[0].startswith("'=evil") for row in table))
        page = cli("summary", str(copy), "--format", "html", "--all").stdout
        self.assertNotIn(b"<script", page)
        report = json.loads(cli("summary", str(copy), "--format", "json").stdout)
        self.assertTrue(any(run["id"].startswith("=evil") for run in report["runs"]))

    def test_text_output_fits_100_columns(self):
        for arguments in (["summary", "runs", "--all"], ["key", "runs", "--key", command.key_id(PROGRAM, "64×64×64")],
                          ["suspects", "runs"], ["diff", "run1", "run4", "runs"]):
            for line in cli(*arguments).stdout.decode().splitlines():
                if not re.search(r"flipscope-cli |\S{60}", line):
                    self.assertLessEqual(len(line), 100, line)


class Interrupt(command.TemporaryFolder):
    def assert_stops(self, *arguments, after):
        process = subprocess.Popen([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        output, error = process.communicate(timeout=30)
        if process.returncode == 0:
            self.skipTest("it was done before the signal came")
        self.assertEqual((process.returncode, output, error), (2, b"", b"flipscope-cli: stopped\n"))

    def test_ctrl_c_ends_the_search_for_outcomes(self):
        """Long outputs, of which nearly all lines vary, make the search longer than the load."""
        for i in range(1, 5):
            shutil.copytree(RUNS / f"run{i}", self.folder / f"run{i}")
            with open(self.folder / f"run{i}" / "stdout.log", "w") as output:
                output.writelines(f"step {line}: value {(line * i) % 7919}\n" for line in range(60000))
        self.assert_stops("outcomes", str(self.folder), after=1)

    def test_ctrl_c_ends_it_without_output(self):
        """Many copies of the runs make a load that is long enough to be interrupted."""
        for i in range(1500):
            shutil.copytree(RUNS / "run1", self.folder / f"copy{i}")
            with open(self.folder / f"copy{i}" / "stdout.log", "a") as output:
                output.write(f"copy {i}\n")
        self.assert_stops("summary", str(self.folder), after=0.1)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
