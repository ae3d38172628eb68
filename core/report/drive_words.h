#pragma once

#include "core/analyse/proven_key.h"
#include "core/drive/bisection.h"
#include "core/drive/collection.h"
#include "core/drive/forced_choices.h"

#include <string>
#include <string_view>

namespace flipscope {

// What is said while the user's program is driven, the same on the command line and in the window.

// "12 s", "3 min", "2.5 h": rounded up.
[[nodiscard]] std::string roughTime(double seconds);

// "3 of 12 runs done, 1 failed, about 4 min left".
[[nodiscard]] std::string inWords(const CollectionProgress& progress);
inline constexpr std::string_view kParallelCaution =
    "runs at the same time disturb each other's timings, and with them the choices; compare such runs only with each "
    "other";

// "trial4 (searches): 2 choices of the bad run, 12 s": the trial being made.
[[nodiscard]] std::string inWords(const BisectionProgress& progress);
// "trial3: bad (7.5)": one that was made.
[[nodiscard]] std::string inWords(const JournalTrial& trial);
// About how many runs of the program a bisection takes; empty when there is nothing to try.
[[nodiscard]] std::string bisectEstimate(const BisectionPlan& plan);

// How many runs forcing takes, and of what.
[[nodiscard]] std::string forceEstimate(const ForcingPlan& plan);
// "3 of 12 trials done, 8 s".
[[nodiscard]] std::string inWords(const ForcingProgress& progress);

inline constexpr std::string_view kRecordingRunWords = "no run has a database: the program runs once to make one";
// Why nothing can be forced after that run left no database, and what to do about it.
[[nodiscard]] std::string noDatabaseWords(const RecordedRun& run);

// "proven by forcing: makes the difference", for a table; and as a sentence with its choices.
[[nodiscard]] std::string provenRemark(const ProvenKey& proven);
[[nodiscard]] std::string provenSentence(const ProvenKey& proven);

}  // namespace flipscope
