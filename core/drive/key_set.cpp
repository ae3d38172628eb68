#include "core/drive/key_set.h"

#include <algorithm>
#include <iterator>

namespace flipscope {

KeySet unionOf(const KeySet& a, const KeySet& b) {
    KeySet all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

KeySet without(const KeySet& a, const KeySet& b) {
    KeySet rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

KeySet firstOf(const KeySet& keys, std::size_t count) {
    return {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count)};
}

}  // namespace flipscope
