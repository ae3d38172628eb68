#include "core/pin/pinned_keys.h"

#include <cstdint>

namespace flipscope {

PinnedKeys::PinnedKeys(const Dataset& dataset) {
    for (std::uint32_t i = 0; i < dataset.keys.size(); ++i) {
        m_keys[{dataset.keys[i].canonicalJson, dataset.keys[i].tuner}] = KeyIndex{i};
        m_sameObject.emplace(dataset.keys[i].canonicalJson, KeyIndex{i});
    }
}

std::optional<KeyIndex> PinnedKeys::keyOf(const Pin& pin) const {
    const auto found = m_keys.find({pin.keyJson, pin.tuner});
    if (found != m_keys.end()) return found->second;
    if (!pin.tuner.empty() || m_sameObject.count(pin.keyJson) != 1) return std::nullopt;
    return m_sameObject.find(pin.keyJson)->second;
}

std::vector<KeyIndex> PinnedKeys::sameObject(const Pin& pin) const {
    std::vector<KeyIndex> keys;
    const auto [begin, end] = m_sameObject.equal_range(pin.keyJson);
    for (auto at = begin; at != end; ++at)
        keys.push_back(at->second);
    return keys;
}

}  // namespace flipscope
