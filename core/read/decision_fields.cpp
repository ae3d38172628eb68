#include "core/read/decision_fields.h"

#include <limits>

namespace flipscope {
namespace {

namespace dom = simdjson::dom;

constexpr std::uint64_t kNanosPerSecond = 1'000'000'000;
constexpr std::uint64_t kMostNanoseconds = std::numeric_limits<std::int64_t>::max();

std::optional<double> readNumber(dom::object object, std::string_view name) {
    dom::element value;
    if (object[name].get(value) != simdjson::SUCCESS) return std::nullopt;
    if (value.is_null()) return std::numeric_limits<double>::quiet_NaN();
    double number = 0;
    if (value.get(number) != simdjson::SUCCESS) return std::nullopt;
    return number;
}

}  // namespace

std::optional<Nanoseconds> readDuration(dom::element value) {
    dom::object object;
    if (value.get(object) != simdjson::SUCCESS) return std::nullopt;
    std::uint64_t secs = 0;
    std::uint64_t nanos = 0;
    bool hasSecs = false;
    bool hasNanos = false;
    for (const dom::key_value_pair& field : object) {
        if (field.key == "secs") hasSecs = field.value.get(secs) == simdjson::SUCCESS;
        if (field.key == "nanos") hasNanos = field.value.get(nanos) == simdjson::SUCCESS;
    }
    if (!hasSecs || !hasNanos || nanos >= kNanosPerSecond) return std::nullopt;
    if (secs > (kMostNanoseconds - nanos) / kNanosPerSecond) return std::nullopt;
    return Nanoseconds{static_cast<std::int64_t>(secs * kNanosPerSecond + nanos)};
}

std::optional<Timing> readTiming(dom::element computation) {
    dom::object object;
    if (computation.get(object) != simdjson::SUCCESS) return std::nullopt;
    std::optional<Nanoseconds> mean;
    std::optional<Nanoseconds> median;
    std::optional<Nanoseconds> min;
    std::optional<Nanoseconds> max;
    for (const dom::key_value_pair& field : object) {
        if (field.key == "mean") mean = readDuration(field.value);
        if (field.key == "median") median = readDuration(field.value);
        if (field.key == "min") min = readDuration(field.value);
        if (field.key == "max") max = readDuration(field.value);
    }
    if (!mean || !median || !min || !max) return std::nullopt;
    return Timing{*mean, *median, *min, *max};
}

std::optional<RooflineBound> readBound(dom::element value) {
    dom::object object;
    if (value.get(object) != simdjson::SUCCESS) return std::nullopt;
    dom::object resource;
    const bool hasResource = object["resource"].get(resource) == simdjson::SUCCESS;
    const auto amount = hasResource ? readNumber(resource, "amount") : readNumber(object, "ops_count");
    const auto peak = hasResource ? readNumber(resource, "peak_per_s") : readNumber(object, "throughput");
    const auto threshold = readNumber(object, "threshold");
    if (!amount || !peak || !threshold) return std::nullopt;
    return RooflineBound{*amount, *peak, *threshold};
}

std::optional<std::uint32_t> readIndex(dom::element value) {
    std::uint64_t index = 0;
    if (value.get(index) != simdjson::SUCCESS || index > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
    return static_cast<std::uint32_t>(index);
}

}  // namespace flipscope
