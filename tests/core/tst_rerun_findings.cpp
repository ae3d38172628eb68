#include "core/rerun/rerun_findings.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const RerunCandidate kA{CandidateIndex{0}, "a"}, kB{CandidateIndex{1}, "b"}, kC{CandidateIndex{2}, "c"};

RerunResult ran(const RerunCandidate& candidate, std::uint64_t checksum) {
    RerunResult result;
    result.candidate = candidate;
    result.status = RerunStatus::ok;
    result.checksum = checksum;
    result.repeats = 3;
    result.comparedRepeats = 1;
    result.classId = "f32/ascending";
    result.errors = {ErrorSummary{PrecisionModel::f32, 1e-8, 1e-8, 1, {}}};
    return result;
}

RerunResult refused(const RerunCandidate& candidate) {
    RerunResult result;
    result.candidate = candidate;
    result.status = RerunStatus::refused;
    return result;
}

RerunRound round(std::size_t k, std::vector<RerunResult> results) {
    RerunRound round;
    round.request.problem = {8, 8, k, ElementType::f32, false};
    round.results = std::move(results);
    return round;
}

}  // namespace

TEST_CASE("the result of a candidate in a round is found by the candidate, or there is none") {
    const RerunRound both = round(64, {ran(kA, 1), ran(kB, 2)});
    CHECK(resultOf(both, kB) == &both.results[1]);
    CHECK(resultOf(both, kC) == nullptr);
}

TEST_CASE("the gravest verdict over all requests stands, and names its request") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 1), ran(kB, 1), ran(kC, 2)}), round(65, {ran(kA, 5), ran(kB, 6), ran(kC, 5)})};
    report.rounds[1].results[2].unwritten = 4;
    const RerunFindings findings = findingsOf(report, kA);
    REQUIRE(findings.candidates.size() == 3);
    CHECK(findings.baseline == kA);
    CHECK((findings.candidates[0].verdict.kind == RerunVerdictKind::sameBits));
    CHECK((findings.candidates[1].verdict.kind == RerunVerdictKind::withinRounding));
    CHECK(findings.candidates[1].round == 1);
    CHECK((findings.candidates[2].verdict.kind == RerunVerdictKind::leavesUnwritten));
    CHECK(findings.candidates[2].round == 1);
    CHECK(findings.candidates[0].measuredClass);
    CHECK(findings.candidates[0].measuredClass != findings.candidates[1].measuredClass);
}

TEST_CASE("errors are the largest over all requests, of the operands as they are") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 1), ran(kB, 2)}), round(64, {ran(kA, 1), ran(kB, 3)}),
                     round(64, {ran(kA, 1), ran(kB, 4)})};
    for (std::size_t i = 0; i < 3; ++i) {
        report.rounds[i].request.lhsSeed += 2 * i;
        RerunResult& result = report.rounds[i].results[1];
        result.classId = "tf32-rna/g8";
        const double times = i == 1 ? 3 : 1;
        result.errors = {ErrorSummary{PrecisionModel::f32, 1e-4 * times, 1e-4 * times, 1, {}},
                         ErrorSummary{PrecisionModel::tf32Away, 1e-8 * times, 1e-8 * times, 1, {}}};
    }
    report.rounds[0].results[1].timing.emplace().median = Nanoseconds{20};
    RerunFindings findings = findingsOf(report, kA);
    CHECK(findings.candidates[0].largestError == 1e-8);
    CHECK(findings.candidates[1].largestError == 1e-4 * 3);
    CHECK(findings.candidates[1].round == 1);
    CHECK(findings.candidates[1].firstSuch == 0);
    REQUIRE(decisiveCheck(findings.candidates[1].verdict) != nullptr);
    CHECK(decisiveCheck(findings.candidates[1].verdict)->error == 1e-8 * 3);
    REQUIRE(timingOf(report, kB) != nullptr);
    CHECK(timingOf(report, kB)->median == Nanoseconds{20});
    CHECK(timingOf(report, kA) == nullptr);
    report.rounds[2].results[1].errors[0].largest = std::numeric_limits<double>::quiet_NaN();
    findings = findingsOf(report, kA);
    CHECK(findings.candidates[1].largestError == std::numeric_limits<double>::infinity());
    report.rounds[2].results[1].errors.clear();
    CHECK(!errorAsTheyAre(report.rounds[2].results[1], report.rounds[2].request.problem));
}

TEST_CASE("without a baseline that ran, the first that did is one") {
    RerunReport report;
    report.rounds = {round(64, {refused(kA), ran(kB, 3), ran(kC, 3)})};
    const RerunFindings findings = findingsOf(report, kA);
    CHECK(findings.baseline == kB);
    CHECK((findings.candidates[0].verdict.kind == RerunVerdictKind::notJudged));
    CHECK((findings.candidates[2].verdict.kind == RerunVerdictKind::sameBits));
    CHECK(!findings.candidates[0].measuredClass);
    RerunReport nothing;
    nothing.rounds = {round(64, {refused(kA)})};
    CHECK(!findingsOf(nothing, std::nullopt).baseline);
}

TEST_CASE("a request on which the baseline gave nothing does not outweigh one where bits could be compared") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 1), ran(kB, 1)}), round(65, {refused(kA), ran(kB, 9)})};
    RerunFindings findings = findingsOf(report, kA);
    CHECK((findings.candidates[1].verdict.kind == RerunVerdictKind::sameBits));
    CHECK(findings.candidates[1].round == 0);
    CHECK(findings.candidates[0].ranOn == std::vector<std::size_t>{0});
    CHECK(findings.candidates[1].ranOn == std::vector<std::size_t>{0, 1});
    report.rounds[1].results[1].unwritten = 1;
    CHECK((findingsOf(report, kA).candidates[1].verdict.kind == RerunVerdictKind::leavesUnwritten));
    report.rounds = {round(64, {ran(kA, 1), refused(kB)}), round(65, {refused(kA), ran(kB, 9)})};
    findings = findingsOf(report, kA);
    CHECK((findings.candidates[1].verdict.kind == RerunVerdictKind::withinRounding));
    CHECK_FALSE(findings.candidates[1].verdict.compared);
}

TEST_CASE("nobody is blocked for a worker that was lost or silent") {
    RerunReport report;
    RerunResult lost = refused(kA), silent = refused(kB), failed = refused(kC);
    lost.status = failed.status = RerunStatus::failed;
    silent.status = RerunStatus::timedOut;
    lost.byAsker = silent.byAsker = true;
    lost.means = silent.means = failed.means = RerunMeans::real;
    report.rounds = {round(64, {lost, silent, failed})};
    const RerunFindings findings = findingsOf(report, std::nullopt);
    CHECK(blocklist(report, findings) == std::vector<RerunCandidate>{kC});
    CHECK(findings.candidates[0].incidents.front().byAsker);
}

TEST_CASE("what refuses, fails or is unsound is blocked; what was not run is not") {
    RerunReport report;
    RerunResult notRun = refused(kC);
    notRun.status = RerunStatus::notRun;
    RerunResult unsound = ran(kB, 3);
    unsound.guardBytesChanged = 1;
    RerunResult refusal = refused(kA);
    refusal.means = unsound.means = RerunMeans::real;
    report.rounds = {round(64, {refusal, unsound, notRun})};
    const auto blocked = blocklist(report, findingsOf(report, std::nullopt));
    CHECK(blocked == std::vector<RerunCandidate>{kA, kB});
}

TEST_CASE("nobody is blocked for what a model or a replica did") {
    for (const RerunMeans means : {RerunMeans::emulated, RerunMeans::replica}) {
        RerunReport report;
        RerunResult refusal = refused(kA), unsound = ran(kB, 3), failed = refused(kC);
        failed.status = RerunStatus::failed;
        unsound.unwritten = 5;
        refusal.means = unsound.means = failed.means = means;
        report.rounds = {round(64, {refusal, unsound, failed})};
        const RerunFindings findings = findingsOf(report, std::nullopt);
        CHECK(blocklist(report, findings).empty());
        for (const CandidateFindings& found : findings.candidates)
            CHECK(found.incidents.size() == 1);
    }
}

TEST_CASE("a refusal counts where the key stands for the problem, everything else everywhere") {
    RerunReport report;
    RerunResult refusal = refused(kA), unsound = ran(kB, 3), failed = refused(kC);
    failed.status = RerunStatus::timedOut;
    unsound.differentRepeats = 1;
    refusal.means = unsound.means = failed.means = RerunMeans::real;
    report.rounds = {round(64, {refusal, unsound, failed})};
    report.rounds[0].request.place = BucketPlace::outside;
    CHECK(blocklist(report, findingsOf(report, std::nullopt)) == std::vector<RerunCandidate>{kB, kC});
    for (const BucketPlace place : {BucketPlace::inside, BucketPlace::unknown}) {
        report.rounds[0].request.place = place;
        CHECK(blocklist(report, findingsOf(report, std::nullopt)).size() == 3);
    }
    for (const RerunCheck check : {RerunCheck::narrow, RerunCheck::otherSizes}) {
        report.rounds[0].request.check = check;
        CHECK(blocklist(report, findingsOf(report, std::nullopt)).size() == 2);
    }
}

TEST_CASE("a failure on buffers that the key does not stand for accuses nobody, what was seen there does") {
    RerunReport report;
    RerunResult unsound = ran(kB, 3), failed = refused(kC);
    failed.status = RerunStatus::failed;
    unsound.guardBytesChanged = 1;
    unsound.means = failed.means = RerunMeans::real;
    report.rounds = {round(64, {unsound, failed})};
    report.rounds[0].request.placement.offset = 1;
    report.rounds[0].request.check = RerunCheck::misaligned;
    for (const BucketPlace place : {BucketPlace::unknown, BucketPlace::outside}) {
        report.rounds[0].request.place = place;
        CHECK(blocklist(report, findingsOf(report, std::nullopt)) == std::vector<RerunCandidate>{kB});
    }
    report.rounds[0].request.place = BucketPlace::inside;
    CHECK(blocklist(report, findingsOf(report, std::nullopt)).size() == 2);
}

TEST_CASE("incidents are kept request by request, repeats counted over all") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 1)}), round(65, {refused(kA)}), round(66, {ran(kA, 2)}),
                     round(67, {ran(kA, 2)})};
    report.rounds[1].results[0].because = "not this k";
    report.rounds[2].results[0].unwritten = 2;
    report.rounds[0].results[0].comparedRepeats = 8;
    for (const std::size_t i : {0U, 2U, 3U})
        report.rounds[i].results[0].gridFilled = true;
    RerunFindings findings = findingsOf(report, std::nullopt);
    const CandidateFindings& found = findings.candidates.front();
    REQUIRE(found.incidents.size() == 2);
    CHECK(found.incidents[0].round == 1);
    CHECK((found.incidents[0].status == RerunStatus::refused));
    CHECK(found.incidents[0].because == "not this k");
    CHECK(found.incidents[1].round == 2);
    CHECK((found.incidents[1].verdict.kind == RerunVerdictKind::leavesUnwritten));
    CHECK(found.comparedRepeats == 10);
    CHECK(found.differentRepeats == 0);
    CHECK(found.gridFilled);
    report.rounds[2].results[0].gridFilled = false;
    CHECK(!findingsOf(report, std::nullopt).candidates.front().gridFilled);
}

TEST_CASE("other bits on the same input are a finding, in the later request, whatever the repeats say") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 5), ran(kB, 5)}), round(65, {ran(kA, 7)}), round(64, {ran(kA, 6), ran(kB, 5)})};
    for (RerunRound& each : report.rounds) {
        for (RerunResult& result : each.results)
            result.means = RerunMeans::real;
    }
    RerunFindings findings = findingsOf(report, kA);
    const CandidateFindings& found = findings.candidates[0];
    CHECK((found.verdict.kind == RerunVerdictKind::nondeterministic));
    CHECK((found.verdict.reason == RerunReason::otherBitsBefore));
    CHECK(found.verdict.checksum == 6);
    CHECK(found.verdict.checksumBefore == 5U);
    CHECK((found.findings == std::vector{RerunFinding::nondeterministic}));
    CHECK(found.round == 2);
    REQUIRE(found.incidents.size() == 1);
    CHECK(found.incidents[0].round == 2);
    CHECK(blocklist(report, findings) == std::vector<RerunCandidate>{kA});
    // What is not reproducible is no baseline.
    CHECK_FALSE(findings.candidates[1].verdict.compared);
    CHECK((findingsOf(report, kB).candidates[1].verdict.kind == RerunVerdictKind::sameBits));

    // A graver finding stays the verdict, and the other one is beside it.
    report.rounds[2].results[0].unwritten = 1;
    findings = findingsOf(report, kA);
    CHECK((findings.candidates[0].verdict.kind == RerunVerdictKind::leavesUnwritten));
    CHECK((findings.candidates[0].findings ==
           std::vector{RerunFinding::leavesUnwritten, RerunFinding::nondeterministic}));
    report.rounds[2].results[0].unwritten = 0;
    report.rounds[2].results[0].differentRepeats = 1;
    CHECK((findingsOf(report, kA).candidates[0].findings == std::vector{RerunFinding::nondeterministic}));
}

TEST_CASE("other bits by other means, of another code generator, seed or problem are none of the candidate's") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 5)}), round(64, {ran(kA, 6)})};
    const auto isFound = [&] { return !findingsOf(report, kA).candidates[0].findings.empty(); };
    CHECK(isFound());
    report.rounds[1].results[0].means = RerunMeans::replica;
    CHECK_FALSE(isFound());
    report.rounds[1].results[0].means = report.rounds[0].results[0].means;
    report.rounds[1].request.codeGenerator = CodeGenerator::llvm;
    CHECK_FALSE(isFound());
    report.rounds[1].request = report.rounds[0].request;
    report.rounds[1].request.lhsSeed = 9;
    CHECK_FALSE(isFound());
    report.rounds[1].request = report.rounds[0].request;
    CHECK(isFound());
    report.rounds[1].results[0].status = RerunStatus::failed;
    CHECK_FALSE(isFound());
}

TEST_CASE("findings are those of all requests, in the order of their gravity") {
    RerunReport report;
    report.rounds = {round(64, {ran(kA, 1)}), round(65, {ran(kA, 1)}), round(66, {ran(kA, 1)})};
    report.rounds[0].results[0].differentRepeats = 1;
    report.rounds[1].results[0].guardBytesChanged = 4;
    report.rounds[2].results[0].differentRepeats = 1;
    const RerunFindings findings = findingsOf(report, kA);
    const CandidateFindings& found = findings.candidates[0];
    CHECK((found.findings == std::vector{RerunFinding::writesOutside, RerunFinding::nondeterministic}));
    CHECK(hasFinding(found, RerunFinding::nondeterministic));
    CHECK_FALSE(hasFinding(found, RerunFinding::wrong));
    CHECK(foundOf(findings, kA) == &found);
    CHECK(foundOf(findings, kB) == nullptr);
}

TEST_CASE("0 of N bounds the rate by 3/N, and three or fewer bound nothing") {
    CHECK(!repeatRateBound(0));
    CHECK(!repeatRateBound(3));
    CHECK(repeatRateBound(4) == 0.75);
    CHECK(repeatRateBound(300) == 0.01);
}
