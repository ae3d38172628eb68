#pragma once

#include "core/model/dataset.h"
#include "core/read/intern_pool.h"
#include "core/read/run_assembly.h"
#include "core/read/run_ids.h"

#include <string>
#include <vector>

namespace flipscope {

// What loading found for one place, in a form that depends on the input only but for the numbers of keys, sets and
// texts.
struct LoadedPlace {
    RunPlace place;
    std::string id;  // of the run; filled by nameAll, without the number of a process
    AssembledRuns assembled;
    RunSources sources;               // while they are not assembled yet
    std::string contentId, outputId;  // see RunReading
    std::string path;                 // of the log
};

// Keeps the first of places with equal content and equal output; a note names each left out. No content: always kept.
void dropDuplicates(std::vector<LoadedPlace>& places, std::vector<Note>& notes);

// Gives `id` to every place.
void nameAll(std::vector<LoadedPlace>& places);

// Orders the runs by id, numbers keys, candidate sets and texts by first appearance over them (so that thread timing
// leaves no trace), names keys, writes disagreements as problems. The report holds what was noted before.
[[nodiscard]] Dataset buildDataset(std::vector<LoadedPlace> places, InternPool::Contents contents, LoadReport report);

}  // namespace flipscope
