#include "core/drive/drive_findings.h"
#include "core/drive/forcing_setup.h"
#include "tests/support/bisection_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

ForcedVariant variantOf(std::optional<std::size_t> variant, std::optional<std::size_t> group) {
    ForcedVariant made;
    made.variant = variant;
    made.group = group;
    made.trials.emplace_back().record.machine = {"node", {"NVIDIA H200"}, "580"};
    return made;
}

// run1 uses candidates 0, 2 and 1 of three keys; the first is forced to each of its three.
struct AllForced {
    AllForced() {
        DatasetBuilder builder;
        builder.addWinners({{0, 1}, {2, 0}, {1, 2}});
        dataset = builder.take();
        verdicts = analyse(dataset).value().keys;
        plan = planForcing(dataset, RunIndex{0}, {{KeyIndex{0}, std::nullopt}}, {}, 0).value();
        forcing.variants = {variantOf(std::nullopt, 0), variantOf(0, 0), variantOf(1, 1), variantOf(2, std::nullopt)};
    }

    Dataset dataset;
    std::vector<KeyVerdict> verdicts;
    ForcingPlan plan;
    Forcing forcing;
};

}  // namespace

TEST_CASE("classes by forcing take the place of predictions, with what they rest on") {
    AllForced all;
    const auto classes = forcedClassesOf(all.plan, all.forcing, "run1");
    REQUIRE(classes);
    CHECK(classes->classOf == std::map<CandidateIndex, std::size_t>{{CandidateIndex{0}, 0}, {CandidateIndex{1}, 1}});
    CHECK(classes->outcome == "whole output");
    DriveFindings findings;
    keep(findings, *classes);
    auto measured = measuredByForcing(findings, all.dataset, all.verdicts);
    REQUIRE(measured.contains(KeyIndex{0}));
    CHECK(measured.size() == 1);
    Analysis analysis = analyse(all.dataset).value();
    takeMeasured(analysis, std::move(measured));
    const ClassStatement& statement = analysis.classes[0];
    CHECK((statement.answer == ClassAnswer::differentBits));
    CHECK((statement.basis == ClassBasis::forced));
    CHECK(statement.device == "NVIDIA H200");
    CHECK(statement.inputs == "whole output, all other choices as in run1");
    // Newer classes of the same key replace the older ones.
    ForcedClasses newer = *classes;
    newer.base = "run7";
    keep(findings, newer);
    REQUIRE(findings.classes.size() == 1);
    CHECK(findings.classes[0].base == "run7");
}

TEST_CASE("no classes of several keys at once, of an exit status, and of fewer than two settled candidates") {
    AllForced all;
    ForcingPlan together = all.plan;
    together.variants[1].push_back(together.base[1]);
    CHECK(!forcedClassesOf(together, all.forcing, "run1"));
    ForcingPlan twoKeys = all.plan;
    twoKeys.variants[1][0] = twoKeys.base[1];
    CHECK(!forcedClassesOf(twoKeys, all.forcing, "run1"));
    ForcingPlan byStatus = all.plan;
    byStatus.trials.reading.by = OutcomeReading::By::exitStatus;
    CHECK(!forcedClassesOf(byStatus, all.forcing, "run1"));
    all.forcing.variants[2].group.reset();
    CHECK(!forcedClassesOf(all.plan, all.forcing, "run1"));
}

TEST_CASE("classes of another candidate set are not taken") {
    AllForced all;
    DriveFindings findings;
    keep(findings, *forcedClassesOf(all.plan, all.forcing, "run1"));
    findings.classes[0].key.setChecksum += "x";
    CHECK(measuredByForcing(findings, all.dataset, all.verdicts).empty());
}

TEST_CASE("only a proof gives culprits, and they are found again in the runs") {
    BisectionFixture fixture;
    BisectAnswer& answer = fixture.bisection.answer;
    answer.groups = {{0, 2}};
    CHECK(culpritsOf(fixture.dataset, fixture.plan, fixture.bisection).empty());
    answer.verdict = BisectVerdict::proven;
    const auto culprits = culpritsOf(fixture.dataset, fixture.plan, fixture.bisection);
    REQUIRE(culprits.size() == 2);
    CHECK(culprits[0].proven.together == 2);
    CHECK(culprits[0].proven.causes == 1);
    CHECK(culprits[0].proven.goodRun == "run1");
    DriveFindings findings;
    keep(findings, culprits);
    const auto verdicts = analyse(fixture.dataset).value().keys;
    const auto proven = provenKeys(findings, fixture.dataset, verdicts);
    REQUIRE(proven.size() == 2);
    const DifferingChoice& first = fixture.plan.choices.differing[0];
    REQUIRE(proven.contains(first.key));
    CHECK(proven.at(first.key).bad == first.bad.candidate);
    answer.groups = {{0}};
    keep(findings, culpritsOf(fixture.dataset, fixture.plan, fixture.bisection));
    CHECK(findings.culprits.size() == 2);
    CHECK(provenKeys(findings, fixture.dataset, verdicts).at(first.key).together == 1);
    fixture.bisection.stopped = true;
    CHECK(culpritsOf(fixture.dataset, fixture.plan, fixture.bisection).empty());
}
