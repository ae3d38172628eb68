#pragma once

#include "core/model/tuning_key.h"

#include <cstdint>
#include <string>

#include <cuda.h>

namespace flipscope {

// A matrix as the tensor memory accelerator sees it, read in boxes of boxRows × boxColumns elements; outside it reads
// zeros, and f32 is rounded to TF32, ties to even. The words say why it cannot be described, empty when it can.
struct TensorMap {
    CUtensorMap map{};
    std::string refused;
};

// `stride` in elements. Needs a driver that has the function (12.0 and later), looked up at run time.
[[nodiscard]] TensorMap describeTensor(const void* matrix, ElementType type, std::uint64_t rows, std::uint64_t columns,
                                       std::int64_t stride, unsigned boxRows, unsigned boxColumns);

}  // namespace flipscope
