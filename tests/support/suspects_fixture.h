#pragma once

#include "core/analyse/suspects.h"
#include "tests/support/report_fixture.h"

namespace flipscope::testing {

// The report fixture with an outcome ("clean" in run1 and run2, "exploded" in run3 and run4) and hand-made figures of a
// suspect, so that a test can expect every number.
struct SuspectsFixture {
    ReportFixture report = reportFixture();
    Outcome outcome;
    SuspectsResult result;
    std::vector<FoundOutcome> found;
};

[[nodiscard]] inline SuspectsFixture suspectsFixture() {
    SuspectsFixture fixture;
    fixture.outcome.source = "labels.csv";
    fixture.outcome.values = {"clean", "clean", "exploded", "exploded"};
    fixture.outcome.groupOf = {0, 0, 1, 1};
    fixture.outcome.groups = {{"clean", {0, 1}}, {"exploded", {2, 3}}};
    Suspect suspect;
    suspect.keys = {KeyIndex{0}};
    suspect.winners = {{KeyIndex{0}, {{CandidateIndex{0}, {2, 0}, 2}, {CandidateIndex{1}, {0, 2}, 2}}, 0}};
    suspect.p.p = 1.0 / 3;
    suspect.pMin = 1.0 / 3;
    suspect.pAdjusted = 1.0 / 3;
    suspect.effect = 1;
    suspect.separates = true;
    suspect.tooFinelySplit = true;
    fixture.result.suspects = {suspect};
    fixture.result.chance.expectedByChance = 1.0 / 3;
    fixture.result.chance.expectedGroupsByChance = 1.0 / 3;
    fixture.result.chance.probabilityByChance = 1.0 / 3;
    fixture.result.chance.keysSeparating = 1;
    fixture.result.chance.groupsSeparating = 1;
    fixture.result.method = "exact: all 6 labelings";
    fixture.result.runsUsed = 4;
    FoundOutcome found;
    found.description = "loss ‹1›";
    found.values.source = "line 1";
    found.values.values = {"1", "1", "2", std::nullopt};
    found.distinct = 2;
    found.support = 0.5;
    found.suggestedPattern = "loss ([0-9]+)";
    fixture.found = {found};
    return fixture;
}

}  // namespace flipscope::testing
