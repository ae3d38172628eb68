#pragma once

#include "core/model/result.h"
#include "core/pin/pin.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// The pin file (docs/pin-file.md): JSON with a version, one pin a line in an order that depends on the pins only. It
// holds no commands; nothing of it is ever executed.
inline constexpr std::uint64_t kPinFileVersion = 1;
inline constexpr std::size_t kMaxPinFileBytes = std::size_t{64} << 20;

// Equal pins give equal text, whatever their order. Precondition: keys are JSON objects in canonical form.
[[nodiscard]] std::string pinFileText(std::vector<Pin> pins);

// Ids and labels are made anew from the keys, so that a file cannot call one key by another's name; members that are
// not known are ignored. An Error says which pin is wrong and why: not JSON, another format, a newer version, a member
// missing or of a wrong kind, an index behind the end of its set, one key pinned twice, pins that say different things
// of one candidate set. Never throws on hostile input.
[[nodiscard]] Result<std::vector<Pin>> parsePinFile(std::string_view text);

// The same of a file; the Error names it.
[[nodiscard]] Result<std::vector<Pin>> readPinFile(const std::string& path, const std::stop_token& stop = {});

// The order in which a pin file has them.
void sortPins(std::vector<Pin>& pins);

// Ids and labels from keys and tuners, unique among these pins (see TuningKey).
void namePins(std::vector<Pin>& pins);

}  // namespace flipscope
