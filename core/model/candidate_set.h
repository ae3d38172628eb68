#pragma once

#include <string>
#include <vector>

namespace flipscope {

// The ordered list of kernel variants a tuner offers for a key. Two sets are equal when their checksums are.
struct CandidateSet {
    std::vector<std::string> names;  // by CandidateIndex; names can repeat
    std::string checksum;            // the producer's: lower hex, no padding (see candidateSetChecksum)
};

// Checksum as cubecl 0.11 computes it: xxh3_128 (seed 0) of all names in index order followed by byte 0xFF, printed as
// lower-case hexadecimal without leading zeros. Source: RT tune/operation.rs, verified against real databases.
[[nodiscard]] std::string candidateSetChecksum(const std::vector<std::string>& names);

}  // namespace flipscope
