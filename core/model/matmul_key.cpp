#include "core/model/matmul_key.h"

#include "core/model/key_elements.h"

#include <algorithm>
#include <limits>

namespace flipscope {
namespace {

std::uint32_t factor(const KeyJson& definition, std::string_view name) {
    const KeyJson* value = definition.find(name);
    const std::uint64_t number = value != nullptr ? value->asUnsigned().value_or(0) : 0;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, std::numeric_limits<std::uint32_t>::max()));
}

ElementType elementOf(const KeyJson& definition, std::string_view name, std::string_view olderName) {
    for (const std::string_view member : {name, olderName, std::string_view("dtype")}) {
        if (definition.has(member)) return elementTypeOf(elementName(definition.find(member)));
    }
    return ElementType::other;
}

bool isTiled(const KeyJson& definition, std::string_view name) {
    const KeyJson* storage = definition.find(name);
    return storage != nullptr && storage->text != "Plain";
}

bool hasSizes(const KeyJson* object) {
    return object != nullptr && object->has("m") && object->has("n") && object->has("k");
}

std::string textOf(const KeyJson* object, std::string_view name) {
    const KeyJson* value = object != nullptr ? object->find(name) : nullptr;
    return value != nullptr && value->kind == KeyJson::Kind::string ? value->text : std::string();
}

}  // namespace

const KeyJson* matmulDefinition(const KeyJson& key) {
    const KeyJson* fused = key.find("matmul_key");
    const KeyJson& matmul = fused != nullptr ? *fused : key;
    if (hasSizes(matmul.find("definition"))) return matmul.find("definition");
    if (hasSizes(matmul.find("Matmul"))) return matmul.find("Matmul");
    return matmul.has("elem_inputs") && hasSizes(&matmul) ? &matmul : nullptr;
}

std::optional<MatmulProblem> readMatmulProblem(const KeyJson& key) {
    const KeyJson* definition = matmulDefinition(key);
    if (definition == nullptr) return std::nullopt;
    const auto size = [&](std::string_view name) {
        const KeyJson* value = definition->find(name);
        return value != nullptr ? value->asUnsigned() : std::nullopt;
    };
    const auto m = size("m");
    const auto n = size("n");
    const auto k = size("k");
    if (!m || !n || !k) return std::nullopt;

    MatmulProblem problem;
    problem.m = *m;
    problem.n = *n;
    problem.k = *k;
    problem.lhs = elementOf(*definition, "elem_lhs", "elem_inputs");
    problem.rhs = elementOf(*definition, "elem_rhs", "elem_inputs");
    problem.out = elementOf(*definition, "elem_out", "elem_output");
    problem.lhsLayout = matrixLayout(definition->find("matrix_layout_lhs"));
    problem.rhsLayout = matrixLayout(definition->find("matrix_layout_rhs"));
    problem.lhsStrideFactor = factor(*definition, "lhs_stride_factor");
    problem.rhsStrideFactor = factor(*definition, "rhs_stride_factor");
    problem.lhsPow2Factor = factor(*definition, "lhs_pow2_factor");
    problem.rhsPow2Factor = factor(*definition, "rhs_pow2_factor");
    problem.storageTiled = isTiled(*definition, "lhs_storage") || isTiled(*definition, "rhs_storage");
    const KeyJson* fused = key.find("matmul_key");
    const KeyJson* analysis = (fused != nullptr ? *fused : key).find("analysis");
    problem.scale = textOf(analysis, "scale_global");
    problem.kind = textOf(analysis, "kind");
    return problem;
}

}  // namespace flipscope
