#pragma once

#include <cstdint>

#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>

namespace flipscope {

// Where a tile of a matrix lies: `rows` × `columns` elements in global memory, rows `stride` elements apart; the tile
// begins at (firstRow, firstColumn). What lies outside the matrix becomes zero.
template <class Element>
struct TileSource {
    const Element* matrix;
    std::int64_t stride;
    unsigned rows, columns;
    unsigned firstRow, firstColumn;
};

// Rounds f32 to TF32, ties away from zero; half types stay.
__device__ inline float asOperand(float value) {
    std::uint32_t rounded = 0;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(rounded) : "f"(value));
    return __uint_as_float(rounded);
}
template <class Half>
__device__ inline Half asOperand(Half value) {
    return value;
}

// Through registers, rounding on the way. All threads of the block take part.
template <class Element, unsigned tileRows, unsigned tileColumns>
__device__ void loadRounded(Element* tile, const TileSource<Element>& from) {
    for (unsigned i = threadIdx.x; i < tileRows * tileColumns; i += blockDim.x) {
        const unsigned row = from.firstRow + i / tileColumns, column = from.firstColumn + i % tileColumns;
        const bool inside = row < from.rows && column < from.columns;
        tile[i] = inside ? asOperand(from.matrix[row * from.stride + column]) : Element(0.0F);
    }
}

// Raw bits by cp.async, 16 bytes a copy. Preconditions: matrix and rows aligned to 16 bytes.
template <class Element, unsigned tileRows, unsigned tileColumns>
__device__ void copyAsync(Element* tile, const TileSource<Element>& from) {
    constexpr unsigned width = 16 / sizeof(Element);
    constexpr unsigned perRow = tileColumns / width;
    for (unsigned i = threadIdx.x; i < tileRows * perRow; i += blockDim.x) {
        const unsigned row = from.firstRow + i / perRow, column = from.firstColumn + i % perRow * width;
        const bool inside = row < from.rows && column < from.columns;
        const unsigned elements = inside ? min(width, from.columns - column) : 0;
        const auto to = static_cast<std::uint32_t>(__cvta_generic_to_shared(tile + i * width));
        const Element* source = inside ? from.matrix + row * from.stride + column : from.matrix;
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(source),
                     "r"(static_cast<unsigned>(elements * sizeof(Element)))
                     : "memory");
    }
}
__device__ inline void waitForCopies() {
    asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
}

// The tensor memory accelerator (compute capability 9.0 and later); does nothing on older ones, where the launch is
// refused. One thread asks, all wait.
class TmaBarrier {
public:
    __device__ static void init(std::uint64_t* barrier) {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;\nfence.proxy.async.shared::cta;" ::"r"(address(barrier))
                     : "memory");
#endif
    }
    __device__ static void expect(std::uint64_t* barrier, unsigned bytes) {
#if __CUDA_ARCH__ >= 900
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(barrier)), "r"(bytes)
                     : "memory");
#endif
    }
    __device__ static void load(std::uint64_t* barrier, void* tile, const CUtensorMap* map, unsigned column,
                                unsigned row) {
#if __CUDA_ARCH__ >= 900
        asm volatile(
            "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::
                "r"(address(tile)),
            "l"(map), "r"(column), "r"(row), "r"(address(barrier))
            : "memory");
#endif
    }
    __device__ static void wait(std::uint64_t* barrier, unsigned parity) {
#if __CUDA_ARCH__ >= 900
        std::uint32_t done = 0;
        while (done == 0) {
            asm volatile(
                "{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                : "=r"(done)
                : "r"(address(barrier)), "r"(parity)
                : "memory");
        }
#endif
    }

private:
    __device__ static std::uint32_t address(const void* shared) {
        return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
    }
};

}  // namespace flipscope
