#pragma once

#include "core/analyse/numerical_class.h"

#include <map>
#include <optional>
#include <string>
#include <utility>

namespace flipscope {

// What a re-run found out about one candidate of one key.
struct CandidateMeasurement {
    std::string numericalClass;   // as the worker reported it; empty when it did not
    std::optional<double> error;  // largest error in units of |A||B|, operands taken as they are
    std::string refusal;          // why it was refused or failed for a problem of the key; empty when it ran
    std::string fault = {};       // what is wrong with what it did there, a clause: "it wrote outside its buffers"
    bool blocked = false;         // it is on the blocklist that the re-run gives for the key: no rule chooses it
};
using Measurements = std::map<std::pair<KeyIndex, CandidateIndex>, CandidateMeasurement>;

struct PinnedClass {
    std::string id;  // empty when not known, or not the same on every card that is possible
    bool measured = false;
};

// The measured class, else the predicted one where the assumptions leave one class only.
[[nodiscard]] PinnedClass classOf(const Dataset& dataset, KeyIndex key, CandidateSetIndex set, CandidateIndex candidate,
                                  const ClassAssumptions& assumptions, const Measurements& measurements);

// Whether a class id is the class named, or of the family named: "tf32-rna/g8" fits "tf32-rna/g8" and "tf32-rna".
[[nodiscard]] bool fitsClass(const std::string& id, const std::string& name);

// Order of precision of f32 problems, most exact first: 0 f32 operands, 1 operands rounded to TF32, 2 operands cut to
// TF32 (numerics: errors of 1e-8 to 2e-7, 2e-5 to 4e-4, 7e-5 to 5e-4 of |A||B|). Null for every other class: no order
// among those is known.
[[nodiscard]] std::optional<unsigned> precisionRank(const std::string& classId);

}  // namespace flipscope
