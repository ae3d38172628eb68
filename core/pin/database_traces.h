#pragma once

#include "core/analyse/winner_matrix.h"
#include "core/model/dataset.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Whether a program has had the database open: its engine leaves files beside it, and the mode in which it works in
// the file. A database that was only put there has neither. Thread rule: any thread.
[[nodiscard]] bool wasOpened(const std::string& databasePath);

// A rowid as SQLite prints it; 0 when it is none. Of two rows the one written later has the larger one.
[[nodiscard]] std::int64_t rowNumber(std::string_view rowid);

// A decision that a process recorded in a database (formats cubecl-0.11 §4.6).
struct RecordedDecision {
    RunIndex run;  // whose database it is
    std::uint64_t session = 0;
    std::int64_t row = 0;  // see rowNumber
    std::string device, tuner, canonicalJson, checksum;
    CandidateIndex winner;
};

// What the runs' use of their databases left in them.
struct RunTraces {
    std::vector<RunIndex> opened;  // runs with a database that a program has had open
    std::vector<RecordedDecision> decisions;
};

// Those of the matrix's runs, without dry runs and without sessions that are another run's of the dataset. Databases
// inside archives, and those that cannot be read, are passed over. Opened as readEnvironmentDatabase opens them. Thread
// rule: any thread.
[[nodiscard]] RunTraces tracesOfRuns(const Dataset& dataset, const WinnerMatrix& matrix, const std::stop_token& stop);

}  // namespace flipscope
