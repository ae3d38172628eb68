#include "core/report/format.h"
#include "core/report/rerun_report.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace flipscope {

namespace {

using Kind = RerunVerdictKind;
using Reason = RerunReason;

std::string scientific(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1e", value);
    return text.data();
}

// The check that decided: the one of the named model, else the last that failed.
const ModelCheck* decisiveCheck(const RerunVerdict& verdict) {
    const auto named = std::find_if(verdict.checks.begin(), verdict.checks.end(),
                                    [&](const ModelCheck& check) { return check.model == verdict.model; });
    if (named != verdict.checks.end()) return &*named;
    return verdict.checks.empty() ? nullptr : &verdict.checks.back();
}

std::string checkInWords(const RerunVerdict& verdict) {
    const ModelCheck* check = decisiveCheck(verdict);
    if (check == nullptr) return {};
    return "error " + scientific(check->error) + " of |A||B|, " + scientific(check->bound) + " allowed for " +
           std::string(toString(check->model));
}

}  // namespace

std::string_view inWords(RerunVerdictKind kind) {
    switch (kind) {
        case Kind::notJudged:
            return "not judged";
        case Kind::writesOutside:
            return "writes outside";
        case Kind::leavesUnwritten:
            return "leaves elements unwritten";
        case Kind::readsUnwritten:
            return "reads what it did not write";
        case Kind::nondeterministic:
            return "not reproducible";
        case Kind::wrong:
            return "wrong";
        case Kind::sameBits:
            return "same bits";
        case Kind::withinRounding:
            return "other bits, within rounding";
        case Kind::cannotTell:
            return "cannot tell";
    }
    return {};
}

std::string reasonOf(const RerunVerdict& verdict) {
    switch (verdict.reason) {
        case Reason::guardsChanged:
            return plural(static_cast<std::size_t>(verdict.guardBytesChanged), "byte", "bytes") +
                   " outside the buffers changed";
        case Reason::elementsUnwritten:
            return std::to_string(verdict.unwritten) + " of " + std::to_string(verdict.elements) +
                   " elements were never written";
        case Reason::bitsFollowFill:
            return "the result depends on what the output held before";
        case Reason::repeatsDiffer:
            return std::to_string(verdict.differentRepeats) + " of " + std::to_string(verdict.repeats) +
                   " launches gave other bits";
        case Reason::aboveAssumedBound:
        case Reason::aboveEveryBound:
        case Reason::withinAssumedBound:
        case Reason::withinSomeBound:
            return checkInWords(verdict);
        case Reason::isBaseline:
            return "the baseline";
        case Reason::sameChecksum:
            return "as the baseline";
        case Reason::errorsNotMeasured:
            return "its errors were not measured";
        case Reason::modelsNotMeasured:
            return "its errors were not measured against every precision model";
        case Reason::roundingNotMeasured:
            return "the error may be the rounding of a tiny result";
        case Reason::noResult:
            return {};
    }
    return {};
}

std::string meansSentence(RerunMeans means) {
    switch (means) {
        case RerunMeans::emulated:
            return "Emulated on a processor: the bits are those of the card's model, not of the card.";
        case RerunMeans::replica:
            return "Run on the card by replicas: they reproduce the candidates' bits, not their times.";
        case RerunMeans::real:
            return "The candidates themselves ran.";
    }
    return {};
}

std::string className(std::size_t measuredClass) {
    constexpr std::size_t kLetters = 26;
    std::string name(1, static_cast<char>('A' + measuredClass % kLetters));
    return measuredClass < kLetters ? name : className(measuredClass / kLetters - 1) + name;
}

}  // namespace flipscope
