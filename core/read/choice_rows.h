#pragma once

#include "core/model/result.h"
#include "core/model/run.h"
#include "core/model/strong.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

class SqliteDatabase;

// Where an environment database keeps the choice for a key.
struct ChoiceRow {
    std::string table, rowid;  // rowid as SQLite prints it
    std::string nameSpace;     // "autotune/<version>/<device>/<tuner>"
    CandidateIndex holds;
    std::string keyBlob = {};        // the key column as it stands there: CBOR
    std::string canonicalJson = {};  // of the tuning key
    std::string checksum = {};       // of the candidate set
    std::size_t candidates = 0;      // of the set, where the row holds results; else 0
};

struct ChoiceRows {
    std::vector<ChoiceRow> rows;  // in the order of the file
    std::size_t unreadable = 0;   // rows of an autotune namespace that hold no choice that can be read
};

// The databases among a run's sources that can be read again: regular files, not those inside archives.
[[nodiscard]] std::vector<std::string> databasesOf(const Run& run);

// All rows of an environment database that hold a choice. When stop is requested the list is incomplete. Thread rule:
// that of the database.
[[nodiscard]] ChoiceRows choiceRowsIn(const SqliteDatabase& database, const std::stop_token& stop);

// The same of a file, opened as readEnvironmentDatabase opens it; nothing is written. An Error when the file cannot be
// read. Thread rule: any thread.
[[nodiscard]] Result<ChoiceRows> readChoiceRows(const std::string& dbPath, const std::string& walPath,
                                                const std::stop_token& stop);

// Those for one key and candidate set; several when several devices or tuners share it. canonicalJson: of the tuning
// key; checksum: of the set, empty for any.
[[nodiscard]] Result<std::vector<ChoiceRow>> findChoiceRows(const std::string& dbPath, const std::string& walPath,
                                                            const std::string& canonicalJson,
                                                            const std::string& checksum, const std::stop_token& stop);

}  // namespace flipscope
