#pragma once

#include "core/analyse/unknown_winners.h"
#include "ui/view_state.h"

#include <QString>
#include <QUrl>

namespace flipscope {

// The figures of the overview, counted over the checked runs.
struct OverviewCounts {
    std::size_t runs = 0, keys = 0, flips = 0;
    std::size_t coinFlips = 0, disturbed = 0, cannotTell = 0;  // of the flips
    std::size_t predictedSameBits = 0;                         // of the flips, on the assumed or every card
    std::size_t emulatedSameBits = 0, measuredSameBits = 0;    // of the flips, by re-runs
    std::size_t groups = 0, partialKeys = 0, cellsWithoutWinner = 0;
    UnknownWinners unknown;  // keys that can neither be said to flip nor not to
};

[[nodiscard]] OverviewCounts countOverview(const Analysis& analysis);

// The analysis for somebody whose run has just gone wrong: what flipped, what it means, what to do next. Rich text; all
// strings from logs are escaped. Links: see OverviewLink. Precondition: the state has an analysis.
[[nodiscard]] QString overviewHtml(const ViewState& state);

// Where a link of the overview leads.
struct OverviewLink {
    enum class Kind { none, matrix, verdict, suspects, runs, report, key, chooseOutcome, prove };
    Kind kind = Kind::none;
    std::size_t number = 0;  // verdict: Verdict; key: KeyIndex; chooseOutcome: position in foundOutcomes
};
[[nodiscard]] QString urlOf(OverviewLink link);
[[nodiscard]] OverviewLink overviewLink(const QUrl& url);

}  // namespace flipscope
