#include "core/rerun/output_errors.h"

#include "core/rerun/error_analysis.h"

namespace flipscope {

OutputErrors::OutputErrors(ElementType output, Reference reference)
    : m_type(output),
      m_summary([output, compute = std::move(reference), references = std::map<PrecisionModel, ReferenceProduct>()](
                    const RerunResult& result, PrecisionModel model) mutable -> Result<ErrorSummary> {
          auto known = references.find(model);
          if (known == references.end()) {
              // They are large: of those that classes differ in, only the last one is kept.
              std::erase_if(references,
                            [&](const auto& other) { return other.first != precisionModelsOf(output).front(); });
              Result<ReferenceProduct> computed = compute(model);
              if (computed.cancelled()) return Cancelled{};
              if (!computed) return Error{computed.errorMessage()};
              known = references.emplace(model, std::move(computed).value()).first;
          }
          return summarizeErrors(result.patterns, output, model, known->second);
      }) {}

Result<bool> OutputErrors::measure(RerunResult& result) {
    const auto& models = precisionModelsOf(m_type);
    const auto assumed = precisionModelOfClass(result.classId, m_type);
    for (const PrecisionModel model : models) {
        // The class of a real candidate is not known: only all models together can accuse it.
        if (!result.classId.empty() && model != assumed && model != models.front()) continue;
        auto known = m_known.find({result.checksum, model});
        if (known == m_known.end()) {
            const Result<ErrorSummary> summary = m_summary(result, model);
            if (summary.cancelled()) return false;
            if (!summary) return Error{summary.errorMessage()};
            known = m_known.emplace(std::pair{result.checksum, model}, summary.value()).first;
        }
        result.errors.push_back(known->second);
    }
    return true;
}

}  // namespace flipscope
