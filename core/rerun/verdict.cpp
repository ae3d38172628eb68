#include "core/rerun/verdict.h"

#include "core/rerun/error_analysis.h"

#include <algorithm>

namespace flipscope {

namespace {

// From this k on, |A||B| of seeded f16 inputs is above 2^-14 in every element, so that no output is rounded as a
// subnormal: the chance that 8 products are all below is under 1e-20.
constexpr std::size_t kNoTinySums = 8;

ModelCheck checkOf(const ErrorSummary& summary, const RerunProblem& problem) {
    const double sum = sumErrorBound(problem.k);
    const double roundoff = outputRoundoff(problem.type);
    // The sum that is rounded is within `sum` of the reference, and so is its magnitude.
    if (summary.largestBeyondRounding) return {summary.model, *summary.largestBeyondRounding, sum * (1 + roundoff)};
    return {summary.model, summary.largest, sum + roundoff * (1 + sum), roundoff != 0};
}

// What the measured errors say, findings aside.
struct ErrorRuling {
    RerunReason reason = RerunReason::errorsNotMeasured;
    std::vector<ModelCheck> checks;
    bool classKnown = false;
    std::optional<PrecisionModel> model;
};

ErrorRuling ruleErrors(const RerunResult& result, const RerunProblem& problem) {
    ErrorRuling ruling;
    // A worker may say of which class a real candidate is, but what it computes is what is to be found out.
    const bool isComputed = result.means != RerunMeans::real;
    const auto assumed = isComputed ? precisionModelOfClass(result.classId, problem.type) : std::nullopt;
    ruling.classKnown = assumed.has_value();
    const std::vector<PrecisionModel> models =
        assumed ? std::vector<PrecisionModel>{*assumed} : precisionModelsOf(problem.type);
    for (const PrecisionModel model : models) {
        const auto found = std::find_if(result.errors.begin(), result.errors.end(),
                                        [model](const ErrorSummary& error) { return error.model == model; });
        if (found == result.errors.end()) continue;
        ruling.checks.push_back(checkOf(*found, problem));
        if (!ruling.model && ruling.checks.back().holds()) ruling.model = model;
    }
    if (result.errors.empty()) return ruling;
    const bool roundingHides = problem.type == ElementType::f16 && problem.k < kNoTinySums &&
                               std::any_of(ruling.checks.begin(), ruling.checks.end(),
                                           [](const ModelCheck& check) { return check.roundingInBound; });
    if (ruling.model) {
        ruling.reason = assumed ? RerunReason::withinAssumedBound : RerunReason::withinSomeBound;
    } else if (models.empty() || ruling.checks.size() < models.size()) {
        ruling.reason = RerunReason::modelsNotMeasured;
    } else if (roundingHides) {
        ruling.reason = RerunReason::roundingNotMeasured;
    } else {
        ruling.reason = assumed ? RerunReason::aboveAssumedBound : RerunReason::aboveEveryBound;
    }
    return ruling;
}

bool isWrong(const ErrorRuling& ruling) {
    return ruling.reason == RerunReason::aboveAssumedBound || ruling.reason == RerunReason::aboveEveryBound;
}

struct Ruled {
    RerunVerdictKind kind;
    RerunReason reason;
};

Ruled byFinding(RerunFinding finding, RerunReason errorReason) {
    switch (finding) {
        case RerunFinding::writesOutside:
            return {RerunVerdictKind::writesOutside, RerunReason::guardsChanged};
        case RerunFinding::leavesUnwritten:
            return {RerunVerdictKind::leavesUnwritten, RerunReason::elementsUnwritten};
        case RerunFinding::readsUnwritten:
            return {RerunVerdictKind::readsUnwritten, RerunReason::bitsFollowFill};
        case RerunFinding::nondeterministic:
            return {RerunVerdictKind::nondeterministic, RerunReason::repeatsDiffer};
        case RerunFinding::wrong:
            break;
    }
    return {RerunVerdictKind::wrong, errorReason};
}

// Bits that change by themselves differ between fills as well: the same fill must reproduce before it is to blame.
bool readsFill(const RerunResult& result) {
    return result.dependsOnFill && result.comparedRepeats != 0 && result.differentRepeats == 0;
}
bool mayReadFill(const RerunResult& result) {
    return result.dependsOnFill && result.comparedRepeats == 0;
}

bool isSound(const RerunResult& result, const RerunProblem& problem) {
    return result.status == RerunStatus::ok && !mayReadFill(result) && judge(result, problem).findings.empty();
}

// baseline: a sound one; null: nothing to compare with.
Ruled withoutFindings(const RerunResult& result, const RerunResult* baseline, const ErrorRuling& ruling) {
    if (mayReadFill(result)) return {RerunVerdictKind::cannotTell, RerunReason::fillsDiffer};
    if (baseline != nullptr && baseline->checksum == result.checksum) {
        const bool itself = baseline->candidate == result.candidate;
        return {RerunVerdictKind::sameBits, itself ? RerunReason::isBaseline : RerunReason::sameChecksum};
    }
    return {ruling.model ? RerunVerdictKind::withinRounding : RerunVerdictKind::cannotTell, ruling.reason};
}

}  // namespace

RerunVerdictKind kindOf(RerunFinding finding) {
    return byFinding(finding, RerunReason::aboveAssumedBound).kind;
}

std::string_view toString(RerunFinding finding) {
    return toString(kindOf(finding));
}

std::string_view toString(RerunVerdictKind kind) {
    switch (kind) {
        case RerunVerdictKind::notJudged:
            return "notJudged";
        case RerunVerdictKind::writesOutside:
            return "writesOutside";
        case RerunVerdictKind::leavesUnwritten:
            return "leavesUnwritten";
        case RerunVerdictKind::readsUnwritten:
            return "readsUnwritten";
        case RerunVerdictKind::nondeterministic:
            return "nondeterministic";
        case RerunVerdictKind::wrong:
            return "wrong";
        case RerunVerdictKind::sameBits:
            return "sameBits";
        case RerunVerdictKind::withinRounding:
            return "withinRounding";
        case RerunVerdictKind::cannotTell:
            return "cannotTell";
    }
    return {};
}

const ModelCheck* decisiveCheck(const RerunVerdict& verdict) {
    const auto named = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                    [&](const ModelCheck& check) { return check.model == verdict.model; });
    if (named != verdict.checks.end()) return &*named;
    return verdict.checks.empty() ? nullptr : &verdict.checks.back();
}

RerunVerdict judge(const RerunResult& result, const RerunProblem& problem, const RerunResult* baseline) {
    RerunVerdict verdict;
    verdict.guardBytesChanged = result.guardBytesChanged;
    verdict.unwritten = result.unwritten;
    verdict.elements = std::uint64_t{problem.m} * problem.n;
    verdict.repeats = result.repeats;
    verdict.comparedRepeats = result.comparedRepeats;
    verdict.differentRepeats = result.differentRepeats;
    verdict.checksum = result.checksum;
    // A launch that failed can still have written outside; everything else needs a result.
    const bool ok = result.status == RerunStatus::ok;
    if (result.guardBytesChanged != 0) verdict.findings.push_back(RerunFinding::writesOutside);
    ErrorRuling ruling;
    if (ok) {
        if (result.unwritten != 0) verdict.findings.push_back(RerunFinding::leavesUnwritten);
        if (readsFill(result)) verdict.findings.push_back(RerunFinding::readsUnwritten);
        if (result.differentRepeats != 0) verdict.findings.push_back(RerunFinding::nondeterministic);
        ruling = ruleErrors(result, problem);
        if (isWrong(ruling)) verdict.findings.push_back(RerunFinding::wrong);
        verdict.classKnown = ruling.classKnown;
        verdict.checks = ruling.checks;
        verdict.model = ruling.model;
    }
    if (verdict.findings.empty() && !ok) return verdict;
    if (baseline != nullptr && !isSound(*baseline, problem)) baseline = nullptr;
    verdict.compared = verdict.findings.empty() && baseline != nullptr && !mayReadFill(result);
    const Ruled ruled = verdict.findings.empty() ? withoutFindings(result, baseline, ruling)
                                                 : byFinding(verdict.findings.front(), ruling.reason);
    verdict.kind = ruled.kind;
    verdict.reason = ruled.reason;
    return verdict;
}

RerunVerdict withBitsBefore(RerunVerdict verdict, std::uint64_t checksumBefore) {
    verdict.checksumBefore = checksumBefore;
    verdict.compared = false;
    auto& findings = verdict.findings;
    const auto place = std::lower_bound(findings.begin(), findings.end(), RerunFinding::nondeterministic);
    if (place != findings.end() && *place == RerunFinding::nondeterministic) return verdict;
    if (place == findings.begin()) {
        verdict.kind = RerunVerdictKind::nondeterministic;
        verdict.reason = RerunReason::otherBitsBefore;
    }
    findings.insert(place, RerunFinding::nondeterministic);
    return verdict;
}

}  // namespace flipscope
