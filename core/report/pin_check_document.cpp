#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/pin_report.h"
#include "core/report/pin_words.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostRunsNamed = 6;

std::string runsInWords(const Dataset& dataset, const CheckedPin& checked, PinState state) {
    std::vector<std::string> names;
    for (const PinnedRun& run : checked.runs) {
        if (run.state != state) continue;
        const bool showsOther = run.used && (state == PinState::notObeyed || state == PinState::otherInDatabase);
        const std::string remark = showsOther ? std::to_string(run.used->value) : std::string(run.because);
        names.push_back(runName(dataset, run.run) + (remark.empty() ? "" : " (" + remark + ")"));
    }
    return joinList(names, kMostRunsNamed);
}

std::size_t countWith(const PinCheck& check, PinState state) {
    return static_cast<std::size_t>(std::count_if(check.pins.begin(), check.pins.end(),
                                                  [&](const CheckedPin& checked) { return hasState(checked, state); }));
}

// "a, b and 3 more: run1 and run2" for pins of which the same is to be said.
std::string togetherInWords(const std::vector<std::string>& names, const std::string& words) {
    constexpr std::size_t kMostNamed = 6;
    const std::string count = names.size() > 1 ? std::to_string(names.size()) + " pins (" : "";
    return count + joinList(names, kMostNamed) + (count.empty() ? "" : ")") + (words.empty() ? "" : ": " + words);
}

// One list: the pins with a run in that state, those of which the same is to be said together.
void addState(Document& document, const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check,
              PinState state, const std::string& heading, const std::string& meaning) {
    std::vector<std::pair<std::string, std::vector<std::string>>> said;  // words, and the pins that they are about
    for (const CheckedPin& checked : check.pins) {
        if (!hasState(checked, state)) continue;
        const Pin& pin = pins[checked.pin];
        const std::string words = runsInWords(dataset, checked, state);
        auto known = std::find_if(said.begin(), said.end(), [&](const auto& item) { return item.first == words; });
        if (known == said.end()) known = said.insert(said.end(), {words, {}});
        known->second.push_back(nameOf(pin) + ", pinned to " + candidateOf(pin));
    }
    if (said.empty()) return;
    std::vector<std::string> items;
    // Of a choice that is as pinned the runs matter little: many such pins are counted.
    constexpr std::size_t kMostListed = 8;
    if (state == PinState::tunedAnew && said.size() > kMostListed) {
        std::vector<std::string> names;
        for (const auto& item : said)
            names.insert(names.end(), item.second.begin(), item.second.end());
        said = {{std::string(), std::move(names)}};
    }
    for (const auto& [words, names] : said)
        items.push_back(togetherInWords(names, words));
    document.heading(heading);
    document.paragraph(meaning);
    document.list(std::move(items));
}

// One list: the pins of which `tell` says something.
void addPins(Document& document, const std::vector<Pin>& pins, const PinCheck& check, const std::string& heading,
             const std::string& meaning, const std::function<std::string(const CheckedPin&)>& tell) {
    std::vector<std::string> items;
    for (const CheckedPin& checked : check.pins) {
        const std::string words = tell(checked);
        if (words.empty()) continue;
        items.push_back(nameOf(pins[checked.pin]) + ", pinned to " + candidateOf(pins[checked.pin]) + ": " + words);
    }
    if (items.empty()) return;
    document.heading(heading);
    document.paragraph(meaning);
    document.list(std::move(items));
}

// What is wrong with pins themselves, whatever the runs did.
void addDoubtfulPins(Document& document, const std::vector<Pin>& pins, const PinCheck& check) {
    addPins(
        document, pins, check, "Pins whose index and name disagree",
        "The runs call the candidate of this index something else: the pin was changed after it was made. Its class, "
        "margin "
        "and reason are of the candidate that it was made for. Correct the index or the name, or make the pin anew.",
        [](const CheckedPin& checked) { return printable(checked.disagreement, 500); });
    addPins(document, pins, check, "Pins whose key no run has",
            "Neither a log nor a database of these runs has the key: they never asked for it, or the pin was changed. "
            "A run "
            "that took a pin from a database which is not here shows no key either.",
            [](const CheckedPin& checked) { return std::string(checked.isUnknown ? "no run has its key" : ""); });
    addPins(document, pins, check, "Pins whose key the runs have under another tuner",
            "One key object can be of several tuners, and the pin names one that has none in these runs.",
            [&](const CheckedPin& checked) {
                if (checked.otherTuners.empty()) return std::string();
                std::vector<std::string> tuners;
                for (const std::string& tuner : checked.otherTuners)
                    tuners.push_back(printable(tuner, 120));
                return "the runs have it under " + joinList(tuners) + ", the pin names " +
                       printable(pins[checked.pin].tuner, 120);
            });
}

// Runs that decided every pinned key by themselves, as runs do that were never given the pins.
std::vector<RunIndex> runsWithoutPins(const PinCheck& check) {
    std::map<RunIndex, bool> decidesAll;
    for (const CheckedPin& checked : check.pins) {
        for (const PinnedRun& run : checked.runs) {
            const bool saysNothing = run.state == PinState::otherDevice || run.state == PinState::otherName ||
                                     run.state == PinState::otherTuner || run.state == PinState::unknownKey;
            if (saysNothing) continue;
            const bool decides =
                run.state == PinState::notObeyed || run.state == PinState::tunedAnew || run.state == PinState::stale;
            const auto known = decidesAll.emplace(run.run, true).first;
            known->second = known->second && decides;
        }
    }
    std::vector<RunIndex> runs;
    for (const auto& [run, decides] : decidesAll)
        if (decides) runs.push_back(run);
    return runs;
}

// Each pin counts once, by the worst that a run says of it, so that the numbers add up.
std::string contradictionsInWords(const PinCheck& check) {
    std::size_t stale = 0, other = 0, anew = 0, untold = 0, faulty = 0;
    for (const CheckedPin& checked : check.pins) {
        if (hasState(checked, PinState::stale)) {
            ++stale;
        } else if (hasState(checked, PinState::notObeyed) || hasState(checked, PinState::otherInDatabase)) {
            ++other;
        } else if (hasState(checked, PinState::tunedAnew)) {
            ++anew;
        } else if (hasState(checked, PinState::cannotTell)) {
            ++untold;
        } else if (checked.isUnknown || !checked.otherTuners.empty() || !checked.disagreement.empty()) {
            ++faulty;
        }
    }
    const std::size_t rest = check.pins.size() - stale - other - anew - untold - faulty;
    std::vector<std::string> parts;
    if (stale > 0) parts.push_back(plural(stale, "is stale", "are stale"));
    if (other > 0) parts.push_back("of " + std::to_string(other) + " a run used another candidate");
    if (anew > 0) parts.push_back(std::to_string(anew) + " had no effect (tuned anew, with the same result)");
    if (untold > 0) parts.push_back("of " + std::to_string(untold) + " it cannot be told");
    if (faulty > 0) parts.push_back(plural(faulty, "is at fault itself", "are at fault themselves"));
    if (rest > 0) parts.push_back(std::to_string(rest) + (rest == 1 ? " is" : " are") + " contradicted by no run");
    std::string text = plural(check.pins.size(), "pin", "pins") + ": " + joinList(parts, parts.size()) + ".";
    if (check.failed > 0) {
        text += " " + plural(check.failed, "pinned candidate", "pinned candidates") + " failed in a run.";
    }
    return text;
}

// Which runs were never given the pins, as far as that shows.
void addRunsWithoutPins(Document& document, const Dataset& dataset, const PinCheck& check) {
    const std::vector<RunIndex> runs = runsWithoutPins(check);
    if (runs.empty()) return;
    document.paragraph(runNames(dataset, runs, kMostRunsNamed) + " tuned every pinned key " +
                           (runs.size() == 1 ? "itself" : "themselves") +
                           ", as a run does that is given no pins: make the database with pin write, and let the "
                           "program read it.",
                       Tone::warn);
}

// Of runs that contradict no pin.
std::string fineInWords(const PinCheck& check) {
    const std::size_t unknown = countWith(check, PinState::cannotTell);
    if (unknown == 0) return "No run contradicts a pin.";
    return "No run contradicts a pin, but for " + plural(unknown, "pin", "pins") +
           " it cannot be told whether a run used it.";
}

// The answer in a few sentences.
std::string answerOf(const PinCheck& check) {
    std::vector<std::string> sentences;
    if (check.stale + check.notObeyed + check.tunedAnew + check.failed > 0) {
        sentences.push_back(contradictionsInWords(check));
    }
    if (check.otherName > 0) {
        sentences.push_back("Index and name of " + plural(check.otherName, "pin", "pins") + " disagree.");
    }
    // Where nothing can be said against the others, that is said first.
    if (sentences.empty() && check.unknownKey + check.otherTuner < check.pins.size()) {
        sentences.push_back(fineInWords(check));
    }
    if (check.unknownKey > 0) {
        sentences.push_back("No run has the key of " + plural(check.unknownKey, "pin", "pins") + ".");
    }
    if (check.otherTuner > 0) {
        sentences.push_back("The runs have the key of " + plural(check.otherTuner, "pin", "pins") +
                            " under another tuner only.");
    }
    std::string answer;
    for (const std::string& sentence : sentences)
        answer += (answer.empty() ? "" : " ") + sentence;
    return answer;
}

void addFailures(Document& document, const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check) {
    std::vector<std::string> items;
    for (const CheckedPin& checked : check.pins) {
        if (checked.failedIn.empty()) continue;
        const Pin& pin = pins[checked.pin];
        items.push_back(nameOf(pin) + ", pinned to " + candidateOf(pin) + ": failed in " +
                        runNames(dataset, checked.failedIn, kMostRunsNamed));
    }
    if (items.empty()) return;
    document.heading("Pinned candidates that failed for their key");
    document.paragraph(
        "A program that is to use such a candidate can end with “Should run when selected by autotune”; a fused matmul "
        "runs its fallback without a word.");
    document.list(std::move(items));
}

}  // namespace

std::string_view inWords(PinState state) {
    switch (state) {
        case PinState::inEffect:
            return "in effect";
        case PinState::otherInDatabase:
            return "its database holds another candidate";
        case PinState::notLogged:
            return "no decision logged";
        case PinState::tunedAnew:
            return "tuned anew, with the same result";
        case PinState::notObeyed:
            return "used another candidate";
        case PinState::stale:
            return "offers another candidate set";
        case PinState::otherDevice:
            return "another device";
        case PinState::otherName:
            return "calls this candidate something else";
        case PinState::otherTuner:
            return "has the key under another tuner";
        case PinState::unknownKey:
            return "no run has the key";
        case PinState::cannotTell:
            break;
    }
    return "cannot tell";
}

Document pinCheckDocument(const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check) {
    Document document;
    document.title = "Pins against runs";
    document.paragraph(answerOf(check), Tone::strong);
    addRunsWithoutPins(document, dataset, check);
    addDoubtfulPins(document, pins, check);
    addState(document, pins, dataset, check, PinState::stale, "Stale pins",
             "These runs offer another list of candidates than the pin was made for: make the pin anew.");
    addState(document, pins, dataset, check, PinState::notObeyed, "Other candidates than the pinned ones",
             "The run used another candidate (in brackets).");
    addState(document, pins, dataset, check, PinState::otherInDatabase, "Pins that are not in the run's database",
             "The run did not tune the key, but its database holds another candidate for it (in brackets).");
    addState(document, pins, dataset, check, PinState::tunedAnew, "Tuned anew, with the pinned result",
             "The run tuned the key itself and came to the same candidate: by luck or because it is the faster one.");
    addFailures(document, pins, dataset, check);
    addState(
        document, pins, dataset, check, PinState::cannotTell, "Cannot tell",
        "Nothing shows what these runs did with the pin; why stands in brackets. A run tells when it has its decision "
        "log ([autotune.decisions] file in cubecl.toml, which collect and force set), and its database beside it.");
    std::vector<std::string> without;
    for (const KeyIndex key : check.keysWithoutPin)
        without.push_back(nameOf(dataset, key));
    if (!without.empty()) document.heading("Keys without a pin");
    document.list(std::move(without));
    const std::size_t inEffect = countWith(check, PinState::inEffect);
    if (inEffect > 0) {
        document.paragraph("For " + plural(inEffect, "pin", "pins") +
                               " a run logged no decision and the database that it had open holds the pin: in effect "
                               "wherever the program asked for the key.",
                           Tone::good);
    }
    const std::size_t silent = countWith(check, PinState::notLogged);
    if (silent > 0) {
        document.paragraph("For " + plural(silent, "pin", "pins") +
                           " a run logged no decision and no database of it holds the key: as it is where a pin is in "
                           "effect, and where the program never asked for the key.");
    }
    return document;
}

}  // namespace flipscope
