#pragma once

#include "core/model/load_report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// The problems of one file: all are counted, the first kMaxProblemsKept are kept.
struct ProblemList {
    std::string path;
    std::vector<Problem> kept;
    std::uint64_t count = 0;

    void add(ProblemKind kind, std::uint64_t line, std::string message) {
        ++count;
        if (kept.size() < kMaxProblemsKept) kept.push_back({kind, path, line, std::move(message)});
    }
};

}  // namespace flipscope
