#pragma once

#include "core/model/tuning_key.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace flipscope {

// How a kernel is taken to round its operands before it multiplies; it accumulates in f32. The half types take their
// operands as they are and round the result to the type.
enum class PrecisionModel : std::uint8_t { f32, tf32Even, tf32Away, tf32Truncated, f16, bf16 };

// Stable names: "f32", "tf32-rne", "tf32-rna", "tf32-trunc", "f16", "bf16".
[[nodiscard]] std::string_view toString(PrecisionModel model);
[[nodiscard]] std::optional<PrecisionModel> precisionModelFromString(std::string_view name);

// The models that operands of this type can be computed in, most exact first; empty for types that are not re-run.
[[nodiscard]] const std::vector<PrecisionModel>& precisionModelsOf(ElementType operands);

// The model of a numerical class by its id (class_rules.h); null for ids that are not known, the empty one included.
[[nodiscard]] std::optional<PrecisionModel> precisionModelOfClass(std::string_view classId, ElementType operands);

// An operand as the model takes it.
[[nodiscard]] float roundedOperand(float value, PrecisionModel model);

}  // namespace flipscope
