#pragma once

#include <cstdint>
#include <string_view>

namespace flipscope {

// What a matmul candidate is, read from its name by CubeK's naming grammar (never from its index).
struct CandidateFamily {
    enum class Kind : std::uint8_t {
        unknown,  // no name of the grammar, or with a suffix whose arithmetic is not known
        naive,
        unit,  // a thread computes a register tile
        vecmat,
        gemm,
        unitPerpendicular,  // vecmat_unit_perpendicular
        planeParallel,      // vecmat_plane_parallel
        tensorCore,
        cpu,      // gemm_cpu: only where the device is a processor
        cpuGemm,  // cpu_gemm: meant for processors, but runs on a card when launched there
        storageTiled,
        fallback,  // a fused tuner's way back to the plain tuner and its winner
    };
    enum class Instruction : std::uint8_t { cmma, mma };
    enum class Loader : std::uint8_t { sync, async, tma };

    Kind kind = Kind::unknown;
    bool fused = false;
    Instruction instruction = Instruction::cmma;  // of tensorCore
    Loader loader = Loader::sync;                 // of tensorCore

    friend bool operator==(const CandidateFamily&, const CandidateFamily&) = default;
};

// Grammar: matmul_{simple|double|specialized|ordered_double}_{[async_]cyclic|strided|tilewise|hybrid|tma}_{cmma|mma}…,
// matmul_{simple|double}_{unit|vecmat}…, matmul_naive, gemm…, vecmat_…, cpu_gemm…, fused_…; "…" are suffixes that
// change no arithmetic (tile sizes, rows, partitions). specialized_cyclic copies asynchronously, as async_* does.
[[nodiscard]] CandidateFamily familyOf(std::string_view name);

}  // namespace flipscope
