#pragma once

#include <cstdint>
#include <optional>

#include <nlohmann/json.hpp>

namespace flipscope {

// A whole number from 0 to `largest`; get() alone would wrap or cut what does not fit. Null when it is anything else.
[[nodiscard]] inline std::optional<std::uint64_t> wholeNumber(const nlohmann::ordered_json& value,
                                                              std::uint64_t largest) {
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > largest) return std::nullopt;
    return value.get<std::uint64_t>();
}

}  // namespace flipscope
