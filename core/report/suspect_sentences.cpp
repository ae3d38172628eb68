#include "core/report/format.h"
#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"

#include <algorithm>
#include <iterator>

namespace flipscope {

namespace {

std::string keyName(const Dataset& dataset, KeyIndex key) {
    return printable(keyOf(dataset, key).label);
}

std::string keyNames(const Dataset& dataset, const std::vector<KeyIndex>& keys, std::size_t most) {
    std::vector<std::string> names;
    names.reserve(keys.size());
    for (const KeyIndex key : keys)
        names.push_back(keyName(dataset, key));
    return joinList(names, most);
}

// "“40e20” runs used 24 (6 runs)": what one outcome group used of one key.
std::string groupWords(const Outcome& outcome, const SuspectWinners& winners, std::size_t group) {
    std::vector<SuspectWinners::Count> used;
    for (const auto& count : winners.winners) {
        if (group < count.runsInGroup.size() && count.runsInGroup[group] > 0) used.push_back(count);
    }
    if (used.empty()) return {};
    std::sort(used.begin(), used.end(), [group](const auto& x, const auto& y) {
        return x.runsInGroup[group] != y.runsInGroup[group] ? x.runsInGroup[group] > y.runsInGroup[group]
                                                            : x.winner < y.winner;
    });
    std::vector<std::string> parts;
    parts.reserve(used.size());
    for (const auto& count : used) {
        parts.push_back(std::to_string(count.winner.value) + " (" + plural(count.runsInGroup[group], "run", "runs") +
                        ")");
    }
    return "runs with “" + printable(outcome.groups[group].name, 60) + "” used " + joinList(parts, 5);
}

// "the runs with 24 (6 runs) have the median 7.063, those with 19 (22 runs) 7.066"
std::string medianWords(const SuspectWinners& winners) {
    std::vector<std::string> parts;
    for (const auto& count : winners.winners) {
        if (!count.median) continue;
        parts.push_back(std::to_string(count.winner.value) + " (" + plural(count.runs, "run", "runs") + ", median " +
                        formatNumber(*count.median) + ")");
    }
    return joinList(parts, 6);
}

std::string winnersWords(const Dataset& dataset, const Outcome& outcome, const Suspect& suspect) {
    if (suspect.winners.empty()) return {};
    const SuspectWinners& winners = suspect.winners.front();
    std::string text = outcome.grouping == Grouping::ungrouped ? medianWords(winners) : std::string();
    for (std::size_t group = 0; group < outcome.groups.size(); ++group) {
        const std::string words = groupWords(outcome, winners, group);
        if (words.empty()) continue;
        text += (text.empty() ? "" : "; ") + words;
    }
    if (text.empty()) return {};
    const bool several = suspect.keys.size() > 1;
    return (several ? " For " + keyName(dataset, winners.key) + ": " : " Its winners: ") + text + ".";
}

std::string associationWords(const Outcome& outcome, const Suspect& suspect) {
    const bool several = suspect.keys.size() > 1;
    if (outcome.grouping == Grouping::ungrouped) {
        return (several ? "account for " : "accounts for ") + formatPercent(suspect.effect) +
               " of the variance of the ranks of the numbers.";
    }
    if (suspect.separates) {
        return std::string(several ? "separate" : "separates") +
               " the outcome: no winner is shared between its groups.";
    }
    return std::string(several ? "do" : "does") + " not separate the outcome without exception.";
}

std::string evidenceByChanceWords(const Suspect& suspect, bool isFirst) {
    return "Luck alone gives evidence as strong as " +
           std::string(isFirst ? "the strongest here" : "that of this key") + " in " +
           formatPercent(suspect.pAdjusted) + " of random labelings (" +
           formatNamedP("that is its adjusted p", suspect.pAdjusted) + ").";
}

std::string separatingByChanceWords(const ChanceFigures& chance) {
    std::string text =
        "Merely separating the outcome is weaker evidence, for a key with many winners does so easily: with winners "
        "spread over the runs as here, luck alone gives " +
        formatExpected(chance.expectedByChance) + " separating keys on average (" +
        formatExpected(chance.expectedGroupsByChance) + " flip groups), and at least one in " +
        formatPercent(chance.probabilityByChance) + " of random labelings";
    if (!chance.exact && chance.interval) {
        text += " (simulated, 95 % interval " + formatPercent(chance.interval->first) + " to " +
                formatPercent(chance.interval->second) + ")";
    }
    text += "; here " + plural(chance.keysSeparating, "key does", "keys do");
    if (chance.keysSeparating > 0) text += " (" + plural(chance.groupsSeparating, "flip group", "flip groups") + ")";
    text += ".";
    return text;
}

std::vector<KeyIndex> provenAmong(const Analysis& analysis, const SuspectsResult& result) {
    std::vector<KeyIndex> proven;
    for (const Suspect& suspect : result.suspects) {
        std::copy_if(suspect.keys.begin(), suspect.keys.end(), std::back_inserter(proven),
                     [&](KeyIndex key) { return analysis.proven.contains(key); });
    }
    return proven;
}

// What the labelled runs alone tell.
std::string runsDecideWords(const SuspectsResult& result) {
    if (result.decide.alreadyDecided) {
        return "The strongest suspect goes with the outcome more closely than luck explains (adjusted p at most 0.05).";
    }
    const std::string undecided = "These " + plural(result.runsUsed, "run", "runs") + " do not decide it";
    if (!result.decide.runsNeeded) return undecided + ", and no number of further runs can be named that would.";
    return undecided + ". If the best suspect keeps its association, about " +
           std::to_string(*result.decide.runsNeeded) +
           " labelled runs at the present ratio could bring its adjusted p to 0.05.";
}

// Nothing stands out: why what there is does not count, and what would decide it, unless forcing has.
std::string nothingStandsOut(const SuspectsResult& result, bool isProven) {
    const ChanceFigures& chance = result.chance;
    std::string text =
        std::string(isProven ? "By the recorded runs alone no key would stand out: " : "No key stands out: ") +
        "none goes with the " + std::string(chance.known ? "outcome" : "numbers") +
        " more closely than luck explains (" + formatNamedP("best adjusted p", result.suspects.front().pAdjusted) +
        ").";
    if (chance.keysSeparating > 0) {
        text += " That " + plural(chance.keysSeparating, "key separates", "keys separate") +
                " the outcome without exception is no evidence here.";
    }
    if (isProven) return text + " Forcing has decided it.";
    if (result.decide.runsNeeded) {
        return text + " To decide it, record more runs: about " + std::to_string(*result.decide.runsNeeded) +
               " in all could.";
    }
    return text + " No number of further runs can be named that would decide it.";
}

}  // namespace

std::string suspectSentence(const Dataset& dataset, const Outcome& outcome, const Suspect& suspect) {
    std::string text;
    if (suspect.keys.size() > 1) {
        text = plural(suspect.keys.size(), "key", "keys") + " that flip in the same runs (" +
               keyNames(dataset, suspect.keys, 4) + ") ";
    } else {
        text = keyNames(dataset, suspect.keys, 1) + " ";
    }
    text += associationWords(outcome, suspect);
    text += winnersWords(dataset, outcome, suspect);
    text += " " + formatNamedP("p", suspect.p.p) + (suspect.p.exact ? "" : " (simulated)") + ", " +
            formatNamedP("adjusted for all flip groups", suspect.pAdjusted) + ".";
    if (suspect.tooFinelySplit) {
        text += " Too finely split: with these few runs and these winners no outcome could give a p below " +
                formatP(suspect.pMin) + ", so this is no evidence.";
    }
    if (!suspect.equivalentForOutcome.empty()) {
        text += " " + keyNames(dataset, suspect.equivalentForOutcome, 4) +
                (suspect.equivalentForOutcome.size() == 1 ? " separates" : " separate") + " this outcome as well.";
    }
    return text;
}

std::string suspectsAnswer(const Analysis& analysis, const SuspectsResult& result, const UnknownWinners& unknown) {
    if (result.suspects.empty()) return noFlipSentence(unknown);
    const auto closer =
        static_cast<std::size_t>(std::count_if(result.suspects.begin(), result.suspects.end(), standsOut));
    if (closer == 0) return nothingStandsOut(result, !provenAmong(analysis, result).empty());
    const ChanceFigures& chance = result.chance;
    const std::string text = plural(closer, "flip group goes", "flip groups go") + " with the " +
                             (chance.known ? "outcome" : "numbers") +
                             " more closely than luck explains (adjusted p at most 0.05)";
    if (!chance.known) return text + ".";
    if (chance.keysSeparating == 0) return text + "; no key separates the outcome without exception.";
    return text + "; " + plural(chance.keysSeparating, "key separates", "keys separate") +
           " the outcome without exception (no winner is shared between its groups).";
}

std::string chanceSentence(const SuspectsResult& result, std::size_t outcomesLookedAt, const Suspect* about) {
    if (about == nullptr && !result.suspects.empty()) about = &result.suspects.front();
    std::string text =
        about != nullptr ? evidenceByChanceWords(*about, about == &result.suspects.front()) + " " : std::string();
    text += result.chance.known ? separatingByChanceWords(result.chance)
                                : "How many keys luck alone separates cannot be said: the numbers are not grouped, "
                                  "so there are no groups to separate. The adjusted p is what guards against luck.";
    if (outcomesLookedAt > 1) {
        text += " " + std::to_string(outcomesLookedAt) +
                " outcomes were looked at before this one was taken: each further one is another chance for luck.";
    }
    return text;
}

std::string whatWouldDecideSentence(const Dataset& dataset, const Analysis& analysis, const SuspectsResult& result) {
    if (result.suspects.empty()) return "No key is known to flip among the labelled runs, so there is none to force.";
    std::string text = runsDecideWords(result);
    if (const std::vector<KeyIndex> proven = provenAmong(analysis, result); !proven.empty()) {
        return text + " By itself that would be association; forcing has proven that the choice for " +
               keyNames(dataset, proven, 4) + (proven.size() == 1 ? " makes" : " make") + " the difference.";
    }
    if (result.decide.alreadyDecided) text += " That is association, not proof.";
    if (!result.decide.forceThese.empty()) {
        text += " Forcing settles it: pin every choice to those of one run, then change one suspect at a time: " +
                keyNames(dataset, result.decide.forceThese, 4) + ".";
    }
    return text;
}

std::string forcingCaveat(const Dataset& dataset, const Analysis& analysis, const SuspectsResult& result) {
    if (!provenAmong(analysis, result).empty()) return {};
    const auto isHarmless = [&](KeyIndex key) { return analysis.classes[key.value].answer == ClassAnswer::sameBits; };
    std::vector<KeyIndex> harmless, instead;
    for (const KeyIndex key : result.decide.forceThese) {
        if (!isHarmless(key)) continue;
        harmless.push_back(key);
        for (const Suspect& suspect : result.suspects) {
            if (suspect.keys.front() != key) continue;
            const auto other = std::find_if_not(suspect.keys.begin(), suspect.keys.end(), isHarmless);
            if (other != suspect.keys.end()) instead.push_back(*other);
        }
    }
    if (harmless.empty()) return {};
    const bool one = harmless.size() == 1;
    const bool predicted = std::all_of(harmless.begin(), harmless.end(), [&](KeyIndex key) {
        return analysis.classes[key.value].basis == ClassBasis::predicted;
    });
    const std::string how = predicted ? std::string(one ? " is" : " are") + " predicted to compute"
                                      : std::string(one ? " computes" : " compute") + " by prediction or a re-run";
    std::string text = " Of these " + keyNames(dataset, harmless, 4) + how +
                       " the same bits whichever candidate wins: if that holds, forcing " +
                       (one ? "it changes" : "them changes") + " nothing, so take " + (one ? "it" : "them") + " last.";
    if (!instead.empty()) {
        text += " Not so of " + keyNames(dataset, instead, 4) + ", which " + (instead.size() == 1 ? "flips" : "flip") +
                " in the same runs: force " + (instead.size() == 1 ? "that" : "those") + " instead.";
        return text;
    }
    std::vector<KeyIndex> others;  // strongest first
    for (const Suspect& suspect : result.suspects) {
        const auto other = std::find_if_not(suspect.keys.begin(), suspect.keys.end(), isHarmless);
        if (other != suspect.keys.end()) others.push_back(*other);
    }
    if (harmless.size() == result.decide.forceThese.size()) {
        if (others.empty()) return text + " No flip here is known to change bits.";
        text += " Of the flips that can change bits the strongest are " + keyNames(dataset, others, 3) + ".";
    }
    return text;
}

}  // namespace flipscope
