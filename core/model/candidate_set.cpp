#include "core/model/candidate_set.h"

#include "core/model/hex_digits.h"

#include <algorithm>

#include <xxhash.h>

namespace flipscope {

std::string candidateSetChecksum(const std::vector<std::string>& names) {
    std::string bytes;
    for (const std::string& name : names)
        bytes += name;
    bytes += '\xFF';  // Rust hashes a text as its bytes and then this terminator; the names are joined before
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    const std::string digits = hexDigits(hash.high64, hash.low64);
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size() - 1));
}

}  // namespace flipscope
