#include "core/rerun/kept_rerun.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace flipscope {

namespace {

// Whether only `known` tells of something wrong. Launches that differ are not looked at: they are added up.
bool hasFindingBeyond(const RerunResult& known, const RerunResult& later) {
    return (known.guardBytesChanged != 0 && later.guardBytesChanged == 0) ||
           (known.unwritten != 0 && later.unwritten == 0) || (known.dependsOnFill && !later.dependsOnFill);
}

// Whether both are of the same bits by the same means, and their launches can be counted together.
bool canJoin(const RerunResult& known, const RerunResult& later) {
    return known.checksum == later.checksum && known.means == later.means &&
           known.repeats <= std::numeric_limits<unsigned>::max() - later.repeats;
}

// What both tell, of equal bits: the later one's word, and what only the earlier one measured.
RerunResult joined(const RerunResult& known, RerunResult later) {
    // Times and errors are measured only when asked for.
    if (!later.timing) later.timing = known.timing;
    if (later.errors.size() < known.errors.size()) later.errors = known.errors;
    if (known.comparedRepeats > 0) {
        later.gridFilled = known.gridFilled && (later.gridFilled || later.comparedRepeats == 0);
    }
    later.repeats += known.repeats;
    later.comparedRepeats += known.comparedRepeats;
    later.differentRepeats += known.differentRepeats;
    return later;
}

// Puts a result into the first round of its input that takes it, or into a new one.
void join(std::vector<RerunRound>& rounds, const RerunRequest& request, const RerunResult& result) {
    const bool ran = result.status == RerunStatus::ok;
    for (RerunRound& round : rounds) {
        if (!sameInput(round.request, request)) continue;
        const auto known = std::find_if(round.results.begin(), round.results.end(),
                                        [&](const RerunResult& other) { return other.candidate == result.candidate; });
        if (known == round.results.end()) {
            round.results.push_back(result);
            return;
        }
        const bool knownRan = known->status == RerunStatus::ok;
        const bool knownTells =
            knownRan || (known->status != RerunStatus::notRun && result.status == RerunStatus::notRun);
        // A launch that failed tells nothing but that, unless it did damage.
        if (knownTells && !ran && !hasFindingBeyond(result, *known)) return;
        if (hasFindingBeyond(*known, result) || (knownRan && !ran)) continue;
        if (knownRan && !canJoin(*known, result)) continue;
        *known = knownRan ? joined(*known, result) : result;
        return;
    }
    RerunRound& added = rounds.emplace_back(RerunRound{request, {}});
    added.results.push_back(result);
}

}  // namespace

CodeGenerator generatorOf(const KeptRerun& rerun) {
    return rerun.report.rounds.empty() ? CodeGenerator::cudaCpp : rerun.report.rounds.front().request.codeGenerator;
}

bool sameOrigin(const KeptRerun& a, const KeptRerun& b) {
    const auto& x = a.report.hello;
    const auto& y = b.report.hello;
    if (!isSameTarget(a.subject, a.label, b.subject, b.label)) return false;
    if (a.device != b.device || a.generation != b.generation || !x || !y) return false;
    return x->name == y->name && x->means == y->means && x->backend == y->backend && generatorOf(a) == generatorOf(b);
}

Result<KeyBucket> bucketOf(const RerunSubject& subject) {
    if (subject.keyJson.empty()) return Error{"the sizes belong to no key"};
    return bucketOfKey(makeTuningKey(subject.keyJson, {}, {}));
}

std::shared_ptr<const KeptRerun> keep(KeptReruns& all, KeptRerun rerun) {
    const auto known =
        std::find_if(all.begin(), all.end(), [&](const auto& other) { return sameOrigin(*other, rerun); });
    if (known != all.end()) {
        std::vector<RerunRound> rounds = (*known)->report.rounds;
        for (const RerunRound& round : rerun.report.rounds) {
            for (const RerunResult& result : round.results)
                join(rounds, round.request, result);
        }
        // A joined round is what would have been asked for at once.
        for (RerunRound& round : rounds) {
            round.request.candidates.clear();
            for (const RerunResult& result : round.results)
                round.request.candidates.push_back(result.candidate);
        }
        rerun.report.rounds = std::move(rounds);
        all.erase(known);
    }
    return all.emplace_back(std::make_shared<const KeptRerun>(std::move(rerun)));
}

}  // namespace flipscope
