#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace flipscope {

// What a line of a human autotune log begins or continues. A message can span lines; only its first line may carry what
// a log library puts in front ("[2026-08-10T12:00:00Z INFO  cubecl::autotune] ").
enum class HumanLine : std::uint8_t {
    other,         // another program's line, or more of a failure's text
    fastest,       // "Fastest result {name}-{key}. …": begins a decision
    topTimes,      // " Top 3 times: […]" on a line of its own, up to cubecl 0.11-pre.1
    context,       // "Context:" on a line of its own, since cubecl 0.11-pre.2
    bounds,        // "Calculated bounds: …"
    step,          // " - Tuning: {name} (compilation & bench: {duration})"
    shortCircuit,  // "Short circuiting autotune. {name} is close enough to peak throughput."
    success,       // "Autotune[{index}] name {name} => BenchmarkComputations { … }"
    failure,       // a candidate's error, in Display or Debug form
    validated,     // "validate checksum key={key}, checksum={hex}"
    otherMessage,  // another message of the same producer, or a decision in JSON: ends what was before it
};

struct ClassifiedLine {
    HumanLine kind = HumanLine::other;
    std::string_view text;    // behind the words that tell the kind; success, failure and other: the message itself
    std::string_view prefix;  // what stands before the message
};

// knownPrefix: the prefix of the decision's first line; one that differs in digits and blanks only is recognised again.
[[nodiscard]] ClassifiedLine classifyHumanLine(std::string_view line, std::string_view knownPrefix);

// What a log that ends within a line may have left of a line's first words.
[[nodiscard]] bool isCutStart(std::string_view text);

// Length of the start of `line` that equals `prefix` but for the lengths and values of numbers and the widths of
// blanks; npos when it differs otherwise.
[[nodiscard]] std::size_t matchPrefix(std::string_view line, std::string_view prefix);

}  // namespace flipscope
