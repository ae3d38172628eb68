#include "core/pin/measurement_file.h"
#include "core/report/rerun_report.h"
#include "tests/support/kept_rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Fixture {
    std::shared_ptr<const Dataset> dataset = testing::matmulRuns();
    Analysis analysis = analyse(*dataset).value();
    RerunTarget target = testing::targetOf(*dataset, analysis, 0);
    KeyIndex key{0};
    // Candidates 0 to 2 on the key's sizes, then on a narrow problem that it does not stand for.
    KeptRerun rerun = made(RerunMeans::real);

    KeptRerun made(RerunMeans means) const {
        KeptRerun kept = testing::keptRerun(target, {{0, 5}, {1, 5}, {2, 6}}, means, "H200");
        for (RerunResult& result : kept.report.rounds[0].results)
            result.errors = {{PrecisionModel::f32, 1e-7, {}, 1, {}}, {PrecisionModel::tf32Away, 1e-9, {}, 1, {}}};
        RerunRound narrow = kept.report.rounds[0];
        narrow.request.problem.n = 1;
        narrow.request.check = RerunCheck::narrow;
        kept.report.rounds.push_back(std::move(narrow));
        return kept;
    }

    RerunResult& own(std::size_t candidate) { return rerun.report.rounds[0].results[candidate]; }
    RerunResult& narrow(std::size_t candidate) { return rerun.report.rounds[1].results[candidate]; }

    [[nodiscard]] std::string json() const { return rerunJson(viewOf(rerun, findingsOf(rerun.report, {}))); }
    [[nodiscard]] Measurements read() const {
        const auto found = measurementsIn(json(), *dataset, analysis);
        REQUIRE_MESSAGE(found.hasValue(), found.errorMessage());
        return found.value();
    }
    [[nodiscard]] CandidateMeasurement of(std::uint32_t candidate) const { return read().at({key, {candidate}}); }
};

}  // namespace

TEST_CASE("errors are the largest over the key's inputs; refusals and classes of real runs are taken") {
    Fixture fixture;
    RerunRound second = fixture.rerun.report.rounds[0];
    second.request.lhsSeed = 3;
    second.results[0].errors[0].largest = 3e-7;
    second.results[2].status = RerunStatus::refused;
    second.results[2].because = "not aligned";
    fixture.rerun.report.rounds.push_back(second);
    CHECK(fixture.of(0).error == 3e-7);
    CHECK(fixture.of(0).numericalClass == "measured-A");
    CHECK(fixture.of(1).numericalClass == "measured-A");
    CHECK(fixture.of(2).refusal == "not aligned");
    CHECK(fixture.of(2).blocked);
    CHECK_FALSE(fixture.of(0).blocked);
}

TEST_CASE("what was emulated is no measured class, and blocks nobody") {
    Fixture fixture;
    fixture.rerun = fixture.made(RerunMeans::emulated);
    fixture.own(1).status = RerunStatus::refused;
    CHECK(fixture.of(0).numericalClass.empty());
    CHECK(fixture.of(1).refusal == "refused");
    CHECK_FALSE(fixture.of(1).blocked);
}

TEST_CASE("what is refused, less exact or of other bits only where the key does not stand for it says nothing") {
    Fixture fixture;
    fixture.narrow(0).errors[0].largest = 1e-3;
    fixture.narrow(0).checksum = 99;
    fixture.narrow(1).status = RerunStatus::refused;
    fixture.narrow(1).because = "rows are not aligned";
    CHECK(fixture.of(0).error == 1e-7);
    CHECK(fixture.of(0).numericalClass == fixture.of(1).numericalClass);
    CHECK(fixture.of(1).refusal.empty());
    CHECK_FALSE(fixture.of(1).blocked);
}

TEST_CASE("what puts a candidate on the blocklist for the key is told, each in its words") {
    const auto check = [](void (*spoil)(RerunResult&), const std::string& words) {
        Fixture fixture;
        spoil(fixture.own(2));
        CHECK(fixture.of(2).fault == words);
        CHECK(fixture.of(2).blocked);
        CHECK(fixture.of(0).fault.empty());
    };
    check([](RerunResult& r) { r.guardBytesChanged = 7; }, "it wrote outside its buffers");
    check([](RerunResult& r) { r.unwritten = 7; }, "it left elements of its output unwritten");
    check([](RerunResult& r) { r.dependsOnFill = true, r.comparedRepeats = 1; },
          "its result depended on what was in its buffers before");
    check([](RerunResult& r) { r.comparedRepeats = r.differentRepeats = 1; }, "its bits changed from launch to launch");
    check(
        [](RerunResult& r) {
            for (const auto model : {PrecisionModel::tf32Even, PrecisionModel::tf32Truncated})
                r.errors.push_back({model, 0.5, {}, 1, {}});
            for (ErrorSummary& error : r.errors)
                error.largest = 0.5;
        },
        "its error was above every bound");
}

TEST_CASE("a worker that was lost says nothing of the candidate") {
    Fixture fixture;
    fixture.own(0).status = RerunStatus::failed;
    fixture.own(0).byAsker = true;
    CHECK(fixture.of(0).refusal.empty());
    CHECK_FALSE(fixture.of(0).blocked);
}

TEST_CASE("an error that is not finite is the largest") {
    Fixture fixture;
    fixture.own(0).errors[0].largest = std::numeric_limits<double>::infinity();
    CHECK(fixture.of(0).error.value() > 1e300);
}

TEST_CASE("what is no report of these runs is refused") {
    const Fixture fixture;
    CHECK_FALSE(measurementsIn("nonsense", *fixture.dataset, fixture.analysis).hasValue());
    CHECK_FALSE(measurementsIn(R"({"command":"key"})", *fixture.dataset, fixture.analysis).hasValue());
}
