#pragma once

#include "core/model/strong.h"

#include <cstddef>
#include <string>

namespace flipscope {

// A key whose choice was proven to make the difference, by running the program with it forced (see
// core/drive/bisect_search.h). Plain value; core/drive makes it.
struct ProvenKey {
    CandidateIndex good, bad;     // the choices that were swapped
    std::string goodRun, badRun;  // ids of the runs that they come from
    std::string outcome;          // how good was told from bad, in words
    std::size_t together = 1;     // keys that make the difference only together, this one included
    std::size_t causes = 1;       // independent causes that were found, each of which is enough

    friend bool operator==(const ProvenKey&, const ProvenKey&) = default;
};

}  // namespace flipscope
