#pragma once

#include "core/model/load_report.h"
#include "core/model/result.h"
#include "core/model/run.h"
#include "core/read/intern_pool.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// One row of an autotune/… namespace.
struct DatabaseChoice {
    KeyIndex key;
    std::string checksum;         // candidate set the row was tuned for
    std::string device;           // e.g. "device-0-0-cuda"
    std::string producerVersion;  // e.g. "0.11.0"
    CandidateIndex winner;
    // Present when the row holds results (rows written by hand need not).
    std::optional<Decision> decision;
};

// One record of records/v1/autotune: what a session decided.
struct DatabaseRecord {
    std::uint64_t session = 0;
    KeyIndex key;
    std::string checksum;
    CandidateIndex winner;
    bool dryRun = false;
};

struct EnvironmentDatabase {
    // Not empty: a sound database of another program, in words; everything else is empty then.
    std::string foreign;
    std::vector<DatabaseChoice> choices;
    std::vector<DatabaseRecord> records;
    std::vector<DatabaseSession> sessions;
    std::vector<Problem> problems;
    std::uint64_t problemCount = 0;
    std::uint64_t rowsSkipped = 0;
};

// Reads an environment database of cubecl 0.11: without a -wal in place, read-only and immutable; with one from a
// private copy of both (see DatabaseSnapshot). Nothing is created beside the user's files. Only the autotune and
// records namespaces are read, so that hundreds of MB of kernels cost no more than being copied where there is a -wal.
// walPath empty: none. An Error when it cannot be read, or not as the environment database that it is or may be:
// damaged, incomplete, of another schema. A database that certainly is another program's is none (see foreign).
[[nodiscard]] Result<EnvironmentDatabase> readEnvironmentDatabase(const std::string& dbPath, const std::string& walPath,
                                                                  InternPool& pool, const std::stop_token& stop = {});

}  // namespace flipscope
