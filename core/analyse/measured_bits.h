#pragma once

#include "core/analyse/numerical_class.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace flipscope {

// Which candidates of a key gave equal bits when they were re-run, or equal outcomes when they were forced, and what
// that rests on. Candidates in no class are those that did not run, or whose bits are not their own. Plain value;
// core/rerun and core/drive make it.
struct MeasuredBits {
    ClassBasis basis = ClassBasis::emulated;
    std::string device;                             // the card emulated, or the one it ran on; in words
    std::string inputs;                             // in words: "64×64×64 f32, seeds 1 and 2"
    std::map<CandidateIndex, std::size_t> classOf;  // equal number = equal bits on every input tried

    friend bool operator==(const MeasuredBits&, const MeasuredBits&) = default;
};

// Whether the candidates computed the same bits: different ones as soon as two are in different classes, the same when
// all are in one class; else, and for fewer than two, unknown: then a prediction may still tell.
[[nodiscard]] ClassStatement measuredStatement(const MeasuredBits& measured,
                                               const std::vector<CandidateIndex>& candidates);

}  // namespace flipscope
