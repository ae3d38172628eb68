#pragma once

#include "core/model/result.h"
#include "core/rerun/reference_product.h"
#include "core/rerun/rerun_result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <utility>

namespace flipscope {

// Errors of the outputs of one request. Each distinct output is measured once, for most candidates of a key share their
// bits. One thread uses it at a time.
class OutputErrors {
public:
    // Computes the reference of the request's operands by a model; may fail or be cancelled.
    using Reference = std::function<Result<ReferenceProduct>(PrecisionModel)>;
    // Measures the output that belongs to a result; may fail or be cancelled.
    using Summary = std::function<Result<ErrorSummary>(const RerunResult&, PrecisionModel)>;

    // Measures result.patterns on the processor. Two references are kept: the most exact, and the last other one.
    OutputErrors(ElementType output, Reference reference);
    OutputErrors(ElementType output, Summary summary) : m_type(output), m_summary(std::move(summary)) {}

    // Fills result.errors for its output, which has result.checksum, against the model that its class rounds operands
    // by and the most exact one: what the rounding costs. False when cancelled; result.errors then holds what was
    // measured before.
    [[nodiscard]] Result<bool> measure(RerunResult& result);

private:
    ElementType m_type;
    Summary m_summary;
    std::map<std::pair<std::uint64_t, PrecisionModel>, ErrorSummary> m_known;  // by checksum
};

}  // namespace flipscope
