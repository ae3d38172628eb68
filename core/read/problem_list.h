#pragma once

#include "core/model/load_report.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// The problems of one source: all are counted, the first kMaxProblemsKept are kept.
struct ProblemList {
    std::string path;  // of those that are added without one
    std::vector<Problem> kept;
    std::uint64_t count = 0;

    void add(ProblemKind kind, std::uint64_t line, std::string message) { add({kind, path, line, std::move(message)}); }

    void add(Problem problem) {
        ++count;
        if (kept.size() < kMaxProblemsKept) kept.push_back(std::move(problem));
    }

    // Those of another list; `lines` are added to their line numbers.
    void take(std::vector<Problem> problems, std::uint64_t all, std::uint64_t lines = 0) {
        for (Problem& problem : problems) {
            if (problem.line > 0) problem.line += lines;
            add(std::move(problem));
        }
        count += all - problems.size();
    }
};

}  // namespace flipscope
