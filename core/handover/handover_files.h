#pragma once

#include "core/handover/handover_document.h"
#include "core/handover/handover_file.h"
#include "core/handover/scrubber.h"
#include "core/model/result.h"
#include "core/pin/pin_places.h"

#include <string>
#include <vector>

namespace flipscope {

// Tables that the script compares with: without what re-runs say, which it cannot know.
struct PlainTables {
    std::string keys, suspects;  // CSV; suspects: empty without an outcome
};
[[nodiscard]] PlainTables plainTables(const Dataset& dataset, const Analysis& analysis,
                                      const std::optional<EnclosedOutcome>& outcome);

// What the files are made of besides their content.
struct HandoverParts {
    PlainTables tables;
    ClassAssumptions assumptions;
    std::string card;                  // of the assumptions, as --card takes it; empty: none
    std::vector<PlacedChoice> places;  // of the enclosed runs, for pins
};

// All files but those of the runs: README.md, report.html, repeat.sh and data/. An Error: pins cannot be made. A pure
// function; any thread.
[[nodiscard]] Result<HandoverFiles> handoverFiles(HandoverContent content, const HandoverParts& parts,
                                                  const Scrubber& scrubber);

// Ids of the keys of a proof, sorted.
[[nodiscard]] std::vector<std::string> culpritsOf(const TrialProof& proof);

}  // namespace flipscope
