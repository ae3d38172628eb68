// Compiled with -mavx512f where the compiler has it (core/CMakeLists.txt); called only where the processor does.
#include "core/rerun/lane_task.h"

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 takes values that the intrinsics leave undefined on purpose for uninitialised ones of ours (PR 105593).
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#ifdef __AVX512F__
#include "core/rerun/lane_kernels.inc.h"

#include <immintrin.h>
#endif

namespace flipscope {

#ifdef __AVX512F__
namespace {

struct Avx512Lanes {
    static constexpr std::size_t width = 16, chainRows = 8, groupRows = 4;
    static constexpr int kToZero = _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC;
    static constexpr int kToNearest = _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC;
    using Floats = __m512;
    using Ints = __m512i;
    struct Wide {
        __m512d low, high;  // integers below 2^53 in magnitude
    };
    struct RoundingScope {
        explicit RoundingScope(bool /*towardZero*/) {}  // conversions carry their rounding
    };

    static Floats load(const float* from) { return _mm512_loadu_ps(from); }
    static Ints load(const std::int32_t* from) { return _mm512_loadu_si512(from); }
    static void store(float* to, Floats values) { _mm512_storeu_ps(to, values); }
    static Floats broadcast(float value) { return _mm512_set1_ps(value); }
    static Ints broadcast(std::int32_t value) { return _mm512_set1_epi32(value); }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
    static Floats mul(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
    static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
    static Ints add(Ints a, Ints b) { return _mm512_add_epi32(a, b); }
    static Wide add(Wide a, Wide b) { return {_mm512_add_pd(a.low, b.low), _mm512_add_pd(a.high, b.high)}; }
    static Ints subtract(Ints a, Ints b) { return _mm512_sub_epi32(a, b); }
    static Ints max(Ints a, Ints b) { return _mm512_max_epi32(a, b); }
    static Ints exponent(Floats a) {
        const Ints magnitude = _mm512_and_si512(_mm512_castps_si512(a), _mm512_set1_epi32(0x7fffffff));
        return _mm512_sub_epi32(_mm512_srli_epi32(magnitude, 23), _mm512_set1_epi32(127));
    }
    static Floats powerOfTwo(Ints e) {
        return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_add_epi32(e, _mm512_set1_epi32(127)), 23));
    }
    static Ints truncate(Floats a) { return _mm512_cvttps_epi32(a); }
    static Wide widen(Ints a) {
        return {_mm512_cvtepi32_pd(_mm512_castsi512_si256(a)), _mm512_cvtepi32_pd(_mm512_extracti64x4_epi64(a, 1))};
    }
    static bool sumOverflows(Ints a, Ints b) {
        const Ints sum = _mm512_add_epi32(a, b);
        const Ints changed = _mm512_and_si512(_mm512_xor_si512(a, sum), _mm512_xor_si512(b, sum));
        return _mm512_cmplt_epi32_mask(changed, _mm512_setzero_si512()) != 0;
    }
    static Floats roundToFloat(Ints a, bool towardZero) {
        return towardZero ? _mm512_cvt_roundepi32_ps(a, kToZero) : _mm512_cvt_roundepi32_ps(a, kToNearest);
    }
    static Floats roundToFloat(Wide a, bool towardZero) {
        const __m256 low =
            towardZero ? _mm512_cvt_roundpd_ps(a.low, kToZero) : _mm512_cvt_roundpd_ps(a.low, kToNearest);
        const __m256 high =
            towardZero ? _mm512_cvt_roundpd_ps(a.high, kToZero) : _mm512_cvt_roundpd_ps(a.high, kToNearest);
        const __m512d lower = _mm512_castpd256_pd512(_mm256_castps_pd(low));
        return _mm512_castpd_ps(_mm512_insertf64x4(lower, _mm256_castps_pd(high), 1));
    }
};

constexpr LaneKernels kAvx512Kernels = laneKernelsOf<Avx512Lanes>("avx512f");

}  // namespace

const LaneKernels* avx512LaneKernels() {
    return &kAvx512Kernels;
}
#else
const LaneKernels* avx512LaneKernels() {
    return nullptr;
}
#endif

}  // namespace flipscope
