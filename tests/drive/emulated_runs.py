#!/usr/bin/env python3
"""Forces and bisects a simulated program whose products the emulator computes. Usage: emulated_runs.py PROGRAM [TEST…]"""

import json
import unittest

from driving import HERE, PROGRAM, Driving, main

CHECKSUMS = HERE.parents[1] / "resources" / "checksums" / "measured-h200.jsonl"
PATTERN = ["--outcome-pattern", r"loss (\S+)"]
SHAPES = [[256, 80, 96, True], [64, 256, 64], [96, 40, 72]]


class Emulated(Driving):
    def matmul_id(self, run, shape):
        report = json.loads(self.cli("summary", run, "--format", "json").stdout)
        name = "matmul " + "×".join(map(str, shape[:3])) + " "
        return next(key["id"] for key in report["keys"] if key["label"].startswith(name))

    def scenario(self, name="scenario", **members):
        return super().scenario(name, matmuls=SHAPES, emulator=PROGRAM, **members)

    def bisect(self, good, bad, scenario):
        return self.report("bisect", "--good", good, "--bad", bad, *PATTERN, "--repeat", 2, "--out",
                           self.folder / "trials", "--", *self.command(scenario))

    @unittest.skipUnless(CHECKSUMS.exists(), "no measured checksums here")
    def test_forced_candidates_compute_what_the_card_computed(self):
        """Each candidate is forced once; the truth is what an H200 gave for the same shape and inputs."""
        m, n, k = SHAPES[0][:3]
        measured = {row["index"]: row["checksum"] for row in map(json.loads, CHECKSUMS.read_text().splitlines())
                    if (row["dtype"], row["generator"], row["rhs_transposed"]) == ("f32", "cuda-cpp", True)
                    and (row["m"], row["n"], row["k"]) == (m, n, k)}
        answer = self.cli("rerun", "--shape", f"{m}x{n}x{k}", "--rhs-transposed", "--candidates", "all", "--backend",
                          "emulate:hopper", "--format", "json")
        # Not every candidate that ran there has a model.
        modelled = {row["index"] for row in json.loads(answer.stdout)["results"] if row["checksum"]}
        measured = {index: checksum for index, checksum in measured.items() if index in modelled}
        self.assertGreater(len(measured), 20)
        run = self.recorded_run("base", favourites={"matmul0": 0})
        key = self.matmul_id(run, SHAPES[0])
        scenario = self.scenario(refuses=[["matmul0", i] for i in range(33) if i not in measured])
        report = self.report("force", "--base", run, "--key", f"{key}=all", "--outcome-pattern",
                             r"matmul0: checksum (\S+)", "--repeat", 1, "--out", self.folder / "trials", "--",
                             *self.command(scenario))
        groups = {}
        for variant in report["variants"][1:]:
            index = variant["choices"][0]["index"]
            if index not in measured:
                self.assertIsNone(variant["class"], variant)
                continue
            self.assertEqual([o["outcome"] for o in variant["outcomes"]], [measured[index]], index)
            groups.setdefault(variant["class"], set()).add(index)
        self.assertNotIn(None, groups)
        truth = {}
        for index in set().union(*groups.values()):
            truth.setdefault(measured[index], set()).add(index)
        self.assertEqual(sorted(map(sorted, groups.values())), sorted(map(sorted, truth.values())))
        self.assertGreater(len(truth), 1)

    def test_the_key_whose_product_has_other_bits_is_the_culprit(self):
        """All three products differ in their candidate; of the two that count, one computes the same bits as before."""
        good, bad = ({"matmul0": 12, "matmul1": 13, "matmul2": 0, "0": 1, "1": 1, "2": 4},
                     {"matmul0": 15, "matmul1": 15, "matmul2": 12, "0": 3, "1": 2, "2": 4})
        decisive = {"matmul0": 14, "matmul1": 13}
        runs = [self.recorded_run(name, favourites=favourites, decisive=decisive, fixed=True)
                for name, favourites in (("good", good), ("bad", bad))]
        self.assertIn("7.0625", (runs[0] / "stdout.log").read_text())
        self.assertIn("NaN", (runs[1] / "stdout.log").read_text())
        report = self.bisect(*runs, self.scenario(decisive=decisive))
        self.assertEqual(report["verdict"], "proven", report["sentences"])
        self.assertEqual([culprit["key"] for culprit in report["culprits"]], [self.matmul_id(runs[0], SHAPES[0])])

    def test_products_of_equal_bits_are_not_the_culprit(self):
        """Two decisive products are computed by other candidates of the same class: only the reduction can be it."""
        good, bad = ({"matmul0": 5, "matmul1": 26, "0": 1}, {"matmul0": 7, "matmul1": 28, "0": 3})
        members = {"decisive": {"matmul0": 7, "matmul1": 28}, "culprits": [[[0, 3]]]}
        runs = [self.recorded_run(name, favourites=favourites, **members)
                for name, favourites in (("good", good), ("bad", bad))]
        report = self.bisect(*runs, self.scenario(**members))
        self.assertEqual(report["verdict"], "proven", report["sentences"])
        self.assertEqual([self.key_number(culprit["label"]) for culprit in report["culprits"]], [0])


if __name__ == "__main__":
    main()
