#pragma once

#include <cstdint>
#include <string>

namespace flipscope {

// What SQLite makes of a write-ahead log: it reads frame after frame up to the first one that does not fit, and tells
// nobody about the rest.
enum class WalCondition : std::uint8_t {
    sound,     // as far as its frames go; older frames behind them are what a log that is used again holds
    torn,      // ends inside its header or inside a frame: its writer was stopped, or it was cut
    unusable,  // no log, or none of its frames fits: nothing of it is read
    damaged,   // frames behind a damaged one are not read
};

// Reads the file once, a frame at a time (SQLite file format, section 4.1). A file of zero bytes, or one that cannot be
// read, is sound: who opens it says so. Thread rule: any thread.
[[nodiscard]] WalCondition walConditionOf(const std::string& walPath);

}  // namespace flipscope
