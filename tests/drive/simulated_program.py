#!/usr/bin/env python3
"""A program that behaves like one of cubecl 0.11: it tunes, logs, keeps its choices in an environment database and
computes with what it chose. It shares no code with the tool that drives it. Usage: simulated_program.py SCENARIO.json

Members of a scenario, all optional but "keys":
  keys          how many tuning keys the program has
  culprits      groups of [key, candidate]; the loss explodes when every choice of one group is made
  seed          of the noise of the benchmarks and of what goes by chance; the process id is mixed in unless "fixed"
  fixed         true: the noise depends on the seed alone
  favourites    key -> candidate that wins every benchmark
  only          key -> candidates that are measured; the others are skipped
  flakyBad      share of runs that should be bad and are good;  flakyGood: the other way round
  badAfter      after so many runs of the scenario it is bad whatever was chosen
  badUntil      up to this run; without it for good
  persistence   false: built without it (no database, no warning)
  ignorePins    true: what the database holds is not used
  readOnly      true: the database cannot be written
  refuses       [key, candidate] that ends the program when it is forced
  fallsBack     [key, candidate] that quietly computes with candidate 0, tuning one more key on the way
  classes       key -> class of each candidate: equal classes compute equal bits (else each candidate its own)
  crashes       [[key, candidate], …] that together end the program with a signal
  hangs         [[key, candidate], …] that together make it never end
  chdir         folder the program changes to before it reads its configuration
  statusWhenBad exit status of a bad run
  panics        [[key, candidate], …] that together end it with status 101 behind its last line, for a reason of its own
  busyAt        runs of the scenario that find the card in use, and end before they log anything
  growsAfter    from the run of the scenario behind this one on it tunes a key that no run had before
  twice         keys that a second device tunes as well
  favouritesThere  key -> candidate that wins every benchmark on it
  thirdOutcome  [[key, candidate], …] that together make the loss something else
  matmuls       [m, n, k, whether rhs is transposed] of further keys, "matmul0", "matmul1", …, computed by the emulator
  emulator      the command line that emulates them
  decisive      matmul -> candidate: the loss explodes when the product has other bits than this candidate's
"""

import hashlib
import json
import os
import pathlib
import random
import re
import signal
import sqlite3
import struct
import sys
import time
import tomllib

from emulated_matmul import MATMUL, MEASURED, matmul_key, product

VERSION, DEVICE, SECOND_DEVICE = "0.11.0", "device-0-0-cuda", "device-0-1-cuda"
# Candidate sets of burn 0.22.0 and their checksums (xxh3_128, which the standard library lacks).
REDUCE = ("burn_cubecl-kernel-reduce-tune-reduce-dim", "2b424612e2c2afd9c046e0167e058384",
          ["unit_vectorized_parallel_reduce", "plane_vectorized_parallel_reduce", "cube_vectorized_parallel_reduce",
           "unit", "plane", "cube"])
FUSED_REDUCE = ("burn_cubecl_fusion-optim-reduce-tune", "1d16f5a3490550ae8efe097eb0ee9fb2",
                ["fused_reduce_fallback", "fused_unit", "fused_plane", "fused_cube"])
FUSED_MATMUL = ("burn_cubecl_fusion-optim-matmul-tune", "5e6491352fcf2ee8ae359759ea8752ac",
                ["fused_matmul_fallback", "fused_simple_vec_mat", "fused_double_buffering_vec_mat", "fused_gemm",
                 "fused_gemv_unit_perpendicular", "fused_simple_unit", "fused_double_buffering_unit",
                 "fused_simple_Cmma", "fused_simple_multirows_Cmma", "fused_double_buffering_ordered_cmma",
                 "fused_double_buffering_Cmma", "fused_double_buffering_specialized_Cmma", "fused_simple_Mma",
                 "fused_simple_multirows_Mma", "fused_double_buffering_ordered_mma", "fused_double_buffering_Mma",
                 "fused_double_buffering_specialized_Mma"])
TUNERS = [REDUCE, FUSED_REDUCE, FUSED_MATMUL]  # of key number i: i % 3
FLOAT = {"Float": "F32"}


def reduce_part(number):
    return {"elem_input": FLOAT, "elem_output": FLOAT, "elem_acc": FLOAT, "axis_is_contiguous": True,
            "vector_size": 16, "vector_count": 8 * (number + 1)}


def matmul_part(number):
    return {"definition": {"m": 64 * (number + 1), "n": 512, "k": 64, "lhs_pow2_factor": 4, "lhs_stride_factor": 8,
                           "rhs_pow2_factor": 4, "rhs_stride_factor": 8, "elem_lhs": FLOAT, "elem_rhs": FLOAT,
                           "elem_out": FLOAT, "matrix_layout_lhs": "Contiguous", "matrix_layout_rhs": "Contiguous",
                           "lhs_storage": "Plain", "rhs_storage": "Plain"},
            "analysis": {"scale_global": "Medium", "kind": "General"}}


def key_of(number, matmuls):
    if number in matmuls:
        return MATMUL, matmul_key(*matmuls[number])
    tuner = TUNERS[number % 3]
    if tuner is REDUCE:
        return tuner, {"accumulator_len": 1, "reduce": reduce_part(number)}
    if tuner is FUSED_REDUCE:
        return tuner, {"reduce_key": reduce_part(number), "fuse_num_reads": 2, "fuse_num_writes": 1, "fuse_num_ops": 4}
    return tuner, {"matmul_key": matmul_part(number), "num_out_buffers": 1, "num_ops": 2}


# CBOR, as much of it as the rows need (RFC 8949).
def head(major, value):
    if value < 24:
        return bytes([major << 5 | value])
    for code, form in ((24, ">B"), (25, ">H"), (26, ">I"), (27, ">Q")):
        if value < 1 << 8 * struct.calcsize(form):
            return bytes([major << 5 | code]) + struct.pack(form, value)
    raise ValueError(value)


def encode(value):
    if value is None:
        return b"\xf6"
    if isinstance(value, bool):
        return b"\xf5" if value else b"\xf4"
    if isinstance(value, int):
        return head(0, value)
    if isinstance(value, str):
        return head(3, len(value.encode())) + value.encode()
    if isinstance(value, list):
        return head(4, len(value)) + b"".join(map(encode, value))
    return head(5, len(value)) + b"".join(encode(k) + encode(v) for k, v in value.items())


def decode(data, at=0):
    major, low = data[at] >> 5, data[at] & 31
    at += 1
    if major == 7:
        return {20: False, 21: True, 22: None}[low], at
    if low >= 24:
        size = 1 << low - 24
        low, at = int.from_bytes(data[at:at + size], "big"), at + size
    if major == 0:
        return low, at
    if major == 3:
        return data[at:at + low].decode(), at + low
    if major == 4:
        items = []
        for _ in range(low):
            item, at = decode(data, at)
            items.append(item)
        return items, at
    if major != 5:
        raise ValueError("not CBOR that this program writes")
    members = {}
    for _ in range(low):
        name, at = decode(data, at)
        members[name], at = decode(data, at)
    return members, at


def configuration():
    folder = pathlib.Path.cwd()
    for place in (folder, *folder.parents):
        for name in ("cubecl.toml", "CubeCL.toml", "burn.toml", "Burn.toml"):
            if not (place / name).is_file():
                continue
            try:
                found = tomllib.loads((place / name).read_text(encoding="utf-8-sig"))
                config = found if "cubecl" in name.lower() else found.get("cubecl", {})
                level = config.get("autotune", {}).get("level", "balanced")
                if level not in ("minimal", "balanced", "extensive", "full"):
                    raise ValueError(f"unknown variant `{level}`")
                return config
            except ValueError as error:
                print(f'cubecl config: Ignoring "{place / name}", which doesn\'t have the right format => {error}',
                      file=sys.stderr)
    return {}


def database_path(config):
    section = config.get("environment", {})
    name = re.sub(r"[^A-Za-z0-9._-]", "_", os.environ.get("CUBECL_ENVIRONMENT", section.get("name", "default")))
    place = section.get("path", "target")
    cwd = pathlib.Path.cwd()
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "cubecl"
    if isinstance(place, dict):
        root = pathlib.Path(place["directory"])
    elif place == "local":
        root = cwd
    elif place == "global":
        root = cache
    else:
        projects = [p for p in (cwd, *cwd.parents) if (p / "Cargo.toml").exists()]
        root = projects[-1] / "target" / "environment" if projects else cache
    return root / f"{name}.db"


class Database:
    def __init__(self, path, read_only):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self.connection = sqlite3.connect(f"file:{path}" + ("?mode=ro" if read_only else ""), uri=True,
                                          isolation_level=None)
        if not read_only:
            self.connection.executescript("""
                PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;
                CREATE TABLE IF NOT EXISTS meta (k TEXT PRIMARY KEY, v TEXT NOT NULL);
                INSERT OR IGNORE INTO meta VALUES('schema_version', '3');
                CREATE TABLE IF NOT EXISTS entries (namespace TEXT NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL,
                    origin INTEGER NOT NULL, PRIMARY KEY (namespace, key));""")
            pathlib.Path(f"{path}-tshm").write_bytes(b"TSHMWAL\0" + bytes(56))

    def choices(self, tuner, device):
        """Key (as JSON) -> (checksum, index); of several rows of one key the first counts."""
        found = {}
        for key, value in self.connection.execute("SELECT key, value FROM entries WHERE namespace = ? ORDER BY key",
                                                  (f"autotune/{VERSION}/{device}/{tuner}",)):
            entry, row = decode(bytes(key))[0], decode(bytes(value))[0]
            row["results"]  # reading requires it
            found.setdefault(json.dumps(entry["key"], sort_keys=True), (entry["checksum"], row["fastest_index"]))
        return found

    def add(self, namespace, key, value):
        try:
            self.connection.execute("INSERT OR IGNORE INTO entries VALUES(?, ?, ?, 0)",
                                    (namespace, encode(key), encode(value)))
        except sqlite3.OperationalError:
            pass  # read-only


class Program:
    def __init__(self, scenario):
        self.scenario = scenario
        self.noise = random.Random(f"{scenario.get('seed', 0)}/{0 if scenario.get('fixed') else os.getpid()}")
        config = configuration()
        tuning = config.get("autotune", {})
        decisions = tuning.get("decisions", tuning.get("recorder", {}))
        self.log = open(decisions["file"], "a") if decisions.get("file") else None
        if os.environ.get("CUBECL_DEBUG_LOG"):
            pathlib.Path(os.environ["CUBECL_DEBUG_LOG"]).write_text(
                f"validate checksum key=SimulatedKey - Number: 0, checksum={REDUCE[1]}\n")
        cached = os.environ.get("CUBECL_AUTOTUNE_CACHE", "1") not in ("0", "off", "false")
        self.database = None
        if scenario.get("persistence", True):
            self.database = Database(database_path(config), scenario.get("readOnly", False))
        self.known = {}
        if self.database and cached and not scenario.get("ignorePins"):
            self.known = {(device, tuner[0]): self.database.choices(tuner[0], device)
                          for tuner in (*TUNERS, MATMUL) for device in (DEVICE, SECOND_DEVICE)}
        self.matmuls = {f"matmul{i}": shape for i, shape in enumerate(scenario.get("matmuls", []))}
        self.session = time.time_ns()
        self.records = 0
        self.used = {}

    def is_in(self, group):
        return bool(group) and all(self.used.get(key) == candidate for key, candidate in group)

    def choose(self, number, device=DEVICE):
        (tuner, checksum, names), key = key_of(number, self.matmuls)
        known = self.known.get((device, tuner), {}).get(json.dumps(key, sort_keys=True))
        if known is None or known[0] != checksum:
            return self.tune(number, device)
        index = known[1]
        if index >= len(names):
            print(f"thread 'main' panicked: index out of bounds: the len is {len(names)} but the index is {index}",
                  file=sys.stderr)
            self.leave(101)
        if [number, index] in self.scenario.get("refuses", []):
            print(f"Should run when selected by autotune.: {names[index]}: An unknown error happened.", file=sys.stderr)
            self.leave(101)
        if [number, index] in self.scenario.get("fallsBack", []):
            extra = self.scenario["keys"] + number
            self.used[extra] = self.choose(extra)
            return 0
        return index

    def tune(self, number, device):
        (tuner, checksum, names), key = key_of(number, self.matmuls)
        favourites = "favourites" if device == DEVICE else "favouritesThere"
        favourite = self.scenario.get(favourites, {}).get(str(number))
        only = self.scenario.get("only", {}).get(str(number), MEASURED if tuner == MATMUL[0] else range(len(names)))
        results = []
        for index in only:
            samples = sorted(int(10_000 * (1 + 0.1 * self.noise.random())) for _ in range(9))
            if index == favourite:
                samples = [sample // 4 for sample in samples]
            times = {name: {"secs": 0, "nanos": value} for name, value in
                     (("mean", sum(samples) // 9), ("median", samples[4]), ("variance", 0), ("min", samples[0]),
                      ("max", samples[-1]))}
            results.append((0.8 * samples[0] + 0.2 * samples[4], {"name": names[index], "index": index,
                                                                  "computation": times}))
        results.sort(key=lambda result: result[0])
        winner = results[0][1]["index"]
        outcomes = [{"outcome": {"Ok": result}} for _, result in results]
        outcomes += [{"outcome": {"Err": {"Skip": {"name": name}}}} for index, name in enumerate(names)
                     if index not in only]
        if self.log:
            line = {"key": key, "fastest_index": winner, "fastest_time": results[0][1]["computation"]["median"],
                    "results": outcomes,
                    "log_context": {"bounds": None, "limit": None, "events": [], "checks": None}, "checks": None}
            self.log.write(json.dumps(line, separators=(",", ":")) + "\n")
            self.log.flush()
        if self.database:
            self.keep(f"autotune/{VERSION}/{device}/{tuner}", checksum, key, winner, outcomes)
        return winner

    def keep(self, namespace, checksum, key, winner, outcomes):
        entry = {"key": key, "checksum": checksum}
        self.database.add(namespace, entry, {"fastest_index": winner, "results": outcomes, "bounds": None, "limit": None})
        if not self.records:
            self.database.add("records/v1/sessions", self.session,
                              {"id": self.session, "started_unix_ms": self.session // 1_000_000,
                               "cubecl_version": VERSION, "label": None, "process": os.getpid(), "os": "linux",
                               "arch": "x86_64"})
        zero = {"secs": 0, "nanos": 0}
        record = {"table": namespace, "entry": entry, "winner": winner, "trials": [], "short_circuit": None,
                  "wall": zero, "dry_run": False, "stored": True, "plan": []}
        self.database.add("records/v1/autotune", [self.session, self.records],
                          {"stamp": {"session": self.session, "seq": self.records, "offset": zero}, "record": record})
        self.records += 1

    def digest(self, *parts):
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:16]

    def computed(self, number):
        if number in self.matmuls:
            return product(self.scenario["emulator"], self.matmuls[number], self.used[number])
        classes = self.scenario.get("classes", {}).get(str(number))
        used = self.used[number]
        return classes[used] if classes else used

    def run(self):
        scenario = self.scenario
        for number in (*range(scenario["keys"]), *self.matmuls):
            self.used[number] = self.choose(number)
            if number in scenario.get("twice", []):
                self.choose(number, SECOND_DEVICE)
            computed = self.computed(number)
            # Of a product the checksum itself, so that it can be told from what the tool says of it.
            shown = computed if number in self.matmuls else self.digest(number, computed)
            print(f"key {number}: checksum {shown}")
        if "growsAfter" in scenario and (run := counted_run()) > scenario["growsAfter"]:
            self.choose(scenario["keys"] + run)
        sys.stdout.flush()
        if self.is_in(scenario.get("hangs")):
            time.sleep(3600)
        if self.is_in(scenario.get("crashes")):
            os.kill(os.getpid(), signal.SIGABRT)
        bad = any(self.is_in(group) for group in scenario.get("culprits", []))
        bad = bad or any(self.computed(number) != product(scenario["emulator"], self.matmuls[number], candidate)
                         for number, candidate in scenario.get("decisive", {}).items())
        if "badAfter" in scenario:
            run = counted_run()
            bad = bad or scenario["badAfter"] < run <= scenario.get("badUntil", run)
        chance = random.Random(f"{scenario.get('seed', 0)}/{time.time_ns()}/{os.getpid()}").random()
        if chance < scenario.get("flakyBad" if bad else "flakyGood", 0):
            bad = not bad
        loss = "3.25" if self.is_in(scenario.get("thirdOutcome")) else "NaN" if bad else "7.0625"
        print(f"step 0: loss {loss}")
        if self.is_in(scenario.get("panics")):
            print("thread 'main' panicked at src/main.rs:7: called `Result::unwrap()` on an `Err` value", file=sys.stderr)
            self.leave(101)
        self.leave(scenario.get("statusWhenBad", 0) if bad else 0)

    def leave(self, status):
        sys.stdout.flush()
        sys.stderr.flush()
        # Like a Rust program whose statics are never dropped: the database is not closed, its -wal stays.
        os._exit(status)


def counted_run():
    """The number of this run of the scenario, from 1."""
    with open(sys.argv[1] + ".runs", "a+") as counter:
        counter.write("x")
        counter.flush()
        return counter.tell()


def main():
    scenario = json.loads(pathlib.Path(sys.argv[1]).read_text())
    if "busyAt" in scenario and counted_run() in scenario["busyAt"]:
        print("CUDA_ERROR_DEVICE_UNAVAILABLE: all CUDA-capable devices are busy or unavailable", file=sys.stderr)
        sys.exit(1)
    if "chdir" in scenario:
        os.chdir(scenario["chdir"])
    Program(scenario).run()


if __name__ == "__main__":
    main()
