#pragma once

#include "core/drive/bisection.h"
#include "core/model/dataset.h"
#include "core/model/result.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// What a user says about a bisection. How an outcome is read stands in the settings of its trials.
struct BisectionWish {
    std::vector<RunIndex> good, bad;
    bool byGap = false;  // outcomes are numbers, and the gap between the sides tells them apart
    std::optional<double> threshold;
    std::string testInWords;  // of trials that a test judges: its command line
    std::size_t repeats = 0;  // 0: as many as a proof needs
};

// The plan but for the base database (see findBaseDatabase): the rule that tells good from bad, by the outcomes of
// these runs, and the choices to try. An Error: a side without a run, a run on both sides, outcomes that do not tell
// good from bad. Thread rule: any thread.
[[nodiscard]] Result<BisectionPlan> planBisection(const Dataset& dataset, const BisectionWish& wish,
                                                  TrialSettings trials, const std::stop_token& stop);

// The runs whose database is to be the base of the trials, the preferred ones first.
[[nodiscard]] std::vector<RunIndex> runsForBase(const BisectionPlan& plan, const BisectionWish& wish);

}  // namespace flipscope
