#include "core/rerun/measured_classes.h"

#include "core/rerun/problem_words.h"
#include "core/rerun/reported_rerun.h"

#include <algorithm>

namespace flipscope {

namespace {

ClassBasis basisOf(RerunMeans means) {
    switch (means) {
        case RerunMeans::emulated:
            return ClassBasis::emulated;
        case RerunMeans::replica:
            return ClassBasis::replica;
        case RerunMeans::real:
            break;
    }
    return ClassBasis::real;
}

bool isOf(const RerunTarget& target, const RerunCandidate& candidate) {
    return candidate.index && candidate.index->value < target.candidates.size() &&
           target.candidates[candidate.index->value] == candidate;
}

// The rounds of a re-run that count for the target, with the candidates of its set only. What writes outside its
// buffers does more than compute its bits, so that equal bits would not make it harmless.
std::vector<RerunRound> roundsFor(const KeptRerun& rerun, const RerunTarget& target) {
    std::vector<RerunRound> rounds;
    std::vector<RerunCandidate> writers;
    for (const RerunRound& round : rerun.report.rounds) {
        if (!isOwnProblem(round.request, target)) continue;
        RerunRound& counted = rounds.emplace_back(RerunRound{round.request, {}});
        for (const RerunResult& result : round.results) {
            if (!isOf(target, result.candidate)) continue;
            counted.results.push_back(result);
            if (result.guardBytesChanged != 0) writers.push_back(result.candidate);
        }
    }
    for (RerunRound& round : rounds) {
        std::erase_if(round.results, [&](const RerunResult& result) {
            return std::find(writers.begin(), writers.end(), result.candidate) != writers.end();
        });
    }
    return rounds;
}

std::optional<MeasuredBits> bitsOf(const KeptRerun& rerun, const RerunTarget& target,
                                   const ClassAssumptions& assumptions) {
    const std::vector<RerunRound> rounds = roundsFor(rerun, target);
    if (rounds.empty()) return std::nullopt;
    MeasuredBits bits;
    bits.basis = basisOf(rounds);
    if (!isAssumed(rerun, bits.basis, assumptions)) return std::nullopt;
    const CandidateClasses classes = classifyCandidates(rounds);
    for (std::size_t i = 0; i < classes.classes.size(); ++i) {
        for (const RerunCandidate& member : classes.classes[i].members)
            bits.classOf.emplace(*member.index, i);
    }
    if (bits.classOf.empty()) return std::nullopt;
    bits.device = rerun.device;
    bits.inputs = inputsInWords(classes.inputs);
    const bool partial = std::any_of(classes.classes.begin(), classes.classes.end(), [](const MeasuredClass& measured) {
        const auto& sums = measured.checksums;
        return !measured.partialMembers.empty() || std::find(sums.begin(), sums.end(), std::nullopt) != sums.end();
    });
    if (partial) bits.inputs += "; not every candidate ran on all of them";
    return bits;
}

}  // namespace

ClassBasis basisOf(const std::vector<RerunRound>& rounds) {
    std::optional<ClassBasis> ofResults, ofOthers;
    for (const RerunRound& round : rounds) {
        for (const RerunResult& result : round.results) {
            if (result.status == RerunStatus::notRun || result.byAsker) continue;
            std::optional<ClassBasis>& weakest = result.status == RerunStatus::ok ? ofResults : ofOthers;
            weakest = std::min(weakest.value_or(ClassBasis::real), basisOf(result.means));
        }
    }
    return ofResults ? *ofResults : ofOthers.value_or(ClassBasis::emulated);
}

bool isAssumed(const KeptRerun& rerun, ClassBasis basis, const ClassAssumptions& assumptions) {
    if (basis == ClassBasis::real) return true;
    if (assumptions.codeGenerator && *assumptions.codeGenerator != generatorOf(rerun)) return false;
    return basis != ClassBasis::emulated || !assumptions.card || assumptions.card == rerun.generation;
}

std::string inputsInWords(const std::vector<MeasuredInput>& inputs) {
    std::string words;
    const MeasuredInput* before = nullptr;
    for (const MeasuredInput& input : inputs) {
        const bool again = before != nullptr && before->problem == input.problem;
        if (before != nullptr) words += again ? ", " : "; ";
        if (!again) words += problemInWords(input.problem) + ", seeds ";
        words += std::to_string(input.lhsSeed) + " and " + std::to_string(input.rhsSeed);
        before = &input;
    }
    return words;
}

std::optional<MeasuredBits> measuredBitsOf(const KeptReruns& reruns, const RerunTarget& target,
                                           const ClassAssumptions& assumptions) {
    std::optional<MeasuredBits> best;
    for (const auto& rerun : reruns) {
        if (rerun->subject != target.subject) continue;
        std::optional<MeasuredBits> bits = bitsOf(*rerun, target, assumptions);
        if (!bits) continue;
        if (!best || bits->basis >= best->basis) best = std::move(bits);
    }
    return best;
}

std::map<KeyIndex, MeasuredBits> measuredKeys(const KeptReruns& reruns, const Dataset& dataset,
                                              const std::vector<KeyVerdict>& keys,
                                              const ClassAssumptions& assumptions) {
    std::map<KeyIndex, MeasuredBits> measured;
    if (reruns.empty()) return measured;
    for (const KeyVerdict& key : keys) {
        if (!key.set) continue;
        const RerunSubject subject = subjectOf(dataset, key);
        const bool known =
            std::any_of(reruns.begin(), reruns.end(), [&](const auto& rerun) { return rerun->subject == subject; });
        if (!known) continue;
        const Result<RerunTarget> target = rerunTargetOf(dataset, key);
        if (!target) continue;
        if (auto bits = measuredBitsOf(reruns, target.value(), assumptions))
            measured.emplace(key.key, std::move(*bits));
    }
    return measured;
}

}  // namespace flipscope
