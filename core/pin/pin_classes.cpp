#include "core/pin/pin_classes.h"

#include <set>
#include <vector>

namespace flipscope {

PinnedClass classOf(const Dataset& dataset, KeyIndex key, CandidateSetIndex set, CandidateIndex candidate,
                    const ClassAssumptions& assumptions, const Measurements& measurements) {
    const auto measured = measurements.find({key, candidate});
    if (measured != measurements.end() && !measured->second.numericalClass.empty()) {
        return {measured->second.numericalClass, true};
    }
    std::set<std::string> ids;
    for (const Card card : kAllCards) {
        if (assumptions.card && *assumptions.card != card) continue;
        for (const CodeGenerator generator : kAllCodeGenerators) {
            if (assumptions.codeGenerator && *assumptions.codeGenerator != generator) continue;
            const PredictedClass predicted =
                predictClass(keyOf(dataset, key), setOf(dataset, set), candidate, card, generator);
            if (predicted.known) ids.insert(predicted.id);
        }
    }
    return {ids.size() == 1 ? *ids.begin() : std::string(), false};
}

bool fitsClass(const std::string& id, const std::string& name) {
    return !id.empty() && (id == name || id.starts_with(name + "/"));
}

std::optional<unsigned> precisionRank(const std::string& classId) {
    const std::string family = classId.substr(0, classId.find('/'));
    if (family == "f32") return 0;
    if (family == "tf32-rna" || family == "tf32-rne") return 1;
    if (family == "tf32-trunc") return 2;
    return std::nullopt;
}

}  // namespace flipscope
