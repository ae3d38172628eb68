#pragma once

#include "core/analyse/analysis.h"
#include "core/drive/bisection.h"
#include "core/drive/forced_choices.h"
#include "core/model/dataset.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// What running the user's program with forced choices found out, in a form that outlives the runs that it was made
// from: keys are known again by their text, tuner and candidates.
struct FoundKey {
    std::string keyJson, tuner, setChecksum;
    std::string keyId, label;  // for readers
    friend bool operator==(const FoundKey&, const FoundKey&) = default;
};

struct FoundCulprit {
    FoundKey key;
    ProvenKey proven;
    friend bool operator==(const FoundCulprit&, const FoundCulprit&) = default;
};

// Which candidates of a key gave equal outcomes when each was forced, all other choices being those of one run.
struct ForcedClasses {
    FoundKey key;
    std::string base;     // id of that run
    std::string outcome;  // what was compared, in words
    std::string device;   // that the program ran on, in words
    std::map<CandidateIndex, std::size_t> classOf;
    friend bool operator==(const ForcedClasses&, const ForcedClasses&) = default;
};

struct DriveFindings {
    std::vector<FoundCulprit> culprits;  // newest last
    std::vector<ForcedClasses> classes;  // likewise
    friend bool operator==(const DriveFindings&, const DriveFindings&) = default;
};

// The culprits of a bisection; none unless it proved some.
[[nodiscard]] std::vector<FoundCulprit> culpritsOf(const Dataset& dataset, const BisectionPlan& plan,
                                                   const Bisection& bisection);

// The classes that forcing gave, the base's candidate included. Null: several keys were changed, no two candidates have
// a settled outcome, or the outcome is an exit status or a test's answer, which says nothing of equal results.
[[nodiscard]] std::optional<ForcedClasses> forcedClassesOf(const ForcingPlan& plan, const Forcing& forcing,
                                                           const std::string& base);

// Adds them as the newest, in the place of what was known of the same key.
void keep(DriveFindings& findings, std::vector<FoundCulprit> culprits);
void keep(DriveFindings& findings, ForcedClasses classes);

// Classes by forcing for the keys of the dataset. verdicts: by KeyIndex; they name the set that is compared.
[[nodiscard]] std::map<KeyIndex, MeasuredBits> measuredByForcing(const DriveFindings& findings, const Dataset& dataset,
                                                                 const std::vector<KeyVerdict>& verdicts);
// The proven culprits among the keys of the dataset.
[[nodiscard]] std::map<KeyIndex, ProvenKey> provenKeys(const DriveFindings& findings, const Dataset& dataset,
                                                       const std::vector<KeyVerdict>& verdicts);

}  // namespace flipscope
