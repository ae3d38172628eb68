#pragma once

#include <cerrno>
#include <cstring>
#include <string>

namespace flipscope {

// What the last failed system call says, in words. Thread rule: any thread.
[[nodiscard]] inline std::string systemMessage() {
    return std::strerror(errno);  // NOLINT(concurrency-mt-unsafe): glibc's is safe for known error numbers
}

}  // namespace flipscope
