#include "core/model/candidate_set.h"

#include <array>
#include <cstdio>

#include <xxhash.h>

namespace flipscope {

std::string candidateSetChecksum(const std::vector<std::string>& names) {
    std::string bytes;
    for (const std::string& name : names)
        bytes += name;
    bytes += '\xFF';  // Rust hashes a text as its bytes and then this terminator; the names are joined before
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    std::array<char, 33> hex{};
    if (hash.high64 != 0) {
        (void)std::snprintf(hex.data(), hex.size(), "%llx%016llx", static_cast<unsigned long long>(hash.high64),
                            static_cast<unsigned long long>(hash.low64));
    } else {
        (void)std::snprintf(hex.data(), hex.size(), "%llx", static_cast<unsigned long long>(hash.low64));
    }
    return hex.data();
}

}  // namespace flipscope
