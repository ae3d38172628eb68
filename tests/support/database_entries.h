#pragma once

#include <map>
#include <string>
#include <utility>

namespace flipscope::testing {

// (namespace, key) -> (value, origin), byte for byte, read by plain SQLite without the readers of core/read.
using DatabaseEntries = std::map<std::pair<std::string, std::string>, std::pair<std::string, std::string>>;
[[nodiscard]] DatabaseEntries entriesOf(const std::string& path);
[[nodiscard]] std::map<std::string, std::string> metaOf(const std::string& path);

}  // namespace flipscope::testing
