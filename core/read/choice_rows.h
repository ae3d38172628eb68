#pragma once

#include "core/model/result.h"
#include "core/model/strong.h"

#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// Where an environment database keeps the choice for a key.
struct ChoiceRow {
    std::string table, rowid;  // rowid as SQLite prints it
    std::string nameSpace;     // "autotune/<version>/<device>/<tuner>"
    CandidateIndex holds;
};

// The rows of an environment database that hold a choice for the key and candidate set; several when several devices or
// tuners share it. canonicalJson: of the tuning key; checksum: of the set, empty for any. Opened as
// readEnvironmentDatabase opens it; nothing is written. An Error when the file cannot be read. Thread rule: any thread.
[[nodiscard]] Result<std::vector<ChoiceRow>> findChoiceRows(const std::string& dbPath, const std::string& walPath,
                                                            const std::string& canonicalJson,
                                                            const std::string& checksum, const std::stop_token& stop);

}  // namespace flipscope
