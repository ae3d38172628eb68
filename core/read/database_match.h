#pragma once

#include "core/model/load_report.h"
#include "core/model/run.h"
#include "core/read/environment_database.h"
#include "core/read/intern_pool.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Two sources of one run that name different winners for a decision.
struct WinnerDisagreement {
    KeyIndex key;
    CandidateSetIndex set;
    CandidateIndex logged, other;
    std::string otherSource;                  // "the database", "the human log"
    std::string path;                         // of the other source
    std::uint32_t line = 0;                   // of the decision in the log
    std::optional<std::size_t> process = {};  // whose decision it is, where known
    std::string consequence = {};             // what it means for the winner used; begins with a separator
};

// What of a database belongs to one process.
struct ProcessMatch {
    std::optional<DatabaseSession> session;
    std::size_t decisionsFound = 0;       // of its decisions
    std::string device, producerVersion;  // of the rows it filled; empty when unknown or not one
};

struct DatabaseMatch {
    std::vector<ProcessMatch> processes;  // same order as the processes given
    std::vector<WinnerDisagreement> disagreements;
    std::vector<WinnerDisagreement> writtenLater;  // rows without measurements that name other winners than the log
    std::size_t otherSessions = 0, otherSessionDecisions = 0;  // sessions of none of the processes
    std::size_t otherKeys = 0;                                 // keys of rows that none of the processes decided
};

// Definitions "Used winner". A row was filled by a process when its measurements are those of the process's decision. A
// session is a process's when its records have the same keys and, where the log proves them, the same winners; or agree
// with the rows the process filled and contradict nothing that the log proves. A session that contradicts a proved
// winner is never the process's: the log's winners stand; when it is the only one with these keys and differs in a
// tenth of them at most, the differences are disagreements. The tuner writes measurements into its rows: a row without
// was written by hand or by a tool, is never taken for the process's, and is told where it names another winner. Writes
// databaseWinner, usedWinner and source of the decisions that are found.
[[nodiscard]] DatabaseMatch matchDatabase(std::vector<Run>& processes, const EnvironmentDatabase& database,
                                          const std::string& path, const InternPool& pool);

// One session decided exactly the keys of the whole log, repeats included: the log is of one process that tuned keys
// twice.
[[nodiscard]] bool oneSessionCovers(const std::vector<Decision>& decisions, const EnvironmentDatabase& database,
                                    const InternPool& pool);

}  // namespace flipscope
