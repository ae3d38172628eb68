#pragma once

#include "core/analyse/flip_verdict.h"
#include "core/analyse/numerical_class.h"
#include "core/model/dataset.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// Winners that cannot run on the card that predictions assume: the runs were made on a later one.
struct CardMismatch {
    Card assumed = Card::volta;
    Card needed = Card::volta;  // the oldest generation on which all of them run
    std::size_t keys = 0;       // with such winners
    std::string example;        // one of the winners with the latest need, by index and name; may be hostile
    std::string because;        // why it cannot run: a clause
};

// keys: the verdicts by KeyIndex. Null without an assumed card, and where every winner can run on it. Any thread.
[[nodiscard]] std::optional<CardMismatch> cardMismatchOf(const Dataset& dataset, const std::vector<KeyVerdict>& keys,
                                                         const ClassAssumptions& assumptions);

}  // namespace flipscope
