#include "core/drive/bisect_search.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostGroups = 16;
constexpr std::size_t kMostUnresolved = 8;  // trials tried in place of one that does not count
// Runs of each end behind all others, before a proof: of a program that never varied, and of one that did.
constexpr std::size_t kLateRuns = 3, kLateRunsOfVarying = 15;
constexpr double kEndsStillApart = 0.05;

KeySet unionOf(const KeySet& a, const KeySet& b) {
    KeySet all;
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
    return all;
}

KeySet without(const KeySet& a, const KeySet& b) {
    KeySet rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

KeySet firstOf(const KeySet& keys, std::size_t count) {
    return {keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count)};
}

// Goes through the search from its beginning with the runs that there are, and stops where one is missing.
class Search {
public:
    Search(const BisectPlan& plan, const std::vector<TrialRun>& runs) : m_plan(plan) {
        for (std::uint32_t i = 0; i < plan.keyCount; ++i)
            m_all.push_back(i);
        for (const TrialRun& run : runs)
            m_tallies[run.fromBad].add(run.outcome);
        m_varies = std::any_of(m_tallies.begin(), m_tallies.end(), [](const auto& t) { return t.second.isMixed(); });
        m_rates = BadRates::of(m_tallies[{}], m_tallies[m_all]);
        for (const TrialRun& run : runs) {
            if (run.fromBad.empty()) {
                m_lateGood.add(run.outcome);
            } else if (run.fromBad == m_all) {
                m_lateBad.add(run.outcome);
            } else {
                m_lateGood = m_lateBad = {};
            }
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
    bool proveGroup(const KeySet& group);
    bool proveUndone(const KeySet& culprits, bool& stillBad);
    bool confirmEnds();

    // The answer's standing; `open` after a run was asked for.
    Standing ask(const KeySet& config, Strength strength);
    bool need(const KeySet& config, bool confirms);
    bool end(BisectVerdict verdict, BisectReason reason);

    const BisectPlan& m_plan;
    KeySet m_all;
    std::map<KeySet, TrialTally> m_tallies;
    bool m_varies = false;
    BadRates m_rates;
    TrialTally m_lateGood, m_lateBad;  // of the ends, behind the last run of anything else
    std::vector<KeySet> m_groups;
    KeySet m_suspected;
    BisectStep m_step;
};

bool Search::need(const KeySet& config, bool confirms) {
    m_step.next = config;
    m_step.confirms = confirms;
    return false;
}

bool Search::end(BisectVerdict verdict, BisectReason reason) {
    m_step.isOver = true;
    m_step.answer = {verdict, reason, m_groups, {}};
    if (verdict == BisectVerdict::undecided) m_step.answer.suspected = m_suspected;
    return false;
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

// Both ends in turn, so that something that drifts meets both.
bool Search::checkSteadyEnds() {
    const Standing good = judgeEnd(m_tallies[{}], Standing::good);
    const Standing bad = judgeEnd(m_tallies[m_all], Standing::bad);
    if (good == Standing::unresolved || bad == Standing::unresolved) {
        return end(BisectVerdict::undecided, BisectReason::endsInvalid);
    }
    if (good != Standing::open && good != Standing::good) {
        return end(BisectVerdict::notAmongChoices, BisectReason::goodEndIsNotGood);
    }
    if (bad != Standing::open && bad != Standing::bad) {
        return end(BisectVerdict::notAmongChoices, BisectReason::badEndIsNotBad);
    }
    const auto tried = [](const TrialTally& tally) { return tally.counted() + tally.invalid; };
    const bool goodIsNext = bad != Standing::open || tried(m_tallies[{}]) <= tried(m_tallies[m_all]);
    if (good == Standing::open && goodIsNext) return need({}, true);
    return bad != Standing::open || need(m_all, true);
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
            if (good.other > good.good) return end(BisectVerdict::notAmongChoices, BisectReason::goodEndIsNotGood);
            return true;
        case EndsStanding::alike:
            return end(BisectVerdict::undecided, BisectReason::outcomeVaries);
        case EndsStanding::open:
            break;
    }
    return need(good.counted() <= bad.counted() ? KeySet{} : m_all, true);
}

bool Search::findAllGroups() {
    KeySet culprits;
    for (;;) {
        KeySet group;
        if (!findGroup(without(m_all, culprits), group)) return false;
        m_groups.push_back(group);
        culprits = unionOf(culprits, group);
        if (!proveGroup(group)) return false;
        bool stillBad = false;
        if (!proveUndone(culprits, stillBad)) return false;
        if (!stillBad) break;
        if (m_groups.size() == kMostGroups) return end(BisectVerdict::undecided, BisectReason::tooManyGroups);
    }
    // Groups that are bad one by one need not be so together.
    const Standing together = ask(culprits, Strength::proof);
    if (together == Standing::open) return false;
    if (together != Standing::bad) return end(BisectVerdict::undecided, BisectReason::tooVaried);
    return confirmEnds() && end(BisectVerdict::proven, BisectReason::bothWays);
}

// A program that drifts makes culprits of what was tried meanwhile. So both ends are run again behind everything else.
// Where nothing varied an end that drifted now has shown two outcomes, and the search goes on as one that varies.
bool Search::confirmEnds() {
    const std::size_t wanted = m_varies ? kLateRunsOfVarying : kLateRuns;
    const std::size_t mostInvalid = 3 * m_plan.limits.retries + wanted;  // the ends are known to be able to count
    if (m_lateGood.invalid > mostInvalid || m_lateBad.invalid > mostInvalid) {
        return end(BisectVerdict::undecided, BisectReason::endsInvalid);
    }
    if (m_lateGood.counted() < wanted || m_lateBad.counted() < wanted) {
        return need(m_lateGood.counted() <= m_lateBad.counted() ? KeySet{} : m_all, true);
    }
    if (m_varies && chanceOfMoreBad(m_lateGood, m_lateBad) > kEndsStillApart) {
        return end(BisectVerdict::undecided, BisectReason::outcomeVaries);
    }
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

bool Search::proveGroup(const KeySet& group) {
    const Standing alone = ask(group, Strength::proof);
    if (alone == Standing::open) return false;
    if (alone != Standing::bad) return end(BisectVerdict::undecided, BisectReason::tooVaried);
    for (const std::uint32_t key : group) {
        const Standing rest = group.size() == 1 ? Standing::good : ask(without(group, {key}), Strength::proof);
        if (rest == Standing::open) return false;
        if (rest == Standing::unresolved) return end(BisectVerdict::undecided, BisectReason::trialsInvalid);
        if (rest == Standing::bad) return end(BisectVerdict::undecided, BisectReason::tooVaried);
    }
    return true;
}

bool Search::proveUndone(const KeySet& culprits, bool& stillBad) {
    const Standing undone = ask(without(m_all, culprits), Strength::proof);
    switch (undone) {
        case Standing::open:
            return false;
        case Standing::good:
            return true;
        case Standing::bad:
            stillBad = true;
            return true;
        case Standing::other:
            return end(BisectVerdict::undecided, BisectReason::thirdOutcome);
        case Standing::unresolved:
            break;
    }
    return end(BisectVerdict::undecided, m_varies ? BisectReason::tooVaried : BisectReason::trialsInvalid);
}

constexpr std::array<std::pair<BisectReason, std::string_view>, 10> kReasons{{
    {BisectReason::bothWays, "bothWays"},
    {BisectReason::noDifference, "noDifference"},
    {BisectReason::goodEndIsNotGood, "goodEndIsNotGood"},
    {BisectReason::badEndIsNotBad, "badEndIsNotBad"},
    {BisectReason::outcomeVaries, "outcomeVaries"},
    {BisectReason::endsInvalid, "endsInvalid"},
    {BisectReason::trialsInvalid, "trialsInvalid"},
    {BisectReason::tooVaried, "tooVaried"},
    {BisectReason::thirdOutcome, "thirdOutcome"},
    {BisectReason::tooManyGroups, "tooManyGroups"},
}};

}  // namespace

std::string_view toString(BisectVerdict verdict) {
    if (verdict == BisectVerdict::proven) return "proven";
    return verdict == BisectVerdict::notAmongChoices ? "notAmongChoices" : "undecided";
}

std::string_view toString(BisectReason reason) {
    for (const auto& [value, word] : kReasons)
        if (value == reason) return word;
    return "";
}

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
