#pragma once

#include "core/model/decision.h"

#include <cstdint>
#include <optional>
#include <string_view>

#include <simdjson.h>

namespace flipscope {

// {"secs","nanos"} as nanoseconds. Null when it is no such object, a part is negative or no integer, nanos are a second
// or more, or the sum does not fit.
[[nodiscard]] std::optional<Nanoseconds> readDuration(simdjson::dom::element value);

// {"mean","median","min","max"} of durations, other members ignored; null when one is missing or no duration.
[[nodiscard]] std::optional<Timing> readTiming(simdjson::dom::element computation);

// One element of bounds: {"resource":{"amount","peak_per_s"},"threshold"} or, in cubecl 0.11.0-pre.2,
// {"throughput","threshold","ops_count"}. JSON null stands for a number that was not finite: not-a-number. Null when a
// number is missing.
[[nodiscard]] std::optional<RooflineBound> readBound(simdjson::dom::element value);

// A position: a non-negative integer of 32 bits.
[[nodiscard]] std::optional<std::uint32_t> readIndex(simdjson::dom::element value);

}  // namespace flipscope
