#!/usr/bin/env python3
"""Pins on the command line: from runs to a database that stock SQLite reads. Usage: pins.py PROGRAM"""

import json
import os
import pathlib
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import unittest

import command

try:
    import jsonschema
except ImportError:
    jsonschema = None

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
RUNS = command.DATA / "runs"
RECORDED = command.SOURCE.parent / "shared" / "data" / "burn-0.22-h200"
MATMUL = "autotune/0.11.0/device-0-0-cuda/burn_cubecl-kernel-matmul-tune-base"
SCHEMA = ("CREATE TABLE meta (k TEXT PRIMARY KEY, v TEXT NOT NULL); INSERT INTO meta VALUES ('schema_version', '3');"
          "CREATE TABLE entries (namespace TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, origin INTEGER NOT NULL, "
          "PRIMARY KEY (namespace, key));")


def cbor(value):
    """RFC 8949, for what the rows of these tests hold."""
    def head(major, number):
        for size, code, form in ((24, None, None), (1 << 8, 24, ">B"), (1 << 16, 25, ">H"), (1 << 32, 26, ">I")):
            if number < size:
                return bytes([major << 5 | (number if code is None else code)]) + (struct.pack(form, number) if form else b"")
        return bytes([major << 5 | 27]) + struct.pack(">Q", number)
    if isinstance(value, bool) or value is None:
        return {False: b"\xf4", True: b"\xf5", None: b"\xf6"}[value]
    if isinstance(value, int):
        return head(0, value) if value >= 0 else head(1, -1 - value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(cbor, value))
    return head(5, len(value)) + b"".join(cbor(k) + cbor(v) for k, v in value.items())


def choice(index):
    return cbor({"fastest_index": index, "results": []})


def winner(value):
    """The index in a row's value, which begins with it."""
    at = value.index(b"fastest_index") + 13
    return value[at + 1] if value[at] == 0x18 else value[at]


def rows(path):
    """(namespace, key) -> (value, origin) of a sound database."""
    database = sqlite3.connect(f"file:{path}?immutable=1", uri=True)
    assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    found = {(n, k): (v, o) for n, k, v, o in database.execute("SELECT namespace, key, value, origin FROM entries")}
    database.close()
    return found


def without_choices(found):
    return {place: value for place, value in found.items() if not place[0].startswith("autotune/")}


def content(folder):
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


class Pins(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flipscope-pins-"))

    def tearDown(self):
        shutil.rmtree(self.folder)

    def path(self, name):
        return str(self.folder / name)

    def cli(self, *arguments, status=0):
        result = command.run(PROGRAM, ["pin", *arguments])
        self.assertEqual(result.returncode, status, result.stderr)
        if status:
            self.assertTrue(result.stderr.startswith(b"flipscope-cli: "), result.stderr)
            return result.stderr.decode()
        self.assertFalse(result.stderr)
        return result.stdout.decode()

    def report(self, *arguments):
        report = json.loads(self.cli(*arguments, "--format", "json"))
        if jsonschema is not None:
            schema = json.loads((command.SOURCE / "docs" / "json.schema.json").read_text())
            jsonschema.Draft7Validator(schema).validate(report)
        return report

    def make(self, *arguments, out="pins.json", paths=("runs",)):
        return self.report("make", *paths, *arguments, "--out", self.path(out))

    def base(self, pins, left_open=False):
        """A database with a choice for the first pin's key, a kernel and a session; with left_open all in its -wal."""
        place = self.path("origin.db")
        database = sqlite3.connect(place)
        database.execute("PRAGMA journal_mode=" + ("WAL" if left_open else "DELETE"))
        database.executescript(SCHEMA)
        first = pins[0]
        key = {"key": dict(reversed(first["key"].items())), "checksum": first["candidate"]["set"]}
        others = {"key": {"definition": {"m": 77}}, "checksum": first["candidate"]["set"]}
        database.executemany("INSERT INTO entries VALUES (?, ?, ?, ?)", [
            (MATMUL, cbor(key), choice(3), 0), (MATMUL, cbor(others), choice(1), 1),
            ("cuda/0.11.0/ptx_sm90-cpp", b"\xa1\x61i\x01", os.urandom(70000), 0),
            ("records/v1/sessions", b"\x07", cbor({"id": 7}), 0)])
        database.commit()
        target = self.folder / "base"
        target.mkdir()
        for suffix in ("", "-wal"):
            if pathlib.Path(place + suffix).exists():
                shutil.copy(place + suffix, target / ("environment.db" + suffix))
        database.close()
        if left_open:
            (target / "environment.db-tshm").write_bytes(b"TSHMWAL\0")
        return target, cbor(key)

    def test_from_runs_to_a_database_and_the_base_stays_as_it_is(self):
        pins = self.make("--run", "run4")["pins"]
        self.assertEqual(json.loads((self.folder / "pins.json").read_text())["pins"], pins)
        for left_open in (False, True):
            with self.subTest(left_open=left_open):
                folder, key = self.base(pins, left_open)
                before = content(folder)
                if left_open:
                    self.assertIn("environment.db-wal", before)
                out = self.path(f"out{left_open}.db")
                report = self.report("write", self.path("pins.json"), "--to", "cubecl-db", "--base",
                                     str(folder / "environment.db"), "--out", out)
                self.assertEqual(content(folder), before)
                written = rows(out)
                self.assertEqual(len(written), len(pins) + 2)
                self.assertEqual(written[(MATMUL, key)], (choice(pins[0]["candidate"]["index"]), 0))
                self.assertEqual(sorted(n for n, _ in without_choices(written)),
                                 ["cuda/0.11.0/ptx_sm90-cpp", "records/v1/sessions"])
                self.assertEqual((report["otherChoicesDropped"], report["otherRowsKept"]), (2, 2))
                header = pathlib.Path(out).read_bytes()[:20]
                self.assertEqual(header[16:20], b"\x10\x00\x01\x01")
                self.assertEqual([name for name in os.listdir(self.folder) if name.startswith(f"out{left_open}")],
                                 [f"out{left_open}.db"])
                shutil.rmtree(folder)
                os.remove(self.path("origin.db"))

    def test_stock_sqlite_can_write_to_the_result(self):
        pins = self.make("--rule", "majority")["pins"]
        folder, _ = self.base(pins)
        self.cli("write", self.path("pins.json"), "--base", str(folder / "environment.db"), "--out", self.path("out.db"))
        database = sqlite3.connect(self.path("out.db"))
        with self.assertRaises(sqlite3.IntegrityError):
            database.execute("INSERT INTO entries SELECT * FROM entries")
        database.execute("INSERT INTO entries VALUES ('n', x'00', x'00', 0)")
        database.commit()
        database.close()
        self.assertIn(("n", b"\0"), rows(self.path("out.db")))

    def test_other_choices_stay_when_asked(self):
        pins = self.make("--key", command.key_id(PROGRAM, "64×64×64") + "=2")["pins"]
        self.assertEqual([(pin["candidate"]["index"], pin["reason"]["rule"]) for pin in pins], [(2, "hand")])
        folder, key = self.base(pins)
        report = self.report("write", self.path("pins.json"), "--base", str(folder / "environment.db"), "--out",
                             self.path("out.db"), "--keep-other-choices", "--drop-kernels", "--drop-records")
        self.assertEqual(report["otherChoicesKept"], 1)
        self.assertEqual(without_choices(rows(self.path("out.db"))), {})
        self.assertEqual(sorted(v for v, _ in rows(self.path("out.db")).values()), sorted([choice(1), choice(2)]))

    def test_several_keys_by_hand_in_one_option_or_two(self):
        small, large = (command.key_id(PROGRAM, label) for label in ("64×64×64", "256×256×256"))
        one = self.make("--key", small + "=2", large + "=3", out="one.json")["pins"]
        two = self.make("--key", small + "=2", "--key", large + "=3", out="two.json")["pins"]
        self.assertEqual(one, two)
        self.assertEqual(sorted(pin["candidate"]["index"] for pin in one), [2, 3])

    def assert_strict(self, run, status):
        result = command.run(PROGRAM, ["pin", "check", "--strict", self.path("pins.json"), str(run)])
        self.assertEqual(result.returncode, status, result.stderr)
        self.assertEqual(result.stdout.decode(), self.cli("check", self.path("pins.json"), str(run)))

    def test_a_pinned_run_is_recognised_by_its_database(self):
        pins = self.make("--run", "run1")["pins"]
        folder, _ = self.base(pins)
        run = self.folder / "forced"
        run.mkdir()
        self.cli("write", self.path("pins.json"), "--base", str(folder / "environment.db"), "--out", str(run / "env.db"))
        report = self.report("check", self.path("pins.json"), str(run))
        self.assertEqual({state for pin in report["pins"] for state in pin["states"].values()}, {"cannotTell"})
        self.assertEqual({why for pin in report["pins"] for why in pin["because"].values()},
                         {"no decision log and no sign that the program opened the database"})
        self.assertIn("it cannot be told whether a run used it", self.cli("check", self.path("pins.json"), str(run)))
        self.assert_strict(run, 1)
        (run / "decisions.jsonl").write_text("")
        report = self.report("check", self.path("pins.json"), str(run))
        self.assertEqual({state for pin in report["pins"] for state in pin["states"].values()}, {"inEffect"})
        self.assert_strict(run, 0)
        self.assertIn("No run contradicts a pin.", self.cli("check", self.path("pins.json"), str(run)))
        os.remove(run / "env.db")
        report = self.report("check", self.path("pins.json"), str(run))
        self.assertEqual({state for pin in report["pins"] for state in pin["states"].values()}, {"notLogged"})
        self.assertEqual((report["unknownKey"], len(report["pins"])), (3, 3))

    def test_pins_that_were_changed_by_hand_are_found(self):
        self.make("--run", "run1")
        text = json.loads((self.folder / "pins.json").read_text())
        first, second, third = text["pins"]
        base = str(self.base([first])[0] / "environment.db")
        name = first["candidate"]["name"]
        first["candidate"]["index"] ^= 1
        second["tuner"] = "reduce"
        third["key"]["definition"]["m"] = 8193
        for file, pins in (("index", [first]), ("keys", [second, third])):
            (self.folder / f"{file}.json").write_text(json.dumps({**text, "pins": pins}))
        pin, = self.report("check", self.path("index.json"), "runs")["pins"]
        self.assertRegex(pin["disagreement"], f", and {name} is [0-9]+$")
        self.assertEqual(set(pin["states"].values()), {"otherName"})
        report = self.report("check", self.path("keys.json"), "runs")
        self.assertEqual((report["otherName"], report["otherTuner"], report["unknownKey"]), (0, 1, 1))
        self.assertEqual(sorted(pin["otherTuners"] for pin in report["pins"]), [[], ["matmul"]])
        self.assertIn("No run has the key of 1 pin.", self.cli("check", self.path("keys.json"), "runs"))
        written = self.report("write", self.path("keys.json"), "--base", base, "--out", self.path("out.db"))
        self.assertEqual(len(written["notInBase"]), 2)
        self.assertIn("The base does not hold 2 pinned keys: ", " ".join(written["warnings"]))

    def test_a_session_that_decided_anew_after_the_pin_is_seen(self):
        pins = self.make("--run", "run1")["pins"]
        folder, _ = self.base(pins)
        run = self.folder / "forced"
        run.mkdir()
        self.cli("write", self.path("pins.json"), "--base", str(folder / "environment.db"), "--out", str(run / "env.db"))
        database = sqlite3.connect(run / "env.db")
        for number, pin in enumerate(pins):
            table = database.execute("SELECT namespace FROM entries WHERE key = ?", (cbor(
                {"key": pin["key"], "checksum": pin["candidate"]["set"]}),)).fetchone()
            entry = {"key": pin["key"], "checksum": pin["candidate"]["set"]}
            record = {"table": table[0] if table else MATMUL, "entry": entry, "winner": pin["candidate"]["index"] + 1,
                      "dry_run": False}
            database.execute("INSERT INTO entries VALUES ('records/v1/autotune', ?, ?, 0)",
                             (cbor([9, number]), cbor({"record": record})))
        database.commit()
        database.close()
        report = self.report("check", self.path("pins.json"), str(run))
        self.assertEqual({state for pin in report["pins"] for state in pin["states"].values()}, {"notObeyed"})
        self.assertEqual(report["notObeyed"], len(pins))

    def test_pin_file_first_and_a_run_in_place_of_its_database(self):
        pins, run = self.make("--run", "run4")["pins"], self.path("empty")
        made = self.path("pins.json")
        self.assertIn("the pin file stands first: flipscope-cli pin check ", self.cli("check", "runs", made, status=2))
        os.mkdir(run)
        write = ["write", made, "--out", self.path("o.db"), "--base"]
        self.assertIn("no environment database lies in it", self.cli(*write, run, status=2))
        folder, _ = self.base(pins, False)
        self.assertIn("o.db holds", self.cli(*write, str(folder)))

    def test_a_base_in_use_is_refused(self):
        folder, _ = self.base(self.make("--run", "run1")["pins"])
        base = folder / "environment.db"
        words = ("write", self.path("pins.json"), "--base", str(base), "--out", self.path("out.db"))
        with open(base, "rb"):
            error = self.cli(*words, status=2)
        self.assertIn("in use by", error)
        self.assertIn(str(os.getpid()), error)
        with open(base, "rb") as opened:
            holder = subprocess.Popen(["sleep", "60"], stdin=opened)
        error = self.cli(*words, status=2)
        holder.kill()
        holder.wait()
        self.assertIn("sleep (process", error)
        self.cli(*words)

    def test_files_are_replaced_only_when_asked_and_inputs_never(self):
        self.make("--run", "run1")
        self.assertIn("--force", self.cli("make", "runs", "--run", "run1", "--out", self.path("pins.json"), status=2))
        self.make("--run", "run4", "--force")
        copy = self.folder / "runs"
        shutil.copytree(RUNS, copy)
        before = content(copy)
        for target in (copy / "run1" / "decisions.jsonl", copy / "run1"):
            self.cli("make", str(copy), "--run", "run1", "--out", str(target), "--force", status=2)
        self.assertEqual(content(copy), before)
        folder, _ = self.base(json.loads((self.folder / "pins.json").read_text())["pins"])
        base = str(folder / "environment.db")
        self.assertIn("will not overwrite", self.cli("write", self.path("pins.json"), "--base", base, "--out", base,
                                                    "--force", status=2))
        (self.folder / "there.db").write_bytes(b"mine")
        self.cli("write", self.path("pins.json"), "--base", base, "--out", self.path("there.db"), status=2)
        self.assertEqual((self.folder / "there.db").read_bytes(), b"mine")
        self.assertEqual(command.run(PROGRAM, ["pin", "show", self.path("pins.json"), "--output", self.path("pins.json")])
                         .returncode, 2)

    def test_nothing_in_a_pin_file_is_executed(self):
        self.make("--run", "run1")
        file = json.loads((self.folder / "pins.json").read_text())
        flag = self.folder / "executed"
        for holder in (file, *file["pins"]):
            holder["command"] = ["touch", str(flag)]
        file["pins"][0]["reason"]["words"] = f"$(touch {flag}) \x1b[31m; PRAGMA x"
        file["pins"][0]["places"] = [f"autotune/0/d/'); ATTACH '{flag}' AS x; --"]
        (self.folder / "hostile.json").write_text(json.dumps(file))
        self.assertNotIn("\x1b", self.cli("show", self.path("hostile.json")))
        folder, _ = self.base(file["pins"])
        self.cli("write", self.path("hostile.json"), "--base", str(folder / "environment.db"), "--out", self.path("out.db"))
        self.cli("check", self.path("hostile.json"), "runs")
        self.assertFalse(flag.exists())

    def test_wrong_requests_say_what_is_wrong(self):
        out = ("--out", self.path("pins.json"))
        self.assertIn("there are: majority", self.cli("make", "runs", "--rule", "nonsense", *out, status=2))
        self.assertIn("no run is named", self.cli("make", "runs", "--run", "run99", *out, status=2))
        key = command.key_id(PROGRAM, "64×64×64")
        self.assertIn("KEY=INDEX", self.cli("make", "runs", "--key", key, *out, status=2))
        self.assertIn("candidates 0 to", self.cli("make", "runs", "--key", key + "=99", *out, status=2))
        self.assertIn("nowhere.json", self.cli("show", "nowhere.json", status=2))
        self.assertFalse(os.listdir(self.folder))
        for words in (["make", "runs", *out], ["make", "runs", "--run", "run1"], ["write", "x.json"], ["show"], []):
            self.assertEqual(command.run(PROGRAM, ["pin", *words]).returncode, 2, words)

    def test_pins_of_logs_alone_need_a_base_that_tells_their_place(self):
        self.make("--run", "run1")
        error = self.cli("write", self.path("pins.json"), "--out", self.path("out.db"), status=2)
        self.assertIn("no base database", error)
        self.assertEqual(os.listdir(self.folder), ["pins.json"])

    def test_a_rerun_gives_errors_to_the_pins(self):
        key = command.key_id(PROGRAM, "64×64×64")
        rerun = command.run(PROGRAM, ["rerun", "runs", "--key", key, "--card", "hopper", "--candidates", "all", "--inputs",
                                      "1", "--format", "json"])
        self.assertEqual(rerun.returncode, 0, rerun.stderr)
        (self.folder / "rerun.json").write_bytes(rerun.stdout)
        report = self.make("--rule", "most-exact", "--measured", self.path("rerun.json"), "--card", "hopper")
        pin = next(pin for pin in report["pins"] if pin["id"] == key)
        errors = {candidate["index"]: candidate["errors"][0]["largest"]
                  for candidate in json.loads(rerun.stdout)["rounds"][0]["results"]}
        self.assertEqual(pin["reason"]["error"], errors[pin["candidate"]["index"]])
        self.assertEqual(pin["reason"]["class"]["basis"], "predicted")
        # A second report adds to the first; what it says differently is told.
        other = json.loads(rerun.stdout)
        for result in other["rounds"][0]["results"]:
            if result["index"] == pin["candidate"]["index"]:
                result.update(status="refused", because="no", errors=[])
            else:
                for error in result["errors"]:
                    error["largest"] = error["largest"] and error["largest"] * 2
        (self.folder / "other.json").write_text(json.dumps(other))
        reports = [self.path("rerun.json"), self.path("other.json")]
        for order in (reports, reports[::-1]):
            report = self.make("--rule", "most-exact", "--measured", order[0], "--measured", order[1], "--card", "hopper",
                               "--key", f"{key}={pin['candidate']['index']}", "--force")
            both = next(pin for pin in report["pins"] if pin["id"] == key)
            self.assertEqual(both["reason"]["error"], pin["reason"]["error"])
            said = " ".join(warning["words"] for warning in report["warnings"] if warning["id"] == key)
            self.assertIn(f"Candidate {pin['candidate']['index']} ran in one re-run and was refused in another", said)

    def test_members_of_a_wrong_kind_are_not_taken_for_missing_ones(self):
        self.make("--run", "run4")
        pins = json.loads((self.folder / "pins.json").read_text())
        pins["pins"][1]["places"] = MATMUL
        (self.folder / "wrong.json").write_text(json.dumps(pins))
        for words in (["show", self.path("wrong.json")], ["check", self.path("wrong.json"), "runs"],
                      ["write", self.path("wrong.json"), "--out", self.path("out.db")]):
            error = self.cli(*words, status=2)
            self.assertIn("wrong.json: pin 2: “places” is no list of texts", error)
        self.assertFalse((self.folder / "out.db").exists())

    def test_without_a_base_it_is_said_who_tells_the_number_of_candidates(self):
        pins = self.make("--run", "run4")["pins"]
        for pin in pins:
            pin["places"] = [MATMUL]
        text = json.loads((self.folder / "pins.json").read_text())
        for pin in text["pins"]:
            pin["places"] = [MATMUL]
        (self.folder / "placed.json").write_text(json.dumps(text))
        report = self.report("write", self.path("placed.json"), "--out", self.path("out.db"))
        self.assertIn("is taken from the pin file: without a base database nothing tells it", " ".join(report["warnings"]))

    @unittest.skipUnless(RECORDED.exists(), "the recorded runs are not here")
    def test_choices_of_run14_in_the_database_of_run13(self):
        base, other = RECORDED / "run13" / "environment.db", RECORDED / "run14" / "environment.db"
        listing, before = sorted(os.listdir(base.parent)), base.read_bytes()
        paths = (str(base.parent), str(other.parent))
        self.make("--run", "run14", paths=paths)
        self.make("--run", "run14", "--key", "matmul 8192x256x128 f32=24", paths=paths, out="swapped.json")
        for name in ("pins", "swapped"):
            self.cli("write", self.path(name + ".json"), "--to", "cubecl-db", "--base", str(base), "--out",
                     self.path(name + ".db"))
        written, swapped, wanted = rows(self.path("pins.db")), rows(self.path("swapped.db")), rows(other)
        self.assertEqual(without_choices(written), without_choices(rows(base)))
        choices = {place: winner(v) for place, (v, _) in written.items() if place[0].startswith("autotune/")}
        self.assertEqual(choices, {place: winner(v) for place, (v, _) in wanted.items() if place[0].startswith("autotune/")})
        changed = [place for place in written if written[place] != swapped[place]]
        self.assertEqual((len(changed), set(written) - set(swapped)), (1, set()))
        self.assertEqual((winner(written[changed[0]][0]), winner(swapped[changed[0]][0])), (19, 24))
        self.assertEqual((sorted(os.listdir(base.parent)), base.read_bytes()), (listing, before))


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0], "-v"])
