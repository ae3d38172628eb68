#include "kernels/element_access.cuh"
#include "kernels/launch_grid.h"

namespace flipscope {

namespace {

constexpr unsigned kColumnsPerBlock = 32;
constexpr unsigned kRowsPerBlock = 8;
constexpr unsigned kRotations = 4;

// One thread an element. The sum goes over tiles of k that begin at a place given by the column; one tile of k elements
// is the plain ascending sum.
template <class Element>
__global__ void ascendingSums(DeviceMatmul p, unsigned tile) {
    const unsigned column = blockIdx.x * kColumnsPerBlock + threadIdx.x;
    if (column >= p.n) return;
    const unsigned tiles = tile == 0 ? 0 : p.k / tile;
    const unsigned first = tiles > 1 ? column / tile % kRotations % tiles : 0;
    for (std::uint64_t row = blockIdx.y * kRowsPerBlock + threadIdx.y; row < p.m; row += gridDim.y * kRowsPerBlock) {
        const ElementOperands<Element> operands(p, row, column);
        float sum = 0;
        for (unsigned i = 0; i < tiles; ++i) {
            const unsigned begin = (first + i) % tiles * tile;
            for (unsigned l = begin; l < begin + tile; ++l)
                sum = __fmaf_rn(operands.a(l), operands.b(l), sum);
        }
        storeResult<Element>(p, row, column, sum);
    }
}

LaunchAnswer launch(const DeviceMatmul& p, unsigned tile, cudaStream_t stream) {
    return withElement(p.type, [&](auto element) -> LaunchAnswer {
        const dim3 blocks = blocksOver(p.m, p.n, kRowsPerBlock, kColumnsPerBlock);
        ascendingSums<decltype(element)><<<blocks, dim3(kColumnsPerBlock, kRowsPerBlock), 0, stream>>>(p, tile);
        return {{}, cudaGetLastError()};
    });
}

}  // namespace

LaunchAnswer launchAscending(const DeviceMatmul& matmul, cudaStream_t stream) {
    return launch(matmul, matmul.k, stream);
}

LaunchAnswer launchRotatedTiles(const DeviceMatmul& matmul, unsigned tile, cudaStream_t stream) {
    if (tile == 0 || matmul.k % tile != 0) return {"its tile does not divide k", cudaSuccess};
    return launch(matmul, tile, stream);
}

}  // namespace flipscope
