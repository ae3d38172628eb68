#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a verdict comes with the numbers that led to it") {
    const RerunReport report = test::smallRerun();
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    CHECK(reasonOf(findings.candidates[0].verdict) == "the baseline");
    CHECK(reasonOf(findings.candidates[1].verdict) == "as the baseline");
    CHECK(reasonOf(findings.candidates[2].verdict) == "error 1.0e-08 of |A||B|, 1.5e-05 allowed for f32");
    CHECK(reasonOf(findings.candidates[3].verdict).empty());
    CHECK(reasonOf(findings.candidates[4].verdict) == "12 bytes outside the buffers changed");
    CHECK(inWords(findings.candidates[4].verdict.kind) == std::string_view("writes outside"));
}

TEST_CASE("every verdict and every way has words") {
    for (int kind = 0; kind <= static_cast<int>(RerunVerdictKind::cannotTell); ++kind)
        CHECK(!inWords(static_cast<RerunVerdictKind>(kind)).empty());
    for (const RerunMeans means : {RerunMeans::emulated, RerunMeans::replica, RerunMeans::real})
        CHECK(!meansSentence(means).empty());
}

TEST_CASE("classes are lettered, past Z by two letters") {
    CHECK(className(0) == "A");
    CHECK(className(25) == "Z");
    CHECK(className(26) == "AA");
    CHECK(className(27) == "AB");
    CHECK(className(26 + 26 * 26) == "AAA");
}
