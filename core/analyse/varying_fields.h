#pragma once

#include "core/analyse/line_alignment.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace flipscope {

enum class FieldKind : std::uint8_t {
    number,     // every value is a number, nan or inf
    word,       // text of one token
    presence,   // the line stands in some runs only
    hex,        // checksum or bit pattern
    span,       // from the first to the last varying token of a line, where several vary in different ways
    lineCount,  // how many lines of this form
    length,     // how many lines the output has
    lastLine,   // last line of the output
};

// Something that is not the same in all runs.
struct VaryingField {
    FieldKind kind = FieldKind::word;
    // Counts time or names a process or place: such tokens (see TokenKind and LineToken), texts that differ in every
    // one of at least three runs, and whole numbers that rise or fall from run to run over at least four.
    bool timeLike = false;
    std::size_t output = 0;           // position in the aligned outputs
    std::optional<std::size_t> line;  // position in AlignedOutput::aligned; null for length and lastLine
    std::size_t firstToken = 0, lastToken = 0;
    std::vector<int> valueOf;        // position in the list of runs -> position in texts, -1 without value
    std::vector<std::string> texts;  // distinct, in order of first appearance
    std::size_t alike = 0;           // further lines of its form that were passed over and part the runs equally
    std::string_view outcomeWord;    // by which its line or value names an outcome (outcomeWordIn), empty without
};

// Lines of one form up to this number all have their fields. Of more only those lines that stand for them
// (FieldFamily), value by value; the lines are all looked at, but not several values together.
inline constexpr std::size_t kWholeFamily = 50;
// Most fields, fewer with more than some hundred runs; the earliest in the outputs.
inline constexpr std::size_t kMaxFields = 20'000;
inline constexpr std::size_t kMaxFieldValues = 2'000'000;  // fields times runs
// Most values of lines of one form that are looked at, fields times runs.
inline constexpr std::size_t kMaxFamilyValues = 8'000'000;

// What was looked at beyond the fields that are returned.
struct PassedOver {
    std::unordered_set<std::uint64_t> partitions;  // ways to part the runs (partitionNumber)
    bool some = false;                             // a bound was reached: some fields were not looked at
};

// In the order of outputs, lines and tokens. The value of a presence is the line up to its first varying token, or the
// empty text in runs without it.
[[nodiscard]] std::vector<VaryingField> findVaryingFields(const std::vector<AlignedOutput>& outputs,
                                                          PassedOver* passedOver = nullptr);

}  // namespace flipscope
