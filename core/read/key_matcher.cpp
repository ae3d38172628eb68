#include "core/read/key_matcher.h"

namespace flipscope {

KeyMatcher::KeyMatcher(const std::vector<Decision>& decisions, const InternPool& pool) : m_pool(pool) {
    for (const Decision& decision : decisions) {
        if (m_known.try_emplace(decision.key, decision.key).second) m_logKeys.push_back(decision.key);
    }
}

std::optional<KeyIndex> KeyMatcher::inLog(KeyIndex other) {
    const auto known = m_known.find(other);
    if (known != m_known.end()) return known->second;
    const std::optional<KeyIndex> found = byText(other);
    m_known.emplace(other, found);
    return found;
}

std::optional<KeyIndex> KeyMatcher::byText(KeyIndex other) {
    if (m_texts.empty()) {
        for (const KeyIndex key : m_logKeys)
            m_texts.emplace(m_pool.canonicalJsonOf(key), key);
    }
    const std::string tuner = m_pool.tunerOf(other);
    std::optional<KeyIndex> found;
    const auto [begin, end] = m_texts.equal_range(m_pool.canonicalJsonOf(other));
    for (auto at = begin; at != end; ++at) {
        if (!tuner.empty() && !m_pool.tunerOf(at->second).empty()) continue;  // two tuners that log equal keys
        if (found) return std::nullopt;
        found = at->second;
    }
    return found;
}

}  // namespace flipscope
