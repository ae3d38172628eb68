#include "core/rerun/output_errors.h"

#include "core/rerun/error_analysis.h"

namespace flipscope {

Result<bool> OutputErrors::measure(RerunResult& result) {
    const auto& models = precisionModelsOf(m_type);
    const auto assumed = precisionModelOfClass(result.classId, m_type);
    for (const PrecisionModel model : models) {
        // The class of a real candidate is not known: only all models together can accuse it.
        if (!result.classId.empty() && model != assumed && model != models.front()) continue;
        auto known = m_known.find({result.checksum, model});
        if (known == m_known.end()) {
            auto reference = m_references.find(model);
            if (reference == m_references.end()) {
                Result<ReferenceProduct> computed = m_reference(model);
                if (computed.cancelled()) return false;
                if (!computed) return Error{computed.errorMessage()};
                reference = m_references.emplace(model, std::move(computed).value()).first;
            }
            known = m_known
                        .emplace(std::pair{result.checksum, model},
                                 summarizeErrors(result.patterns, m_type, model, reference->second))
                        .first;
        }
        result.errors.push_back(known->second);
    }
    return true;
}

}  // namespace flipscope
