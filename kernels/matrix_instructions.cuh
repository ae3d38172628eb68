#pragma once

#include <cstdint>
#include <cstring>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <mma.h>

namespace flipscope {

// Elements of a k tile in shared memory, and of the output tile of one warp.
inline constexpr unsigned kTileK = 32;
inline constexpr unsigned kWarpRows = 16, kWarpColumns = 16;

// The tiles of a warp in shared memory, as their buffers lie. Of the left operand a row of kTileK elements for each row
// of the product, `lhsTransposed` kTileK rows `lhsPitch` elements apart; of the right one `rhsTransposed` a row of
// kTileK elements for each column, else kTileK rows `rhsPitch` elements apart.
template <class Element>
struct WarpTiles {
    const Element* lhs;
    const Element* rhs;
    unsigned lhsPitch, rhsPitch;
    bool lhsTransposed, rhsTransposed;

    __device__ Element a(unsigned row, unsigned l) const {
        return lhsTransposed ? lhs[l * lhsPitch + row] : lhs[row * kTileK + l];
    }
    __device__ Element b(unsigned l, unsigned column) const {
        return rhsTransposed ? rhs[column * kTileK + l] : rhs[l * rhsPitch + column];
    }
};

__device__ inline std::uint32_t bitsOf(float value) {
    return __float_as_uint(value);
}

template <class Half>
__device__ inline std::uint32_t packed(Half low, Half high) {
    std::uint16_t first, second;
    memcpy(&first, &low, sizeof first);
    memcpy(&second, &high, sizeof second);
    return first | static_cast<std::uint32_t>(second) << 16U;
}

// Accumulators of one warp by mma.sync: two products of 16×8. Register layouts: PTX ISA, "Matrix fragments for
// mma.m16n8k8" and "… mma.m16n8k16".
template <class Element>
class MmaAccumulator {
public:
    __device__ void add(const WarpTiles<Element>& tiles) {
        const unsigned group = threadIdx.x / 4 % 8, member = threadIdx.x % 4;
        for (unsigned l = 0; l < kTileK; l += kDepth) {
            std::uint32_t a[4];
            lhsFragment(tiles, l, group, member, a);
#pragma unroll
            for (unsigned half = 0; half < 2; ++half) {
                std::uint32_t b[2];
                rhsFragment(tiles, l, half * 8 + group, member, b);
                multiply(m_sums[half], a, b);
            }
        }
    }

    // Calls write(row, column, value) for each element of the warp's tile.
    template <class Write>
    __device__ void forEach(Write write) const {
        const unsigned group = threadIdx.x / 4 % 8, member = threadIdx.x % 4;
        for (unsigned half = 0; half < 2; ++half) {
            for (unsigned i = 0; i < 4; ++i)
                write(group + i / 2 * 8, half * 8 + 2 * member + i % 2, m_sums[half][i]);
        }
    }

private:
    static constexpr bool kIsTf32 = sizeof(Element) == 4;
    static constexpr unsigned kDepth = kIsTf32 ? 8 : 16;

    __device__ static void lhsFragment(const WarpTiles<Element>& tiles, unsigned l, unsigned group, unsigned member,
                                       std::uint32_t (&a)[4]) {
#pragma unroll
        for (unsigned i = 0; i < 4; ++i) {
            const unsigned row = group + i % 2 * 8;
            if constexpr (kIsTf32) {
                a[i] = bitsOf(tiles.a(row, l + member + i / 2 * 4));
            } else {
                const unsigned first = l + 2 * member + i / 2 * 8;
                a[i] = packed(tiles.a(row, first), tiles.a(row, first + 1));
            }
        }
    }
    __device__ static void rhsFragment(const WarpTiles<Element>& tiles, unsigned l, unsigned column, unsigned member,
                                       std::uint32_t (&b)[2]) {
#pragma unroll
        for (unsigned i = 0; i < 2; ++i) {
            if constexpr (kIsTf32) {
                b[i] = bitsOf(tiles.b(l + member + i * 4, column));
            } else {
                const unsigned first = l + 2 * member + i * 8;
                b[i] = packed(tiles.b(first, column), tiles.b(first + 1, column));
            }
        }
    }
    __device__ static void multiply(float (&d)[4], const std::uint32_t (&a)[4], const std::uint32_t (&b)[2]) {
        if constexpr (kIsTf32) {
            asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                "{%0,%1,%2,%3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        } else if constexpr (std::is_same_v<Element, __half>) {
            asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                "{%0,%1,%2,%3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        } else {
            asm("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                "{%0,%1,%2,%3};"
                : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
        }
    }

    float m_sums[2][4] = {};
};

// Accumulators of one warp by the warp matrix functions, 16×16.
template <class Element>
class WmmaAccumulator {
public:
    __device__ WmmaAccumulator() { nvcuda::wmma::fill_fragment(m_sums, 0.0F); }

    __device__ void add(const WarpTiles<Element>& tiles) {
        for (unsigned l = 0; l < kTileK; l += kDepth) {
            if (tiles.lhsTransposed) {
                Lhs<nvcuda::wmma::col_major> a;
                nvcuda::wmma::load_matrix_sync(a, tiles.lhs + l * tiles.lhsPitch, tiles.lhsPitch);
                multiply(a, tiles, l);
            } else {
                Lhs<nvcuda::wmma::row_major> a;
                nvcuda::wmma::load_matrix_sync(a, tiles.lhs + l, kTileK);
                multiply(a, tiles, l);
            }
        }
    }

    // As MmaAccumulator::forEach. `scratch`: kWarpRows · kWarpColumns floats of this warp.
    template <class Write>
    __device__ void forEach(float* scratch, Write write) const {
        nvcuda::wmma::store_matrix_sync(scratch, m_sums, kWarpColumns, nvcuda::wmma::mem_row_major);
        __syncwarp();
        for (unsigned i = threadIdx.x % 32; i < kWarpRows * kWarpColumns; i += 32)
            write(i / kWarpColumns, i % kWarpColumns, scratch[i]);
    }

private:
    static constexpr bool kIsTf32 = sizeof(Element) == 4;
    static constexpr unsigned kDepth = kIsTf32 ? 8 : 16;
    using Operand = std::conditional_t<kIsTf32, nvcuda::wmma::precision::tf32, Element>;
    template <class Layout>
    using Lhs = nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, kDepth, Operand, Layout>;
    template <class Layout>
    using Rhs = nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, 16, 16, kDepth, Operand, Layout>;

    template <class Layout>
    __device__ void multiply(const Lhs<Layout>& a, const WarpTiles<Element>& tiles, unsigned l) {
        if (tiles.rhsTransposed) {
            Rhs<nvcuda::wmma::col_major> b;
            nvcuda::wmma::load_matrix_sync(b, tiles.rhs + l, kTileK);
            nvcuda::wmma::mma_sync(m_sums, a, b, m_sums);
        } else {
            Rhs<nvcuda::wmma::row_major> b;
            nvcuda::wmma::load_matrix_sync(b, tiles.rhs + l * tiles.rhsPitch, tiles.rhsPitch);
            nvcuda::wmma::mma_sync(m_sums, a, b, m_sums);
        }
    }

    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, kDepth, float> m_sums;
};

}  // namespace flipscope
