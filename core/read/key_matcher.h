#pragma once

#include "core/model/decision.h"
#include "core/read/intern_pool.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace flipscope {

// Finds the key of a decision log that a key from another source of the same run stands for: the same one, or one with
// an equal text when one of the two sources does not tell the tuner. Keeps a reference to the pool.
class KeyMatcher {
public:
    KeyMatcher(const std::vector<Decision>& decisions, const InternPool& pool);

    // Null when the log has no such key, or several that differ in their tuner only.
    [[nodiscard]] std::optional<KeyIndex> inLog(KeyIndex other);

private:
    [[nodiscard]] std::optional<KeyIndex> byText(KeyIndex other);

    const InternPool& m_pool;
    std::unordered_map<KeyIndex, std::optional<KeyIndex>> m_known;
    std::vector<KeyIndex> m_logKeys;
    std::unordered_multimap<std::string, KeyIndex> m_texts;  // filled when first needed
};

}  // namespace flipscope
