#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"
#include "core/report/document.h"
#include "core/report/documents.h"

#include <string>
#include <vector>

namespace flipscope {

// Parts that several reports share.

// The folder in which all files of a run lie, or its only file; empty for one inside an archive.
[[nodiscard]] std::string placeOf(const Run& run);

// The beginning of a command that forces a choice of a key ("14", or "all" for each in turn). Its trials get a folder
// of their own, for one that holds those of another choice is refused. base: folder or file of the base run; empty:
// RUN.
[[nodiscard]] std::string forceLine(const std::string& base, const std::string& keyId, const std::string& choice);

// Whether a path was taken out of a word (“…” stands for it), so that the command cannot be run as it is shown.
[[nodiscard]] bool hasCutPath(const std::vector<std::string>& command);

[[nodiscard]] Cell verdictCell(Verdict verdict);
// "same", "differ", "by card", "not known": whether the winners are predicted to compute the same bits.
[[nodiscard]] Cell bitsCell(const ClassStatement& statement);

// Keys with verdict, pair, margin, winners and predicted bits; `most` rows at most.
[[nodiscard]] Table keyTable(const Dataset& dataset, const Analysis& analysis, const std::vector<KeyIndex>& keys,
                             std::size_t most);

// Environment differences; nothing when there are none.
void addEnvironment(Document& document, const Dataset& dataset, const Analysis& analysis);

// What was read, what was skipped with file, line and reason, and what else the user should know.
void addLoadSection(Document& document, const LoadReport& report, const DocumentOptions& options);
// One line for the top of a report: nothing when the load was clean.
[[nodiscard]] std::string problemSentence(const LoadReport& report);

// The outcomes found in the output, best first.
[[nodiscard]] Table outcomeTable(const std::vector<FoundOutcome>& found, std::size_t most);
// The command lines that use the outcomes up to `most`. isFirstUsed: the first is the one in use.
void addOutcomeCommands(Document& document, const std::vector<FoundOutcome>& found, bool isFirstUsed, std::size_t most,
                        const DocumentOptions& options);
// Empty when no pattern was verified for the outcome.
[[nodiscard]] std::string commandFor(const FoundOutcome& outcome, const DocumentOptions& options);

}  // namespace flipscope
