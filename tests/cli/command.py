"""Runs flipscope-cli for the tests of the command line."""

import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parents[2]
DATA = SOURCE / "tests" / "data" / "cli"


class TemporaryFolder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="flipscope-cli-"))

    def tearDown(self):
        shutil.rmtree(self.folder)


def run(program, arguments, cwd=DATA, **environment):
    """The finished process, with the captured bytes of standard output and error."""
    settings = {**os.environ, "LC_ALL": "C", **environment}
    return subprocess.run([program, *arguments], cwd=cwd, env=settings, capture_output=True, timeout=120)


def key_id(program, label_part, paths=("runs",)):
    """Id of the only key whose label contains the text."""
    report = json.loads(run(program, ["summary", *paths, "--format", "json"]).stdout)
    ids = [key["id"] for key in report["keys"] if label_part in key["label"]]
    assert len(ids) == 1, (label_part, ids)
    return ids[0]


def cases(program):
    """The golden cases with the placeholders of keys filled in."""
    key = key_id(program, "64×64×64")
    found = json.loads((SOURCE / "tests" / "cli" / "golden_cases.json").read_text())
    for case in found:
        case["arguments"] = [key if word == "KEY_64" else word for word in case["arguments"]]
    return found
