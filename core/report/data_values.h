#pragma once

#include "core/model/strong.h"
#include "core/report/data_table.h"
#include "core/report/sentences.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// What a cell of a table for scripts holds for each kind of number; null where the number is not known.

[[nodiscard]] inline DataValue wholeValue(std::size_t number) {
    return static_cast<std::int64_t>(number);
}
[[nodiscard]] inline DataValue textValue(std::string_view words) {
    return std::string(words);
}
[[nodiscard]] inline DataValue durationValue(const std::optional<Nanoseconds>& value) {
    return value ? DataValue{value->value} : DataValue{};
}
[[nodiscard]] inline DataValue numberValue(const std::optional<double>& value) {
    return value ? DataValue{*value} : DataValue{};
}
[[nodiscard]] inline DataValue indexValue(const std::optional<CandidateIndex>& value) {
    return value ? DataValue{static_cast<std::int64_t>(value->value)} : DataValue{};
}

// Null where it is no prediction: the bits were measured.
[[nodiscard]] inline DataValue predictedBitsValue(const ClassStatement& statement) {
    return isMeasured(statement.basis) ? DataValue{} : textValue(toString(statement.answer));
}

}  // namespace flipscope
