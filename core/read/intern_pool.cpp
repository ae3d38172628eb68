#include "core/read/intern_pool.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <shared_mutex>
#include <unordered_map>
#include <utility>

#include <xxhash.h>

namespace flipscope {
namespace {

// Finds stored values by hash and decides by comparison, so that a collision costs time and never identity.
using HashIndex = std::unordered_multimap<std::uint64_t, std::uint32_t>;

template <class Equal>
std::optional<std::uint32_t> findIn(const HashIndex& index, std::uint64_t hash, Equal equal) {
    const auto [first, last] = index.equal_range(hash);
    for (auto it = first; it != last; ++it) {
        if (equal(it->second)) return it->second;
    }
    return std::nullopt;
}

std::uint64_t hashOf(std::string_view text, std::uint64_t seed = 0) {
    return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

struct RawKey {
    XXH128_hash_t hash;  // of the text as logged, the set and the database tuner
    bool operator==(const RawKey& other) const { return XXH128_isEqual(hash, other.hash) != 0; }
};

struct RawKeyHash {
    std::size_t operator()(const RawKey& key) const noexcept { return static_cast<std::size_t>(key.hash.low64); }
};

RawKey rawKeyOf(std::string_view keyJson, CandidateSetIndex set, std::string_view databaseTuner) {
    const std::uint64_t seed = hashOf(databaseTuner, set.value);
    return {XXH3_128bits_withSeed(keyJson.data(), keyJson.size(), seed)};
}

}  // namespace

struct InternPool::State {
    mutable std::shared_mutex mutex;  // guards everything below; a hit needs it shared only
    std::vector<CandidateSet> sets;
    std::vector<TuningKey> keys;
    std::vector<std::string> texts{std::string()};
    HashIndex setByNames, keyByIdentity, textByBytes;
    // Texts already seen: equal bytes for the same set need no canonical form. 128 bits stand for the text, as they do
    // in the key's id.
    std::unordered_map<RawKey, KeyIndex, RawKeyHash> keyByRaw;

    [[nodiscard]] std::optional<std::uint32_t> findSet(std::uint64_t hash,
                                                       const std::vector<std::string_view>& names) const {
        return findIn(setByNames, hash, [&](std::uint32_t i) {
            return std::equal(names.begin(), names.end(), sets[i].names.begin(), sets[i].names.end());
        });
    }
    [[nodiscard]] std::optional<std::uint32_t> findText(std::uint64_t hash, std::string_view text) const {
        return findIn(textByBytes, hash, [&](std::uint32_t i) { return texts[i] == text; });
    }
    [[nodiscard]] KeyIndex addKey(TuningKey key);
};

KeyIndex InternPool::State::addKey(TuningKey key) {
    const std::uint64_t hash = hashOf(key.canonicalJson, hashOf(key.tuner));
    const auto found = findIn(keyByIdentity, hash, [&](std::uint32_t i) {
        return keys[i].canonicalJson == key.canonicalJson && keys[i].tuner == key.tuner;
    });
    if (found) return {*found};
    const auto index = static_cast<std::uint32_t>(keys.size());
    keys.push_back(std::move(key));
    keyByIdentity.emplace(hash, index);
    return {index};
}

InternPool::InternPool() : m_state(std::make_unique<State>()) {}
InternPool::~InternPool() = default;

CandidateSetIndex InternPool::internSet(const std::vector<std::string_view>& names) {
    std::uint64_t hash = names.size();
    for (const std::string_view name : names)
        hash = hashOf(name, hash);
    {
        const std::shared_lock lock(m_state->mutex);
        if (const auto found = m_state->findSet(hash, names)) return {*found};
    }
    CandidateSet set;
    set.names.assign(names.begin(), names.end());
    set.checksum = candidateSetChecksum(set.names);
    const std::unique_lock lock(m_state->mutex);
    if (const auto found = m_state->findSet(hash, names)) return {*found};
    const auto index = static_cast<std::uint32_t>(m_state->sets.size());
    m_state->sets.push_back(std::move(set));
    m_state->setByNames.emplace(hash, index);
    return {index};
}

KeyIndex InternPool::internKey(std::string_view keyJson, CandidateSetIndex set, std::string_view databaseTuner) {
    const RawKey raw = rawKeyOf(keyJson, set, databaseTuner);
    std::vector<std::string> names;
    {
        const std::shared_lock lock(m_state->mutex);
        const auto found = m_state->keyByRaw.find(raw);
        if (found != m_state->keyByRaw.end()) return found->second;
        if (set.value < m_state->sets.size()) names = m_state->sets[set.value].names;
    }
    TuningKey key = makeTuningKey(keyJson, names, databaseTuner);
    const std::unique_lock lock(m_state->mutex);
    const KeyIndex index = m_state->addKey(std::move(key));
    m_state->keyByRaw.emplace(raw, index);
    return index;
}

std::uint32_t InternPool::internText(std::string_view text) {
    if (text.empty()) return 0;
    const std::uint64_t hash = hashOf(text);
    {
        const std::shared_lock lock(m_state->mutex);
        if (const auto found = m_state->findText(hash, text)) return *found;
    }
    const std::unique_lock lock(m_state->mutex);
    if (const auto found = m_state->findText(hash, text)) return *found;
    const auto index = static_cast<std::uint32_t>(m_state->texts.size());
    m_state->texts.emplace_back(text);
    m_state->textByBytes.emplace(hash, index);
    return index;
}

std::string InternPool::checksumOf(CandidateSetIndex set) const {
    const std::shared_lock lock(m_state->mutex);
    return m_state->sets.at(set.value).checksum;
}

std::size_t InternPool::sizeOf(CandidateSetIndex set) const {
    const std::shared_lock lock(m_state->mutex);
    return m_state->sets.at(set.value).names.size();
}

std::string InternPool::canonicalJsonOf(KeyIndex key) const {
    const std::shared_lock lock(m_state->mutex);
    return m_state->keys.at(key.value).canonicalJson;
}

std::string InternPool::tunerOf(KeyIndex key) const {
    const std::shared_lock lock(m_state->mutex);
    return m_state->keys.at(key.value).tuner;
}

InternPool::Contents InternPool::take() {
    const std::unique_lock lock(m_state->mutex);
    Contents contents{std::move(m_state->sets), std::move(m_state->keys), std::move(m_state->texts)};
    m_state->sets.clear();
    m_state->keys.clear();
    m_state->texts.assign(1, std::string());
    m_state->setByNames.clear();
    m_state->keyByIdentity.clear();
    m_state->textByBytes.clear();
    m_state->keyByRaw.clear();
    return contents;
}

}  // namespace flipscope
