#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/pin_report.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostRunsNamed = 6;

std::string candidateOf(const Pin& pin) {
    return std::to_string(pin.candidate.value) +
           (pin.candidateName.empty() ? "" : " " + printable(pin.candidateName, 120));
}

std::string nameOf(const Pin& pin) {
    return printable(pin.label, 200) + " (" + printable(pin.keyId) + ")";
}

std::string nameOf(const Dataset& dataset, KeyIndex key) {
    return keyLabel(dataset, key) + " (" + keyId(dataset, key) + ")";
}

std::string classInWords(const PinReason& reason) {
    if (reason.numericalClass.empty()) return "–";
    return printable(reason.numericalClass, 60) + (reason.classMeasured ? "" : " (predicted)");
}

Table pinTable(const std::vector<Pin>& pins) {
    Table table;
    table.title = "Pins";
    table.columns = {{"key", Align::left, true},  {"id", Align::left},         {"candidate", Align::left, true},
                     {"rule", Align::left, true}, {"bits", Align::left, true}, {"margin", Align::right},
                     {"places", Align::right}};
    for (const Pin& pin : pins) {
        table.rows.push_back({{printable(pin.label, 200)},
                              {printable(pin.keyId)},
                              {candidateOf(pin), Tone::strong},
                              {printable(pin.reason.rule, 80)},
                              {classInWords(pin.reason)},
                              {pin.reason.margin ? formatPercent(*pin.reason.margin) : "–"},
                              {std::to_string(pin.places.size())}});
    }
    table.note =
        "bits: – where the class is not known or is another on other cards (--card names one). margin: how much slower "
        "the fastest other candidate is, median over the runs. places: where databases of the "
        "runs keep this choice; 0: the database that the pins are written to must tell.";
    return table;
}

// Keys with one reason are said together.
void addUnpinned(Document& document, const Dataset& dataset, const std::vector<UnpinnedKey>& unpinned) {
    if (unpinned.empty()) return;
    document.heading("Keys without a pin");
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const UnpinnedKey& key : unpinned) {
        auto found = std::find_if(reasons.begin(), reasons.end(),
                                  [&](const auto& reason) { return reason.first == key.because; });
        if (found == reasons.end()) found = reasons.insert(reasons.end(), {key.because, {}});
        found->second.push_back(nameOf(dataset, key.key));
    }
    std::vector<std::string> items;
    for (const auto& [because, keys] : reasons)
        items.push_back(joinList(keys, keys.size()) + ": " + printable(because));
    document.list(std::move(items));
    document.paragraph("The program tunes these keys itself. Pin one by hand: --key KEY=INDEX.", Tone::dim);
}

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

bool hasState(const CheckedPin& checked, PinState state) {
    return std::any_of(checked.runs.begin(), checked.runs.end(),
                       [&](const PinnedRun& run) { return run.state == state; });
}

std::size_t countWith(const PinCheck& check, PinState state) {
    return static_cast<std::size_t>(std::count_if(check.pins.begin(), check.pins.end(),
                                                  [&](const CheckedPin& checked) { return hasState(checked, state); }));
}

// One list: the pins with a run in that state.
void addState(Document& document, const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check,
              PinState state, const std::string& heading, const std::string& meaning) {
    std::vector<std::string> items;
    for (const CheckedPin& checked : check.pins) {
        if (!hasState(checked, state)) continue;
        const Pin& pin = pins[checked.pin];
        items.push_back(nameOf(pin) + ", pinned to " + candidateOf(pin) + ": " + runsInWords(dataset, checked, state));
    }
    if (items.empty()) return;
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
        sentences.push_back(plural(check.notObeyed, "pin was", "pins were") + " not obeyed, " +
                            std::to_string(check.tunedAnew) + " not in effect, " + std::to_string(check.stale) +
                            " stale; " + plural(check.failed, "pinned candidate", "pinned candidates") +
                            " failed in a run.");
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

Document pinsMadeDocument(const Dataset& dataset, const PinChoice& choice, const std::string& file) {
    Document document;
    document.title = "Pins";
    document.paragraph(plural(choice.pins.size(), "key is", "keys are") + " pinned in " + printable(file, 1000) +
                           (choice.unpinned.empty()
                                ? "."
                                : ", " + plural(choice.unpinned.size(), "key is", "keys are") + " not; see below."),
                       Tone::strong);
    std::vector<std::string> warnings;
    for (const PinWarning& warning : choice.warnings)
        warnings.push_back(nameOf(dataset, warning.key) + ": " + printable(warning.words, 1000));
    if (!warnings.empty()) document.heading("Before you use them");
    document.list(std::move(warnings));
    document.table(pinTable(choice.pins));
    addUnpinned(document, dataset, choice.unpinned);
    document.command("flipscope-cli pin write " + shellQuoted(file) + " --to cubecl-db --base DB --out DB2",
                     "writes them into a copy of the environment database DB");
    return document;
}

Document pinsDocument(const std::vector<Pin>& pins, const std::string& file) {
    Document document;
    document.title = "Pins in " + printable(file, 1000);
    document.table(pinTable(pins));
    document.heading("Why");
    std::vector<std::string> items;
    for (const Pin& pin : pins) {
        const std::string by = pin.reason.by.empty() ? "" : " Pinned by " + printable(pin.reason.by, 200) + ".";
        std::vector<std::string> runs;
        for (const std::string& run : pin.provenance.runs)
            runs.push_back(printable(run, 120));
        std::string from = runs.empty() ? "" : " From " + joinList(runs, kMostRunsNamed) + ".";
        if (!pin.provenance.framework.empty()) from += " " + printable(pin.provenance.framework, 80) + ".";
        items.push_back(nameOf(pin) + ": " + printable(pin.reason.words, 1000) + by + from);
    }
    document.list(std::move(items));
    return document;
}

Document pinsWrittenDocument(const PinsWritten& view) {
    const WrittenPins& written = view.written;
    Document document;
    document.title = "Pins written";
    document.paragraph(
        printable(view.out, 1000) + " holds " + plural(written.rows.size(), "pinned row", "pinned rows") + " for " +
            plural(view.pins.size(), "key", "keys") +
            (written.otherChoicesKept == 0
                 ? " and no other choice."
                 : " and " + plural(written.otherChoicesKept, "other choice", "other choices") + " of the base."),
        Tone::strong);
    if (!view.base.empty()) {
        std::string taken = "Of " + printable(view.base, 1000) + ", which is unchanged, " +
                            plural(written.otherRowsKept, "row was", "rows were") +
                            " taken over as they are (records of processes, measured peaks, compiled kernels)";
        if (written.otherRowsDropped > 0) taken += ", " + std::to_string(written.otherRowsDropped) + " were dropped";
        if (written.otherChoicesDropped > 0) {
            taken += "; " + plural(written.otherChoicesDropped, "choice was", "choices were") + " left out or replaced";
        }
        document.paragraph(taken + ".");
    }
    for (const std::string& warning : written.warnings)
        document.paragraph(printable(warning, 2000), Tone::warn);
    document.heading("What to do with it");
    document.list(
        {"Give it to the program as its database, with nothing beside it: the file NAME.db in the folder of "
         "its environment ([environment] path in cubecl.toml), NAME by [environment] name or "
         "CUBECL_ENVIRONMENT, else default.",
         "The run counts only if it logs no decision for a pinned key and shows no refusal; pin check "
         "says so.",
         "A pinned candidate that refuses the problem ends the program; a fused matmul runs its fallback "
         "without a word."});
    return document;
}

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
    addDoubtfulPins(document, pins, check);
    addState(document, pins, dataset, check, PinState::stale, "Stale pins",
             "These runs offer another list of candidates than the pin was made for: make the pin anew.");
    addState(document, pins, dataset, check, PinState::notObeyed, "Pins that were not obeyed",
             "The run used another candidate (in brackets).");
    addState(document, pins, dataset, check, PinState::otherInDatabase, "Pins that are not in the run's database",
             "The run did not tune the key, but its database holds another candidate for it (in brackets).");
    addState(document, pins, dataset, check, PinState::tunedAnew, "Pins that were not in effect",
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
