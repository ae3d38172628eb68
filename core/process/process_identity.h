#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <sys/types.h>

namespace flipscope {

// Tells a process from every other one of a machine although numbers are used again.
struct ProcessIdentity {
    pid_t number = 0;
    std::uint64_t started = 0;  // clock ticks since the machine's start
    std::string boot;           // of this start of the machine
    friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

// Null when there is no such process, or when it is over and only waits to be waited for. Thread rule: any thread.
[[nodiscard]] std::optional<ProcessIdentity> processIdentity(pid_t number);

// What is the same until the machine starts again; empty where the system does not tell.
[[nodiscard]] std::string bootId();

}  // namespace flipscope
