#pragma once

#include "core/report/trial_report.h"
#include "tests/support/dataset_builder.h"

namespace flipscope::testing {

// A bisection of two runs, run1 good and run2 bad, that differ in three keys.
struct BisectionFixture {
    BisectionFixture() {
        DatasetBuilder builder;
        builder.addWinners({{0, 1}, {2, 0}, {1, 2}, {1, 1}});
        dataset = builder.take();
        plan.choices = planChoices(dataset, {RunIndex{0}}, {RunIndex{1}});
        plan.trials.folder = "/trials";
        plan.outcomeInWords = "Outcome by loss";
    }

    void addTrial(KeySet fromBad, TrialOutcome outcome, const std::string& because = {}) {
        JournalTrial trial;
        trial.number = bisection.trials.size() + 1;
        trial.fromBad = std::move(fromBad);
        trial.outcome = outcome;
        trial.value = "7.5";
        trial.because = because;
        bisection.trials.push_back(trial);
    }
    [[nodiscard]] BisectionView view() const { return {dataset, plan, bisection, {}, paths}; }

    Dataset dataset;
    BisectionPlan plan;
    Bisection bisection;
    std::vector<std::string> paths;
};

}  // namespace flipscope::testing
