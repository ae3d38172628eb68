#pragma once

#include "core/read/dataset_builder.h"
#include "core/read/intern_pool.h"

#include <vector>

namespace flipscope {

struct SharedDatabasesFound {
    std::vector<LoadedPlace> places;  // that are no runs: their sources are kept
    std::vector<Note> notes;          // what each of them is
};

// cubecl's own database is target/environment/default.db above the folders of the runs, and all processes write to it.
// By definitions "Run" and "Used winner" such a database is no process: sessions and rows that match the log of a run
// are that run's, the others are named and not counted. A place that is nothing but a database is taken out of `places`
// when something in it matches a run with a log, or when it lies above several of them and has no output of its own;
// else it stays a run and is assembled. The runs it matches get its winners, session, surroundings and path.
// Precondition: places with logs are assembled. Thread rule: one thread.
[[nodiscard]] SharedDatabasesFound takeOutShared(std::vector<LoadedPlace>& places, InternPool& pool);

// Gives what was taken out to runs that were assembled anew since; the notes in the order of `shared`.
[[nodiscard]] std::vector<Note> giveShared(std::vector<LoadedPlace>& places, const std::vector<LoadedPlace>& shared,
                                           const InternPool& pool);

}  // namespace flipscope
