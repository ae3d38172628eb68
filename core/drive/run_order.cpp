#include "core/drive/run_order.h"

#include "core/analyse/seeded_random.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace flipscope {

std::size_t nextInRounds(const std::vector<std::size_t>& tried) {
    const std::size_t round = *std::min_element(tried.begin(), tried.end());
    const bool isBackwards = round % 2 == 1;  // of the round before
    std::optional<std::pair<std::uint64_t, std::size_t>> next;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        if (tried[i] != round) continue;
        const std::uint64_t place = SeededRandom(SeededRandom(round / 2).next() + i).next();
        const std::pair<std::uint64_t, std::size_t> here{isBackwards ? ~place : place, i};
        if (!next || here < *next) next = here;
    }
    return next->second;
}

}  // namespace flipscope
