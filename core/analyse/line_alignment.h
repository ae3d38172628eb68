#pragma once

#include "core/analyse/output_lines.h"
#include "core/model/dataset.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace flipscope {

inline constexpr std::uint32_t kNoLine = UINT32_MAX;

// The same line of the output in every run that has it.
struct AlignedLine {
    std::vector<std::uint32_t> ofRun;  // position in the list of runs -> distinct line, kNoLine without it
    std::size_t present = 0;           // runs that have it
    double place = 0;                  // mean line number
    std::uint32_t number = 0;          // line number in the first run that has it
    // Which of several lines of this form it is, from 0, where nothing in the line itself tells them apart.
    std::size_t occurrence = 0;
    bool oneOfMany = false;  // some run has several lines of this form that nothing tells apart
    std::size_t family = 0;  // lines of one form have one number
};

// One output (files of the same name) over the runs. Every member by position in the list of runs.
struct AlignedOutput {
    std::string name;  // "stdout.log"
    DistinctLines lines;
    std::vector<AlignedLine> aligned;     // ascending by place
    std::vector<bool> present;            // the run has such a file
    std::vector<std::size_t> lineCounts;  // lines looked at
    std::size_t longest = 0;              // lines of the longest of these texts that was cut, 0 when none was
    std::size_t mostLines = 0;            // looked at of such a text: see linesOf
    bool cutAligned = false;              // some lines stand in no aligned line
    std::vector<std::uint32_t> lastLine;  // distinct line, kNoLine when empty
};

// The line of the first run that has it; every aligned line has one.
[[nodiscard]] const TokenisedLine& exampleOf(const AlignedOutput& output, const AlignedLine& line);

// What is looked at: at most kMaxOutputs outputs of a run, kMaxLinesOfOutput lines of each, kMaxLinesInAll together
// over the runs (but kMinLinesOfOutput of each; see linesOf for which), kMaxAlignedLines lines of an output after
// aligning (fewer with more than ten runs), the earliest. AlignedOutput tells which of these was reached.
inline constexpr std::size_t kMaxOutputs = 8;
inline constexpr std::size_t kMaxLinesOfOutput = 100'000;
inline constexpr std::size_t kMinLinesOfOutput = 100;
inline constexpr std::size_t kMaxLinesInAll = 400'000;
inline constexpr std::size_t kMaxAlignedLines = 400'000;
inline constexpr std::size_t kMaxAlignedCells = 4'000'000;  // lines times runs

// Matches the lines of the runs' outputs by their form, not by line number, so that inserted, missing and reordered
// lines cost only themselves. Outputs are the same when their file names are equal once the run's id is taken out, or
// when every run has exactly one. Lines of one form that appear several times in a run are told apart by a token that
// is different in each and the same over the runs ("step 3", a test's name), else by a counter that rises within each
// run, else by their order. The dataset must outlive the result.
[[nodiscard]] std::vector<AlignedOutput> alignOutputs(const Dataset& dataset, const std::vector<RunIndex>& runs);

}  // namespace flipscope
