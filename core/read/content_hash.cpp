#include "core/read/content_hash.h"

#include <new>

#include <xxhash.h>

namespace flipscope {

struct ContentHash::State {
    struct Free {
        void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
    };
    std::unique_ptr<XXH3_state_t, Free> hash{XXH3_createState()};
};

ContentHash::ContentHash() : m_state(std::make_unique<State>()) {
    if (m_state->hash == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(m_state->hash.get());
}

ContentHash::~ContentHash() = default;

void ContentHash::add(std::string_view bytes) {
    m_empty = m_empty && bytes.empty();
    XXH3_128bits_update(m_state->hash.get(), bytes.data(), bytes.size());
}

std::string ContentHash::digits() const {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(m_state->hash.get()));
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const unsigned char byte : canonical.digest) {
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 0xfU];
    }
    return text;
}

}  // namespace flipscope
