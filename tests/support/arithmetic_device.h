#pragma once

#include "core/rerun/probe_product.h"

#include <functional>
#include <span>

namespace flipscope::test {

// The f32 sum of one output element.
using ElementSum = std::function<float(std::span<const float> lhs, std::span<const float> rhs)>;

// A device that adds up every element of a product by one function and rounds it to the type to nearest even.
ProductAnswer computed(const ProbeProduct& product, const ElementSum& sum);

}  // namespace flipscope::test
