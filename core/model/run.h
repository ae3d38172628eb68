#pragma once

#include "core/model/decision.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// A text the program wrote (stdout, stderr, a metric file). Empty text with truncated = false is a real empty file.
struct TextOutput {
    std::string path;
    std::string text;
    bool truncated = false;  // longer than kMaxTextOutput: head and tail were kept, the cut is marked by a line
};
inline constexpr std::size_t kMaxTextOutput = std::size_t{4} << 20;

// A process that wrote to an environment database.
struct DatabaseSession {
    std::uint64_t id = 0;  // nanoseconds since the epoch
    std::int64_t startedUnixMs = 0;
    std::string producerVersion;  // e.g. "0.11.0"
    std::string os, arch, label;
    std::uint64_t processId = 0;
    std::size_t decisions = 0;  // autotune records of this session
};

// One process of the user's program.
struct Run {
    std::string id;                    // shortest unique folder or file name; "#1", "#2" after a split
    std::vector<std::string> sources;  // files, as given by the user; archive!/entry inside archives
    std::vector<Decision> decisions;   // in the order logged
    std::vector<TextOutput> outputs;
    std::optional<int> exitStatus;
    std::optional<DatabaseSession> session;  // the database session that is this run
    // What is known of its surroundings, name -> value: "producer", "device", "os", "arch", "compute peak", "memory
    // peak", "launch overhead", "autotune level threshold" … Compared over runs by environmentDifferences.
    std::map<std::string, std::string> environment;
    bool choicesUnknown = false;  // it logged no decision although it had choices (all from a cache)
    bool perhapsTwoProcesses = false;
};

}  // namespace flipscope
