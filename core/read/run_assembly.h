#pragma once

#include "core/model/load_report.h"
#include "core/model/run.h"
#include "core/read/database_match.h"
#include "core/read/environment_database.h"
#include "core/read/human_log.h"
#include "core/read/intern_pool.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Everything read for one run, before processes are separated and sources are compared.
struct RunSources {
    struct HumanLog {
        std::string path;
        ParsedHumanLog parsed;
    };
    struct Database {
        std::string path;
        std::shared_ptr<const EnvironmentDatabase> content;
        bool shared = false;  // with other runs: its other sessions are most likely theirs
    };
    // Which processes a file tells about when several appended to one log.
    enum class Of : std::uint8_t {
        allProcesses,
        database,    // those whose decisions it holds
        lastProcess  // text and exit status were written anew
    };
    struct Source {
        std::string path;  // as shown
        Of of = Of::allProcesses;
        std::string database;  // the database that it belongs to
    };
    std::string path;  // of the log, else of whatever stands for the run
    std::vector<Source> sources;
    bool hasLog = false;              // there is a decision log, maybe an empty one
    std::vector<Decision> decisions;  // of the decision log
    std::uint64_t recordsSkipped = 0;
    std::vector<HumanLog> humanLogs;
    std::vector<Database> databases;
    std::vector<TextOutput> outputs;
    std::optional<int> exitStatus;
    bool isStatusMeasured = false;  // by who ran the program, which goes before what other files say
};

// A decision whose database row names no candidates: its set is known by checksum only.
struct UnnamedSet {
    std::size_t run = 0, decision = 0;
    std::string checksum;
};

struct AssembledRuns {
    std::vector<Run> runs;  // processes of one log in order; without ids; at least one when holdsRun
    std::vector<Note> notes;
    std::vector<WinnerDisagreement> disagreements;
    std::vector<UnnamedSet> unnamedSets;
    bool isSplitByHand = false;  // as was asked for
};

// There is something to make a run of: a decision log, maybe an empty one, or decisions from elsewhere.
[[nodiscard]] bool holdsRun(const RunSources& sources);

// Turns the sources into runs by definitions "Identity" and "Used winner". splitByHand: the user says that the log
// holds several processes. Thread rule: any number of threads, one pool.
[[nodiscard]] AssembledRuns assembleRuns(RunSources sources, InternPool& pool, bool splitByHand = false);

}  // namespace flipscope
