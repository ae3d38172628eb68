#pragma once

#include "core/analyse/outcomes.h"
#include "core/drive/run_record.h"
#include "core/drive/trial_evidence.h"
#include "core/model/result.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// How the outcome of a run is found.
struct OutcomeReading {
    enum class By : std::uint8_t {
        wholeOutput,  // standard output as it is
        pattern,      // over the run's texts
        exitStatus,
        test,  // a program of the user's judges the run's folder
    };
    By by = By::wholeOutput;
    OutcomePattern pattern;
    // Its words; the folder is added as the last one, and it runs in it. Status 0: good; 1 to 124: bad; anything else
    // cannot tell: 125 says so, as with `git bisect run`, and 126 and 127 are of a shell that could not run the test.
    std::vector<std::string> test;
    std::optional<std::chrono::milliseconds> testLimit = {};  // then it is ended as a group and cannot tell
};

// "whole output", "pattern loss (\\S+)", … : equal for equal readings.
[[nodiscard]] std::string inWords(const OutcomeReading& reading);

struct OutcomeText {
    std::optional<std::string> text;     // null: the run has none
    std::optional<TrialOutcome> judged;  // by a test
    std::string because;                 // why there is none
};

// What tells equal outputs from others: 32 hexadecimal digits; empty when the file cannot be read.
[[nodiscard]] std::string outputDigest(const std::string& path, const std::stop_token& stop);

// The outcome of the run that lies in the folder. An Error: the pattern is wrong, the test cannot be started.
// Thread rule: any thread; a test one at a time in a folder, for its output is kept there.
[[nodiscard]] Result<OutcomeText> readOutcome(const OutcomeReading& reading, const std::string& folder,
                                              const RunRecord& record, const std::stop_token& stop);

}  // namespace flipscope
