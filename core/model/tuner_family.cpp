#include "core/model/tuner_family.h"

#include "core/model/label_text.h"
#include "core/model/matmul_key.h"

#include <algorithm>
#include <optional>

namespace flipscope {
namespace {

constexpr std::size_t kLongestTunerName = 80;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

bool anyContains(const std::vector<std::string>& names, std::string_view part) {
    return std::any_of(names.begin(), names.end(), [&](const std::string& name) { return contains(name, part); });
}

Operation convolutionDirection(const std::vector<std::string>& names, std::string_view databaseTuner) {
    if (anyContains(names, "dgrad")) return Operation::convolutionBackwardData;
    if (anyContains(names, "wgrad")) return Operation::convolutionBackwardWeight;
    if (contains(databaseTuner, "backward_data")) return Operation::convolutionBackwardData;
    if (contains(databaseTuner, "backward_weight")) return Operation::convolutionBackwardWeight;
    return Operation::convolution;
}

bool isReduceKey(const KeyJson& key) {
    return (key.has("accumulator_len") && key.has("reduce")) || key.has("vector_count") ||
           (key.has("reduce_axis_shape") && key.has("reduce_count"));
}

// Keys of an enumeration: one member, named after the operation.
std::optional<Operation> operationOfVariant(std::string_view variant) {
    if (variant == "Sum") return Operation::sum;
    if (variant == "Reduce") return Operation::reduce;
    if (variant == "Conv" || variant == "Conv2d") return Operation::convolution;
    if (variant == "ConvTranspose" || variant == "ConvTranspose2d") return Operation::convolutionTranspose;
    return std::nullopt;
}

Operation operationByShape(const KeyJson& key) {
    if (key.has("matmul_key")) return Operation::fusedMatmul;
    if (matmulDefinition(key) != nullptr) return Operation::matmul;
    if (key.has("reduce_key")) {
        return key.has("fuse_num_blocks") ? Operation::fusedReduceBroadcasted : Operation::fusedReduce;
    }
    if (isReduceKey(key)) return Operation::reduce;
    if (key.has("seq_q")) return Operation::attention;
    if (key.has("out_height") || (key.has("input_height") && key.has("mode"))) return Operation::interpolate;
    if (key.members.size() != 1) return Operation::unknown;
    return operationOfVariant(key.members.front().name).value_or(Operation::unknown);
}

std::string familyOfUnknown(const std::vector<std::string>& names, std::string_view databaseTuner) {
    const std::string* first = nullptr;
    for (const std::string& name : names) {
        if (!name.empty() && (first == nullptr || name < *first)) first = &name;
    }
    return first != nullptr ? "tuner of " + labelText(*first, kLongestTunerName) : std::string(databaseTuner);
}

}  // namespace

Operation recogniseOperation(const KeyJson& key, const std::vector<std::string>& names,
                             std::string_view databaseTuner) {
    const Operation operation = operationByShape(key);
    return operation == Operation::convolution ? convolutionDirection(names, databaseTuner) : operation;
}

std::string tunerFamily(Operation operation, const std::vector<std::string>& names, std::string_view databaseTuner) {
    switch (operation) {
        case Operation::matmul:
            return "matmul";
        case Operation::fusedMatmul:
            return "fused_matmul";
        case Operation::reduce:
            return "reduce_dim";
        case Operation::fusedReduce:
            return "fused_reduce";
        case Operation::fusedReduceBroadcasted:
            return "fused_reduce_broadcasted";
        case Operation::sum:
            return "sum";
        case Operation::convolution:
            return "conv_forward";
        case Operation::convolutionBackwardData:
            return "conv_backward_data";
        case Operation::convolutionBackwardWeight:
            return "conv_backward_weight";
        case Operation::convolutionTranspose:
            return "conv_transpose";
        case Operation::attention:
            return "attention";
        case Operation::interpolate:
            return "interpolate";
        case Operation::unknown:
            break;
    }
    return familyOfUnknown(names, databaseTuner);
}

}  // namespace flipscope
