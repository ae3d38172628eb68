#pragma once

#include "core/analyse/class_rules.h"
#include "core/rerun/card_file.h"
#include "core/rerun/rerun_request.h"

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// What a candidate computes for one problem on one card, as far as it is known without running it.
struct CandidateArithmetic {
    enum class Status : std::uint8_t {
        known,
        refused,  // the launch is declined there
        unknown,  // nothing is known about how it adds up: not computable
    };
    Status status = Status::unknown;
    ClassCode code;                  // of known
    std::optional<TensorCore> core;  // of known, where the class is one of the tensor core
    bool measured = true;            // of known: else read from the kernel's source, as `because` says
    std::string because;             // a clause without a full stop; empty for what is known and measured
};

// By the candidate's name, never its index: the class prediction of core/analyse for the real sizes, with the group
// size and bits of this card. Of refusals those are known that its class rules, its operand layout, the distance of its
// rows and where its buffers begin give; a candidate may still be refused for another reason.
[[nodiscard]] CandidateArithmetic candidateArithmetic(std::string_view name, const RerunProblem& problem,
                                                      const CardNumbers& card, CodeGenerator generator,
                                                      const OperandPlacement& placement = {});

}  // namespace flipscope
