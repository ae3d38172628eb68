#pragma once

#include "core/read/rust_duration.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flipscope {

// The parts of the messages of a human autotune log, see HumanLine. Sources: cubecl-runtime tune/log.rs, tune/tuner.rs.

// Behind "Fastest result ".
struct FastestFields {
    // How the rest of the message is laid out, which tells the producer's age.
    enum class Layout : std::uint8_t {
        topTimes,       // on the same line: minimal level since cubecl 0.11-pre.2
        contextBehind,  // ". Context: …": full level of 0.9 to 0.11-pre.1
        nextLines       // full level, or minimal level up to 0.11-pre.1: the next line tells
    };
    std::string_view name, key;
    Layout layout = Layout::nextLines;
    std::string_view topTimes;  // from the list's '[' on; only for that layout
};
[[nodiscard]] std::optional<FastestFields> readFastest(std::string_view text);

// Indices and medians of "[(15, 41.248µs), …]", whatever follows. Failed candidates, which old versions list as index 0
// with the largest duration, are left out. Null when it is no such list.
[[nodiscard]] std::optional<std::vector<std::pair<std::uint32_t, RustDuration>>> readTopTimes(std::string_view text);

struct SuccessFields {
    std::uint32_t index = 0;
    std::string_view name;
    std::string computationJson;  // {"mean":{"secs","nanos"},…}
};
[[nodiscard]] std::optional<SuccessFields> readSuccess(std::string_view text);

struct FailureFields {
    std::string variant;    // "Skip", "Unknown", …
    std::string_view name;  // empty: not in the text, or inside `json`
    std::string json;  // the error as the decision log has it; empty: made of variant, name and the text that follows
    bool textFollows = false;  // the reason is on the next lines
};
[[nodiscard]] std::optional<FailureFields> readFailure(std::string_view text);
// Where in a line a failure begins; npos: nowhere. unknownPrefix: other text may stand before the candidate's name,
// which then has no blanks.
[[nodiscard]] std::size_t failureStart(std::string_view line, bool unknownPrefix);

struct BoundsFields {
    std::string boundsJson, limitJson;  // "null" when they cannot be read
};
[[nodiscard]] BoundsFields readBounds(std::string_view text);

// Name and duration (as JSON) behind "- Tuning: ".
[[nodiscard]] std::optional<std::pair<std::string_view, std::string>> readStep(std::string_view text);
// Name behind "Short circuiting autotune. ".
[[nodiscard]] std::optional<std::string_view> readShortCircuit(std::string_view text);
// Key and checksum behind "validate checksum key=".
[[nodiscard]] std::optional<std::pair<std::string_view, std::string_view>> readValidated(std::string_view text);

}  // namespace flipscope
