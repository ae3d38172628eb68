#pragma once

#include "core/analyse/outcomes.h"
#include "core/analyse/winner_matrix.h"
#include "core/handover/handover_file.h"
#include "core/handover/scrubber.h"
#include "core/model/dataset.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// How an outcome is named, as commands take it.
struct OutcomeNaming {
    enum class By : std::uint8_t { pattern, exitStatus, labels };
    By by = By::labels;
    OutcomePattern pattern;
    Grouping grouping = Grouping::automatic;
    std::optional<double> threshold;
};

// An outcome of the runs of a matrix, and how the user named it.
struct NamedOutcome {
    Outcome outcome;
    OutcomeNaming naming;
};

// Runs as a folder that is read again without the originals.
struct EnclosedRuns {
    HandoverFiles files;                  // data/runs/NAME/…, data/labels.csv
    std::vector<std::string> names;       // by matrix column: the ids that the runs have there
    std::optional<OutcomeNaming> naming;  // of the outcome, for the enclosed runs
};

inline constexpr std::string_view kEnclosedRunsFolder = "data/runs";
inline constexpr std::string_view kEnclosedLabels = "data/labels.csv";

// Writes anew what the analyses rest on: the decisions (see decisionLines), the exit status, and of the outputs the
// lines that the outcome was found in. Run names that hold a path, a user or characters of shells are replaced. An
// outcome that cannot be found again in those lines, or whose values cannot be told apart without what is private in
// them, is enclosed as labels. A pure function; any thread.
[[nodiscard]] EnclosedRuns encloseRuns(const Dataset& dataset, const WinnerMatrix& matrix,
                                       const std::optional<NamedOutcome>& outcome, const Scrubber& scrubber);

// In what the enclosed runs, as they were read again, differ from the originals: winners, or the groups of the outcome;
// empty when in nothing. again: outcome of the enclosed runs, in the order of their own matrix.
[[nodiscard]] std::string enclosureFault(const Dataset& dataset, const WinnerMatrix& matrix,
                                         const std::optional<NamedOutcome>& outcome, const EnclosedRuns& enclosed,
                                         const Scrubber& scrubber, const Dataset& readAgain,
                                         const WinnerMatrix& matrixAgain, const std::optional<Outcome>& again);

}  // namespace flipscope
