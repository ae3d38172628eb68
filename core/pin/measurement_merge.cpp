#include "core/pin/measurement_merge.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace flipscope {

namespace {

using Translation = std::map<std::string, std::string>;  // class of the second report -> class of the first

// Null when the two reports group the candidates of the key that both have differently.
std::optional<Translation> translationOf(const Measurements& known, const Measurements& more, KeyIndex key) {
    Translation to, back;
    for (const auto& [place, measured] : more) {
        const auto before = known.find(place);
        if (place.first != key || before == known.end()) continue;
        const std::string &one = before->second.numericalClass, &other = measured.numericalClass;
        if (one.empty() || other.empty()) continue;
        if (to.emplace(other, one).first->second != one || back.emplace(one, other).first->second != other) {
            return std::nullopt;
        }
    }
    return to;
}

bool hasClasses(const Measurements& measurements, KeyIndex key) {
    for (const auto& [place, measured] : measurements)
        if (place.first == key && !measured.numericalClass.empty()) return true;
    return false;
}

bool ran(const CandidateMeasurement& measured) {
    return measured.refusal.empty() && (measured.error || !measured.numericalClass.empty());
}

// One candidate, without its class.
std::optional<std::string> mergeCandidate(CandidateMeasurement& known, const CandidateMeasurement& more,
                                          CandidateIndex candidate) {
    const bool isConflict = (ran(known) && !more.refusal.empty()) || (ran(more) && !known.refusal.empty());
    if (more.error && (!known.error || *more.error > *known.error)) known.error = more.error;
    if (known.refusal.empty()) known.refusal = more.refusal;
    if (known.fault.empty()) known.fault = more.fault;
    known.blocked = known.blocked || more.blocked;
    if (!isConflict) return std::nullopt;
    return "Candidate " + std::to_string(candidate.value) +
           " ran in one re-run and was refused in another: it is taken as refused.";
}

}  // namespace

std::vector<PinWarning> mergeMeasurements(Measurements& known, const Measurements& more, std::size_t number) {
    std::vector<PinWarning> told;
    std::set<KeyIndex> keys;
    for (const auto& [place, measured] : more)
        keys.insert(place.first);
    for (const KeyIndex key : keys) {
        const bool wasClassed = hasClasses(known, key);
        const std::optional<Translation> translation = translationOf(known, more, key);
        if (!translation) {
            told.push_back({key,
                            "Two re-runs group its candidates differently by equal bits: the classes of the first "
                            "count. A candidate may not always compute the same bits."});
        }
        for (const auto& [place, measured] : more) {
            if (place.first != key) continue;
            CandidateMeasurement& merged = known[place];
            if (const auto conflict = mergeCandidate(merged, measured, place.second)) told.push_back({key, *conflict});
            if (!translation || !merged.numericalClass.empty() || measured.numericalClass.empty()) continue;
            const auto same = translation->find(measured.numericalClass);
            const bool isNew = wasClassed && same == translation->end();
            merged.numericalClass = same != translation->end() ? same->second
                                    : isNew                    ? measured.numericalClass + "/" + std::to_string(number)
                                                               : measured.numericalClass;
        }
    }
    return told;
}

}  // namespace flipscope
