#pragma once

#include "core/model/tuning_key.h"

#include <cstdint>
#include <optional>
#include <string>

#include <cuda_runtime_api.h>

namespace flipscope {

// One product in device memory: out (m×n) = lhs (m×k) · rhs (k×n), rows of one buffer `…Stride` elements apart. With
// lhsTransposed the buffer of the left operand holds k×m, with rhsTransposed that of the right one n×k. Elements are
// f32, f16 or bf16, the same in all three.
struct DeviceMatmul {
    const void* lhs = nullptr;
    const void* rhs = nullptr;
    void* out = nullptr;
    ElementType type = ElementType::f32;
    unsigned m = 0, n = 0, k = 0;
    bool lhsTransposed = false, rhsTransposed = false;
    std::int64_t lhsStride = 0, rhsStride = 0, outStride = 0;
};

// How a replica feeds the tensor core. f32 operands are rounded on the way: sync to TF32 with ties away (cvt.rna),
// async copies raw bits, of which the instruction drops the low ones, tma rounds to nearest even.
enum class TileLoader : std::uint8_t { sync, async, tma };
enum class MatrixInstruction : std::uint8_t { wmma, mmaSync };

// What became of a launch. `refused` is empty when it was launched; then it says in words why the replica cannot run
// here, and nothing was launched. An error of the launch itself is in `error`. Results are there after the stream has
// been waited for.
struct LaunchAnswer {
    std::string refused;
    cudaError_t error = cudaSuccess;
};

// The replicas: kernels that add up as the real candidates' numerical classes do (docs: Arithmetic in
// core/analyse/class_rules.h). They reproduce bits, not times. All write every element of `out` within m×n and nothing
// else. Call with the wanted device current; any thread.
[[nodiscard]] LaunchAnswer launchAscending(const DeviceMatmul& matmul, cudaStream_t stream);
// Tiles of `tile` elements along k, begun by column: ⌊column / tile⌋ modulo 4. Precondition: tile divides k.
[[nodiscard]] LaunchAnswer launchRotatedTiles(const DeviceMatmul& matmul, unsigned tile, cudaStream_t stream);
// `width` partial sums (1, 2, 4 or 8) over k modulo width. Refused when width does not divide k.
[[nodiscard]] LaunchAnswer launchPartialSums(const DeviceMatmul& matmul, unsigned width, cudaStream_t stream);
// 32 lanes of `width` partial sums (1, 2, 4 or 8). Refused when 32·width does not divide k.
[[nodiscard]] LaunchAnswer launchGemm(const DeviceMatmul& matmul, unsigned width, cudaStream_t stream);
// Products rounded and added as a tree; contracted: the first addition of the tree is an FMA.
[[nodiscard]] LaunchAnswer launchVecmat(const DeviceMatmul& matmul, bool contracted, cudaStream_t stream);
// Refused where the device lacks the instruction or the loader, and where the loader needs 16-byte rows that are not.
[[nodiscard]] LaunchAnswer launchTensorCore(const DeviceMatmul& matmul, MatrixInstruction instruction,
                                            TileLoader loader, cudaStream_t stream);

}  // namespace flipscope
