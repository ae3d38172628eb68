#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// Positions of differing keys, ascending.
using KeySet = std::vector<std::uint32_t>;

// Pure functions; any thread.
[[nodiscard]] KeySet unionOf(const KeySet& a, const KeySet& b);
[[nodiscard]] KeySet without(const KeySet& a, const KeySet& b);
[[nodiscard]] KeySet firstOf(const KeySet& keys, std::size_t count);  // count: as many as there are, or fewer

}  // namespace flipscope
