#include "core/drive/bisect_search.h"

#include "core/drive/bisect_proof.h"
#include "core/drive/late_runs.h"
#include "core/drive/run_order.h"

#include <algorithm>
#include <map>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostGroups = 16;
constexpr std::size_t kMostUnresolved = 8;  // trials tried in place of one that does not count

// Goes through the search from its beginning with the runs that there are, and stops where one is missing.
class Search {
public:
    Search(const BisectPlan& plan, const std::vector<TrialRun>& runs) : m_plan(plan), m_runs(runs) {
        for (std::uint32_t i = 0; i < plan.keyCount; ++i)
            m_all.push_back(i);
        for (const TrialRun& run : runs)
            m_tallies[run.fromBad].add(run.outcome);
        m_varies = std::any_of(m_tallies.begin(), m_tallies.end(), [](const auto& t) { return t.second.isMixed(); });
        m_rates = BadRates::of(m_tallies[{}], m_tallies[m_all]);
        std::size_t good = 0, bad = 0;
        while (m_afterEnds < runs.size() && (good < plan.limits.repeats || bad < plan.limits.repeats)) {
            const KeySet& config = runs[m_afterEnds++].fromBad;
            good += config.empty() ? 1U : 0U;
            bad += config == m_all ? 1U : 0U;
        }
    }

    BisectStep run() {
        if (m_plan.keyCount == 0) {
            end(BisectVerdict::notAmongChoices, BisectReason::noDifference);
        } else if (checkEnds()) {
            findAllGroups();
        }
        return std::move(m_step);
    }

private:
    // Each of these returns false when the search stops here: m_step then says why.
    bool checkEnds();
    bool checkSteadyEnds();
    [[nodiscard]] Standing judgeEnd(const TrialTally& tally, Standing wanted) const;
    bool checkVaryingEnds();
    bool findAllGroups();
    bool findGroup(const KeySet& within, KeySet& group);
    bool narrow(const KeySet& kept, const KeySet& list, std::size_t& shortest);
    bool probeBetween(const KeySet& kept, const KeySet& list, std::size_t wanted, std::size_t& low, std::size_t& high);
    bool shrink(KeySet& group);
    bool shrinkGroups();
    bool prove();
    [[nodiscard]] bool isLastTwo(const KeySet& config) const;

    // The answer's standing; `open` after a run was asked for.
    Standing ask(const KeySet& config, Strength strength);
    bool need(const KeySet& config, bool confirms);
    // configs: two at least where outcomes vary.
    bool needOneOf(const std::vector<KeySet>& configs, const std::vector<TrialTally>& tallies);
    bool end(BisectVerdict verdict, BisectReason reason);
    bool endUnresolved();

    const BisectPlan& m_plan;
    const std::vector<TrialRun>& m_runs;
    KeySet m_all;
    std::map<KeySet, TrialTally> m_tallies;
    bool m_varies = false;
    BadRates m_rates;
    std::size_t m_afterEnds = 0;  // steady: number of the first run behind those that first showed the ends
    std::vector<KeySet> m_groups;
    KeySet m_suspected;
    double m_chance = 1;
    BisectStep m_step;
};

bool Search::need(const KeySet& config, bool confirms) {
    m_step.next = config;
    m_step.confirms = confirms;
    return false;
}

bool Search::isLastTwo(const KeySet& config) const {
    const std::size_t count = m_runs.size();
    return count >= 2 && m_runs[count - 1].fromBad == config && m_runs[count - 2].fromBad == config;
}

// Of each in turn, so that something that drifts or comes and goes meets all of them. Where outcomes vary a third run
// in a row would be no round.
bool Search::needOneOf(const std::vector<KeySet>& configs, const std::vector<TrialTally>& tallies) {
    std::vector<std::size_t> tried, places;
    for (std::size_t i = 0; i < configs.size(); ++i) {
        if (m_varies && isLastTwo(configs[i])) continue;
        tried.push_back(tallies[i].counted() + tallies[i].invalid);
        places.push_back(i);
    }
    return need(configs[places[nextInRounds(tried)]], true);
}

bool Search::end(BisectVerdict verdict, BisectReason reason) {
    m_step.isOver = true;
    m_step.answer = {verdict, reason, m_groups, {}, m_chance};
    if (verdict == BisectVerdict::undecided) m_step.answer.suspected = m_suspected;
    return false;
}

bool Search::endUnresolved() {
    return end(BisectVerdict::undecided, m_varies ? BisectReason::tooVaried : BisectReason::trialsInvalid);
}

Standing Search::ask(const KeySet& config, Strength strength) {
    const TrialTally& tally = m_tallies[config];
    const Standing standing =
        m_varies ? judgeVarying(tally, strength, m_rates, m_plan.limits) : judgeSteady(tally, strength, m_plan.limits);
    if (standing == Standing::open) need(config, strength == Strength::proof);
    return standing;
}

bool Search::checkEnds() {
    return m_varies ? checkVaryingEnds() : checkSteadyEnds();
}

// An end was seen to have its outcome before: more repeats are needed to say that its choices do not give it.
Standing Search::judgeEnd(const TrialTally& tally, Standing wanted) const {
    constexpr std::size_t kTimes = 3;
    EvidenceLimits limits = m_plan.limits;
    const Standing standing = judgeSteady(tally, Strength::proof, limits);
    if (standing == Standing::open || standing == wanted) return standing;
    limits.repeats *= kTimes;
    return judgeSteady(tally, Strength::proof, limits);
}

bool Search::checkSteadyEnds() {
    const Standing good = judgeEnd(m_tallies[{}], Standing::good);
    const Standing bad = judgeEnd(m_tallies[m_all], Standing::bad);
    if (good == Standing::unresolved || bad == Standing::unresolved) {
        return end(BisectVerdict::undecided, BisectReason::endsInvalid);
    }
    // Repeats of an end would ask whether it varies; a program that does neither at either end is not even the same
    // one.
    const auto isNeither = [this](const TrialTally& tally) {
        return judgeSteady(tally, Strength::proof, m_plan.limits) == Standing::other;
    };
    if ((good != Standing::open && good != Standing::good) ||
        (isNeither(m_tallies[{}]) && isNeither(m_tallies[m_all]))) {
        return end(BisectVerdict::notAmongChoices, BisectReason::goodEndIsNotGood);
    }
    if (bad != Standing::open && bad != Standing::bad) {
        return end(BisectVerdict::notAmongChoices, BisectReason::badEndIsNotBad);
    }
    if (good != Standing::open && bad != Standing::open) return true;
    if (good != Standing::open) return need(m_all, true);
    if (bad != Standing::open) return need({}, true);
    return needOneOf({{}, m_all}, {m_tallies[{}], m_tallies[m_all]});
}

bool Search::checkVaryingEnds() {
    const TrialTally& good = m_tallies[{}];
    const TrialTally& bad = m_tallies[m_all];
    const auto isSpent = [this](const TrialTally& tally) {
        return tally.invalid > m_plan.limits.retries && tally.invalid > tally.counted();
    };
    if (isSpent(good) || isSpent(bad)) return end(BisectVerdict::undecided, BisectReason::endsInvalid);
    switch (judgeEnds(good, bad, m_plan.limits)) {
        case EndsStanding::apart:
            return true;
        case EndsStanding::alike:
            return end(BisectVerdict::undecided, BisectReason::outcomeVaries);
        case EndsStanding::goodIsThird:
            return end(BisectVerdict::notAmongChoices, BisectReason::goodEndIsNotGood);
        case EndsStanding::thirdOften:
            return end(BisectVerdict::undecided, BisectReason::tooVaried);
        case EndsStanding::open:
            break;
    }
    return needOneOf({{}, m_all}, {good, bad});
}

bool Search::findAllGroups() {
    KeySet culprits;
    for (;;) {
        KeySet group;
        if (!findGroup(without(m_all, culprits), group)) return false;
        m_groups.push_back(group);
        culprits = unionOf(culprits, group);
        const Standing undone = ask(without(m_all, culprits), Strength::probe);
        if (undone == Standing::open) return false;
        if (undone == Standing::unresolved) return endUnresolved();
        if (undone != Standing::bad) break;
        if (m_groups.size() == kMostGroups) return end(BisectVerdict::undecided, BisectReason::tooManyGroups);
    }
    return shrinkGroups() && prove() && end(BisectVerdict::proven, BisectReason::bothWays);
}

// Leaves out every group that need not be undone together with the others.
bool Search::shrinkGroups() {
    for (std::size_t i = 0; m_groups.size() > 1 && i < m_groups.size();) {
        const Standing standing = ask(othersUndone(m_all, m_groups, i), Strength::probe);
        if (standing == Standing::open) return false;
        if (standing == Standing::unresolved) return endUnresolved();
        if (standing == Standing::bad) {
            ++i;
        } else {
            m_groups.erase(m_groups.begin() + static_cast<std::ptrdiff_t>(i));
            i = 0;
        }
    }
    return true;
}

// Everything that the proof rests on is run again behind all other runs, in rounds: what drifts, or comes and goes,
// meets what must be good as well as what must be bad. Where nothing varied it then shows two outcomes of one
// configuration, and the search goes on as one that varies.
bool Search::prove() {
    ProofEvidence evidence{proofClaims(m_all, m_groups), {}, {}, m_varies};
    std::vector<KeySet> configs, wanted;
    for (const ProofClaim& claim : evidence.claims) {
        configs.push_back(claim.config);
        evidence.all.push_back(m_tallies[claim.config]);
    }
    const std::size_t from = m_varies ? endsApartAfter(m_runs, m_all, m_plan.limits) : m_afterEnds;
    evidence.late = lateTallies(m_runs, from, configs, m_varies);
    const ProofStanding standing = judgeProof(evidence, m_plan.limits);
    if (standing.fails) return end(BisectVerdict::undecided, *standing.fails);
    std::vector<TrialTally> soFar;
    for (const std::size_t place : standing.wanted) {
        wanted.push_back(configs[place]);
        soFar.push_back(evidence.late[place]);
    }
    if (!wanted.empty()) return needOneOf(wanted, soFar);
    m_chance = standing.chance;
    return true;
}

// A smallest set of keys inside `within`, which is bad, that is bad by itself.
bool Search::findGroup(const KeySet& within, KeySet& group) {
    KeySet list = within, kept;
    for (;;) {
        m_suspected = unionOf(kept, list);
        std::size_t shortest = 0;
        if (!narrow(kept, list, shortest)) return false;
        kept = unionOf(kept, {list[shortest - 1]});
        list = firstOf(list, shortest - 1);
        if (list.empty()) break;  // kept was tried as the shortest prefix
        const Standing alone = ask(kept, Strength::probe);
        if (alone == Standing::open) return false;
        if (alone == Standing::bad) break;
    }
    group = kept;
    m_suspected = kept;
    return shrink(group);
}

// The length of a prefix of `list` that is bad together with `kept`, while the prefix shorter by one key is not.
bool Search::narrow(const KeySet& kept, const KeySet& list, std::size_t& shortest) {
    std::size_t low = 0, high = list.size();
    for (std::size_t length = 1; m_plan.ranked && length < high; length *= 2) {
        if (!probeBetween(kept, list, length, low, high)) return false;
    }
    while (high - low > 1) {
        if (!probeBetween(kept, list, low + (high - low) / 2, low, high)) return false;
    }
    shortest = high;
    return true;
}

// Tries the prefix of the wanted length, or one near it where that does not count, and moves low or high.
bool Search::probeBetween(const KeySet& kept, const KeySet& list, std::size_t wanted, std::size_t& low,
                          std::size_t& high) {
    if (wanted <= low || wanted >= high) return true;
    std::size_t unresolved = 0;
    for (std::size_t distance = 0; distance < high - low; ++distance) {
        for (const bool above : {false, true}) {
            if (above ? distance == 0 || wanted + distance >= high : wanted < low + distance + 1) continue;
            const std::size_t length = above ? wanted + distance : wanted - distance;
            const Standing standing = ask(unionOf(kept, firstOf(list, length)), Strength::probe);
            if (standing == Standing::open) return false;
            if (standing != Standing::unresolved) {
                (standing == Standing::bad ? high : low) = length;
                return true;
            }
            if (++unresolved == kMostUnresolved) break;
        }
        if (unresolved == kMostUnresolved) break;
    }
    m_suspected = unionOf(kept, firstOf(list, high));
    return end(BisectVerdict::undecided, BisectReason::trialsInvalid);
}

// Leaves out every key that the group is bad without.
bool Search::shrink(KeySet& group) {
    for (std::size_t i = 0; group.size() > 1 && i < group.size();) {
        const KeySet rest = without(group, {group[i]});
        const Standing standing = ask(rest, Strength::probe);
        if (standing == Standing::open) return false;
        if (standing == Standing::bad) {
            group = rest;
            i = 0;
        } else {
            ++i;
        }
    }
    return true;
}

}  // namespace

BisectStep nextBisectStep(const BisectPlan& plan, const std::vector<TrialRun>& runs) {
    return Search(plan, runs).run();
}

std::vector<TrialSummary> summariseTrials(const std::vector<TrialRun>& runs) {
    std::vector<TrialSummary> summaries;
    std::map<KeySet, std::size_t> places;
    for (const TrialRun& run : runs) {
        const auto [place, isNew] = places.try_emplace(run.fromBad, summaries.size());
        if (isNew) summaries.push_back({run.fromBad, {}});
        summaries[place->second].tally.add(run.outcome);
    }
    return summaries;
}

}  // namespace flipscope
