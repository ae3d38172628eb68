#!/usr/bin/env python3
"""What becomes of flipscope-worker when its asker is gone. Usage: orphans.py PROGRAM"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else ""
WORKER = str(pathlib.Path(PROGRAM).parent / "flipscope-worker")
DEADLINE = 60  # seconds
NO_READER = 2  # how the worker ends by itself; a write without a reader would end it by a signal
CANDIDATE = "matmul_simple_cyclic_mma"
HOPPER = "3"  # the id of its card
LONG = 8192  # a problem that is computed for long


def request(number, size):
    return json.dumps({"type": "run", "id": str(number), "device": HOPPER, "candidates": [{"name": CANDIDATE}],
                       "problem": {"m": size, "n": size, "k": size, "type": "f32"}}) + "\n"


def wait(condition):
    end = time.monotonic() + DEADLINE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    return condition()


class Orphans(unittest.TestCase):
    def worker(self):
        return subprocess.Popen([WORKER, "--backend", "emulate"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def start_long_request(self, worker):
        """Sends what is not answered for long, and waits until it runs."""
        worker.stdin.write(request(1, LONG).encode())
        worker.stdin.flush()
        for line in worker.stdout:
            if json.loads(line)["type"] == "progress":
                return
        self.fail("the request did not start")

    def test_what_came_before_the_end_of_the_input_is_answered(self):
        worker = self.worker()
        output, _ = worker.communicate((request(1, 64) + request(2, 96)).encode(), timeout=DEADLINE)
        messages = [json.loads(line) for line in output.splitlines()]
        self.assertEqual([(m["type"], m.get("id")) for m in messages if m["type"] in ("result", "done")],
                         [("result", "1"), ("done", "1"), ("result", "2"), ("done", "2")])
        self.assertEqual(worker.returncode, 0)

    def test_a_request_goes_on_while_the_answers_are_read(self):
        worker = self.worker()
        self.start_long_request(worker)
        worker.stdin.close()
        with self.assertRaises(subprocess.TimeoutExpired):
            worker.wait(2)
        worker.kill()
        worker.wait()
        worker.stdout.close()

    def test_a_worker_whose_answers_nobody_reads_ends(self):
        worker = self.worker()
        self.start_long_request(worker)
        worker.stdout.close()
        self.assertEqual(worker.wait(DEADLINE), NO_READER)
        worker.stdin.close()

    def test_a_killed_asker_leaves_no_worker_behind(self):
        folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(prefix="flipscope-cli-")))
        started, status, script = folder / "started", folder / "status", folder / "worker.sh"
        script.write_text(f'touch "{started}"; "{WORKER}" --backend emulate\n'
                          f'echo $? > "{status}.part"; mv "{status}.part" "{status}"\n')
        asker = subprocess.Popen([PROGRAM, "rerun", "--shape", f"{LONG}x{LONG}x{LONG}", "--candidates", CANDIDATE,
                                  "--checks", "none", "--device", HOPPER, "--worker", "sh", str(script)],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(asker.kill)
        self.assertTrue(wait(started.exists))
        time.sleep(1)
        self.assertIsNone(asker.poll())
        self.assertFalse(status.exists())
        os.kill(asker.pid, signal.SIGKILL)
        asker.wait()
        self.assertTrue(wait(status.exists))
        self.assertEqual(int(status.read_text()), NO_READER)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
