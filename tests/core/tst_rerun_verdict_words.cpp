#include "core/report/rerun_parts.h"
#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a verdict comes with the numbers that led to it") {
    const RerunReport report = test::smallRerun();
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    CHECK(reasonOf(findings.candidates[0].verdict) == "the baseline");
    CHECK(reasonOf(findings.candidates[1].verdict) == "as the baseline");
    CHECK(reasonOf(findings.candidates[2].verdict) == "sums off by 1.0e-08, 1.5e-05 allowed");
    CHECK(reasonOf(findings.candidates[3].verdict).empty());
    CHECK(reasonOf(findings.candidates[4].verdict) == "12 bytes outside the buffers changed");
    CHECK(inWords(findings.candidates[4].verdict.kind) == std::string_view("writes outside"));
}

TEST_CASE("other bits are said only of what was compared, and repeats are counted among those compared") {
    RerunVerdict verdict;
    verdict.kind = RerunVerdictKind::withinRounding;
    CHECK(inWords(verdict) == "within rounding; not compared");
    verdict.compared = true;
    CHECK(inWords(verdict) == "other bits, within rounding");
    verdict.kind = RerunVerdictKind::sameBits;
    CHECK(inWords(verdict) == "same bits");
    verdict.reason = RerunReason::repeatsDiffer;
    verdict.repeats = 4;
    verdict.comparedRepeats = 3;
    verdict.differentRepeats = 2;
    CHECK(reasonOf(verdict) == "2 of 3 launches compared with the first gave other bits");
    verdict.reason = RerunReason::fillsDiffer;
    CHECK(reasonOf(verdict).ends_with("it reads what its output held, or its bits change by themselves"));
}

TEST_CASE("every verdict and every way to take operands has words") {
    for (int kind = 0; kind <= static_cast<int>(RerunVerdictKind::cannotTell); ++kind)
        CHECK(!inWords(static_cast<RerunVerdictKind>(kind)).empty());
    for (int model = 0; model <= static_cast<int>(PrecisionModel::bf16); ++model)
        CHECK(inWords(static_cast<PrecisionModel>(model)).starts_with("operands "));
}

TEST_CASE("a candidate with other bits is called more or less exact by the whole errors") {
    RerunReport report = test::smallRerun();
    const auto found = [&](double baseline, double other) {
        for (RerunResult& result : report.rounds[0].results)
            result.errors[0].largest = result.errors[0].largestBeyondRounding.emplace(baseline);
        report.rounds[0].results[2].errors[0].largest = other;
        return findingsOf(report, report.rounds[0].results[0].candidate).candidates[2];
    };
    CHECK(exactnessInWords(found(1e-7, 5e-7)) == "5.0e-07");
    CHECK(verdictInWords(found(1e-7, 5e-7)) == "other bits, 5.0 times less exact");
    CHECK(verdictInWords(found(5e-6, 2e-9)) == "other bits, 2500 times more exact");
    CHECK(verdictInWords(found(1e-7, 1.4e-7)) == "other bits, within rounding");
    CHECK(verdictInWords(found(1e-7, 0.7e-7)) == "other bits, within rounding");
    CHECK(verdictInWords(found(0, 1e-7)) == "other bits, within rounding");  // nothing is a multiple of zero
    report.rounds[0].results[2].checksum = report.rounds[0].results[0].checksum;
    CHECK(verdictInWords(found(1e-7, 5e-7)) == "same bits");
}

TEST_CASE("of candidates whose class is not known, the way of taking operands that fits is named") {
    RerunReport report = test::smallRerun();
    report.rounds[0].results[2].classId.clear();
    report.rounds[0].results[2].errors = {ErrorSummary{PrecisionModel::f32, 1e-3, 1e-3, 1, {}},
                                          ErrorSummary{PrecisionModel::tf32Truncated, 1e-8, 1e-8, 1, {}}};
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    CHECK(reasonOf(findings.candidates[2].verdict) == "sums off by 1.0e-08, 1.5e-05 allowed with operands cut to TF32");
    CHECK(exactnessInWords(findings.candidates[2]) == "1.0e-03");
    CHECK(exactnessInWords(findings.candidates[3]) == "–");
}
