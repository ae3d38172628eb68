#include "core/rerun/precision_model.h"

#include "core/rerun/float_formats.h"

#include <algorithm>
#include <array>
#include <utility>

namespace flipscope {

namespace {

constexpr std::array<std::pair<std::string_view, PrecisionModel>, 6> kNames = {
    {{"f32", PrecisionModel::f32},
     {"tf32-rne", PrecisionModel::tf32Even},
     {"tf32-rna", PrecisionModel::tf32Away},
     {"tf32-trunc", PrecisionModel::tf32Truncated},
     {"f16", PrecisionModel::f16},
     {"bf16", PrecisionModel::bf16}}};

}  // namespace

std::string_view toString(PrecisionModel model) {
    const auto found = std::find_if(kNames.begin(), kNames.end(), [model](const auto& n) { return n.second == model; });
    return found == kNames.end() ? "unknown" : found->first;
}

std::optional<PrecisionModel> precisionModelFromString(std::string_view name) {
    const auto found = std::find_if(kNames.begin(), kNames.end(), [name](const auto& n) { return n.first == name; });
    return found == kNames.end() ? std::nullopt : std::optional(found->second);
}

const std::vector<PrecisionModel>& precisionModelsOf(ElementType operands) {
    static const std::vector<PrecisionModel> kNone;
    static const std::vector<PrecisionModel> kF16 = {PrecisionModel::f16};
    static const std::vector<PrecisionModel> kBf16 = {PrecisionModel::bf16};
    static const std::vector<PrecisionModel> kF32 = {PrecisionModel::f32, PrecisionModel::tf32Even,
                                                     PrecisionModel::tf32Away, PrecisionModel::tf32Truncated};
    switch (operands) {
        case ElementType::f32:
            return kF32;
        case ElementType::f16:
            return kF16;
        case ElementType::bf16:
            return kBf16;
        default:
            return kNone;
    }
}

std::optional<PrecisionModel> precisionModelOfClass(std::string_view classId, ElementType operands) {
    // "f32/gemm4" and "tf32-rna/g8" begin with the model's name, "f16-tensor-core/g16" with the type's.
    for (const PrecisionModel model : precisionModelsOf(operands)) {
        const std::string_view name = toString(model);
        if (!classId.starts_with(name)) continue;
        const std::string_view rest = classId.substr(name.size());
        if (rest.starts_with("/") || rest.starts_with("-tensor-core/")) return model;
    }
    return std::nullopt;
}

float roundedOperand(float value, PrecisionModel model) {
    switch (model) {
        case PrecisionModel::f32:
            return value;
        case PrecisionModel::tf32Even:
            return toTf32(value, Tf32Rounding::tiesToEven);
        case PrecisionModel::tf32Away:
            return toTf32(value, Tf32Rounding::tiesAway);
        case PrecisionModel::tf32Truncated:
            return toTf32(value, Tf32Rounding::truncated);
        case PrecisionModel::f16:
            return fromF16Bits(toF16Bits(value));
        case PrecisionModel::bf16:
            return fromBf16Bits(toBf16Bits(value));
    }
    return value;
}

}  // namespace flipscope
