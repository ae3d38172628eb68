#pragma once

#include "core/drive/recorded_run.h"
#include "core/model/result.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// Many runs of one program into one folder: run1, run2, …
struct CollectionPlan {
    DrivenProgram program;
    std::string folder;  // absolute: where the runs go
    std::size_t runs = 0;
    unsigned parallel = 1;
    // Not empty: each run is a task of its own, started by these words followed by `task`, the run's number, "--" and
    // the command. Its outcome is read from the run's folder.
    std::vector<std::string> launcher, task;
};

struct CollectionProgress {
    std::size_t done = 0, total = 0, running = 0;
    std::size_t failed = 0;             // of those done: another exit status than 0, a signal or the time limit
    std::optional<double> secondsLeft;  // from the mean of those done here
    std::shared_ptr<const std::vector<RecordedRun>> runs;  // those done, by number; another one once there are more
};

struct Collection {
    std::vector<RecordedRun> runs;  // by number, those that are complete
    std::size_t found = 0;          // of these, complete before
    std::vector<std::string>
        missing;  // runs without result, with the reason: a launcher left none, another one makes it
    std::vector<std::string> setAside;  // folders of runs that had been interrupted, where they are now
    std::vector<std::string> remarks;   // sentences on what was found in the folder and on what programs left running
    bool stopped = false;
};

// Makes the runs that the folder does not have yet. What it holds of another command is an Error, for its runs would
// not be comparable. A run that fails is a result. An interrupted run is set aside and made again; what it had left
// running is ended first. A run that another process makes is left to it. An Error also: another process collects into
// the folder, the program cannot be started, the folder cannot be written. progress: called from one thread at a time.
[[nodiscard]] Result<Collection> collectRuns(const CollectionPlan& plan,
                                             const std::function<void(const CollectionProgress&)>& progress,
                                             const std::stop_token& stop);

// One run of the plan by its number, from 1: what a task of a batch system does. One that is complete is not repeated.
// Tasks share the folder; an Error: another process makes this very run.
[[nodiscard]] Result<RecordedRun> collectOneRun(const CollectionPlan& plan, std::size_t number,
                                                const std::stop_token& stop);

}  // namespace flipscope
