#pragma once

#include "core/model/result.h"

#include <cstddef>
#include <cstdint>

namespace flipscope {

// How the outputs of two launches differ, each into a buffer that had been filled with a pattern.
struct OutputComparison {
    std::uint64_t different = 0;  // elements that differ, those not written in both left out
    std::uint64_t unwritten = 0;  // elements that hold their fill in both
};

// Compares `count` elements of elementBytes (4 or 2) side by side in device memory. A fill is the pattern each element
// had before (its low 16 bits for 2). Waits for the device; any thread.
[[nodiscard]] Result<OutputComparison> compareOutputs(const void* first, std::uint32_t firstFill, const void* second,
                                                      std::uint32_t secondFill, std::size_t elementBytes,
                                                      std::size_t count);

// How many of the elements between the rows (behind the `columns` of each row, up to `stride`) no longer hold the fill.
[[nodiscard]] Result<std::uint64_t> changedPadding(const void* output, std::uint32_t fill, std::size_t elementBytes,
                                                   std::size_t rows, std::size_t columns, std::size_t stride);

}  // namespace flipscope
