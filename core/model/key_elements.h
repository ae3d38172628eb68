#pragma once

#include "core/model/key_json.h"
#include "core/model/tuning_key.h"

#include <string>
#include <string_view>

namespace flipscope {

// Short name of an element type in any spelling a key uses: {"Float":"F32"}, {"Scalar":{"Float":"F32"}},
// {"elem":{"Float":"F32"},"quantized":false}, "F32", {"Bool":"Native"} … -> "f32", "bool". A quantised one gets a
// leading "q". Empty when it cannot be read; never longer than 24 characters, letters, digits and spaces only.
[[nodiscard]] std::string elementName(const KeyJson* element);

// "f32" -> f32; anything that is none of the named float types -> other.
[[nodiscard]] ElementType elementTypeOf(std::string_view name);

// matrix_layout_* of a matmul key. A swapped batch leaves the matrix itself row-major or transposed.
[[nodiscard]] MatrixLayout matrixLayout(const KeyJson* layout);
[[nodiscard]] bool hasSwappedBatch(const KeyJson* layout);

}  // namespace flipscope
