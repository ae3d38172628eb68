#!/usr/bin/env python3
"""The example worker under the names of matrix instructions: a device whose arithmetic is no tensor core's."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "resources" / "workers"))
sys.dont_write_bytecode = True
import example_worker  # noqa: E402

example_worker.KERNELS = {"matmul_simple_cyclic_mma": example_worker.ascending,
                          "matmul_simple_cyclic_cmma": example_worker.pairwise}
example_worker.main()
