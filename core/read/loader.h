#pragma once

#include "core/model/dataset.h"
#include "core/model/result.h"

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

struct LoadProgress {
    std::uint64_t bytesDone = 0, bytesTotal = 0;
    std::uint64_t filesDone = 0, filesTotal = 0;
    std::string current;  // file being read
};

struct LoadOptions {
    unsigned threads = 0;  // 0: one a processor
    // Called from worker threads, one call at a time, at most about 20 times a second.
    std::function<void(const LoadProgress&)> progress;
    std::stop_token stop;
    // Runs (by id) whose log the user wants split where a key first repeats, although the repeat is partial.
    std::vector<std::string> splitByHand;
    // List of aliases of keys (see alias_list.h), besides those that lie under the paths; empty: none.
    std::string aliasFile;
};

// Reads every run found under the paths: files, folders, parents of many run folders, archives; a mixture of them.
// Finding nothing that holds decisions is an Error that says what the files look like; damage inside files is no Error
// but stands in Dataset::report. An alias file that cannot be read and too little memory are Errors, too. Cancelled
// when `stop` was requested. Never writes beside the user's files. Thread rule: may be called from any thread; several
// calls at a time are fine.
[[nodiscard]] Result<Dataset> loadRuns(const std::vector<std::string>& paths, const LoadOptions& options = {});

}  // namespace flipscope
