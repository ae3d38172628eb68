#pragma once

#include "core/model/result.h"

#include <optional>
#include <string>
#include <string_view>

namespace flipscope {

// Writes a file whole or not at all: under another name beside it, flushed to disk, then renamed over what was there. A
// new file has the permissions that the umask leaves, one that is replaced keeps its own; a link keeps pointing where
// it did. A device or pipe is written to in place, and a reader that closed it early is no error. An Error names the
// file and what failed. Thread rule: any thread, one a file at a time.
[[nodiscard]] std::optional<Error> writeWholeFile(const std::string& path, std::string_view text);

// The same for a place that programs of others can write to: a link of that name is itself replaced, and what it leads
// to stays as it is.
[[nodiscard]] std::optional<Error> replaceFile(const std::string& path, std::string_view text);

// Writes all of the text to an open file, also when it is taken in parts; errno tells why when false.
[[nodiscard]] bool writeAll(int descriptor, std::string_view text);

}  // namespace flipscope
