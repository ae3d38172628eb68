#include "core/drive/bisect_cost.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace flipscope {

namespace {

std::size_t runsFor(const BisectPlan& plan, std::uint32_t culprit) {
    std::vector<TrialRun> runs;
    for (BisectStep step = nextBisectStep(plan, runs); !step.isOver; step = nextBisectStep(plan, runs)) {
        const bool isBad = std::binary_search(step.next.begin(), step.next.end(), culprit);
        runs.push_back({step.next, isBad ? TrialOutcome::bad : TrialOutcome::good, {}});
    }
    return runs.size();
}

}  // namespace

ExpectedRuns expectedRuns(const BisectPlan& plan) {
    constexpr std::size_t kMostPlayed = 100;
    ExpectedRuns expected;
    const std::size_t played = std::min(plan.keyCount, kMostPlayed);
    for (std::size_t i = 0; i < played; ++i) {
        const std::size_t runs = runsFor(plan, static_cast<std::uint32_t>(i * plan.keyCount / played));
        expected.least = i == 0 ? runs : std::min(expected.least, runs);
        expected.most = std::max(expected.most, runs);
    }
    return expected;
}

}  // namespace flipscope
