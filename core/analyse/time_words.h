#pragma once

#include <string_view>

namespace flipscope {

// Whether a value counts time or names a process or a place, so that it says nothing about what a program computed.

// By what follows it: a duration or rate, "s", " ms", " seconds", " it/s", " TFLOPS". `behind` is the line behind the
// number. "min" only directly behind it: "max 3 min 1" are two statistics.
[[nodiscard]] bool hasTimeUnit(std::string_view behind);

// A text by the word before it: a machine or user ("host: gpu-17", "node node07", "user=ann2"). Such names hold a
// digit, dot or dash; "node: lost" says what came out.
[[nodiscard]] bool isNamedAsPlace(std::string_view word, std::string_view between, std::string_view name);

// By the word before it, joined by at most three of " :=\"'": pid, port, seed, elapsed, took …, also as the last part
// of a name ("wall_time") and as a unit there ("time_ms").
[[nodiscard]] bool isNamedAsTime(std::string_view word, std::string_view between);

}  // namespace flipscope
