#include "core/drive/late_runs.h"

#include <algorithm>

namespace flipscope {

namespace {

// Of the run at this place and the two before it.
bool endsThreeInARow(const std::vector<TrialRun>& runs, std::size_t place) {
    return place >= 2 && runs[place].fromBad == runs[place - 1].fromBad &&
           runs[place].fromBad == runs[place - 2].fromBad;
}

}  // namespace

std::vector<TrialTally> lateTallies(const std::vector<TrialRun>& runs, std::size_t from,
                                    const std::vector<KeySet>& configs, bool isInRounds) {
    std::vector<TrialTally> tallies(configs.size());
    for (std::size_t i = runs.size(); i > from; --i) {
        const TrialRun& run = runs[i - 1];
        const auto config = std::find(configs.begin(), configs.end(), run.fromBad);
        if (config == configs.end() || (isInRounds && endsThreeInARow(runs, i - 1))) break;
        tallies[static_cast<std::size_t>(config - configs.begin())].add(run.outcome);
    }
    return tallies;
}

std::size_t endsApartAfter(const std::vector<TrialRun>& runs, const KeySet& all, const EvidenceLimits& limits) {
    constexpr std::size_t kFewest = 19;  // no fewer can give a chance of 1e-5: 9 + 9 fall apart in 48,620 ways
    TrialTally good, bad;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const KeySet& config = runs[i].fromBad;
        if (!config.empty() && config != all) continue;
        (config.empty() ? good : bad).add(runs[i].outcome);
        if (good.counted() + bad.counted() < kFewest) continue;
        if (judgeEnds(good, bad, limits) == EndsStanding::apart) return i + 1;
    }
    return runs.size();
}

}  // namespace flipscope
