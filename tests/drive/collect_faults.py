#!/usr/bin/env python3
"""Collections that share a folder, are killed or get signals. Usage: collect_faults.py PROGRAM [TEST…]"""

import json
import pathlib
import signal
import subprocess
import sys
import time

from driving import Driving, main, running, wait


ENDLESS = """import os, subprocess, sys, time
other = subprocess.Popen(["sleep", "600"], start_new_session=True)
for name, number in (("other", other.pid), ("self", os.getpid())):
    with open(f"{name}.part", "w") as file:
        file.write(str(number))
    os.rename(f"{name}.part", name)
if os.path.exists(sys.argv[1]):
    time.sleep(600)
"""


class Endless(Driving):
    def endless(self):
        """A line whose runs end only when the file `endless` is gone."""
        (self.folder / "endless").write_text("")
        return ["--out", self.folder / "runs", "--", sys.executable, "-c", ENDLESS, self.folder / "endless"]

    def numbers(self, run="run1"):
        place = self.folder / "runs" / run
        self.assertTrue(wait((place / "self").exists), "the program did not start")
        return [int((place / name).read_text()) for name in ("self", "other")]

    def assert_gone(self, number):
        self.assertTrue(wait(lambda: not running(number), 20), f"process {number} still runs")


class SharedFolder(Endless):
    """More than one start into one folder, and starts that were killed."""

    def test_a_second_collect_is_told_who_collects(self):
        first = self.started("collect", "-n", 2, *self.endless())
        numbers = self.numbers()
        second = self.cli("collect", "-n", 2, *self.endless())
        self.assertEqual(second.returncode, 2)
        self.assertIn(f"is in use: process {first.pid} on ", second.stderr)
        self.assertTrue(running(numbers[0]))
        self.assertFalse((self.folder / "runs" / ".interrupted").exists())
        first.send_signal(signal.SIGINT)
        first.communicate(timeout=60)
        for number in numbers:
            self.assert_gone(number)

    def test_tasks_share_the_folder_and_lock_their_runs(self):
        first = self.started("collect", "--task", 1, *self.endless())
        numbers = self.numbers()
        again = self.cli("collect", "--task", 1, *self.endless())
        self.assertEqual(again.returncode, 2)
        self.assertIn(f"run1 is in use: process {first.pid} on ", again.stderr)
        (self.folder / "endless").unlink()
        words = ["--out", self.folder / "runs", "--", sys.executable, "-c", ENDLESS, self.folder / "endless"]
        self.assertEqual(self.cli("collect", "--task", 2, *words).returncode, 0)
        report = self.report("collect", "-n", 3, *words, status=2)
        self.assertEqual([run["name"] for run in report["runs"]], ["run2", "run3"])
        self.assertEqual(report["missing"], [f"run1: process {first.pid} on {report['runs'][0]['host']} is making it"])
        self.assertTrue(running(numbers[0]))
        first.kill()
        first.communicate()

    def test_a_killed_collect_leaves_nothing_running(self):
        first = self.started("collect", "-n", 1, *self.endless())
        program, other = self.numbers()
        first.kill()
        first.communicate()
        self.assert_gone(program)
        # The one in a session of its own is found by the next start.
        self.assertTrue(running(other))
        (self.folder / "endless").unlink()
        report = self.report("collect", "-n", 1, "--out", self.folder / "runs", "--", sys.executable, "-c", ENDLESS,
                             self.folder / "endless")
        self.assert_gone(other)
        self.assertEqual(len(report["setAside"]), 1)
        said = " ".join(report["remarks"])
        self.assertIn(f"run1: the program of an earlier start, which was interrupted, was still running (process {other})",
                      said)
        self.assertIn("run1: its program ended but left process", said)
        self.assertFalse((self.folder / "runs" / "run1" / "process.json").exists())

    def test_the_database_that_a_killed_collect_left_in_the_project_goes_with_the_next_start(self):
        project = self.folder / "project"
        environment = project / "target" / "environment"
        environment.mkdir(parents=True)
        (project / "Cargo.toml").write_text("[package]\n")
        (environment / "default.db").write_text("the user's")
        (self.folder / "endless").write_text("")
        script = ('for part in "" -wal -shm -tshm; do echo x > "target/environment/$CUBECL_ENVIRONMENT.db$part"; done; '
                  f'[ ! -e {self.folder}/endless ] || exec sleep 600')
        line = ["--cwd", "keep", "--out", self.folder / "runs", "--", "sh", "-c", script]
        first = self.started("collect", "-n", 1, *line, cwd=project)
        self.assertTrue(wait(lambda: len(list(environment.iterdir())) == 5))
        note = json.loads((self.folder / "runs" / "run1" / "process.json").read_text())
        self.assertIn(pathlib.Path(note["database"]), environment.iterdir())
        first.kill()
        first.communicate()
        self.assertEqual(len(list(environment.iterdir())), 5)
        (self.folder / "endless").unlink()
        report = self.report("collect", "-n", 1, *line, cwd=project)
        self.assertEqual([path.name for path in environment.iterdir()], ["default.db"])
        self.assertIn(f"was removed: {note['database']}, {note['database']}-wal", " ".join(report["remarks"]))
        self.assertEqual(len(report["setAside"]), 1)
        self.assertFalse((self.folder / "runs" / "run1" / "process.json").exists())

    def test_a_program_that_cannot_be_started_leaves_nothing_in_the_project(self):
        project = self.folder / "project"
        project.mkdir()
        result = self.cli("collect", "-n", 1, "--cwd", "keep", "--out", self.folder / "runs", "--", "./none",
                          cwd=project)
        self.assertEqual(result.returncode, 2)
        self.assertEqual(list(project.iterdir()), [])

    def test_a_killed_launcher_task_leaves_nothing_running(self):
        stub = self.folder / "launcher"
        stub.write_text('#!/bin/sh\nexec "$@"\n')
        stub.chmod(0o755)
        first = self.started("collect", "-n", 2, "-j", 2, "--launcher", stub, *self.endless())
        programs = [self.numbers(run)[0] for run in ("run1", "run2")]
        first.kill()
        first.communicate()
        for number in programs:
            self.assert_gone(number)

    def test_processes_in_a_session_of_their_own_end_with_their_run(self):
        line = self.endless()
        (self.folder / "endless").unlink()
        report = self.report("collect", "-n", 1, *line)
        other = self.numbers()[1]
        self.assertFalse(running(other))
        self.assertEqual(report["remarks"], [f"run1: its program ended but left process {other} running, which was "
                                             "ended, too."])

    def test_a_note_of_another_process_ends_none(self):
        line = self.endless()
        (self.folder / "endless").unlink()
        bystander = subprocess.Popen(["sleep", "600"])
        self.addCleanup(bystander.wait)
        self.addCleanup(bystander.kill)
        run = self.folder / "runs" / "run1"
        boot = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        started = int(pathlib.Path(f"/proc/{bystander.pid}/stat").read_text().rpartition(")")[2].split()[19])
        remarks = []
        for number in (1, started):  # one that had its number before, and itself, as anybody can note it
            note = {"schema": "flipscope-process/1", "process": bystander.pid, "started": number, "boot": boot,
                    "mark": "0" * 32, "host": "here"}
            run.mkdir(parents=True, exist_ok=True)
            (run / ".flipscope-run").write_text("")
            (run / "process.json").write_text(json.dumps(note))
            (run / "run.json").unlink(missing_ok=True)
            remarks += self.report("collect", "-n", 1, *line)["remarks"]
            self.assertTrue(running(bystander.pid))
        told = [remark for remark in remarks if f"process {bystander.pid}, noted as the program of an earlier" in remark]
        self.assertEqual(len(told), 1, remarks)


class Signals(Endless):
    def test_a_hangup_that_was_ignored_at_the_start_ends_nothing(self):
        for number in (signal.SIGHUP, signal.SIGINT):
            with self.subTest(number.name):
                self.tearDown()
                self.setUp()
                process = self.started("collect", "-n", 1, *self.endless(), ignored=[number])
                program = self.numbers()[0]
                process.send_signal(number)
                time.sleep(0.5)
                self.assertTrue(running(program))
                self.assertIsNone(process.poll())
                process.send_signal(signal.SIGTERM)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 2)

    def test_a_hangup_that_was_not_ignored_stops_the_collection(self):
        process = self.started("collect", "-n", 1, *self.endless())
        program = self.numbers()[0]
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assert_gone(program)

    def test_a_limit_and_an_interrupt_end_a_program_that_left_its_group(self):
        # As timeout and setsid do.
        script = ("import os, time; os.setpgid(0, 0); open('self.part', 'w').write(str(os.getpid()));"
                  "os.rename('self.part', 'self'); time.sleep(600)")
        line = ["--out", self.folder / "runs", "--", sys.executable, "-c", script]
        report = self.report("collect", "-n", 1, "--timeout", 1, *line, timeout=60)
        self.assertTrue(report["runs"][0]["timedOut"])
        self.assert_gone(int((self.folder / "runs" / "run1" / "self").read_text()))
        process = self.started("collect", "-n", 2, *line)
        self.assertTrue(wait((self.folder / "runs" / "run2" / "self").exists))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 2)
        self.assert_gone(int((self.folder / "runs" / "run2" / "self").read_text()))

    def test_a_second_interrupt_leaves_no_program_behind(self):
        # One that does not end when it is asked to.
        script = ("import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN);"
                  "open('self.part', 'w').write(str(os.getpid())); os.rename('self.part', 'self'); time.sleep(600)")
        process = self.started("collect", "-n", 1, "--out", self.folder / "runs", "--", sys.executable, "-c", script)
        self.assertTrue(wait((self.folder / "runs" / "run1" / "self").exists))
        program = int((self.folder / "runs" / "run1" / "self").read_text())
        process.send_signal(signal.SIGINT)
        time.sleep(0.5)
        self.assertTrue(running(program))
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=3)
        self.assertEqual(process.returncode, 2)
        self.assertTrue(wait(lambda: not running(program), 3))


if __name__ == "__main__":
    main()
