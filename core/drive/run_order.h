#pragma once

#include <cstddef>
#include <vector>

namespace flipscope {

// Which of several configurations is run next, when each is to be run in every round: the position of one of those that
// were tried least often. Two rounds are there and back, the next two in another order as of chance, though always in
// the same one: something that comes and goes for some runs, or in every second or fourth one, meets all of them alike.
// tried: how often each was tried; at least one. A pure function; any thread.
[[nodiscard]] std::size_t nextInRounds(const std::vector<std::size_t>& tried);

}  // namespace flipscope
