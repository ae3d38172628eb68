// Compiled with -mavx2 -mfma where the compiler has them (core/CMakeLists.txt); called only where the processor does.
#include "core/rerun/lane_task.h"

#ifdef __AVX2__
#include "core/rerun/lane_kernels.inc.h"

#include <immintrin.h>
#endif

namespace flipscope {

#ifdef __AVX2__
namespace {

struct Avx2Lanes {
    static constexpr std::size_t width = 8, chainRows = 8, groupRows = 4;
    using Floats = __m256;
    using Ints = __m256i;
    struct Wide {
        __m256d low, high;  // integers below 2^53 in magnitude
    };

    // Conversions from integers round as this thread's control register says; every other operation is exact.
    class RoundingScope {
    public:
        explicit RoundingScope(bool towardZero) : m_before(_mm_getcsr()) {
            const unsigned mode = towardZero ? _MM_ROUND_TOWARD_ZERO : _MM_ROUND_NEAREST;
            _mm_setcsr((m_before & ~static_cast<unsigned>(_MM_ROUND_MASK)) | mode);
        }
        ~RoundingScope() { _mm_setcsr(m_before); }
        RoundingScope(const RoundingScope&) = delete;
        RoundingScope& operator=(const RoundingScope&) = delete;

    private:
        unsigned m_before;
    };

    static Floats load(const float* from) { return _mm256_loadu_ps(from); }
    static Ints load(const std::int32_t* from) {
        return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));  // NOLINT: the intrinsic's pointer type
    }
    static void store(float* to, Floats values) { _mm256_storeu_ps(to, values); }
    static Floats broadcast(float value) { return _mm256_set1_ps(value); }
    static Ints broadcast(std::int32_t value) { return _mm256_set1_epi32(value); }
    static Floats fma(Floats a, Floats b, Floats c) { return _mm256_fmadd_ps(a, b, c); }
    static Floats mul(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
    static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
    static Ints add(Ints a, Ints b) { return _mm256_add_epi32(a, b); }
    static Wide add(Wide a, Wide b) { return {_mm256_add_pd(a.low, b.low), _mm256_add_pd(a.high, b.high)}; }
    static Ints subtract(Ints a, Ints b) { return _mm256_sub_epi32(a, b); }
    static Ints max(Ints a, Ints b) { return _mm256_max_epi32(a, b); }
    static Ints exponent(Floats a) {
        const Ints magnitude = _mm256_and_si256(_mm256_castps_si256(a), _mm256_set1_epi32(0x7fffffff));
        return _mm256_sub_epi32(_mm256_srli_epi32(magnitude, 23), _mm256_set1_epi32(127));
    }
    static Floats powerOfTwo(Ints e) {
        return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_add_epi32(e, _mm256_set1_epi32(127)), 23));
    }
    static Ints truncate(Floats a) { return _mm256_cvttps_epi32(a); }
    static Wide widen(Ints a) {
        return {_mm256_cvtepi32_pd(_mm256_castsi256_si128(a)), _mm256_cvtepi32_pd(_mm256_extracti128_si256(a, 1))};
    }
    static bool sumOverflows(Ints a, Ints b) {
        const Ints sum = _mm256_add_epi32(a, b);
        const Ints changed = _mm256_and_si256(_mm256_xor_si256(a, sum), _mm256_xor_si256(b, sum));
        return _mm256_movemask_ps(_mm256_castsi256_ps(changed)) != 0;  // the signs
    }
    static Floats roundToFloat(Ints a, bool /*towardZero*/) { return _mm256_cvtepi32_ps(a); }
    static Floats roundToFloat(Wide a, bool /*towardZero*/) {
        return _mm256_set_m128(_mm256_cvtpd_ps(a.high), _mm256_cvtpd_ps(a.low));
    }
};

constexpr LaneKernels kAvx2Kernels = laneKernelsOf<Avx2Lanes>("avx2");

}  // namespace

const LaneKernels* avx2LaneKernels() {
    return &kAvx2Kernels;
}
#else
const LaneKernels* avx2LaneKernels() {
    return nullptr;
}
#endif

}  // namespace flipscope
