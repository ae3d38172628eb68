#include "core/analyse/measured_bits.h"

#include <set>

namespace flipscope {

ClassStatement measuredStatement(const MeasuredBits& measured, const std::vector<CandidateIndex>& candidates) {
    ClassStatement statement;
    statement.basis = measured.basis;
    statement.device = measured.device;
    statement.inputs = measured.inputs;
    std::set<std::size_t> classes;
    std::size_t known = 0;
    for (const CandidateIndex candidate : candidates) {
        const auto found = measured.classOf.find(candidate);
        if (found == measured.classOf.end()) continue;
        ++known;
        classes.insert(found->second);
    }
    if (classes.size() > 1) {
        statement.answer = ClassAnswer::differentBits;
    } else if (known == candidates.size() && known > 1) {
        statement.answer = ClassAnswer::sameBits;
    } else {
        statement.unknownBecause = measured.basis == ClassBasis::forced
                                       ? "not all of them gave a settled outcome when they were forced"
                                       : "not all of them gave a result when they were re-run";
    }
    return statement;
}

}  // namespace flipscope
