#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Candidates 0, 1, … on three inputs of one shape, each with the same bits.
RerunReport threeInputs(std::size_t candidates) {
    RerunReport report = test::realRerun();
    report.rounds.resize(1);
    report.rounds[0].results.resize(candidates);
    for (RerunResult& result : report.rounds[0].results) {
        result.status = RerunStatus::ok;
        result.checksum = 5;
        result.guardBytesChanged = 0;
    }
    for (std::uint64_t seed = 3; seed < 7; seed += 2) {
        RerunRound round = report.rounds.front();
        round.request.lhsSeed = seed;
        round.request.rhsSeed = seed + 1;
        report.rounds.push_back(std::move(round));
    }
    return report;
}

std::string classesOf(const RerunReport& report) {
    return classesAnswer(findingsOf(report, std::nullopt));
}

std::string winnersOf(const RerunReport& report) {
    std::vector<RerunCandidate> winners;
    for (const RerunResult& result : report.rounds[0].results)
        winners.push_back(result.candidate);
    const RerunFindings findings = findingsOf(report, std::nullopt);
    return winnersAnswer({"a key", "a card", std::move(winners), report, findings});
}

void fail(RerunReport& report, std::size_t candidate, std::vector<std::size_t> rounds) {
    for (const std::size_t round : rounds)
        report.rounds[round].results[candidate].status = RerunStatus::failed;
}

}  // namespace

TEST_CASE("of winners with different bits those are named that are less exact, by the largest errors") {
    RerunReport report = threeInputs(3);
    for (RerunRound& round : report.rounds) {
        for (std::size_t i = 0; i < 3; ++i) {
            RerunResult& result = round.results[i];
            const bool cut = i == 1;
            result.means = RerunMeans::replica;  // of what ran itself no class is assumed
            result.classId = cut ? "tf32-trunc/g4" : "tf32-rna/g8";
            result.checksum = cut ? 6 : 5;
            result.errors = {
                ErrorSummary{PrecisionModel::f32, cut ? 4.8e-4 : 2e-4, {}, 1, {}},
                ErrorSummary{cut ? PrecisionModel::tf32Truncated : PrecisionModel::tf32Away, 1e-8, 1e-8, 1, {}}};
        }
    }
    CHECK(winnersOf(report).ends_with(
        " 1 b (operands cut to TF32) is less exact than 0 a (operands rounded to TF32, ties away from zero): whole "
        "error up to 4.8e-04 of |A||B| against 2.0e-04, 2.4 times as large."));
    report.rounds[2].results[2].errors[0].largest = 4e-4;
    CHECK(winnersOf(report).find("1 b (operands cut to TF32) and 2 c (operands rounded to TF32, ties away from zero) "
                                 "are less exact than 0 a") != std::string::npos);
    for (RerunRound& round : report.rounds) {
        for (RerunResult& result : round.results)
            result.errors[0].largest = 2e-4;
    }
    CHECK(winnersOf(report).ends_with("They are about equally exact: whole errors from 2.0e-04 to 2.0e-04 of |A||B|."));
    for (RerunRound& round : report.rounds)
        round.results[1].errors.clear();
    CHECK(winnersOf(report).ends_with("whole errors from 2.0e-04 to 2.0e-04 of |A||B|."));
    for (RerunRound& round : report.rounds)
        round.results[0].errors.clear();
    CHECK(winnersOf(report).ends_with("changes the result."));
}

TEST_CASE("equal bits are claimed on the inputs that all of them ran on, no others") {
    RerunReport report = threeInputs(2);
    CHECK(winnersOf(report) ==
          "All winners of this key compute the same bits on these inputs: its flips changed none.");
    CHECK(classesOf(report) == "2 candidates ran; all gave equal bits on every input tried.");
    fail(report, 1, {1, 2});
    CHECK(winnersOf(report) ==
          "All winners of this key compute the same bits on the inputs that all of them ran on (1 of 3). Whether its "
          "flips change bits on the others cannot be told.");
    CHECK(classesOf(report) ==
          "2 candidates ran; they gave equal bits where they ran on the same input, but not all ran on every one.");
    const RerunFindings findings = findingsOf(report, std::nullopt);
    CHECK(bitsInWords(findings, findings.candidates[0]) == "A");
    CHECK(bitsInWords(findings, findings.candidates[1]) == "A (on 1 of 3 inputs)");
}

TEST_CASE("winners that never ran on one input together are not called equal") {
    RerunReport report = threeInputs(3);
    fail(report, 0, {0});
    fail(report, 1, {1});
    fail(report, 2, {2});
    CHECK(winnersOf(report).starts_with("Winners of this key computed the same bits where they ran on the same input"));
}

TEST_CASE("a candidate that differs from itself is not one without a result") {
    RerunReport report = threeInputs(3);
    for (RerunRound& round : report.rounds)
        round.results[1].differentRepeats = 1;
    CHECK(
        winnersOf(report) ==
        "Whether the winners of this key compute the same bits cannot be told: 2 of 3 have bits of their own; 1 is not "
        "reproducible.");
    CHECK(classesOf(report) ==
          "2 of 3 candidates have bits of their own, equal on every input tried; 1 is not reproducible.");
    fail(report, 2, {0, 1, 2});
    CHECK(classesOf(report) == "1 of 3 candidates has bits of its own; 1 is not reproducible and 1 gave no result.");
    for (RerunRound& round : report.rounds)
        round.results[0].unwritten = 4;
    fail(report, 1, {0, 1, 2});
    CHECK(classesOf(report) ==
          "None of 3 candidates has bits of its own; 1 leaves elements unwritten and 2 gave no result.");
    fail(report, 0, {0, 1, 2});
    CHECK(classesOf(report) == "No candidate gave a result.");
}

TEST_CASE("different bits of one winner that has none of its own are no difference between winners") {
    RerunReport report = threeInputs(3);
    for (RerunRound& round : report.rounds) {
        round.results[2].dependsOnFill = true;
        round.results[2].comparedRepeats = 1;
        round.results[2].checksum = 9;
    }
    CHECK(winnersOf(report).ends_with("2 of 3 have bits of their own; 1 reads what it did not write."));
    report.rounds[2].results[1].checksum = 6;
    CHECK(winnersOf(report).starts_with("The winners of this key compute different bits"));
}

TEST_CASE("one candidate alone is equal to nothing") {
    CHECK(classesOf(threeInputs(1)) == "1 candidate ran: there is nothing to compare its bits with.");
}
