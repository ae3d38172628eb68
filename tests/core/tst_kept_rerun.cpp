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
    const RerunFindings findings = findingsOf(all.back()->report, {});
    CHECK((findings.candidates[0].verdict.kind == RerunVerdictKind::nondeterministic));
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

TEST_CASE("Repeats are added up, so that one that differed is not forgotten") {
    const Runs runs;
    const auto repeated = [&](unsigned compared, unsigned different) {
        KeptRerun rerun = testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::real, "H200");
        RerunResult& result = rerun.report.rounds[0].results[0];
        result.repeats = compared + 2;
        result.comparedRepeats = compared;
        result.differentRepeats = different;
        result.gridFilled = true;
        return rerun;
    };
    KeptReruns all;
    keep(all, repeated(97, 1));
    keep(all, repeated(3, 0));
    CHECK(only(*all.back()).comparedRepeats == 100);
    CHECK(only(*all.back()).differentRepeats == 1);
    CHECK(only(*all.back()).repeats == 104);
    const RerunFindings findings = findingsOf(all.back()->report, {});
    CHECK((findings.candidates[0].verdict.kind == RerunVerdictKind::nondeterministic));
    CHECK(blocklist(all.back()->report, findings).size() == 1);

    KeptReruns sound;
    keep(sound, repeated(60, 0));
    KeptRerun idle = repeated(40, 0);
    idle.report.rounds[0].results[0].gridFilled = false;
    keep(sound, idle);
    CHECK(only(*sound.back()).comparedRepeats == 100);
    CHECK_FALSE(only(*sound.back()).gridFilled);
    // Of no repeats nothing is said.
    KeptReruns single;
    keep(single, repeated(60, 0));
    idle.report.rounds[0].results[0].comparedRepeats = 0;
    keep(single, idle);
    CHECK(only(*single.back()).gridFilled);
}

TEST_CASE("What was found once stays beside a later re-run that does not find it") {
    const Runs runs;
    using Fault = void (*)(RerunResult&);
    const std::vector<std::pair<Fault, RerunFinding>> faults = {
        {[](RerunResult& r) { r.guardBytesChanged = 4; }, RerunFinding::writesOutside},
        {[](RerunResult& r) { r.unwritten = 3; }, RerunFinding::leavesUnwritten},
        {[](RerunResult& r) {
             r.dependsOnFill = true;
             r.comparedRepeats = 2;
         },
         RerunFinding::readsUnwritten}};
    const KeptRerun clean = testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::real, "H200");
    for (const auto& [fault, finding] : faults) {
        KeptRerun faulty = clean;
        fault(faulty.report.rounds[0].results[0]);
        for (const bool faultFirst : {true, false}) {
            KeptReruns all;
            keep(all, faultFirst ? faulty : clean);
            keep(all, faultFirst ? clean : faulty);
            keep(all, clean);
            CHECK(all.back()->report.rounds.size() <= 2);
            const RerunFindings findings = findingsOf(all.back()->report, {});
            CHECK((findings.candidates[0].findings == std::vector{finding}));
            CHECK(blocklist(all.back()->report, findings).size() == 1);
        }
    }
}

TEST_CASE("A launch that failed is not lost to one that was not made, nor the damage that it did to one that ran") {
    const Runs runs;
    KeptRerun failed = testing::keptRerun(runs.first, {{0, 0}}, RerunMeans::real, "H200"), notRun = failed;
    failed.report.rounds[0].results[0].status = RerunStatus::failed;
    notRun.report.rounds[0].results[0].status = RerunStatus::notRun;
    KeptReruns all;
    keep(all, failed);
    keep(all, notRun);
    CHECK((only(*all.back()).status == RerunStatus::failed));
    KeptRerun damage = failed;
    damage.report.rounds[0].results[0].guardBytesChanged = 8;
    const KeptRerun ran = testing::keptRerun(runs.first, {{0, 5}}, RerunMeans::real, "H200");
    for (const bool damageFirst : {true, false}) {
        KeptReruns others;
        keep(others, damageFirst ? damage : ran);
        keep(others, damageFirst ? ran : damage);
        keep(others, notRun);
        REQUIRE(others.back()->report.rounds.size() == 2);
        CHECK(blocklist(others.back()->report, findingsOf(others.back()->report, {})).size() == 1);
    }
}

TEST_CASE("Errors stay when the candidate is run again without measuring them") {
    const Runs runs;
    KeptReruns all;
    KeptRerun measured = testing::keptRerun(runs.first, {{0, 5}});
    measured.report.rounds[0].results[0].errors = {ErrorSummary{PrecisionModel::f32, 1e-8, 1e-8, 1, {}}};
    keep(all, measured);
    keep(all, testing::keptRerun(runs.first, {{0, 5}}));
    CHECK(only(*all.back()).errors.size() == 1);
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
