#pragma once

#include "core/drive/outcome_reading.h"
#include "core/drive/recorded_run.h"
#include "core/drive/trial_check.h"
#include "core/model/dataset.h"
#include "core/pin/pin.h"

#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// One run of the program with forced choices, and what it showed.
struct ForcedTrial {
    std::string folder;
    TrialCheck check;  // whether it took the choices
    RunRecord record;
    OutcomeText outcome;       // of a trial that counts
    std::string outputDigest;  // of its standard output: equal for equal output
    bool stopped = false;
    std::vector<std::string> remarks = {};  // see RecordedRun
};

// Why it tells no outcome: it does not count, or has none. Empty when it tells one, unless a test that cannot tell
// judged. Pure; any thread.
[[nodiscard]] const std::string& whyNoOutcome(const ForcedTrial& trial);

// How the runs ended that trials are compared with. A program that fails may have refused what was forced, unless those
// runs ended so, too. Thread rule: any thread.
struct UsualEnds {
    std::set<int> statuses;
    bool areAllKnown = true;
};
[[nodiscard]] UsualEnds usualEnds(const Dataset& dataset, const std::vector<RunIndex>& runs);

// How trials of one program are made.
struct TrialSettings {
    DrivenProgram program;
    std::string folder;        // trial1, trial2, … appear in it
    std::string baseDatabase;  // whose rows tell where choices are kept
    OutcomeReading reading;
    UsualEnds usual = {};  // see planBisection, planForcing
};

// The folder of the trial of this number, from 1.
[[nodiscard]] std::string trialFolder(const TrialSettings& settings, std::size_t number);

// Prepares a database with exactly these choices in the folder of this number, runs the program on it and looks at what
// came of it. Where the outcome is read from what it printed, a trial that ends with a status other than 0 counts only
// if a run that it is compared with did so. A folder of that number that is there already is of an interrupted trial
// and is set aside. An Error: it cannot be prepared or started. Thread rule: one at a time in a folder.
[[nodiscard]] Result<ForcedTrial> runForcedTrial(const TrialSettings& settings, const std::vector<Pin>& pins,
                                                 std::size_t number,
                                                 const std::function<void(std::chrono::milliseconds)>& tick,
                                                 const std::stop_token& stop);

}  // namespace flipscope
