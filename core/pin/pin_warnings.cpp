#include "core/pin/pin_warnings.h"

#include "core/pin/candidate_names.h"

#include <algorithm>

namespace flipscope {

namespace {

constexpr std::size_t kMostRunsNamed = 5;

std::string dangerOf(const TuningKey& key) {
    return key.operation == Operation::fusedMatmul
               ? " Where it is refused, a fused matmul runs its fallback without a word."
               : " Where it is refused, the program ends with “Should run when selected by autotune”.";
}

bool isMeasured(const Decision& decision, CandidateIndex candidate) {
    return std::any_of(decision.measured.begin(), decision.measured.end(),
                       [&](const MeasuredCandidate& measured) { return measured.index == candidate; });
}

}  // namespace

std::string firstNames(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < kMostRunsNamed; ++i)
        text += (i > 0 ? ", " : "") + names[i];
    return names.size() > kMostRunsNamed ? text + " …" : text;
}

std::vector<std::string> candidateWarnings(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key,
                                           CandidateSetIndex set, CandidateIndex candidate,
                                           const Measurements& measurements) {
    std::vector<std::string> warnings;
    const std::string danger = dangerOf(keyOf(dataset, key));
    const auto measured = measurements.find({key, candidate});
    if (measured != measurements.end() && !measured->second.fault.empty()) {
        warnings.push_back("A re-run found candidate " + std::to_string(candidate.value) +
                           " broken for a shape of this key: " + measured->second.fault + ".");
    }
    if (measured != measurements.end() && !measured->second.refusal.empty()) {
        warnings.push_back("A re-run saw candidate " + std::to_string(candidate.value) +
                           " refused for a shape of this key: " + measured->second.refusal + "." + danger);
    }
    std::vector<std::string> failedIn;
    std::string reason;
    bool ran = false;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const Decision* decision = decisionOf(dataset, matrix, key, column);
        if (decision == nullptr || decision->set != set) continue;
        ran = ran || decision->usedWinner == candidate || isMeasured(*decision, candidate);
        for (const FailedCandidate& failed : decision->failed) {
            if (failed.index != candidate) continue;
            failedIn.push_back(runOf(dataset, matrix.runs[column]).id);
            if (reason.empty()) reason = dataset.texts[failed.reason];
        }
    }
    const std::string subject = "Candidate " + std::to_string(candidate.value);
    if (!failedIn.empty()) {
        warnings.push_back(subject + " failed for this key in " + firstNames(failedIn) +
                           (reason.empty() ? "." : ": " + reason.substr(0, 300) + ".") + danger);
    } else if (!ran) {
        warnings.push_back(subject + " never ran for this key in these runs: whether it can is not known." + danger);
    }
    return warnings;
}

std::vector<std::string> pinWarnings(const Pin& pin, const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key,
                                     std::optional<CandidateSetIndex> comparedSet, const Measurements& measurements) {
    std::optional<CandidateSetIndex> set;
    std::vector<std::string> others;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const WinnerCell& cell = matrix.at(key, column);
        if (!cell.set || setOf(dataset, *cell.set).checksum.empty()) continue;
        if (setOf(dataset, *cell.set).checksum == pin.setChecksum) {
            set = cell.set;
        } else {
            others.push_back(runOf(dataset, matrix.runs[column]).id);
        }
    }
    if (!set) {
        if (others.empty()) return {};
        return {"The candidate set changed: these runs offer another one than the pin was made for. Make it anew."};
    }
    std::vector<std::string> warnings = candidateWarnings(dataset, matrix, key, *set, pin.candidate,
                                                          set == comparedSet ? measurements : Measurements());
    if (const std::string how = nameDisagreement(pin, setOf(dataset, *set).names); !how.empty()) {
        warnings.insert(warnings.begin(), "Its index and its name disagree: " + how + ". Choose the candidate anew.");
    }
    if (!others.empty()) {
        warnings.insert(warnings.begin(),
                        "The candidate set changed in " + firstNames(others) + ", which this pin does not fit.");
    }
    return warnings;
}

}  // namespace flipscope
