#pragma once

#include "core/model/dataset.h"
#include "core/read/intern_pool.h"
#include "core/read/run_assembly.h"
#include "core/read/run_ids.h"

#include <cstdint>
#include <string>
#include <vector>

namespace flipscope {

// A place left out because it holds the same run as another one.
struct MergedPlace {
    RunPlace place;
    std::string path;  // of the log
    std::string id;    // the run's if it stood alone beside the others; filled by nameAll
};

// A place that is nothing but a database; see lone_databases.h.
enum class LoneDatabase : std::uint8_t {
    none,           // it has a log, or an output of its own
    anywhere,       // only its content can tell whether it is of other runs
    aboveRuns,      // lies where several runs below it would share it
    aboveWithText,  // the same, but a text lies beside it as if it were a run
};

// What loading found for one place, in a form that depends on the input only but for the numbers of keys, sets and
// texts.
struct LoadedPlace {
    RunPlace place;
    std::string id;  // of the run; filled by nameAll, without the number of a process
    AssembledRuns assembled;
    RunSources sources;               // while they are not assembled yet
    std::string contentId, outputId;  // see RunReading
    std::string path;                 // of the log
    std::vector<MergedPlace> merged;  // places that hold the same run
    LoneDatabase lone = LoneDatabase::none;
};

// Keeps the first of places with equal content and equal output, which takes the others up; a note names each of them.
// No content: always kept.
void dropDuplicates(std::vector<LoadedPlace>& places, std::vector<Note>& notes);

// Gives `id` to every place, merged ones included; all are different.
void nameAll(std::vector<LoadedPlace>& places);

// Orders the runs by id, numbers keys, candidate sets and texts by first appearance over them (so that thread timing
// leaves no trace), names keys, writes disagreements as problems. Ids that a split makes are changed where another run
// has them already. The report holds what was noted before.
[[nodiscard]] Dataset buildDataset(std::vector<LoadedPlace> places, InternPool::Contents contents, LoadReport report);

}  // namespace flipscope
