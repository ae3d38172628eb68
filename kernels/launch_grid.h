#pragma once

#include <algorithm>
#include <cstdint>

#include <cuda_runtime_api.h>

namespace flipscope {

// Blocks of one product. CUDA takes 2^31 - 1 of them along x, 65,535 along y: kernels go over the rest in further
// rounds, `gridDim` blocks on.
inline constexpr std::uint64_t kMostBlocksX = 0x7fffffff, kMostBlocksY = 65'535;

// Of rows × columns elements each, columns along x.
[[nodiscard]] inline dim3 blocksOver(unsigned m, unsigned n, unsigned rows, unsigned columns) {
    const auto blocks = [](std::uint64_t size, unsigned each, std::uint64_t most) {
        return static_cast<unsigned>(std::min((size + each - 1) / each, most));
    };
    return {blocks(n, columns, kMostBlocksX), blocks(m, rows, kMostBlocksY), 1};
}

// Of `each` elements of the m·n, along x.
[[nodiscard]] inline unsigned blocksOver(std::uint64_t elements, unsigned each) {
    return static_cast<unsigned>(std::min((elements + each - 1) / each, kMostBlocksX));
}

}  // namespace flipscope
