#pragma once

#include "core/rerun/key_bucket.h"
#include "core/rerun/rerun_request.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// Pairs of seeds that are tried where nobody says how many, in the command line and in the window alike.
inline constexpr std::size_t kDefaultInputs = 3;

// How often a problem is tried, with which inputs.
struct RerunPlan {
    RerunProblem problem;
    bool keySizes = true;  // the problem is the key's own, or belongs to no key
    std::vector<RerunCandidate> candidates;
    CodeGenerator codeGenerator = CodeGenerator::cudaCpp;
    std::string device;      // of the worker, by its id
    std::string deviceName;  // the same by its name, where the id is not known yet
    std::string keyJson;
    std::size_t inputs = 1;  // pairs of seeds: 1 and 2, 3 and 4, …
    unsigned repeats = 3;
    unsigned timingSamples = 0;  // of the first request only: times do not hang on the inputs

    bool standardChecks = false;      // misaligned, strided and narrow operands too
    bool sweep = false;               // members of the bucket too; needs one
    bool onlyDense = false;           // leave out what needs padding or an offset: the emulator cannot do it
    std::optional<KeyBucket> bucket;  // of the key, where it can be told
};

// The requests of the plan, with the ids "1", "2", …:
// 1. its problem with each pair of seeds;
// 2. standard checks, all with the first pair of seeds: the problem with its buffers begun 1, 2, … elements (up to half
//    a 16-byte vector) behind an aligned address; with one element, then one vector of padding between the rows; with
//    one, two and three rows, then columns;
// 3. sweep: bucketMembers.
[[nodiscard]] std::vector<RerunRequest> requestsOf(const RerunPlan& plan);

// The names of the enumerators, as in JSON.
[[nodiscard]] std::string_view toString(RerunCheck check);
[[nodiscard]] std::optional<RerunCheck> rerunCheckFromString(std::string_view name);
[[nodiscard]] std::string_view toString(BucketPlace place);

}  // namespace flipscope
