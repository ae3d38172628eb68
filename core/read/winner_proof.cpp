#include "core/read/winner_proof.h"

#include <algorithm>

namespace flipscope {
namespace {

constexpr double kEliminationFactor = 1.5;   // [autotune.bench] speed_factor
constexpr std::size_t kNeverEliminated = 2;  // candidates that always stay alive

}  // namespace

bool loggedWinnerIsProved(const Decision& decision) {
    const auto& measured = decision.measured;
    const auto winner = std::find_if(measured.begin(), measured.end(),
                                     [&](const auto& candidate) { return candidate.index == *decision.loggedWinner; });
    if (winner == measured.end()) return false;
    const bool allTimed = std::all_of(measured.begin(), measured.end(), [](const auto& c) { return c.hasTiming; });
    if (!allTimed) return winner == measured.begin() && measured.size() <= kNeverEliminated;
    const auto smallest = std::min_element(measured.begin(), measured.end(),
                                           [](const auto& a, const auto& b) { return a.timing.min < b.timing.min; });
    const bool survived = static_cast<double>(winner->timing.min.value) <=
                          kEliminationFactor * static_cast<double>(smallest->timing.min.value);
    const bool best = winner == measured.begin() || std::none_of(measured.begin(), measured.end(), [&](const auto& c) {
                          return rankingScore(c.timing) < rankingScore(winner->timing);
                      });
    return survived && best;
}

void applyWinnerProof(Decision& decision, WinnerSource provedSource) {
    decision.usedWinner.reset();
    if (!decision.loggedWinner) {
        decision.source = WinnerSource::none_notDecided;
    } else if (loggedWinnerIsProved(decision)) {
        decision.usedWinner = decision.loggedWinner;
        decision.source = provedSource;
    } else {
        decision.source = WinnerSource::none_notProvable;
    }
}

}  // namespace flipscope
