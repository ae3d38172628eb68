#include "core/drive/run_order.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
std::uint64_t mixed(std::uint64_t value) {
    value += 0x9e3779b97f4a7c15U;
    value = (value ^ (value >> 30U)) * 0xbf58476d1ce4e5b9U;
    value = (value ^ (value >> 27U)) * 0x94d049bb133111ebU;
    return value ^ (value >> 31U);
}

}  // namespace

std::size_t nextInRounds(const std::vector<std::size_t>& tried) {
    const std::size_t round = *std::min_element(tried.begin(), tried.end());
    const bool isBackwards = round % 2 == 1;  // of the round before
    std::optional<std::pair<std::uint64_t, std::size_t>> next;
    for (std::size_t i = 0; i < tried.size(); ++i) {
        if (tried[i] != round) continue;
        const std::uint64_t place = mixed(mixed(round / 2) + i);
        const std::pair<std::uint64_t, std::size_t> here{isBackwards ? ~place : place, i};
        if (!next || here < *next) next = here;
    }
    return next->second;
}

}  // namespace flipscope
