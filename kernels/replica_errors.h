#pragma once

#include "core/model/result.h"
#include "core/rerun/reference_product.h"
#include "core/rerun/rerun_result.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace flipscope {

// Errors of the outputs of one request, each distinct output measured once: most candidates of a key share their bits.
class ReplicaErrors {
public:
    explicit ReplicaErrors(const RerunRequest& request);

    // Fills result.errors from result.patterns, against the model that its class rounds operands by and the most exact
    // one. References are computed on the current device when first needed.
    [[nodiscard]] std::optional<Error> measure(RerunResult& result);

private:
    [[nodiscard]] Result<const ReferenceProduct*> referenceBy(PrecisionModel model);

    const RerunRequest& m_request;
    Operands m_operands;
    std::map<PrecisionModel, ReferenceProduct> m_references;
    std::map<std::pair<std::uint64_t, PrecisionModel>, ErrorSummary> m_known;  // by checksum
};

}  // namespace flipscope
