#pragma once

#include "core/handover/enclosed_runs.h"

#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// A re-run that needs no GPU, with the checksums that it must give.
struct RepeatedRerun {
    std::string keyId;  // hexadecimal digits
    std::string card;   // "hopper"
    std::size_t inputs = 1;
};

// A bisection that needs the user's program.
struct RepeatedBisection {
    std::vector<std::string> good, bad;  // names of enclosed runs
    OutcomeNaming outcome;
    bool isJudged = false;  // by a test of the user's in place of the outcome
    bool isProven = false;  // the report has a proof to compare with
    std::string remark;     // a sentence on which side is called good; may be empty
};

// What the script of a report repeats.
struct RepeatPlan {
    std::string version;                   // of the program that made it
    std::string assumptions;               // " --card hopper --code-generator llvm", or empty
    std::optional<OutcomeNaming> outcome;  // of the suspects
    std::vector<RepeatedRerun> reruns;
    std::optional<RepeatedBisection> bisection;
    std::string whyNoBisection;  // a clause; where there is none
};

// Files that the script compares with, below the report's folder.
inline constexpr std::string_view kExpectedKeys = "data/keys.csv";
inline constexpr std::string_view kExpectedSuspects = "data/suspects.csv";
inline constexpr std::string_view kExpectedProof = "data/proof.txt";
[[nodiscard]] std::string expectedChecksums(const std::string& keyId);  // "data/checksums/411e0aa0.txt"

// The script repeat.sh: POSIX sh. Ends with 0 when everything is as reported, 1 when something differs, 2 when it could
// not be tried. What comes from logs and users is quoted.
[[nodiscard]] std::string repeatScript(const RepeatPlan& plan);

// The options that name an outcome, quoted for a shell. labels: the file of the labels, as the line is to have it.
[[nodiscard]] std::string outcomeOptions(const OutcomeNaming& naming, const std::string& labels);

}  // namespace flipscope
