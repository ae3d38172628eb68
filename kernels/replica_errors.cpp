#include "kernels/replica_errors.h"

#include "core/rerun/error_analysis.h"
#include "kernels/device_reference.h"

namespace flipscope {

ReplicaErrors::ReplicaErrors(const RerunRequest& request)
    : m_request(request), m_operands(seededOperands(request.problem, request.lhsSeed, request.rhsSeed)) {}

Result<const ReferenceProduct*> ReplicaErrors::referenceBy(PrecisionModel model) {
    const auto known = m_references.find(model);
    if (known != m_references.end()) return &known->second;
    auto reference = deviceReference(m_request.problem, m_operands, model);
    if (!reference) return Error{reference.errorMessage()};
    return &m_references.emplace(model, std::move(reference).value()).first->second;
}

std::optional<Error> ReplicaErrors::measure(RerunResult& result) {
    const ElementType type = m_request.problem.type;
    const auto assumed = precisionModelOfClass(result.classId, type);
    for (const PrecisionModel model : precisionModelsOf(type)) {
        if (model != assumed && model != precisionModelsOf(type).front()) continue;
        const auto [place, isNew] = m_known.try_emplace({result.checksum, model});
        if (isNew) {
            const auto reference = referenceBy(model);
            if (!reference) return Error{reference.errorMessage()};
            place->second = summarizeErrors(result.patterns, type, model, *reference.value());
        }
        result.errors.push_back(place->second);
    }
    return std::nullopt;
}

}  // namespace flipscope
