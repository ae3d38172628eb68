#pragma once

#include "core/pin/pin.h"
#include "core/read/sqlite_database.h"

#include <map>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// Names of candidates by index, by the checksum of their set; a name that is not known is empty.
using SetNames = std::map<std::string, std::vector<std::string>>;

// How a pin's index and name are of two candidates, in words that follow the name of the pin: "candidate 19 is x, and y
// is 24". Empty: they are of one, or nothing tells. names: of the pin's set, by index. Names stand there as they were
// read. Thread rule: any thread.
[[nodiscard]] std::string nameDisagreement(const Pin& pin, const std::vector<std::string>& names);

// What the records of an environment database of cubecl 0.11, or else the results of its choices, tell of these sets.
// When stop is requested less is told. Thread rule: that of the database.
[[nodiscard]] SetNames namesInDatabase(const SqliteDatabase& database, std::set<std::string> checksums,
                                       const std::stop_token& stop);

}  // namespace flipscope
