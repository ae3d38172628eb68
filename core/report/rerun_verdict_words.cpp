// What verdicts and errors of a re-run are called.

#include "core/report/format.h"
#include "core/report/rerun_parts.h"
#include "core/report/rerun_report.h"
#include "core/rerun/result_checksum.h"

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

std::string checkInWords(const RerunVerdict& verdict) {
    const ModelCheck* check = decisiveCheck(verdict);
    if (check == nullptr) return {};
    const std::string words = "sums off by " + scientific(check->error) + ", " + scientific(check->bound) + " allowed";
    // Of a class that is known its name says how operands are taken.
    return verdict.classKnown ? words : words + " with " + std::string(inWords(check->model));
}

bool isMoreExact(const CandidateFindings& found) {
    return found.errorToBaseline && *found.errorToBaseline * kNotableError <= 1;
}
bool isLessExact(const CandidateFindings& found) {
    return found.errorToBaseline && *found.errorToBaseline >= kNotableError;
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
            return "within rounding";
        case Kind::cannotTell:
            return "cannot tell";
    }
    return {};
}

std::string_view inWords(const RerunVerdict& verdict) {
    if (verdict.kind != Kind::withinRounding) return inWords(verdict.kind);
    return verdict.compared ? "other bits, within rounding" : "within rounding; not compared";
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
            return std::to_string(verdict.differentRepeats) + " of " + std::to_string(verdict.comparedRepeats) +
                   " launches compared with the first gave other bits";
        case Reason::fillsDiffer:
            return "launches into outputs that held other values gave other bits, and none was made again with the "
                   "same: "
                   "it reads what its output held, or its bits change by themselves";
        case Reason::otherBitsBefore:
            return "checksum " + checksumText(verdict.checksum) + ", and " +
                   checksumText(verdict.checksumBefore.value_or(0)) + " when it ran on the same input before";
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

std::string verdictInWords(const CandidateFindings& found) {
    if (isMoreExact(found)) return "other bits, " + timesInWords(1 / *found.errorToBaseline) + " times more exact";
    if (isLessExact(found)) return "other bits, " + timesInWords(*found.errorToBaseline) + " times less exact";
    return std::string(inWords(found.verdict));
}

std::string_view errorLegend() {
    return "Errors are the largest over the inputs, in parts of |A||B|, the product of the absolute values. whole "
           "error: against the exact product of the operands as they are, so that what the kernel loses by rounding "
           "operands is in it. sums off by: what the additions alone lose, against the exact product of the operands "
           "as the kernel is known to round them; only for this is there a limit, and all that is not called wrong "
           "keeps it. times more or less exact: by the whole error, as against the baseline's.";
}

std::string_view inWords(PrecisionModel model) {
    switch (model) {
        case PrecisionModel::tf32Even:
            return "operands rounded to TF32, ties to even";
        case PrecisionModel::tf32Away:
            return "operands rounded to TF32, ties away from zero";
        case PrecisionModel::tf32Truncated:
            return "operands cut to TF32";
        default:
            return "operands as they are";
    }
}

std::string exactnessInWords(const CandidateFindings& found) {
    return found.largestError ? scientific(*found.largestError) : "–";
}

std::string timesInWords(double times) {
    constexpr double kWhole = 10;
    return times < kWhole ? formatFixed(times, 1) : formatFixed(times, 0);
}

}  // namespace flipscope
