#include "core/rerun/kept_rerun.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

bool sameInput(const RerunRequest& a, const RerunRequest& b) {
    return a.problem == b.problem && a.placement == b.placement && a.lhsSeed == b.lhsSeed && a.rhsSeed == b.rhsSeed &&
           a.codeGenerator == b.codeGenerator;
}

CodeGenerator generatorOf(const KeptRerun& rerun) {
    return rerun.report.rounds.empty() ? CodeGenerator::cudaCpp : rerun.report.rounds.front().request.codeGenerator;
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
        if (knownRan && !ran) return;
        if (knownRan && known->checksum != result.checksum) continue;
        // Times are measured only when asked for.
        auto timing = result.timing ? result.timing : known->timing;
        *known = result;
        known->timing = std::move(timing);
        return;
    }
    RerunRound& added = rounds.emplace_back(RerunRound{request, {}});
    added.results.push_back(result);
}

}  // namespace

bool sameOrigin(const KeptRerun& a, const KeptRerun& b) {
    const bool sameTarget = a.subject == b.subject && (!a.subject.keyJson.empty() || a.label == b.label);
    const auto& x = a.report.hello;
    const auto& y = b.report.hello;
    if (!sameTarget || a.device != b.device || a.generation != b.generation || !x || !y) return false;
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
