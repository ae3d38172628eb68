#include "core/analyse/candidate_family.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;
using Kind = CandidateFamily::Kind;
using Instruction = CandidateFamily::Instruction;
using Loader = CandidateFamily::Loader;

namespace {

CandidateFamily tensorCore(Instruction instruction, Loader loader = Loader::sync, bool fused = false) {
    return {Kind::tensorCore, fused, instruction, loader};
}
CandidateFamily plain(Kind kind) {
    return {kind, false, {}, {}};
}
CandidateFamily fused(Kind kind) {
    return {kind, true, {}, {}};
}

}  // namespace

TEST_CASE("names of the plain tuner are read by their grammar") {
    const std::pair<const char*, CandidateFamily> cases[] = {
        {"matmul_naive", plain(Kind::naive)},
        {"matmul_double_vecmat", plain(Kind::vecmat)},
        {"matmul_simple_vecmat", plain(Kind::vecmat)},
        {"gemm_None", plain(Kind::gemm)},
        {"gemm_Some(4)", plain(Kind::gemm)},
        {"vecmat_unit_perpendicular_None", plain(Kind::unitPerpendicular)},
        {"vecmat_plane_parallel_None", plain(Kind::planeParallel)},
        {"matmul_simple_unit_max_tile_size", plain(Kind::unit)},
        {"matmul_double_unit_min_tile_size", plain(Kind::unit)},
        {"matmul_simple_unit", plain(Kind::unit)},
        {"gemm_cpu_general", plain(Kind::cpu)},
        {"cpu_gemm_a0.5", plain(Kind::cpuGemm)},
        {"cmma", plain(Kind::storageTiled)},
        {"tiled_cmma", plain(Kind::storageTiled)},
        {"matmul_simple_cyclic_cmma", tensorCore(Instruction::cmma)},
        {"matmul_simple_cyclic_mma_multi_rows", tensorCore(Instruction::mma)},
        {"matmul_simple_strided_mma", tensorCore(Instruction::mma)},
        {"matmul_double_tilewise_cmma", tensorCore(Instruction::cmma)},
        {"matmul_double_hybrid_mma_specialized", tensorCore(Instruction::mma)},
        {"matmul_ordered_double_mma_partition_k2_row_count8_rows_per_plane2", tensorCore(Instruction::mma)},
        {"matmul_ordered_double_cmma", tensorCore(Instruction::cmma)},
        {"matmul_double_cyclic_cmma_specialized", tensorCore(Instruction::cmma)},
        {"matmul_double_cyclic_mma_forced", tensorCore(Instruction::mma)},
        {"matmul_specialized_cyclic_mma", tensorCore(Instruction::mma, Loader::async)},
        {"matmul_simple_async_cyclic_cmma", tensorCore(Instruction::cmma, Loader::async)},
        {"matmul_specialized_async_strided_cmma", tensorCore(Instruction::cmma, Loader::async)},
        {"matmul_simple_tma_mma_multi_rows", tensorCore(Instruction::mma, Loader::tma)},
        {"matmul_specialized_tma_cmma", tensorCore(Instruction::cmma, Loader::tma)},
    };
    for (const auto& each : cases) {
        const auto& name = each.first;
        const auto& family = each.second;
        CAPTURE(name);
        CHECK(familyOf(name) == family);
    }
}

TEST_CASE("names of the fused tuner are read by their grammar") {
    const std::pair<const char*, CandidateFamily> cases[] = {
        {"fused_matmul_fallback", fused(Kind::fallback)},
        {"fused_simple_vec_mat", fused(Kind::vecmat)},
        {"fused_double_buffering_vec_mat", fused(Kind::vecmat)},
        {"fused_gemm", fused(Kind::gemm)},
        {"fused_gemv_unit_perpendicular", fused(Kind::unitPerpendicular)},
        {"fused_gemv_plane_parallel", fused(Kind::planeParallel)},
        {"fused_simple_unit", fused(Kind::unit)},
        {"fused_double_buffering_unit", fused(Kind::unit)},
        {"fused_simple_Cmma", tensorCore(Instruction::cmma, Loader::sync, true)},
        {"fused_simple_multirows_Mma", tensorCore(Instruction::mma, Loader::sync, true)},
        {"fused_double_buffering_ordered_cmma", tensorCore(Instruction::cmma, Loader::sync, true)},
        {"fused_double_buffering_ordered_mma", tensorCore(Instruction::mma, Loader::sync, true)},
        {"fused_double_buffering_specialized_Mma", tensorCore(Instruction::mma, Loader::sync, true)},
        {"fused_double_buffering_Cmma", tensorCore(Instruction::cmma, Loader::sync, true)},
    };
    for (const auto& each : cases) {
        const auto& name = each.first;
        const auto& family = each.second;
        CAPTURE(name);
        CHECK(familyOf(name) == family);
    }
}

TEST_CASE("what the grammar does not know has no family") {
    for (const char* name : {"",
                             "matmul",
                             "matmul_",
                             "matmul_auto",
                             "matmul_simple",
                             "matmul_simple_cyclic",
                             "matmul_simple_cyclic_wgmma",
                             "matmul_simple_cyclic_mma_split_k4",
                             "matmul_simple_cyclic_mmax",
                             "matmul_specialized_strided_mma",
                             "matmul_ordered_double_mma_partition_k",
                             "gemm_Some(",
                             "gemm_Some()",
                             "simple_sync_cmma",
                             "fused_simple",
                             "fused_unit",
                             "fused_reduce_fallback",
                             "unit",
                             "plane",
                             "conv_direct",
                             "burn::matmul_naive",
                             "matmul_naive2"}) {
        CAPTURE(name);
        CHECK(familyOf(name) == CandidateFamily{});
    }
}
