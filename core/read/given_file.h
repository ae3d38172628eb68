#pragma once

#include "core/model/result.h"

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <string>

namespace flipscope {

// A file that an option names, as read.
struct GivenFile {
    std::string content;
    bool isCut = false;  // longer than the limit: content is its beginning
};

// How long a pipe may be silent.
struct PipePatience {
    std::chrono::milliseconds withoutWriter{2'000};  // nobody has it open for writing
    std::chrono::milliseconds withWriter{60'000};    // since the last bytes
};

// Reads a file that an option names (labels, aliases, a session): a regular file, or a pipe that somebody writes to,
// such as /dev/stdin and the <(…) of a shell. Never waits for a pipe longer than the patience and not after a stop
// request; a folder, a device and a socket are an Error that says what they are. limit: bytes. Messages do not name the
// path. Thread rule: any thread.
[[nodiscard]] Result<GivenFile> readGivenFile(const std::string& path, std::size_t limit,
                                              const std::stop_token& stop = {}, const PipePatience& patience = {});

}  // namespace flipscope
