#!/usr/bin/env python3
"""What rerun does with workers, cards and files. Usage: rerun.py PROGRAM"""

import json
import os
import pathlib
import subprocess
import sys
import unittest

import command

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
RUNS = command.DATA / "runs"


def cli(*arguments, **options):
    return command.run(PROGRAM, list(arguments), **options)


class Rerun(command.TemporaryFolder):
    FAULTY = command.DATA.parent / "workers" / "faulty_worker.py"

    def runs_with(self, *names):
        """A run whose candidates have these names."""
        log = (RUNS / "run1" / "decisions.jsonl").read_text()
        for old, new in zip(("matmul_naive", "matmul_simple_cyclic_cmma", "matmul_simple_cyclic_mma", "gemm_None"), names):
            log = log.replace(f'"{old}"', f'"{new}"')
        (self.folder / "run").mkdir()
        (self.folder / "run" / "decisions.jsonl").write_text(log)
        return str(self.folder / "run")

    def rerun(self, *arguments):
        return cli("rerun", self.runs_with("crash", "broken", "forgotten", "good"), "--key", "64", "--candidates", "all",
                   *arguments, "--worker", sys.executable, str(self.FAULTY))

    def test_a_blocklist_names_who_failed_and_where(self):
        target = self.folder / "list.json"
        result = self.rerun("--sweep", "--inputs", "1", "--blocklist", str(target))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(sorted(os.listdir(self.folder)), ["list.json", "run"])
        listed = json.loads(target.read_text())
        self.assertEqual(listed["command"], "blocklist")
        self.assertEqual(listed["means"], "real")
        self.assertEqual([c["name"] for c in listed["candidates"]], ["broken"])
        reason, = listed["candidates"][0]["reasons"]
        self.assertEqual(reason["status"], "failed")
        self.assertIn("launch failed", reason["reason"])
        self.assertGreater(len(reason["inputs"]), 2)
        # A worker that died accuses nobody: whose fault it was cannot be told.
        self.assertIn("Not on the blocklist: 0 crash", " ".join(result.stdout.decode().split()))
        checks = {i["check"] for i in listed["inputs"]}
        self.assertEqual(checks, {"keySizes", "misaligned", "strided", "narrow", "bucketMember"})
        self.assertIn("not run on further inputs", " ".join(result.stdout.decode().split()))
        try:
            import jsonschema
        except ImportError:
            return
        schema = json.loads((command.SOURCE / "docs" / "json.schema.json").read_text())
        jsonschema.Draft7Validator(schema).validate(listed)

    def test_a_model_accuses_nobody(self):
        target = self.folder / "list.json"
        result = cli("rerun", "runs", "--key", "64", "--card", "hopper", "--candidates", "all", "--inputs", "1",
                     "--checks", "standard", "--blocklist", str(target))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("empty, for the candidates themselves did not run", " ".join(result.stdout.decode().split()))
        self.assertEqual(json.loads(target.read_text())["candidates"], [])

    def test_checks_can_be_left_out(self):
        report = json.loads(self.rerun("--checks", "none", "--inputs", "2", "--format", "json").stdout)
        self.assertEqual([r["check"] for r in report["rounds"]], ["keySizes", "keySizes"])
        self.assertEqual([r["place"] for r in report["rounds"]], ["inside", "inside"])

    def test_a_worker_that_cannot_be_started_ends_with_2(self):
        result = cli("rerun", "runs", "--key", "64", "--worker", "/nowhere/at/all")
        self.assertEqual(result.returncode, 2)
        self.assertFalse(result.stdout)
        self.assertIn(b"/nowhere/at/all", result.stderr)

    def test_where_nothing_ran_a_blocklist_stays_as_it_was(self):
        target = self.folder / "kept.json"
        target.write_text("precious")
        result = cli("rerun", "--shape", "4x4x4", "--candidates", "a", "--blocklist", str(target), "--worker",
                     sys.executable, str(self.FAULTY), "bare")
        self.assertEqual(result.returncode, 2)
        self.assertEqual(target.read_text(), "precious")
        self.assertIn("No blocklist was written", " ".join(result.stdout.decode().split()))

    def test_numbers_of_a_file_are_said_to_be_the_files(self):
        card = self.folder / "mine.json"
        card.write_text((command.SOURCE / "resources" / "cards" / "hopper.json").read_text())
        result = cli("rerun", "--shape", "4x4x4", "--candidates", "0", "--backend", f"emulate:{card}", "--format", "json",
                     "--timing", "3")
        self.assertIn(str(card), json.loads(result.stdout)["cardNote"])
        text = cli("rerun", "--shape", "4x4x4", "--candidates", "0", "--backend", f"emulate:{card}", "--timing", "3")
        self.assertIn("Not timed", text.stdout.decode())

    def test_without_a_device_nothing_is_said_to_have_run(self):
        result = cli("rerun", self.runs_with(), "--key", "64", "--candidates", "all", "--worker", sys.executable,
                     str(self.FAULTY), "bare")
        self.assertEqual(result.returncode, 2)
        text = " ".join(result.stdout.decode().split())
        self.assertIn("Nothing was run: the worker has no device to run on; no GPU here; a driver is missing", text)
        self.assertIn("--card hopper in place of --gpu", text)
        self.assertNotIn("notRun", text)
        self.assertNotIn("themselves ran", text)

    def test_the_words_of_a_worker_reach_it_unchanged(self):
        """Options of its own, also those that look like ours, and --."""
        written = self.folder / "words.json"
        script = self.folder / "worker.py"
        script.write_text("import json, os, sys\n"
                          f"json.dump(sys.argv[1:], open({str(written)!r}, 'w'))\n"
                          f"os.execv(sys.executable, [sys.executable, {str(self.FAULTY)!r}])\n")
        words = ["-v", "--key", "x y", "--", "--format", "json", ""]
        worker = [sys.executable, "-u", str(script), *words]
        run = self.runs_with()
        card = str(self.folder / "card.json")
        for arguments in (["rerun", run, "--key", "64", "--candidates", "all", "--worker", *worker],
                          ["rerun", run, "--key", "64", "--candidates", "all", f"--worker={worker[0]}", *worker[1:]],
                          ["worker-check", "--candidate", "a", "--", *worker], ["self-check", "--", *worker],
                          ["calibrate", "--name", "n", "--out", card, "--", *worker]):
            with self.subTest(arguments):
                result = cli(*arguments)
                self.assertNotIn(b"--help", result.stderr)
                self.assertEqual(json.loads(written.read_text()), words)
                written.unlink()

    def test_a_worker_that_is_not_named_is_asked_for(self):
        for arguments in (["rerun", "runs", "--key", "64", "--worker"], ["worker-check", "--candidate", "a"]):
            result = cli(*arguments)
            self.assertEqual(result.returncode, 2)
            self.assertTrue(result.stderr)
            self.assertFalse(result.stdout)
        result = cli("rerun", "runs", "--key", "64", "--gpu", "--worker", "true")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"excludes --worker", result.stderr)

    def test_a_product_gets_the_numbers_of_its_generation_and_is_said_to(self):
        wanted = ["rerun", "runs", "--key", "64", "--inputs", "1", "--format", "json"]
        note = "RTX 4090: numbers of Ada, as published for L40S; none was measured on this product itself."
        for option in (["--card", "RTX 4090"], ["--backend", "emulate:RTX 4090"]):
            report = json.loads(cli(*wanted, *option).stdout)
            self.assertTrue(report["device"].startswith("Ada (numbers: "))
            self.assertEqual(report["cardNote"], note)
        ada = json.loads(cli(*wanted, "--card", "ada").stdout)
        self.assertEqual(ada["cardNote"], "")
        self.assertEqual(ada["rounds"], report["rounds"])
        # A card of its own, not that by whose name the generation goes.
        self.assertTrue(json.loads(cli(*wanted, "--card", "rtx 5090").stdout)["device"].startswith("Blackwell RTX"))
        for what in (["summary", "runs"], ["key", "runs", "--key", "64"],
                     ["suspects", "runs", "--labels", "labels.csv"]):
            text = " ".join(cli(*what, "--card", "RTX 4090").stdout.decode().split())
            self.assertEqual(text.count(note), 1, what)
        self.assertIn(note, json.loads(cli("summary", "runs", "--card", "RTX 4090", "--format", "json").stdout)
                      ["assumedCard"])

    def test_a_product_without_numbers_is_told_what_to_do(self):
        for name, words in (("RTX 2080", "has no numbers for “RTX 2080”, which is of the Turing generation"),
                            ("Voodoo 2", "knows no card “Voodoo 2”")):
            result = cli("rerun", "runs", "--key", "64", "--card", name)
            self.assertEqual(result.returncode, 2)
            for part in (words, "--card ada", "calibrate", "--card-file"):
                self.assertIn(part, result.stderr.decode())

    def test_a_card_may_come_through_a_pipe(self):
        """A pipe gives its bytes once, and both this program and its worker need them."""
        card = json.loads((command.SOURCE / "resources" / "cards" / "ampere.json").read_text())
        card.update(name="mine", products=[], sameGeneration=[])
        wanted = ["rerun", "runs", "--key", "64", "--candidates", "all", "--inputs", "1", "--format", "json"]
        for option in (["--card-file", "{}"], ["--backend", "emulate:{}"]):
            reading, writing = os.pipe()
            os.write(writing, json.dumps(card).encode())
            os.close(writing)
            path = f"/dev/fd/{reading}"
            result = subprocess.run([PROGRAM, *wanted, *(word.format(path) for word in option)], cwd=command.DATA,
                                    pass_fds=[reading], capture_output=True, timeout=120)
            os.close(reading)
            self.assertEqual(result.returncode, 0, result.stderr)
            report = json.loads(result.stdout)
            self.assertTrue(report["device"].startswith("mine"))
            self.assertEqual(report["rounds"], json.loads(cli(*wanted, "--card", "ampere").stdout)["rounds"])

    def test_a_blocklist_never_overwrites_an_input(self):
        run = self.runs_with()
        log = pathlib.Path(run) / "decisions.jsonl"
        before = log.read_bytes()
        result = cli("rerun", run, "--key", "64", "--card", "hopper", "--blocklist", str(log))
        self.assertEqual(result.returncode, 2)
        self.assertEqual(log.read_bytes(), before)
        same = str(self.folder / "one.json")
        result = cli("rerun", run, "--key", "64", "--card", "hopper", "--blocklist", same, "--output", same)
        self.assertEqual(result.returncode, 2)
        self.assertFalse(pathlib.Path(same).exists())


class Choice(unittest.TestCase):
    def test_candidates_are_named_without_their_blanks_and_never_empty(self):
        shape = ("rerun", "--shape", "8x8x8", "--backend", "emulate:hopper", "--inputs", "1", "--format", "json")
        for words in ("", "  ", "1,,2", "1, ,2"):
            result = cli(*shape, "--candidates", words)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn("candidates", result.stderr.decode())
        report = json.loads(cli(*shape, "--candidates", "13 , matmul_naive").stdout)
        self.assertEqual([c["index"] for c in report["results"]], [13, 0])
        self.assertEqual(report["subject"], "8×8×8")
        self.assertEqual(report["errorFactor"], 4)

    def test_what_needs_more_memory_than_there_is_is_refused_with_both_numbers(self):
        result = cli("rerun", "--shape", "200000x200000x1", "--backend", "emulate:hopper", "--candidates", "0", "--inputs", "1")
        self.assertEqual(result.returncode, 2)
        self.assertIn("GB of memory, and", " ".join((result.stdout + result.stderr).decode().split()))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
