#include "core/read/content_hash.h"

#include "core/model/hex_digits.h"

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
    const XXH128_hash_t hash = XXH3_128bits_digest(m_state->hash.get());
    return hexDigits(hash.high64, hash.low64);
}

}  // namespace flipscope
