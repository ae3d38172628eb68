#pragma once

#include "core/model/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// One setting of a TOML file: the names that lead to it and its value as written.
struct TomlSetting {
    std::vector<std::string> path;
    std::string value;
};

// Reads a TOML 1.0 file as a flat list of settings, in the order of the file: sections, dotted keys and inline tables
// all become paths; values are kept as they were written. Comments go. Arrays of sections ([[…]]) are an Error, for
// settings without an own name cannot be carried over one by one. An Error says the line.
[[nodiscard]] Result<std::vector<TomlSetting>> readTomlSettings(std::string_view text);

// The settings as a TOML file of one dotted key a line.
[[nodiscard]] std::string toToml(const std::vector<TomlSetting>& settings);

// The path begins with these names.
[[nodiscard]] bool isUnder(const TomlSetting& setting, const std::vector<std::string>& names);

// A text as a quoted TOML string, and back: the text of a quoted string; anything else as it stands.
[[nodiscard]] std::string tomlString(std::string_view text);
[[nodiscard]] std::string textOfToml(std::string_view value);

}  // namespace flipscope
