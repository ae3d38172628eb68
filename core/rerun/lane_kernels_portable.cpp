#include "core/rerun/lane_kernels.h"
#include "core/rerun/lane_kernels.inc.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace flipscope {

namespace {

// |value| rounded to 24 bits; rounding itself is done on integers, so no rounding mode of the processor matters.
std::uint64_t roundTo24Bits(std::uint64_t value, bool towardZero) {
    const auto width = static_cast<unsigned>(std::bit_width(value));
    if (width <= 24) return value;
    const unsigned dropped = width - 24;
    const std::uint64_t unit = std::uint64_t{1} << dropped;
    const std::uint64_t rest = value & (unit - 1);
    const std::uint64_t kept = value - rest;
    if (towardZero || rest < unit / 2) return kept;
    return rest > unit / 2 || (kept & unit) != 0 ? kept + unit : kept;
}

struct PortableLanes {
    static constexpr std::size_t width = 8, chainRows = 2, groupRows = 1;
    template <class T>
    struct Array {
        T at[width];
    };
    using Floats = Array<float>;
    using Ints = Array<std::int32_t>;
    using Wide = Array<std::int64_t>;
    struct RoundingScope {
        explicit RoundingScope(bool /*towardZero*/) {}
    };

    template <class T>
    static Array<T> load(const T* from) {
        Array<T> values;
        std::copy(from, from + width, values.at);
        return values;
    }
    static void store(float* to, const Floats& values) { std::copy(values.at, values.at + width, to); }
    template <class T>
    static Array<T> broadcast(T value) {
        Array<T> values;
        std::fill(values.at, values.at + width, value);
        return values;
    }
    template <class T, class Function>
    static Array<T> each(Function function) {
        Array<T> values;
        for (std::size_t i = 0; i < width; ++i)
            values.at[i] = function(i);
        return values;
    }
    static Floats fma(const Floats& a, const Floats& b, const Floats& c) {
        return each<float>([&](std::size_t i) { return std::fma(a.at[i], b.at[i], c.at[i]); });
    }
    static Floats mul(const Floats& a, const Floats& b) {
        return each<float>([&](std::size_t i) { return a.at[i] * b.at[i]; });
    }
    template <class T>
    static Array<T> add(const Array<T>& a, const Array<T>& b) {
        return each<T>([&](std::size_t i) { return a.at[i] + b.at[i]; });
    }
    static Ints subtract(const Ints& a, const Ints& b) {
        return each<std::int32_t>([&](std::size_t i) { return a.at[i] - b.at[i]; });
    }
    static Ints max(const Ints& a, const Ints& b) {
        return each<std::int32_t>([&](std::size_t i) { return std::max(a.at[i], b.at[i]); });
    }
    static Ints exponent(const Floats& a) {
        return each<std::int32_t>([&](std::size_t i) {
            return static_cast<std::int32_t>(std::bit_cast<std::uint32_t>(a.at[i]) >> 23U & 0xffU) - 127;
        });
    }
    static Floats powerOfTwo(const Ints& e) {
        return each<float>(
            [&](std::size_t i) { return std::bit_cast<float>(static_cast<std::uint32_t>(e.at[i] + 127) << 23U); });
    }
    static Ints truncate(const Floats& a) {
        return each<std::int32_t>([&](std::size_t i) { return static_cast<std::int32_t>(a.at[i]); });
    }
    static bool sumOverflows(const Ints& a, const Ints& b) {
        const Wide exact = add(widen(a), widen(b));
        return std::any_of(exact.at, exact.at + width,
                           [](std::int64_t sum) { return sum != static_cast<std::int32_t>(sum); });
    }
    static Wide widen(const Ints& a) {
        return each<std::int64_t>([&](std::size_t i) { return std::int64_t{a.at[i]}; });
    }
    template <class T>
    static Floats roundToFloat(const Array<T>& a, bool towardZero) {
        return each<float>([&](std::size_t i) {
            const std::int64_t value = a.at[i];
            const auto magnitude =
                static_cast<float>(roundTo24Bits(static_cast<std::uint64_t>(value < 0 ? -value : value), towardZero));
            return value < 0 ? -magnitude : magnitude;
        });
    }
};

}  // namespace

const LaneKernels& portableLaneKernels() {
    static constexpr LaneKernels kKernels = laneKernelsOf<PortableLanes>("portable");
    return kKernels;
}

}  // namespace flipscope
