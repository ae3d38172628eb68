#include "core/analyse/numerical_class.h"

#include "core/analyse/class_rules.h"

namespace flipscope {

namespace {

PredictedClass notKnown(std::string why) {
    return {"unknown", std::move(why), false};
}

// The ruling when it is the same for every power of two that k may hold.
ClassRuling ruleWhateverK(const MatmulProblem& problem, const CandidateFamily& family, Card card,
                          CodeGenerator generator) {
    const ClassRuling first = ruleClass(problem, family, card, generator, 0);
    for (unsigned power = 1; power <= largestPowerOfTwoInK(problem); ++power) {
        const ClassRuling other = ruleClass(problem, family, card, generator, power);
        if (other.kind != first.kind || other.code != first.code) {
            return {ClassRuling::Kind::unknown, {}, "it hangs on k, of which the key holds only the bucket"};
        }
    }
    return first;
}

}  // namespace

PredictedClass predictClass(const TuningKey& key, const CandidateSet& set, CandidateIndex candidate, Card card,
                            CodeGenerator generator) {
    if (!key.matmul) return notKnown("classes are known for matmul kernels only");
    if (candidate.value >= set.names.size()) return notKnown("its name is not known");
    const CandidateFamily family = familyOf(set.names[candidate.value]);
    const auto power = knownPowerOfTwoInK(*key.matmul);
    const ClassRuling ruling = power ? ruleClass(*key.matmul, family, card, generator, *power)
                                     : ruleWhateverK(*key.matmul, family, card, generator);
    switch (ruling.kind) {
        case ClassRuling::Kind::known:
            return {classId(ruling.code, key.matmul->lhs), className(ruling.code, key.matmul->lhs), true};
        case ClassRuling::Kind::refused:
            return notKnown("it cannot run there: " + std::string(ruling.because));
        case ClassRuling::Kind::unknown:
            break;
    }
    return notKnown(std::string(ruling.because));
}

}  // namespace flipscope
