#include "core/handover/measured_report.h"
#include "core/report/rerun_report.h"
#include "tests/support/kept_rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Fixture {
    std::shared_ptr<const Dataset> dataset = testing::matmulRuns();
    Analysis analysis = analyse(*dataset).value();
    RerunTarget target = testing::targetOf(*dataset, analysis, 0);
    Scrubber scrubber{PrivateFacts{{}, {"alice"}, {}, {}}};
    // Candidates 0 and 1 alike, 2 with other bits.
    KeptRerun rerun = testing::keptRerun(target, {{0, 5}, {1, 5}, {2, 6}}, RerunMeans::real, "NVIDIA H200 of alice");

    RerunRound& add(RerunCheck check) {
        RerunRound round = rerun.report.rounds[0];
        round.request.check = check;
        return rerun.report.rounds.emplace_back(std::move(round));
    }
    [[nodiscard]] std::string json() const { return rerunJson(viewOf(rerun, findingsOf(rerun.report, {}))); }
    [[nodiscard]] MeasuredReport read() const {
        auto read = readMeasuredReport(json(), *dataset, analysis, scrubber);
        REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
        return std::move(read).value();
    }
};

}  // namespace

TEST_CASE("a report of rerun gives checksums, classes and what they rest on") {
    Fixture fixture;
    fixture.rerun.report.rounds[0].results[2].status = RerunStatus::refused;
    const MeasuredReport report = fixture.read();
    CHECK(report.key == KeyIndex{0});
    CHECK((report.bits.basis == ClassBasis::real));
    CHECK(report.bits.device == "NVIDIA H200 of user");
    CHECK(report.bits.inputs == "64×64×64 f32, seeds 1 and 2");
    REQUIRE(report.candidates.size() == 3);
    CHECK(report.candidates[0].checksum == "0000000000000005");
    CHECK(report.candidates[2].checksum.empty());
    CHECK(report.bits.classOf.at({0}) == report.bits.classOf.at({1}));
    CHECK(report.bits.classOf.count({2}) == 0);
    CHECK(report.json.find("alice") == std::string::npos);
    fixture.rerun = testing::keptRerun(fixture.target, {{0, 5}});
    CHECK((fixture.read().bits.basis == ClassBasis::emulated));
}

TEST_CASE("only the key's own sizes in dense rows tell the bits") {
    Fixture fixture;
    // Other bits on padded rows, and the key's own sizes refused: neither is an answer for the key.
    RerunRound& strided = fixture.add(RerunCheck::strided);
    strided.request.placement.lhsStride = 68;
    strided.results[1].checksum = 99;
    CHECK(fixture.read().bits.classOf.at({0}) == fixture.read().bits.classOf.at({1}));
    fixture.rerun.report.rounds.pop_back();
    fixture.add(RerunCheck::narrow).request.problem.n = 1;
    fixture.rerun.report.rounds[0].results[1].status = RerunStatus::refused;
    CHECK(fixture.read().bits.classOf.count({1}) == 0);
    fixture.rerun.report.rounds.erase(fixture.rerun.report.rounds.begin());
    const MeasuredReport narrow = fixture.read();
    CHECK(narrow.bits.classOf.empty());
    CHECK(narrow.candidates.empty());
    CHECK((narrow.bits.basis == ClassBasis::real));
}

TEST_CASE("what was wrong with a candidate stands in the report, and its bits tell nothing") {
    const auto faults = [](void (*spoil)(RerunResult&)) {
        Fixture fixture;
        spoil(fixture.rerun.report.rounds[0].results[1]);
        const MeasuredReport report = fixture.read();
        CHECK(report.bits.classOf.count({1}) == 0);
        REQUIRE(report.faults.size() == 1);
        CHECK(report.faults[0].starts_with("1 matmul_simple_cyclic_mma: "));
        return report.faults[0];
    };
    CHECK(faults([](RerunResult& r) { r.unwritten = 3; }).find("of 1 input") != std::string::npos);
    std::ignore = faults([](RerunResult& r) { r.comparedRepeats = r.differentRepeats = 1; });
    std::ignore = faults([](RerunResult& r) { r.dependsOnFill = true, r.comparedRepeats = 1; });
    std::ignore = faults([](RerunResult& r) { r.guardBytesChanged = 3; });
    const std::string refused = faults([](RerunResult& r) {
        r.status = RerunStatus::refused;
        r.because = "alice said no";
    });
    CHECK(refused.find("refused on 1 of 1 input") != std::string::npos);
    CHECK(refused.find("user said no") != std::string::npos);
}

TEST_CASE("anything else is an error") {
    const Fixture fixture;
    std::string other = fixture.json();
    other.replace(other.find("\"flipscope/1\""), 13, "\"flipscope/9\"");
    for (const std::string& text :
         {std::string("{}"), std::string("no json"), std::string(R"({"command":"rerun"})"), other})
        CHECK(!readMeasuredReport(text, *fixture.dataset, fixture.analysis, fixture.scrubber).hasValue());
    CHECK(!scrubbedJson("{", fixture.scrubber));
    CHECK(scrubbedJson(R"({"a":["/home/bob/x.py",1]})", fixture.scrubber) ==
          "{\n \"a\": [\n  \"…/x.py\",\n  1\n ]\n}\n");
}
