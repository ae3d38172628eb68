#pragma once

#include "core/model/dataset.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Shared store of what repeats over runs: keys, candidate sets, failure texts. Readers on several threads intern into
// one pool, so that 1,000 runs of the same program keep 42 keys, not 42,000. Handles are positions in the pool, in
// order of first interning (which depends on thread timing); the loader renumbers them at the end. Thread rule: all
// members may be called from several threads at a time.
class InternPool {
public:
    InternPool();
    ~InternPool();
    InternPool(const InternPool&) = delete;
    InternPool& operator=(const InternPool&) = delete;

    // Equal names in equal order give the same handle.
    CandidateSetIndex internSet(const std::vector<std::string_view>& names);
    // keyJson as logged; texts that differ only in member order or space give the same handle when set family and
    // databaseTuner lead to the same tuner (see makeTuningKey).
    KeyIndex internKey(std::string_view keyJson, CandidateSetIndex set, std::string_view databaseTuner = {});
    std::uint32_t internText(std::string_view text);

    [[nodiscard]] std::string checksumOf(CandidateSetIndex set) const;
    [[nodiscard]] std::size_t sizeOf(CandidateSetIndex set) const;
    [[nodiscard]] std::string canonicalJsonOf(KeyIndex key) const;
    [[nodiscard]] std::string tunerOf(KeyIndex key) const;

    // Moves the contents out, in handle order. The pool is empty afterwards.
    struct Contents {
        std::vector<CandidateSet> sets;
        std::vector<TuningKey> keys;
        std::vector<std::string> texts;
    };
    [[nodiscard]] Contents take();

private:
    struct State;
    std::unique_ptr<State> m_state;
};

}  // namespace flipscope
