#!/usr/bin/env python3
"""calibrate and self-check through real worker processes. Usage: calibration.py PROGRAM"""

import csv
import io
import json
import os
import pathlib
import random
import sys
import unittest

import command

try:
    import jsonschema
except ImportError:
    jsonschema = None

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
WORKER = str(pathlib.Path(PROGRAM).parent / "flipscope-worker")
WORKERS = command.SOURCE / "tests" / "data" / "workers"
TYPES = ("tf32", "f16", "bf16")


def cli(*arguments):
    return command.run(PROGRAM, list(arguments))


def proxy(mode, card):
    """A worker that emulates a card and says that it is an H200."""
    return ["--", "python3", str(WORKERS / "proxy_worker.py"), mode, WORKER, "--backend", "emulate", "--card", card]


def random_card(seed):
    choose = random.Random(seed)
    operands = {name: {"keptFractionBits": choose.randint(0, 40), "mmaGroup": choose.randint(1, 32),
                       "cmmaGroup": choose.randint(1, 32), "rounding": choose.choice(["towardZero", "nearestEven"]),
                       "evidence": "publicationOnly"} for name in TYPES}
    return {"format": "flipscope-card", "version": 1, "name": f"random {seed}", "generation": "hopper", "source": "",
            "tensorCore": operands}


def can_round(numbers):
    """Whether sums of a group have more than 24 bits: below 4·group + 2 times the largest addend's unit."""
    group = max(numbers["mmaGroup"], numbers["cmmaGroup"])
    return numbers["keptFractionBits"] + (4 * group + 1).bit_length() > 24


class Case(command.TemporaryFolder):
    def setUp(self):
        super().setUp()
        self.card = self.folder / "card.json"

    def rows(self, *arguments):
        """The rows of a command's CSV."""
        at = arguments.index("--") if "--" in arguments else len(arguments)
        result = cli(*arguments[:at], "--format", "csv", *arguments[at:])
        return list(csv.DictReader(io.StringIO(result.stdout.decode())))

    def report(self, *arguments):
        """The JSON of a command, which docs/json.schema.json describes."""
        result = cli(*arguments, "--format", "json") if "--" not in arguments else cli(
            *arguments[:arguments.index("--")], "--format", "json", *arguments[arguments.index("--"):])
        report = json.loads(result.stdout)
        if jsonschema is not None:
            jsonschema.validate(report, json.loads((command.SOURCE / "docs" / "json.schema.json").read_text()))
        return result, report


class Calibrate(Case):
    def test_random_cards_are_recovered(self):
        for seed in range(6):
            with self.subTest(seed=seed):
                wanted = random_card(seed)
                given = self.folder / "given.json"
                given.write_text(json.dumps(wanted))
                result, report = self.report("calibrate", "--backend", f"emulate:{given}", "--name", "mine", "--out",
                                             str(self.card), "--checks", "4")
                self.assertEqual(result.returncode, 0, report)
                self.assertEqual(report["written"], str(self.card))
                found = json.loads(self.card.read_text())
                self.assertEqual(found["name"], "mine")
                self.assertEqual(found["generation"], "hopper")
                for name in TYPES:
                    numbers, expected = found["tensorCore"][name], wanted["tensorCore"][name]
                    self.assertEqual(numbers["evidence"], "emulatedDevice")
                    for member in ("keptFractionBits", "mmaGroup", "cmmaGroup"):
                        self.assertEqual(numbers[member], expected[member], (name, member))
                    if can_round(expected):
                        self.assertEqual(numbers["rounding"], expected["rounding"], name)
                    else:
                        self.assertIn("makes no difference", numbers["note"])

    def test_the_written_card_is_one_that_can_be_emulated(self):
        self.assertEqual(cli("calibrate", "--backend", "emulate:ampere", "--name", "mine", "--out", str(self.card),
                             "--checks", "2").returncode, 0)
        key = command.key_id(PROGRAM, "64×64×64")
        by_name = json.loads(cli("rerun", "runs", "--key", key, "--card", "ampere", "--format", "json").stdout)
        by_file = json.loads(cli("rerun", "runs", "--key", key, "--card-file", str(self.card), "--format", "json").stdout)
        self.assertEqual(by_file["rounds"], by_name["rounds"])
        self.assertIn("calibrated on an emulator", by_file["device"])

    def test_the_longest_name_can_be_read_again(self):
        name = "é" * 100
        self.assertEqual(cli("calibrate", "--backend", "emulate:volta", "--name", name, "--out", str(self.card),
                             "--checks", "1").returncode, 0)
        result = cli("rerun", "runs", "--key", "64", "--card-file", str(self.card), "--format", "json")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue(json.loads(result.stdout)["device"].startswith(name))

    def test_every_format_is_what_it_says(self):
        wanted = ["calibrate", "--backend", "emulate:volta", "--name", "mine", "--out", str(self.card), "--checks", "1"]
        rows = self.rows(*wanted)
        self.assertEqual(len(rows), 6)
        half = next(row for row in rows if (row["operands"], row["instruction"]) == ("f16", "cmma"))
        self.assertEqual((half["outcome"], half["kept_fraction_bits"], half["group"], half["rounding"]),
                         ("fits", "23", "4", "towardZero"))
        self.assertEqual((half["verified"], half["seeded_different"]), ("true", "0"))
        self.assertGreater(int(half["seeded_equal"]), 0)
        self.assertEqual({row["outcome"] for row in rows if row["operands"] == "TF32"}, {"notRun"})
        self.assertTrue(cli(*wanted, "--format", "html").stdout.startswith(b"<!DOCTYPE html>"))
        self.assertTrue(cli(*wanted, "--format", "markdown").stdout.startswith(b"# "))

    def test_what_is_verified_on_hardware_says_so(self):
        result = cli("calibrate", "--name", "mine", "--out", str(self.card), "--checks", "2", *proxy("honest", "hopper"))
        self.assertEqual(result.returncode, 0, result.stdout)
        card = json.loads(self.card.read_text())
        self.assertEqual({card["tensorCore"][name]["evidence"] for name in TYPES}, {"kernelChecksums"})
        self.assertEqual(card["tensorCore"]["tf32"]["mmaGroup"], 8)
        self.assertEqual(card["tensorCore"]["tf32"]["cmmaGroup"], 4)
        self.assertIn("NVIDIA H200 (compute capability 9.0, driver proxy)", card["source"])

    def assert_not_written(self, *arguments):
        self.card.write_text("before")
        result, report = self.report("calibrate", "--name", "mine", "--out", str(self.card), "--checks", "4", *arguments)
        self.assertEqual(result.returncode, 2)
        self.assertIsNone(report["written"])
        self.assertFalse(report["verified"])
        self.assertEqual(self.card.read_text(), "before")
        return report

    def test_another_arithmetic_is_contradicted(self):
        report = self.assert_not_written("--card", "hopper", "--", "python3", str(WORKERS / "other_arithmetic.py"))
        self.assertEqual(report["types"][0]["mma"]["outcome"], "doesNotFit")
        self.assertEqual(report["types"][0]["cmma"]["outcome"], "doesNotFit")
        self.assertIn("2^-", report["types"][0]["mma"]["because"])

    def test_a_worker_that_drops_the_operands_is_found_out(self):
        report = self.assert_not_written(*proxy("ignores", "hopper"))
        self.assertEqual(report["types"][0]["mma"]["outcome"], "operandsIgnored")

    def test_checksums_that_differ_withhold_the_card(self):
        report = self.assert_not_written(*proxy("differs", "hopper"))
        self.assertEqual(report["types"][0]["mma"]["outcome"], "fits")
        self.assertGreater(report["types"][0]["seededChecksums"]["different"], 0)

    def test_what_cannot_begin_is_refused_with_the_reason(self):
        out = ["--name", "mine", "--out", str(self.card)]
        for arguments, reason in (
                (["--name", "Hopper", "--out", "x", "--backend", "emulate:ada"], "there is a card “Hopper” already"),
                (["--name", " ", "--out", "x", "--backend", "emulate:ada"], "the name of the card is empty"),
                (["--name", "é" * 101, "--out", "x", "--backend", "emulate:ada"], "longer than 200 bytes"),
                (["--name", os.fsdecode(b"a\xff"), "--out", "x", "--backend", "emulate:ada"], "no UTF-8 text"),
                ([*out, "--backend", "emulate:nowhere.json"], "neither a card that is known nor a file"),
                ([*out, "--backend", "opencl"], "--backend takes cuda"),
                ([*out, "--backend", "worker"], "needs the worker's command"),
                ([*out, "--backend", "emulate:ada", "--", "true"], "goes with --backend worker only"),
                ([*out, "--", "python3", str(WORKERS / "faulty_worker.py")], "does not say givenOperands"),
                ([*out, "--", "python3", str(WORKERS / "other_arithmetic.py")], "name the generation"),
                ([*out, "--device", "7", *proxy("honest", "hopper")], "has no device “7”"),
                (["--name", "mine", "--out", "/nowhere/at/all", "--checks", "1", "--backend", "emulate:volta"],
                 "cannot write beside /nowhere/at/all")):
            with self.subTest(arguments):
                result = cli("calibrate", *arguments)
                self.assertEqual(result.returncode, 2)
                self.assertIn(reason, result.stderr.decode())
                self.assertFalse(result.stdout)
        self.assertFalse(self.card.exists())


class SelfCheck(Case):
    def test_without_a_gpu_its_part_is_skipped_never_passed(self):
        result, report = self.report("self-check")
        self.assertTrue(report["emulator"]["allEqual"])
        self.assertEqual(result.returncode, 0 if report["passed"] else 2)
        if report["device"] is None:
            self.assertEqual(result.returncode, 0)
            self.assertTrue(report["skipped"])
            self.assertIsNone(report["deviceShapes"])
            self.assertIn("The GPU part was skipped", " ".join(cli("self-check").stdout.decode().split()))

    def test_a_device_is_compared_with_the_measured_checksums_and_with_the_emulator(self):
        result, report = self.report("self-check", *proxy("honest", "hopper"))
        self.assertEqual(result.returncode, 0)
        self.assertTrue(report["passed"])
        self.assertIsNone(report["skipped"])
        self.assertEqual(report["card"], "Hopper")
        self.assertTrue(report["deviceCells"]["allEqual"])
        self.assertGreater(sum(row["equal"] for row in report["deviceShapes"]["classes"]), 1000)

    def test_every_format_is_what_it_says(self):
        rows = self.rows("self-check", *proxy("honest", "hopper"))
        self.assertEqual({row["part"] for row in rows}, {"emulator", "deviceCells", "deviceShapes"})
        self.assertEqual({row["different"] for row in rows}, {"0"})
        self.assertGreater(sum(int(row["equal"]) for row in rows if row["part"] == "emulator"), 200)
        self.assertTrue(cli("self-check", "--format", "html").stdout.startswith(b"<!DOCTYPE html>"))
        self.assertTrue(cli("self-check", "--format", "markdown").stdout.startswith(b"# "))

    def test_other_bits_fail(self):
        for worker in (proxy("differs", "hopper"), proxy("honest", "ampere")):
            result, report = self.report("self-check", *worker)
            self.assertEqual(result.returncode, 2)
            self.assertFalse(report["passed"])
            self.assertTrue(report["deviceCells"]["contraries"])
            self.assertTrue(report["deviceShapes"]["contraries"])

    def test_a_card_file_gives_the_numbers(self):
        card = random_card(3)
        card["tensorCore"]["tf32"].update(keptFractionBits=25, mmaGroup=5)
        self.card.write_text(json.dumps(card))
        worker = proxy("honest", str(self.card))
        self.assertFalse(self.report("self-check", *worker)[1]["deviceShapes"]["allEqual"])
        report = self.report("self-check", "--card-file", str(self.card), *worker)[1]
        self.assertTrue(report["deviceShapes"]["allEqual"])
        self.assertFalse(report["passed"])  # it is no H200, though it says so

    def test_a_worker_without_a_gpu_that_was_asked_for_fails(self):
        result, report = self.report("self-check", "--backend", "emulate:hopper")
        self.assertEqual(result.returncode, 2)
        self.assertIn("nothing independent was compared", report["skipped"])
        result = cli("self-check", "--", "/no/such/worker")
        self.assertEqual(result.returncode, 2)
        self.assertIn(b"could not be started", result.stderr)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
