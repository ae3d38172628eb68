#pragma once

#include "core/model/result.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// Tells whether a file was written to between two looks.
struct FileStamp {
    std::uint64_t device = 0, inode = 0, size = 0;
    std::int64_t modifiedNanoseconds = 0, changedNanoseconds = 0;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

// Null when there is no regular file of that name.
[[nodiscard]] std::optional<FileStamp> stampOf(const std::string& path);

// Copies a file into a new one; shares its blocks where the file system can, so that large files cost nothing there.
// Never writes to `from`. An Error names the file and what failed.
[[nodiscard]] Result<std::uint64_t> copyFile(const std::string& from, const std::string& to,
                                             const std::stop_token& stop);

}  // namespace flipscope
