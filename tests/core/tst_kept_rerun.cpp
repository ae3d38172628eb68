#include "core/rerun/kept_rerun.h"
#include "core/rerun/rerun_findings.h"
#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/matmul_keys.h"

#include <doctest/doctest.h>

namespace flipscope {

namespace {

struct Runs {
    std::shared_ptr<const Dataset> dataset = testing::matmulRuns();
    Analysis analysis = analyse(*dataset).value();
    RerunTarget first = testing::targetOf(*dataset, analysis, 0), second = testing::targetOf(*dataset, analysis, 1);
};

const RerunResult& only(const KeptRerun& kept) {
    REQUIRE(kept.report.rounds.size() == 1);
    REQUIRE(kept.report.rounds[0].results.size() == 1);
    return kept.report.rounds[0].results[0];
}

}  // namespace

TEST_CASE("Re-runs of one origin are joined, others stand beside each other, the newest last") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    keep(all, testing::keptRerun(runs.second, {{0, 5}}));
    keep(all, testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::replica, "H200"));
    CHECK(all.size() == 3);
    const auto joined = keep(all, testing::keptRerun(runs.first, {{1, 6}, {2, 6}}));
    CHECK(all.size() == 3);
    CHECK(all.back() == joined);
    REQUIRE(joined->report.rounds.size() == 1);
    CHECK(joined->report.rounds[0].results.size() == 3);
    CHECK(joined->report.rounds[0].request.candidates.size() == 3);
}

TEST_CASE("Other inputs are another round, the same again is no second result") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    CHECK(only(*all.back()).checksum == 5);
    KeptRerun other = testing::keptRerun(runs.first, {{0, 9}});
    other.report.rounds[0].request.lhsSeed = 3;
    keep(all, other);
    CHECK(all.back()->report.rounds.size() == 2);
}

TEST_CASE("A candidate with other bits on the same input is seen not to be reproducible") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}, {1, 5}}));
    keep(all, testing::keptRerun(runs.first, {{0, 6}}));
    REQUIRE(all.back()->report.rounds.size() == 2);
    const CandidateClasses classes = classifyCandidates(all.back()->report.rounds);
    REQUIRE(classes.classes.size() == 1);
    CHECK(classes.classes[0].members.size() == 1);
    REQUIRE(classes.without.size() == 1);
    CHECK((classes.without[0].reason == NoClassReason::notReproducible));
}

TEST_CASE("A result is not lost to a later run that was stopped or failed, a failure gives way to a result") {
    const Runs runs;
    KeptReruns all;
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    KeptRerun stopped = testing::keptRerun(runs.first, {{0, 0}});
    stopped.report.rounds[0].results[0].status = RerunStatus::notRun;
    stopped.report.stopped = true;
    keep(all, stopped);
    CHECK((only(*all.back()).status == RerunStatus::ok));
    CHECK(all.back()->report.stopped);

    KeptReruns others;
    keep(others, stopped);
    keep(others, testing::keptRerun(runs.first, {{0, 7}}));
    CHECK((only(*others.back()).status == RerunStatus::ok));
    CHECK_FALSE(others.back()->report.stopped);
}

TEST_CASE("A time stays when the candidate is run again without timing") {
    const Runs runs;
    KeptReruns all;
    KeptRerun timed = testing::keptRerun(runs.first, {{0, 5}});
    timed.report.rounds[0].results[0].timing.emplace().samples = 9;
    keep(all, timed);
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    REQUIRE(only(*all.back()).timing);
    CHECK(only(*all.back()).timing->samples == 9);
}

TEST_CASE("Problems of no key are told apart by their labels") {
    const auto repro = reportedRepro();
    KeptReruns all;
    for (const RerunTarget& target : repro)
        keep(all, testing::keptRerun(target, {{0, 1}}));
    CHECK(all.size() == 3);
    CHECK(sameOrigin(*all[0], testing::keptRerun(repro[0], {{5, 1}})));
    CHECK_FALSE(sameOrigin(*all[0], testing::keptRerun(repro[1], {{5, 1}})));
}

TEST_CASE("what the key of a re-run stands for is told from its subject alone") {
    const TuningKey key = test::keyOf({64, 128, 256, 10, 9});
    const auto bucket = bucketOf(RerunSubject{key.canonicalJson, key.tuner, {}});
    REQUIRE(bucket);
    CHECK(bucket.value().m.largest == 64);
    CHECK(bucketOf(RerunSubject{}).errorMessage() == "the sizes belong to no key");
    CHECK(!bucketOf(RerunSubject{"{not JSON", {}, {}}));
}

}  // namespace flipscope
