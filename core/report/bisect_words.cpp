#include "core/report/format.h"
#include "core/report/trial_report.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

namespace flipscope {

namespace {

std::string runIdOf(const BisectionView& view, RunIndex run) {
    return printable(runOf(view.dataset, run).id);
}

std::string choiceInWords(const Pin& pin) {
    return std::to_string(pin.candidate.value) + (pin.candidateName.empty() ? "" : " " + printable(pin.candidateName));
}

std::string keyInWords(const BisectionView& view, std::uint32_t position) {
    const DifferingChoice& choice = view.plan.choices.differing[position];
    return printable(choice.good.label) + " (" + choice.good.keyId + ": " + choiceInWords(choice.good) + " in " +
           runIdOf(view, view.plan.choices.good) + ", " + choiceInWords(choice.bad) + " in " +
           runIdOf(view, view.plan.choices.bad) + ")";
}

std::string keysInWords(const BisectionView& view, const KeySet& keys) {
    std::vector<std::string> names;
    for (const std::uint32_t key : keys)
        names.push_back(keyInWords(view, key));
    return joinList(names);
}

std::size_t culpritCount(const BisectAnswer& answer) {
    std::size_t count = 0;
    for (const KeySet& group : answer.groups)
        count += group.size();
    return count;
}

// What is rarer is not worth a sentence; the repeats that are usual keep below it.
constexpr double kSeldomLuck = 1e-6;

std::vector<std::string> provenSentences(const BisectionView& view) {
    const BisectAnswer& answer = view.bisection.answer;
    const std::string good = runIdOf(view, view.plan.choices.good), bad = runIdOf(view, view.plan.choices.bad);
    std::vector<std::string> sentences;
    if (answer.groups.size() == 1) {
        const KeySet& group = answer.groups.front();
        const bool isOne = group.size() == 1;
        sentences.push_back("Proven: " + keysInWords(view, group) +
                            (isOne ? " makes the difference." : " make the difference together."));
        sentences.push_back("All choices of " + good + " with only " + (isOne ? "this one" : "these") + " of " + bad +
                            " turn out bad, and all choices of " + bad + " with only " +
                            (isOne ? "this one" : "these") + " of " + good + " turn out good.");
        if (!isOne) sentences.emplace_back("With any one of them left out, good does not turn into bad.");
    } else {
        sentences.push_back(
            "Proven: " + plural(answer.groups.size(), "independent cause", "independent causes") +
            ", each of which turns good into bad by itself; undoing all of them turns bad into good, undoing all but "
            "one of them does not.");
        for (std::size_t i = 0; i < answer.groups.size(); ++i)
            sentences.push_back("Cause " + std::to_string(i + 1) + ": " + keysInWords(view, answer.groups[i]) + ".");
    }
    if (answer.chance > kSeldomLuck) {
        sentences.push_back(
            "With so few repeats this can be luck: of the searches with a program whose outcome is "
            "pure chance, up to 1 of " +
            formatFixed(std::floor(1 / answer.chance), 0) +
            " would end like this. More repeats (--repeat) make it rarer.");
    }
    return sentences;
}

std::string undecidedSentence(const BisectionView& view) {
    switch (view.bisection.answer.reason) {
        case BisectReason::outcomeVaries:
            return "Undecided: with the same choices the outcome comes out either way, and the two ends do not differ "
                   "clearly. Something else than these choices has a say in it; compare repeats of one configuration "
                   "below, and look for other sources of chance (seeds, data order, atomics).";
        case BisectReason::endsInvalid:
            return "Undecided: no run that counts could be made with all choices of one of the two runs.";
        case BisectReason::trialsInvalid:
            return "Undecided: trials that the search needs do not count.";
        case BisectReason::tooVaried:
            return "Undecided: a configuration that the proof needs is neither clearly good nor clearly bad.";
        case BisectReason::thirdOutcome:
            return "Undecided: the choices below turn good into bad, but undoing them leads to a third outcome, "
                   "always or more often than all choices of the good run do. If that is a matter of rounding, group "
                   "the outcomes (--gap, --threshold) or use a coarser pattern.";
        case BisectReason::otherProgram:
            return "Undecided: this seems to be another program than that of the runs. It tuned " +
                   plural(view.bisection.added.size(), "key", "keys") +
                   " that neither run has, and with the choices of either its outcome is neither good nor bad. Check "
                   "the "
                   "command, its folder and its settings.";
        case BisectReason::keysLeftOut:
            return "Undecided: the cause may be a key that could not be tried. " + leftOutInWords(view);
        case BisectReason::tooManyGroups:
            return "Undecided: more independent causes than are looked for.";
        default:
            return "Undecided.";
    }
}

std::string noneSentence(const BisectionView& view) {
    const std::string good = runIdOf(view, view.plan.choices.good), bad = runIdOf(view, view.plan.choices.bad);
    switch (view.bisection.answer.reason) {
        case BisectReason::noDifference:
            return "Not among these choices: " + good + " and " + bad + " made the same ones.";
        case BisectReason::goodEndIsNotGood:
            return "Not among these choices: with all choices of " + good +
                   " forced the outcome is not good. What made that run good is not recorded here.";
        default:
            return "Not among these choices: with all choices of " + bad +
                   " forced the outcome is not bad. What made that run bad is not recorded here.";
    }
}

}  // namespace

std::string leftOutInWords(const BisectionView& view) {
    constexpr std::size_t kMostNamed = 4;
    const std::string good = runIdOf(view, view.plan.choices.good), bad = runIdOf(view, view.plan.choices.bad);
    std::map<LeftOutKey::Because, std::vector<std::string>> names;
    for (const LeftOutKey& left : view.plan.choices.leftOut) {
        const TuningKey& key = keyOf(view.dataset, left.key);
        names[left.because].push_back(printable(key.label) + " (" + printable(key.id) + ")");
    }
    std::string words;
    for (const auto& [because, keys] : names) {
        if (!words.empty()) words += ' ';
        words += (keys.size() == 1 ? "Of one key " : "Of " + std::to_string(keys.size()) + " keys ");
        switch (because) {
            case LeftOutKey::Because::otherCandidates:
                words +=
                    good + " and " + bad + " chose from different candidates, and the choice of " + good + " was held";
                break;
            case LeftOutKey::Because::onlyGoodTells:
                words += "only " + good + " tells its choice, which was held";
                break;
            case LeftOutKey::Because::onlyBadTells:
                words += "only " + bad + " tells its choice, which was held";
                break;
            case LeftOutKey::Because::neitherTells:
                words += "neither run tells the choice";
                break;
        }
        words += ": " + joinList(keys, kMostNamed) + ".";
    }
    return words;
}

std::string tunedBesides(const std::vector<Pin>& added, const std::string& whose) {
    constexpr std::size_t kMostNamed = 8;
    std::vector<std::string> names;
    for (const Pin& pin : added)
        names.push_back(printable(pin.label) + " (" + printable(pin.keyId) + ", which chose " + choiceInWords(pin) +
                        ")");
    const std::size_t keys = keyCount(added);  // one that is tuned on two devices is pinned twice
    return plural(keys, "key", "keys") + " that " + whose + (keys == 1 ? " was" : " were") +
           " tuned while choices were forced: " + joinList(names, kMostNamed) +
           ". What was chosen first was forced from then on. That can be the fallback of a forced choice that was "
           "refused: then the program computed with these, and not with what was forced.";
}

std::string damagedLines(std::size_t count) {
    return plural(count, "line", "lines") + " of trials.jsonl could not be read and " + (count == 1 ? "was" : "were") +
           " passed over.";
}

std::string configurationInWords(const BisectionView& view, const KeySet& fromBad) {
    const ChoicePlan& choices = view.plan.choices;
    const std::string good = runIdOf(view, choices.good), bad = runIdOf(view, choices.bad);
    const auto ids = [&choices](const KeySet& keys) {
        std::vector<std::string> names;
        for (const std::uint32_t key : keys)
            names.push_back(choices.differing[key].good.keyId);
        return joinList(names, 4);
    };
    if (fromBad.empty()) return "all of " + good;
    if (fromBad.size() == choices.differing.size()) return "all of " + bad;
    if (fromBad.size() * 2 <= choices.differing.size()) return good + " with " + ids(fromBad) + " of " + bad;
    KeySet rest;
    for (std::uint32_t i = 0; i < choices.differing.size(); ++i)
        if (!std::binary_search(fromBad.begin(), fromBad.end(), i)) rest.push_back(i);
    return bad + " with " + ids(rest) + " of " + good;
}

std::vector<std::string> bisectSentences(const BisectionView& view) {
    const Bisection& bisection = view.bisection;
    const BisectAnswer& answer = bisection.answer;
    if (bisection.stopped) return {"Stopped before the answer: the same command goes on from here."};
    std::vector<std::string> sentences;
    if (answer.verdict == BisectVerdict::proven) {
        sentences = provenSentences(view);
    } else if (answer.verdict == BisectVerdict::notAmongChoices) {
        sentences.push_back(noneSentence(view));
        if (answer.reason != BisectReason::noDifference) {
            sentences.emplace_back("Look at what else differed: input data, seeds, versions, the card, other caches.");
        }
    } else {
        sentences.push_back(undecidedSentence(view));
        if (!bisection.because.empty())
            sentences.push_back("The last run that does not count: " + printable(bisection.because, 1000) + ".");
        if (culpritCount(answer) > 0) {
            for (const KeySet& group : answer.groups)
                sentences.push_back("Turns good into bad, not proven: " + keysInWords(view, group) + ".");
        } else if (!answer.suspected.empty()) {
            sentences.push_back("The search ended inside these: " + keysInWords(view, answer.suspected) + ".");
        }
    }
    if (!bisection.added.empty()) {
        sentences.insert(std::next(sentences.begin()), tunedBesides(bisection.added, "neither run has"));
    }
    return sentences;
}

}  // namespace flipscope
