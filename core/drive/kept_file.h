#pragma once

#include "core/model/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// Adds a line to a file, with its line break, and flushes it to disk; makes the file when it is not there. A line cut
// short by an earlier crash is ended first, so that it damages no other. Thread rule: one at a time for a file.
[[nodiscard]] std::optional<Error> appendKeptLine(const std::string& path, std::string_view line);

// Makes the folder and those above it that are missing.
[[nodiscard]] std::optional<Error> makeFolder(const std::string& path);

// Where setFolderAside would move the folder now.
[[nodiscard]] std::string placeAside(const std::string& path);

// Moves a folder of interrupted work into the hidden folder .interrupted beside it, which no reader of runs enters, and
// says where it is now; null when there is no such folder or it is empty. An Error: it was not made for a run (see
// foreignAt), and stays as it is. Thread rule: one at a time for the folders beside it.
[[nodiscard]] Result<std::optional<std::string>> setFolderAside(const std::string& path);
// "An interrupted run was set aside: PLACE", where it is now.
[[nodiscard]] std::string setAsideRemark(const std::string& place);

}  // namespace flipscope
