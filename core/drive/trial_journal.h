#pragma once

#include "core/drive/bisect_search.h"
#include "core/model/result.h"
#include "core/pin/pin.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What makes trials comparable with those of an earlier start; texts are compared as they are.
struct JournalHeader {
    std::vector<std::string> command;
    std::string folder;             // where the user stood
    std::string outcome;            // how good is told from bad, in words
    std::vector<std::string> keys;  // of the differing keys, in their order: "id good>bad"
    friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

struct JournalTrial {
    std::size_t number = 0;  // from 1; trialN is its folder
    KeySet fromBad;
    TrialOutcome outcome = TrialOutcome::invalid;
    bool counts = true;   // false: it only found choices that had to be forced too
    std::string value;    // its outcome
    std::string because;  // why it is invalid
    double seconds = 0;
    int exitStatus = 0;
};

struct Journal {
    JournalHeader header;
    std::vector<JournalTrial> trials;
    std::vector<Pin> added;   // choices forced besides those of the two runs
    std::size_t damaged = 0;  // lines that could not be read and were passed over
};

// Lines of trials.jsonl, an object each.
[[nodiscard]] std::string journalLine(const JournalHeader& header);
// keys: names of the differing keys, as in the header.
[[nodiscard]] std::string journalLine(const JournalTrial& trial);
[[nodiscard]] std::string journalLine(const Pin& added);

// Reads a journal's text. An Error: its first line is no header of a journal. A later line that is damaged, names a
// position that the header does not have or holds a number that cannot be, is counted and passed over. Nothing in it is
// ever executed.
[[nodiscard]] Result<Journal> readJournal(std::string_view text);

// In what the two differ, in words; empty when they are equal.
[[nodiscard]] std::string differenceOf(const JournalHeader& kept, const JournalHeader& given);

}  // namespace flipscope
