#pragma once

#include "core/analyse/card.h"
#include "core/model/strong.h"
#include "core/rerun/rerun_problem.h"
#include "core/rerun/seeded_input.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// One candidate to run: by its name; the index too when it belongs to a candidate set.
struct RerunCandidate {
    std::optional<CandidateIndex> index;
    std::string name;
    friend bool operator==(const RerunCandidate&, const RerunCandidate&) = default;
};

// Where the buffers lie. Row strides in elements, 0 = dense; `offset` elements behind an allocation's beginning, so
// that a width of 1, 2 or 3 elements misaligns the rows.
struct OperandPlacement {
    std::size_t lhsStride = 0, rhsStride = 0, outStride = 0;
    std::size_t offset = 0;
    friend bool operator==(const OperandPlacement&, const OperandPlacement&) = default;
};

// What a request is made for.
enum class RerunCheck : std::uint8_t {
    keySizes,      // the sizes that the key holds, dense, with one of the sets of inputs
    misaligned,    // the same, the buffers begun a few elements behind an aligned address
    strided,       // the same, with padding between the rows
    narrow,        // one, two or three rows or columns
    bucketMember,  // other sizes that the key stands for
    otherSizes,    // sizes chosen in place of the key's, whether it stands for them or not
};

// Whether the key whose candidates run stands for the problem of a request: only then can the tuner's choice meet it.
enum class BucketPlace : std::uint8_t { unknown, inside, outside };

// What a worker is asked: these candidates, one problem, one set of inputs. Members of a bucket, other seeds and other
// placements are further requests, so that a worker stays simple.
struct RerunRequest {
    std::string id;      // chosen by the asker, named in every answer
    std::string device;  // id from the worker's hello; empty: its first
    RerunProblem problem;
    OperandPlacement placement;
    CodeGenerator codeGenerator = CodeGenerator::cudaCpp;
    std::string keyJson;  // the key as logged, for workers that run the real kernels; may be empty
    std::vector<RerunCandidate> candidates;
    std::uint64_t lhsSeed = kLhsSeed, rhsSeed = kRhsSeed;
    std::optional<Operands> operands;  // in place of the seeds, for small problems (given_operands.h)
    unsigned repeats = 3;              // launches into buffers filled differently; at least 1
    bool measureErrors = true;         // against the float64 reference
    unsigned timingSamples = 0;        // 0: no timing
    bool flushCache = true;            // L2 before each timed launch
    bool returnPatterns = false;       // the output itself, for small problems

    // For the asker alone, no worker is told:
    std::string deviceName;  // in the worker's hello (the last of that name), in place of `device`; empty: none
    RerunCheck check = RerunCheck::keySizes;
    BucketPlace place = BucketPlace::unknown;
};

}  // namespace flipscope
