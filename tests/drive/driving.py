"""Shared pieces of the tests that drive the simulated program."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import jsonschema
except ImportError:  # the schema is checked where the package is installed
    jsonschema = None

HERE = pathlib.Path(__file__).resolve().parent
SIMULATED = HERE / "simulated_program.py"
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
SCHEMA = json.loads((HERE.parents[1] / "docs" / "json.schema.json").read_text())
SETS = [6, 4, 17]  # candidates of key number i: SETS[i % 3]


class Driving(unittest.TestCase):
    def setUp(self):
        # resolve(): /tmp may be a link, and the tool works with real paths
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flipscope-drive-")).resolve()

    def tearDown(self):
        shutil.rmtree(self.folder)

    def scenario(self, name="scenario", **members):
        path = self.folder / f"{name}.json"
        path.write_text(json.dumps({"keys": 9, **members}))
        return path

    def command(self, scenario):
        return [sys.executable, "-S", str(SIMULATED), str(scenario)]

    def cli(self, *arguments, cwd=None, timeout=240, **environment):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd or self.folder, capture_output=True, text=True,
                              timeout=timeout, env={**os.environ, "LC_ALL": "C", **environment})

    def started(self, *arguments, cwd=None, **settings):
        """The command, left running, with the signals as a terminal leaves them."""
        def defaults():
            for number in (signal.SIGINT, signal.SIGHUP, *settings.get("ignored", ())):
                signal.signal(number, signal.SIG_IGN if number in settings.get("ignored", ()) else signal.SIG_DFL)
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=cwd or self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, preexec_fn=defaults)
        self.addCleanup(lambda: process.poll() is None and process.kill())
        return process

    def report(self, *arguments, status=0, **options):
        """The JSON of a command that ends with this status. The user's command follows --."""
        at = arguments.index("--")
        result = self.cli(*arguments[:at], "--format", "json", *arguments[at:], **options)
        self.assertEqual(result.returncode, status, result.stderr)
        report = json.loads(result.stdout)
        if jsonschema:
            jsonschema.validate(report, SCHEMA)
        return report

    def recorded_run(self, name, **members):
        """A run as a user has it: made without the tool."""
        run = self.folder / "given" / name
        run.mkdir(parents=True)
        (run / "cubecl.toml").write_text(
            '[autotune.decisions]\nfile = "decisions.jsonl"\n[environment]\npath = { directory = "env" }\n')
        scenario = self.scenario(f"made-{name}", **members)
        with open(run / "stdout.log", "w") as output, open(run / "stderr.log", "w") as error:
            subprocess.run(self.command(scenario), cwd=run, stdout=output, stderr=error, check=False, timeout=60)
        return run

    def pair(self, seed, keys, culprits, differing=None):
        """A good and a bad run that differ in the culprits and in some other keys. culprits: groups of key numbers.
        Returns both folders and the groups of [key, candidate] that make a run bad."""
        chance = random.Random(seed)
        good = {key: chance.randrange(SETS[key % 3]) for key in range(keys)}
        bad = dict(good)
        named = {key for group in culprits for key in group}
        for key in named | set(chance.sample(range(keys), differing if differing is not None else keys // 2)):
            bad[key] = (good[key] + 1 + chance.randrange(SETS[key % 3] - 1)) % SETS[key % 3]
        groups = [[[key, bad[key]] for key in group] for group in culprits]
        runs = [self.recorded_run(name, keys=keys, seed=seed, culprits=groups,
                                  favourites={str(key): candidate for key, candidate in choice.items()})
                for name, choice in (("good", good), ("bad", bad))]
        self.differing = sum(good[key] != bad[key] for key in range(keys))
        return runs[0], runs[1], groups

    def key_id(self, run, number):
        report = json.loads(self.cli("summary", run, "--format", "json").stdout)
        return next(key["id"] for key in report["keys"] if self.key_number(key["label"]) == number)

    def key_number(self, label):
        """The program's number of a key that a report labels."""
        numbers = [int(word) for word in "".join(c if c.isdigit() else " " for c in label).split()]
        if label.startswith("fused matmul"):
            return numbers[0] // 64 - 1
        return numbers[1] // 8 - 1


def wait(condition, seconds=60):
    """What the condition gives as soon as it is true, or at last."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def running(number):
    """Whether this process runs; one that is over and was not waited for does not."""
    try:
        state = pathlib.Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return False
    return state not in "ZX"


def tree(folder):
    """Every file below with its bytes and its time."""
    return {str(path.relative_to(folder)): (path.read_bytes() if path.is_file() else None, path.stat().st_mtime_ns)
            for path in sorted(pathlib.Path(folder).rglob("*"))}


def main():
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])
