#pragma once

#include "core/analyse/outcomes.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace flipscope {

// Which of two outcomes is the good one, as far as they tell it.
struct SideOrder {
    bool isFirstGood = true;
    bool isKnown = false;   // else the first is called good because one of them must be
    std::string_view word;  // by which it is taken to be so ("loss", "exploded"); empty: by the values themselves
};

// first, second: values of the outcome in runs of either side. said: what names the outcome, such as its pattern. A
// number is good where the other is nan or inf, "exit 0" where the other is another status; of numbers the smaller one
// where `said` has a word as "loss" or "error", the larger one where it has one as "accuracy"; of texts one with a word
// as "clean" where the other has none, one without where the other has one as "exploded". The last two are guesses from
// words: say so. The word lives for ever. Thread rule: any thread.
[[nodiscard]] SideOrder sideOrder(std::string_view first, std::string_view second, std::string_view said);

// Positions in Outcome::groups.
struct OutcomeSides {
    std::size_t good = 0, bad = 0;
    SideOrder order;  // the larger group is the first
};

// The two groups with most runs (of equal ones those that come first) and which of them is good. Null: fewer than two
// groups have runs. Thread rule: any thread.
[[nodiscard]] std::optional<OutcomeSides> outcomeSides(const Outcome& outcome, std::string_view said);

}  // namespace flipscope
