#pragma once

#include "core/handover/handover_document.h"
#include "core/handover/repeat_script.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Pieces of the page for maintainers.

// "Checksums …: 24: daa88114731c77b8; 17, 19: 335e84289561ac63 (emulated for Hopper, …)"; empty without a re-run of the
// key.
[[nodiscard]] std::string checksumsInWords(const HandoverContent& content, KeyIndex key);
// A row a candidate that was re-run: what it gave where. No rows without a re-run of the key.
[[nodiscard]] Table checksumTable(const HandoverContent& content, KeyIndex key);
// What the given re-runs of the key found wrong with candidates, and those that say nothing of its bits.
[[nodiscard]] std::vector<std::string> measuredSentences(const HandoverContent& content, KeyIndex key);
// The flip group of the key among the suspects; null without an outcome, or when the key does not flip.
[[nodiscard]] const Suspect* suspectOf(const HandoverContent& content, KeyIndex key);
// The script can emulate something.
[[nodiscard]] bool hasEmulation(const HandoverContent& content);
// A command as one line for readers: quoted for a shell, but for words that are cut ("…/train").
[[nodiscard]] std::string lineToRead(const std::vector<std::string>& command);
// The proof that the page and the files show. Precondition: there is one.
[[nodiscard]] const TrialProof& proofShown(const HandoverContent& content);

// The bisection that the script can repeat with the program, or why there is none.
struct RepeatableBisection {
    std::optional<RepeatedBisection> bisection;
    std::string whyNone;  // a clause
};
// Of the proof where there is one; else between the two largest groups of the outcome, which a test of the reader's
// must judge where they are told by labels.
[[nodiscard]] RepeatableBisection repeatableBisection(const HandoverContent& content);
// The files and what they are.
[[nodiscard]] Table contentsTable(const HandoverContent& content);
// Index and checksum of each candidate on the first inputs, a line each, sorted as sort(1) does in the C locale: what
// the script compares with.
[[nodiscard]] std::string checksumLines(const EnclosedRerun& rerun);

}  // namespace flipscope
