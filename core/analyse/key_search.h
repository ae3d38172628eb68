#pragma once

#include "core/model/dataset.h"

#include <string_view>
#include <vector>

namespace flipscope {

// The keys that a user may mean by a name.
struct KeySearch {
    enum class Answer : std::uint8_t { one, several, none };
    Answer answer = Answer::none;
    // one: the key. several: those that fit equally well. none: those whose labels come closest, best first.
    std::vector<KeyIndex> keys;
};

// As findKey; a name that is none exactly is compared with ids, labels and aliases without regard to case, with x for ×
// and t for ᵀ: equal goes before beginning with it, that before containing it. `nearest` keys at most where none fits.
[[nodiscard]] KeySearch searchKey(const Dataset& dataset, std::string_view name, std::size_t nearest = 5);

}  // namespace flipscope
