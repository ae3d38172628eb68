#pragma once

#include "core/drive/bisect_search.h"
#include "core/drive/outcome_reading.h"
#include "core/model/result.h"
#include "core/pin/pin.h"

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The journal's file in a folder of trials.
inline constexpr std::string_view kJournalName = "trials.jsonl";

// How the outcome of a bisection's trials is read. A test's words are not kept beside those of `outcome` below.
struct JournalReading {
    OutcomeReading::By by = OutcomeReading::By::wholeOutput;
    std::string regex = {};  // of a pattern, with the match that counts
    PatternMatch match = PatternMatch::first;
    std::size_t n = 1;  // 1 unless match is nth
    friend bool operator==(const JournalReading&, const JournalReading&) = default;
};
[[nodiscard]] JournalReading journalReading(const OutcomeReading& reading);

// What makes trials comparable with those of an earlier start; texts are compared as they are.
struct JournalHeader {
    std::vector<std::string> command;
    std::string folder;   // where the user stood
    std::string outcome;  // how the outcome is found, and of a bisection how good is told from bad, in words
    // Of a bisection the differing keys in their order: "id good>bad". Of forced choices the variants: "id=index
    // id=index".
    std::vector<std::string> keys;
    std::string purpose = kBisect;
    // A digest (see choicesDigest) of all that its trials force: of a bisection what the two runs chose, of forced
    // choices those that they are changed from.
    std::string base = {};
    bool keepsFolder = false;                    // see DrivenProgram
    std::optional<JournalReading> reading = {};  // of a bisection; null: the journal does not say
    static constexpr const char *kBisect = "bisect", *kForce = "force";
    friend bool operator==(const JournalHeader&, const JournalHeader&) = default;
};

struct JournalTrial {
    std::size_t number = 0;  // from 1; trialN is its folder
    KeySet fromBad;          // of forced choices: the position of the variant; none for the base
    // Of forced choices `other` for all that are not invalid: nobody judges them.
    TrialOutcome outcome = TrialOutcome::invalid;
    bool counts = true;   // false: it only found choices that had to be forced too
    std::string value;    // its outcome
    std::string because;  // why it is invalid, or has no outcome
    double seconds = 0;
    int exitStatus = 0;
    std::string digest = {};  // of its standard output; empty where it was not kept
    bool hopeless = false;    // see TrialCheck; of a bisection only as long as no trial has counted
};

// How the search between the trials is played. It may change from start to start.
struct JournalSearch {
    std::size_t repeats = EvidenceLimits().repeats;  // see EvidenceLimits
    bool ranked = false;                             // see BisectPlan
    friend bool operator==(const JournalSearch&, const JournalSearch&) = default;
};

struct Journal {
    JournalHeader header;
    std::vector<JournalTrial> trials;
    std::vector<Pin> added;                    // choices forced besides those of the two runs
    std::size_t damaged = 0;                   // lines that could not be read and were passed over
    std::optional<JournalSearch> search = {};  // of the latest start; null: the journal does not say
};

// Lines of trials.jsonl, an object each.
[[nodiscard]] std::string journalLine(const JournalHeader& header);
// keys: names of the differing keys, as in the header.
[[nodiscard]] std::string journalLine(const JournalTrial& trial);
[[nodiscard]] std::string journalLine(const Pin& added);
[[nodiscard]] std::string journalLine(const JournalSearch& search);

// Reads a journal's text. An Error: its first line is no header of a journal, or of an earlier version's, which did not
// tell all that its trials forced. A later line that is damaged, names a
// position that the header does not have or holds a number that cannot be, is counted and passed over. Nothing in it is
// ever executed.
[[nodiscard]] Result<Journal> readJournal(std::string_view text);

// The journal at this path, or a new one with this header, and its folder. An Error: the file is none, or is of
// something else than the header says; it names the folder and what to do. Cancelled: by the stop request. Thread rule:
// one at a time for a file, by whoever holds the claim of its folder.
[[nodiscard]] Result<Journal> openJournal(const std::string& path, const JournalHeader& header,
                                          const std::stop_token& stop);

// In what the two differ, in words; empty when they are equal.
[[nodiscard]] std::string differenceOf(const JournalHeader& kept, const JournalHeader& given);

}  // namespace flipscope
