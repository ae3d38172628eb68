"""The matrix products of the simulated program: tuning keys whose candidates compute what the emulator says they do.

The emulator is asked through its command, as any program would ask it: nothing of the tool is imported."""

import json
import subprocess

FLOAT = {"Float": "F32"}
# The candidate set of burn 0.22.0 and its checksum; names repeat.
MATMUL = ("burn_cubecl-kernel-matmul-tune-base", "f8afebf0bd2882ee9d95825980948e26",
          ["matmul_naive", "matmul_double_vecmat", "matmul_simple_vecmat", "gemm_None",
           "vecmat_unit_perpendicular_None", "matmul_simple_unit_max_tile_size", "matmul_double_unit_max_tile_size",
           "matmul_simple_unit_min_tile_size", "matmul_double_unit_min_tile_size", "gemm_None", "gemm_cpu_general",
           "cpu_gemm_a0.5", "matmul_simple_cyclic_cmma", "matmul_simple_cyclic_mma",
           "matmul_simple_cyclic_cmma_multi_rows", "matmul_simple_cyclic_mma_multi_rows",
           "matmul_ordered_double_cmma_partition_k2_row_count4_rows_per_plane2",
           "matmul_ordered_double_mma_partition_k2_row_count4_rows_per_plane2",
           "matmul_ordered_double_cmma_partition_k2_row_count8_rows_per_plane2",
           "matmul_ordered_double_mma_partition_k2_row_count8_rows_per_plane2", "matmul_double_cyclic_cmma",
           "matmul_double_cyclic_mma", "matmul_double_cyclic_cmma_specialized", "matmul_double_cyclic_mma_specialized",
           "matmul_specialized_cyclic_cmma", "matmul_specialized_cyclic_mma", "matmul_simple_tma_cmma",
           "matmul_simple_tma_mma", "matmul_simple_tma_cmma_multi_rows", "matmul_simple_tma_mma_multi_rows",
           "matmul_specialized_tma_cmma", "matmul_specialized_tma_mma", "cmma"])
# Those that run on a shape of no special kind.
MEASURED = [0, 5, 7, 9, 12, 13, 14, 15, 26, 27, 28, 29]


def matmul_key(m, n, k, transposed=False):
    return {"definition": {"m": m, "n": n, "k": k, "lhs_pow2_factor": 4, "lhs_stride_factor": 8,
                           "rhs_pow2_factor": 4, "rhs_stride_factor": 8, "elem_lhs": FLOAT, "elem_rhs": FLOAT,
                           "elem_out": FLOAT, "matrix_layout_lhs": "Contiguous",
                           "matrix_layout_rhs": {"MildlyPermuted": {"transposed": True, "batch_swap": False}}
                           if transposed else "Contiguous",
                           "lhs_storage": "Plain", "rhs_storage": "Plain"},
            "analysis": {"scale_global": "Medium", "kind": "General"}}


def product(emulator, shape, candidate, card="hopper"):
    """The checksum of the seeded product that this candidate computes."""
    m, n, k, *transposed = shape
    command = [emulator, "rerun", "--shape", f"{m}x{n}x{k}", "--dtype", "f32", "--candidates", str(candidate),
               "--backend", f"emulate:{card}", "--format", "json", *(["--rhs-transposed"] if any(transposed) else [])]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    return json.loads(answer.stdout)["results"][0]["checksum"]
