#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <cstdint>

namespace flipscope {

// The checksum of a result in device memory, equal to resultChecksum of core/rerun over the same patterns.
// elementBytes: 4 or 2; `count` elements side by side. Waits for the device; any thread.
[[nodiscard]] Result<std::uint64_t> deviceChecksum(const void* elements, std::size_t elementBytes, std::size_t count);

}  // namespace flipscope
