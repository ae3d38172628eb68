#include "kernels/element_access.cuh"
#include "kernels/launch_grid.h"
#include "kernels/matrix_instructions.cuh"
#include "kernels/tensor_map.h"
#include "kernels/tile_loaders.cuh"

#include <type_traits>

namespace flipscope {

namespace {

// A block computes 32×32 elements with four warps of 16×16 each; k goes by in tiles, ascending.
constexpr unsigned kBlockRows = 32, kBlockColumns = 32;
constexpr unsigned kThreads = 128;
constexpr int kFirstTma = 9;  // major compute capability
constexpr std::uint64_t kVectorBytes = 16;

struct TensorMaps {
    CUtensorMap lhs, rhs;
};

template <class Element>
struct BlockTiles {
    alignas(128) Element lhs[kBlockRows * kTileK];
    alignas(128) Element rhs[kTileK * kBlockColumns];
};

// Fills both tiles for the elements from `l` on, of the product's rows from `row` on and the block's columns.
template <class Element, TileLoader loader>
class TileFill {
public:
    __device__ TileFill(const DeviceMatmul& p, const TensorMaps& maps, std::uint64_t* barrier)
        : m_p(p), m_maps(maps), m_barrier(barrier) {
        if constexpr (loader == TileLoader::tma) {
            if (threadIdx.x == 0) TmaBarrier::init(barrier);
            __syncthreads();
        }
    }

    __device__ void operator()(BlockTiles<Element>& tiles, unsigned row, unsigned l) {
        const unsigned column = blockIdx.x * kBlockColumns;
        const unsigned lhsRow = m_p.lhsTransposed ? l : row, lhsColumn = m_p.lhsTransposed ? row : l;
        const unsigned rhsRow = m_p.rhsTransposed ? column : l, rhsColumn = m_p.rhsTransposed ? l : column;
        if constexpr (loader == TileLoader::tma) {
            if (threadIdx.x == 0) {
                TmaBarrier::expect(m_barrier, sizeof tiles.lhs + sizeof tiles.rhs);
                TmaBarrier::load(m_barrier, tiles.lhs, &m_maps.lhs, lhsColumn, lhsRow);
                TmaBarrier::load(m_barrier, tiles.rhs, &m_maps.rhs, rhsColumn, rhsRow);
            }
            TmaBarrier::wait(m_barrier, m_parity);
            m_parity ^= 1U;
        } else {
            const auto* lhs = static_cast<const Element*>(m_p.lhs);
            const auto* rhs = static_cast<const Element*>(m_p.rhs);
            const unsigned lhsRows = m_p.lhsTransposed ? m_p.k : m_p.m, lhsColumns = m_p.lhsTransposed ? m_p.m : m_p.k;
            const unsigned rhsRows = m_p.rhsTransposed ? m_p.n : m_p.k, rhsColumns = m_p.rhsTransposed ? m_p.k : m_p.n;
            const TileSource<Element> lhsTile{lhs, m_p.lhsStride, lhsRows, lhsColumns, lhsRow, lhsColumn};
            const TileSource<Element> rhsTile{rhs, m_p.rhsStride, rhsRows, rhsColumns, rhsRow, rhsColumn};
            if constexpr (loader == TileLoader::sync) {
                loadRounded<Element, kBlockRows, kTileK>(tiles.lhs, lhsTile);
                loadRounded<Element, kTileK, kBlockColumns>(tiles.rhs, rhsTile);
            } else {
                copyAsync<Element, kBlockRows, kTileK>(tiles.lhs, lhsTile);
                copyAsync<Element, kTileK, kBlockColumns>(tiles.rhs, rhsTile);
                waitForCopies();
            }
        }
    }

private:
    const DeviceMatmul& m_p;
    const TensorMaps& m_maps;
    std::uint64_t* m_barrier;
    unsigned m_parity = 0;
};

template <class Element, MatrixInstruction instruction, TileLoader loader>
__global__ void __launch_bounds__(kThreads)
    tensorCoreSums(const DeviceMatmul p, const __grid_constant__ TensorMaps maps) {
    __shared__ BlockTiles<Element> tiles;
    __shared__ std::uint64_t barrier;
    __shared__ float scratch[kThreads / 32][kWarpRows * kWarpColumns];
    static_assert(kTileK == kBlockRows && kTileK == kBlockColumns, "one tile size serves either layout of an operand");
    const unsigned warp = threadIdx.x / 32;
    const unsigned warpRow = warp / 2 * kWarpRows, warpColumn = warp % 2 * kWarpColumns;
    const WarpTiles<Element> warpTiles{tiles.lhs + (p.lhsTransposed ? warpRow : warpRow * kTileK),
                                       tiles.rhs + (p.rhsTransposed ? warpColumn * kTileK : warpColumn),
                                       kBlockRows,
                                       kBlockColumns,
                                       p.lhsTransposed,
                                       p.rhsTransposed};
    using Sums = std::conditional_t<instruction == MatrixInstruction::mmaSync, MmaAccumulator<Element>,
                                    WmmaAccumulator<Element>>;
    TileFill<Element, loader> fill(p, maps, &barrier);
    // All threads of a block go over the same rows.
    for (std::uint64_t begin = blockIdx.y * kBlockRows; begin < p.m; begin += gridDim.y * kBlockRows) {
        const auto firstRow = static_cast<unsigned>(begin);
        Sums sums;
        for (unsigned l = 0; l < p.k; l += kTileK) {
            fill(tiles, firstRow, l);
            __syncthreads();
            sums.add(warpTiles);
            __syncthreads();
        }
        const auto write = [&](unsigned row, unsigned column, float value) {
            row += firstRow + warpRow;
            column += blockIdx.x * kBlockColumns + warpColumn;
            if (row < p.m && column < p.n) storeResult<Element>(p, row, column, value);
        };
        if constexpr (instruction == MatrixInstruction::mmaSync) {
            sums.forEach(write);
        } else {
            sums.forEach(scratch[warp], write);
            __syncwarp();  // before its next rows go there
        }
    }
}

int majorCapability() {
    int device = 0, major = 0;
    if (cudaGetDevice(&device) != cudaSuccess) return 0;
    if (cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) != cudaSuccess) return 0;
    return major;
}

bool rowsAligned(const void* matrix, std::int64_t stride, std::uint64_t elementBytes) {
    return reinterpret_cast<std::uintptr_t>(matrix) % kVectorBytes == 0 &&
           static_cast<std::uint64_t>(stride) * elementBytes % kVectorBytes == 0;
}

template <class Element, MatrixInstruction instruction, TileLoader loader>
LaunchAnswer launch(const DeviceMatmul& p, cudaStream_t stream) {
    TensorMaps maps{};
    if constexpr (loader == TileLoader::async) {
        if (!rowsAligned(p.lhs, p.lhsStride, sizeof(Element)) || !rowsAligned(p.rhs, p.rhsStride, sizeof(Element)))
            return {"its copies need rows aligned to 16 bytes", cudaSuccess};
    }
    if constexpr (loader == TileLoader::tma) {
        if (majorCapability() < kFirstTma) return {"the card has no tensor memory accelerator", cudaSuccess};
        const TensorMap lhs = describeTensor(p.lhs, p.type, p.lhsTransposed ? p.k : p.m, p.lhsTransposed ? p.m : p.k,
                                             p.lhsStride, kBlockRows, kTileK);
        const TensorMap rhs = describeTensor(p.rhs, p.type, p.rhsTransposed ? p.n : p.k, p.rhsTransposed ? p.k : p.n,
                                             p.rhsStride, kTileK, kBlockColumns);
        if (!lhs.refused.empty()) return {lhs.refused, cudaSuccess};
        if (!rhs.refused.empty()) return {rhs.refused, cudaSuccess};
        maps = {lhs.map, rhs.map};
    }
    const dim3 blocks = blocksOver(p.m, p.n, kBlockRows, kBlockColumns);
    tensorCoreSums<Element, instruction, loader><<<blocks, kThreads, 0, stream>>>(p, maps);
    return {{}, cudaGetLastError()};
}

template <class Element, MatrixInstruction instruction>
LaunchAnswer launchWith(const DeviceMatmul& p, TileLoader loader, cudaStream_t stream) {
    switch (loader) {
        case TileLoader::sync:
            return launch<Element, instruction, TileLoader::sync>(p, stream);
        case TileLoader::async:
            return launch<Element, instruction, TileLoader::async>(p, stream);
        default:
            return launch<Element, instruction, TileLoader::tma>(p, stream);
    }
}

}  // namespace

LaunchAnswer launchTensorCore(const DeviceMatmul& matmul, MatrixInstruction instruction, TileLoader loader,
                              cudaStream_t stream) {
    return withElement(matmul.type, [&](auto element) -> LaunchAnswer {
        using Element = decltype(element);
        return instruction == MatrixInstruction::wmma
                   ? launchWith<Element, MatrixInstruction::wmma>(matmul, loader, stream)
                   : launchWith<Element, MatrixInstruction::mmaSync>(matmul, loader, stream);
    });
}

}  // namespace flipscope
