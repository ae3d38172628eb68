#!/usr/bin/env python3
"""Collects runs of the simulated program. Usage: collect_runs.py PROGRAM [TEST…]"""

import json
import os
import signal
import sys
import time
import tomllib

from driving import Driving, main, tree


class Collect(Driving):
    def collect(self, scenario, *options, count=2, out="runs", status=0, **settings):
        return self.report("collect", "-n", count, "--out", self.folder / out, *options, "--",
                           *self.command(scenario), status=status, **settings)

    def summary(self, out="runs"):
        result = self.cli("summary", self.folder / out, "--format", "json")
        return json.loads(result.stdout)


class OwnFolder(Collect):
    def test_every_run_keeps_its_own_choices_and_the_project_stays_as_it_is(self):
        project = self.folder / "project"
        (project / "sub").mkdir(parents=True)
        (project / "Cargo.toml").write_text("[package]\n")
        (project / "cubecl.toml").write_text(
            '# mine\n[autotune]\nlevel = "full"\n[autotune.recorder]\nfile = "mine.jsonl"\n'
            '[environment]\nname = "mine"\n[environment.records]\nlevel = "full"\n')
        before = tree(project)
        report = self.collect(self.scenario(), cwd=project / "sub", count=3)
        self.assertEqual(tree(project), before)
        self.assertEqual([run["choices"] for run in report["runs"]], ["kept"] * 3)
        self.assertEqual([run["exitStatus"] for run in report["runs"]], [0] * 3)
        run = self.folder / "runs" / "run2"
        self.assertEqual(tomllib.loads((run / "cubecl.toml").read_text()), {
            "autotune": {"level": "full", "decisions": {"file": str(run / "decisions.jsonl")}},
            "environment": {"records": {"level": "full"}, "path": {"directory": str(run / "env")}}})
        summary = self.summary()
        self.assertEqual([run["decisions"] for run in summary["runs"]], [9] * 3)
        self.assertEqual(summary["problemCount"], 0)
        self.assertEqual([run["exitStatus"] for run in summary["runs"]], [0] * 3)

    def test_settings_that_cubecl_takes_reach_every_run_and_others_none(self):
        project = self.folder / "project"
        project.mkdir()
        command = self.command(self.scenario())
        kept = ('\ufeff[[streams]]\r\nwhen = 1979-05-27T07:32:00.5-07:30\r\n[[streams]]\r\na.b = {"c d" = [1, [0x10]]}\r\n'
                '["é"]\r\nbig = 9223372036854775807\r\nlow = -9223372036854775808\r\n')
        settings = tomllib.loads(kept.removeprefix("\ufeff").replace("\r\n", "\n"))
        cases = {kept: settings, "environment = 'x'\n[[streams]]\n": {}, "a = 1\n[a]\n": {}, "a = 01\n": {}, "a = @\n": {},
                 '[autotune]\nlevel = "full"\nlevel = "minimal"\n': {}, "autotune = {level = 'full'}": {"autotune": {"level": "full"}}}
        for number, (text, wanted) in enumerate(cases.items()):
            (project / "cubecl.toml").write_bytes(text.encode())
            out = self.folder / f"of{number}"
            result = self.cli("collect", "-n", 1, "--out", out, "--", *command, cwd=project)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual("ignores such a file" in result.stderr, not wanted, text)
            found = tomllib.loads((out / "run1" / "cubecl.toml").read_text())
            self.assertEqual(found["autotune"].pop("decisions"), {"file": str(out / "run1" / "decisions.jsonl")})
            self.assertEqual(found.pop("environment"), {"path": {"directory": str(out / "run1" / "env")}})
            if not found["autotune"]:
                del found["autotune"]
            self.assertEqual(found, wanted)
            self.assertIn("log and database", result.stdout)
            self.assertEqual((project / "cubecl.toml").read_bytes(), text.encode())

    def test_a_failing_run_is_a_result_and_a_time_limit_ends_one(self):
        scenario = self.scenario(flakyGood=1, statusWhenBad=7)
        report = self.collect(scenario)
        self.assertEqual([run["exitStatus"] for run in report["runs"]], [7, 7])
        rows = self.cli("collect", "-n", 2, "--out", "runs", "--format", "csv", "--", *self.command(scenario)).stdout
        self.assertEqual([row.split(",")[:2] for row in rows.splitlines()],
                         [["run", "ended with"], ["run1", "status 7"], ["run2", "status 7"]])
        report = self.collect(self.scenario("crash", favourites={"0": 2}, crashes=[[0, 2]]), out="crash")
        self.assertEqual([run["signal"] for run in report["runs"]], [int(signal.SIGABRT)] * 2)
        self.assertEqual(self.summary("crash")["runs"][0]["exitStatus"], 128 + signal.SIGABRT)
        report = self.collect(self.scenario("hang", favourites={"0": 2}, hangs=[[0, 2]]), "--timeout", 1.5, count=1,
                              out="hang")
        self.assertTrue(report["runs"][0]["timedOut"])
        self.assertEqual(report["runs"][0]["choices"], "kept")

    def test_an_interrupted_collection_goes_on(self):
        scenario = self.scenario(favourites={"0": 2}, hangs=[[0, 2]])
        line = ["collect", "-n", "2", "--out", "runs", "--", *self.command(scenario)]
        process = self.started(*line)
        output = self.folder / "runs" / "run1" / "stdout.log"
        while not output.exists() or "key 8" not in output.read_text():
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assertFalse((self.folder / "runs" / "run1" / "run.json").exists())
        scenario.write_text(json.dumps({"keys": 9}))
        report = self.collect(scenario)
        self.assertEqual((report["found"], len(report["runs"])), (0, 2))
        self.assertEqual(report["setAside"], [str(self.folder / "runs" / ".interrupted" / "run1-1")])
        again = self.collect(scenario, count=3)
        self.assertEqual((again["found"], len(again["runs"])), (2, 3))
        self.assertEqual(again["runs"][0]["started"], report["runs"][0]["started"])
        self.assertEqual(len(self.summary()["runs"]), 3)

    def test_a_relative_folder_to_start_from(self):
        (self.folder / "project").mkdir()
        report = self.report("collect", "-n", 2, "--from", "project", "--out", "runs", "--",
                             *self.command(self.scenario()))
        self.assertEqual([run["choices"] for run in report["runs"]], ["kept"] * 2)
        self.assertEqual(report["folder"], str(self.folder / "project" / "runs"))
        self.assertEqual(len(self.summary("project/runs")["runs"]), 2)

    def test_runs_that_all_fail_are_said_first_and_not_diagnosed(self):
        words = ("collect", "-n", 2, "--out", "runs", "--", sys.executable, "-c", "raise ValueError('oh')")
        text = self.cli(*words).stdout
        self.assertIn("All 2 runs failed (exit status 1). Last words of run1: “ValueError: oh”", text.replace("\n", " "))
        for word in ("cubecl", "persistence", "summary"):
            self.assertNotIn(word, text)
        report = self.report(*words)
        self.assertIn("failed before it kept any choice: exit status 1; its last words: “ValueError: oh”; see ", report["runs"][0]["advice"][0])

    def test_runs_of_another_command_do_not_mix(self):
        self.collect(self.scenario())
        result = self.cli("collect", "-n", 3, "--out", "runs", "--", *self.command(self.scenario("other")))
        self.assertEqual(result.returncode, 2)
        self.assertIn("holds runs of another command", result.stderr)

    def test_what_cannot_work_is_said(self):
        result = self.cli("collect", "-n", 2, "--out", "runs", "--", "./no-such-program")
        self.assertEqual(result.returncode, 2)
        self.assertIn("could not be started", result.stderr)
        report = self.report("collect", "-n", 1, "--out", "last", "--", sys.executable, "-c", "raise ValueError('oh')")
        self.assertEqual(report["runs"][0]["lastWords"], "ValueError: oh")
        self.assertEqual(self.cli("collect", "--out", "runs", "--", "true").returncode, 2)
        for limit in ("0", "-1", "1e9", "nan", "0.0001"):
            self.assertEqual(self.cli("collect", "-n", 1, "--out", "timed", "--timeout", limit, "--", "true").returncode, 2)
        (self.folder / "cubecl.toml").write_text("[autotune\n")
        result = self.cli("collect", "-n", 1, "--out", "unread", "--", *self.command(self.scenario()))
        self.assertIn("cubecl.toml, line 1, column 10: ", result.stderr)
        self.assertIn("cubecl 0.11 ignores such a file, and so do the runs", result.stderr)
        self.assertEqual(result.returncode, 0)
        (self.folder / "cubecl.toml").write_text("#" * (1 << 20) + "\n")
        result = self.cli("collect", "-n", 1, "--out", "large", "--", *self.command(self.scenario()))
        self.assertIn("larger than 1 MiB", result.stderr)
        self.assertEqual(result.returncode, 2)
        self.assertFalse((self.folder / "large").exists())
        (self.folder / "cubecl.toml").unlink()
        self.assertEqual(self.cli("collect", "-n", 2, "--out", "runs").returncode, 2)
        result = self.cli("collect", "-n", 1, "--out", "other", "--", sys.executable, "-c", "pass", "data.txt")
        self.assertNotIn("will not find", result.stderr)
        (self.folder / "data.txt").write_text("x")
        result = self.cli("collect", "-n", 2, "--out", "third", "-j", 2, "--", sys.executable, "-c", "pass", "data.txt")
        self.assertIn("will not find data.txt", result.stderr)
        self.assertIn("disturb each other", result.stderr)
        self.assertEqual(result.returncode, 0)


# Says its number, and that of a process in a session of its own, into files; then it never ends.
class Outputs(Collect):
    def test_files_of_the_command_are_no_place_for_a_report(self):
        project = self.folder / "project"
        project.mkdir()
        for name in ("victim.sh", "data.json", "input.txt", "judge.sh"):
            (project / name).write_text(f"#!/bin/sh\n# {name}\n")
            (project / name).chmod(0o755)
        (self.folder / "link.sh").symlink_to(project / "victim.sh")
        os.link(project / "data.json", self.folder / "hard.json")
        before = tree(project)
        for output, start, line in (
                ("victim.sh", project, ["--", "./victim.sh"]),
                ("../link.sh", project, ["--", "./victim.sh"]),
                ("../hard.json", project, ["--", "true", "data.json"]),
                ("project/data.json", self.folder, ["--from", "project", "--", "true", "./data.json"]),
                ("input.txt", project, ["--", "true", "--file=./input.txt"]),
                ("victim.sh", project, ["--launcher", "sh ./victim.sh", "--", "true"]),
                ("victim.sh", project, ["--", "victim.sh"])):
            result = self.cli("collect", "-n", 1, "--out", self.folder / "runs", "-o", output, *line, cwd=start,
                              PATH=f"{project}:{os.environ['PATH']}")
            self.assertEqual(result.returncode, 2, (output, line))
            self.assertIn("will not overwrite", result.stderr)
            self.assertEqual(tree(project), before)
            self.assertFalse((self.folder / "runs").exists())
        bisect = ["bisect", "--good", "a", "--bad", "b", "--test", "./judge.sh data.json"]
        for output in ("judge.sh", "data.json"):
            result = self.cli(*bisect, "-o", output, "--", "true", cwd=project)
            self.assertIn("will not overwrite", result.stderr)
        # Another file is written, and again.
        for _ in range(2):
            result = self.cli("collect", "-n", 1, "--out", "../runs", "-o", "report.txt", "--", "true", ".", cwd=project)
            self.assertEqual(result.returncode, 0, result.stderr)
        result = self.cli("collect", "-n", 1, "--out", "../runs", "-o", "../runs/run1/stdout.log", "--", "true", ".",
                          cwd=project)
        self.assertIn("will not overwrite", result.stderr)


class Diagnosis(Collect):
    def sentence(self, report):
        return " ".join(report["runs"][0]["advice"])

    def test_a_program_without_persistence(self):
        report = self.collect(self.scenario(persistence=False), count=1)
        self.assertEqual(report["runs"][0]["choices"], "keptLogOnly")
        self.assertIn("built without persistence", self.sentence(report))
        self.assertIn('features = ["persistence"]', self.sentence(report))
        self.assertIn("/runs/run1/env/default.db", report["runs"][0]["database"])
        text = self.cli("collect", "-n", 1, "--out", "runs", "--", *self.command(self.folder / "scenario.json")).stdout
        self.assertIn("built without persistence", text)

    def test_a_program_that_reads_another_configuration(self):
        report = self.collect(self.scenario(chdir="/"), count=1)
        self.assertEqual(report["runs"][0]["choices"], "configNotRead")
        self.assertIn("changes its folder", self.sentence(report))

    def test_a_program_that_ignores_its_configuration(self):
        (self.folder / "Cargo.toml").write_text("[package]\n")  # so that its database stays in this folder
        (self.folder / "cubecl.toml").write_text('[autotune]\nlevel = "no such level"\n')
        report = self.collect(self.scenario(), count=1)
        self.assertEqual(report["runs"][0]["choices"], "configIgnored")
        self.assertIn("ignored its configuration: “cubecl config: Ignoring", self.sentence(report))
        self.assertNotIn("no cubecl program", self.sentence(report))
        text = self.cli("collect", "-n", 1, "--out", "runs", "--", *self.command(self.folder / "scenario.json")).stdout
        self.assertIn("configuration ignored", text)

    def test_a_program_that_tunes_nothing(self):
        report = self.collect(self.scenario(keys=0), count=1)
        self.assertEqual(report["runs"][0]["choices"], "nothingTuned")

    def test_other_frameworks_are_recorded(self):
        script = ("import os; print(os.environ['XLA_FLAGS']); d = os.environ['TRITON_CACHE_DIR']; os.makedirs(d);"
                  "open(d + '/x', 'w').write('1')")
        report = self.report("collect", "-n", 1, "--out", self.folder / "runs", "--", sys.executable, "-c", script,
                             XLA_FLAGS="--mine")
        self.assertTrue(report["runs"][0]["otherFramework"])
        self.assertEqual(report["runs"][0]["advice"], [])
        run = self.folder / "runs" / "run1"
        self.assertEqual((run / "stdout.log").read_text(),
                         f"--mine --xla_gpu_dump_autotune_results_to={run}/autotune.txt "
                         f"--xla_gpu_dump_autotune_logs_to={run}/autotune_logs.txt\n")


class KeptFolder(Collect):
    def project(self, config=""):
        project = self.folder / "project"
        project.mkdir()
        (project / "Cargo.toml").write_text("[package]\n")
        (project / "here").write_text("the program needs me")
        if config:
            (project / "cubecl.toml").write_text(config)
        return project

    def test_the_database_has_a_name_of_its_own_and_is_moved_away(self):
        project = self.project()
        mine = project / "target" / "environment" / "default.db"
        mine.parent.mkdir(parents=True)
        mine.write_bytes(b"not to be touched")
        before = tree(project)
        report = self.collect(self.scenario(), "--cwd", "keep", cwd=project)
        after = tree(project)
        before.pop("target/environment")
        after.pop("target/environment")  # its time changes with what came and went in it
        self.assertEqual(before, after)
        self.assertEqual([run["choices"] for run in report["runs"]], ["databaseOnly"] * 2)
        self.assertEqual([run["decisions"] for run in self.summary()["runs"]], [9, 9])

    def test_what_a_run_adds_to_the_projects_own_log_is_copied(self):
        project = self.project('[autotune.decisions]\nfile = "all.jsonl"\n')
        (project / "all.jsonl").write_text("")
        report = self.collect(self.scenario(), "--cwd", "keep", cwd=project)
        self.assertEqual([run["choices"] for run in report["runs"]], ["kept"] * 2)
        logs = [(self.folder / "runs" / name / "decisions.jsonl").read_text() for name in ("run1", "run2")]
        self.assertEqual((project / "all.jsonl").read_text(), "".join(logs))
        self.assertEqual(logs[0].count("\n"), 9)
        result = self.cli("collect", "-n", 4, "-j", 2, "--cwd", "keep", "--out", "more", "--",
                          *self.command(self.folder / "scenario.json"), cwd=project)
        self.assertEqual(result.returncode, 2)
        self.assertIn("would mix", result.stderr)

    def test_choices_can_be_forced_there(self):
        good, bad, groups = self.pair(41, 9, [[2]])
        project = self.project('[autotune.decisions]\nfile = "all.jsonl"\n')
        report = self.report("bisect", "--good", good, "--bad", bad, "--outcome-pattern", r"loss (\S+)", "--repeat", 2,
                             "--cwd", "keep", "--out", self.folder / "trials", "--",
                             *self.command(self.scenario(keys=9, culprits=groups)), cwd=project)
        self.assertEqual(report["verdict"], "proven", report["sentences"])
        self.assertEqual(self.key_number(report["culprits"][0]["label"]), 2)
        self.assertEqual(list((project / "target" / "environment").iterdir()), [])

    def test_choices_can_be_forced_in_a_project_that_logs_nothing_itself(self):
        good, bad, groups = self.pair(42, 9, [[7]])
        project = self.project()
        report = self.report("bisect", "--good", good, "--bad", bad, "--outcome-pattern", r"loss (\S+)", "--repeat", 2,
                             "--cwd", "keep", "--out", self.folder / "trials", "--",
                             *self.command(self.scenario(keys=9, culprits=groups)), cwd=project)
        self.assertEqual(report["verdict"], "proven", report["sentences"])
        self.assertEqual(sorted(path.name for path in project.iterdir()), ["Cargo.toml", "here", "target"])


class Launcher(Collect):
    def launcher(self, name, text):
        path = self.folder / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    def test_one_run_a_task_and_the_results_are_gathered(self):
        stub = self.launcher("srun", f'echo "$1" >> {self.folder}/tasks\nshift\nexec "$@"')
        report = self.collect(self.scenario(), "--launcher", f"{stub} 'n 1'", "-j", 2, count=4)
        self.assertEqual([run["choices"] for run in report["runs"]], ["kept"] * 4)
        self.assertEqual((self.folder / "tasks").read_text(), "n 1\n" * 4)
        self.assertEqual(report["missing"], [])
        again = self.collect(self.scenario(), "--launcher", f"{stub} 'n 1'", count=4)
        self.assertEqual(again["found"], 4)

    def test_ssh_gets_one_line_for_the_shell_over_there(self):
        stub = self.launcher("ssh", f'cd /; test $# = 2 || exit 9; exec sh -c "$2"')
        scenario = self.scenario("with 'quotes' $HOME")
        report = self.collect(scenario, "--launcher", f"{stub} host")
        self.assertEqual([run["choices"] for run in report["runs"]], ["kept"] * 2, report)

    def test_a_launcher_that_fails_loses_only_its_run(self):
        stub = self.launcher("sometimes", f'if mkdir {self.folder}/once 2>/dev/null; then echo "no node" >&2; exit 1; fi\n'
                                          'exec "$@"')
        report = self.collect(self.scenario(), "--launcher", str(stub), count=3, status=2)
        self.assertEqual(len(report["runs"]), 2)
        self.assertIn("no node", report["missing"][0])
        report = self.collect(self.scenario(), "--launcher", str(stub), count=3)
        self.assertEqual((report["found"], len(report["runs"])), (2, 3))

    def test_a_task_of_an_array(self):
        scenario = self.scenario()
        for task in (2, 1):
            report = self.report("collect", "--task", task, "--out", self.folder / "runs", "--", *self.command(scenario))
            self.assertEqual([run["name"] for run in report["runs"]], [f"run{task}"])
        report = self.collect(scenario)
        self.assertEqual((report["found"], len(report["runs"])), (2, 2))


if __name__ == "__main__":
    main()
