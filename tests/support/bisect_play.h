#pragma once

#include "core/drive/bisect_search.h"

#include <functional>
#include <utility>

#include <doctest/doctest.h>

namespace flipscope::testing {

struct PlayedSearch {
    BisectAnswer answer;
    std::vector<TrialRun> runs;
};

// A search for the culprits of a program that is known: what a run with these choices of the bad run shows.
inline PlayedSearch playSearch(const BisectPlan& plan, const std::function<TrialOutcome(const KeySet&)>& outcomeOf) {
    PlayedSearch played;
    BisectStep step;
    while (!(step = nextBisectStep(plan, played.runs)).isOver) {
        REQUIRE(played.runs.size() < 20'000);
        played.runs.push_back({step.next, outcomeOf(step.next), {}});
    }
    played.answer = std::move(step.answer);
    return played;
}

}  // namespace flipscope::testing
