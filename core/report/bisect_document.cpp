#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/json_parts.h"
#include "core/report/json_writer.h"
#include "core/report/trial_report.h"

#include <algorithm>
#include <chrono>
#include <set>

namespace flipscope {

using json::Json;

namespace {

Tone toneOf(const BisectionView& view) {
    if (view.bisection.stopped) return Tone::warn;
    return view.bisection.answer.verdict == BisectVerdict::undecided ? Tone::warn : Tone::strong;
}

Tone toneOf(TrialOutcome outcome) {
    switch (outcome) {
        case TrialOutcome::good:
            return Tone::good;
        case TrialOutcome::bad:
            return Tone::bad;
        case TrialOutcome::other:
            return Tone::warn;
        case TrialOutcome::invalid:
            break;
    }
    return Tone::dim;
}

std::vector<TrialRun> runsOf(const std::vector<JournalTrial>& trials) {
    std::vector<TrialRun> runs;
    for (const JournalTrial& trial : trials)
        runs.push_back({trial.fromBad, trial.outcome, trial.because});
    return runs;
}

std::string tallyInWords(const TrialTally& tally) {
    std::vector<std::string> parts;
    const auto add = [&parts](std::size_t count, const char* word) {
        if (count > 0) parts.push_back(std::to_string(count) + " " + word);
    };
    add(tally.good, "good");
    add(tally.bad, "bad");
    add(tally.other, "other");
    add(tally.invalid, "not counted");
    return joinList(parts);
}

Table configurationTable(const BisectionView& view, const std::vector<TrialSummary>& summaries) {
    Table table;
    table.title = "What was tried";
    table.columns = {{"choices", Align::left, true}, {"from the bad run", Align::right}, {"runs", Align::left, true}};
    for (const TrialSummary& summary : summaries) {
        table.rows.push_back(
            {{configurationInWords(view, summary.fromBad)},
             {std::to_string(summary.fromBad.size()) + " of " + std::to_string(view.plan.choices.differing.size())},
             {tallyInWords(summary.tally)}});
    }
    table.note =
        "Each line is one configuration: the choices of the good run, but for the keys named. A run does not "
        "count when the program chose for itself, ended early or hung.";
    return table;
}

Table trialTable(const BisectionView& view) {
    Table table;
    table.title = "Trials";
    table.columns = {{"trial", Align::left},       {"choices", Align::left, true}, {"outcome", Align::left},
                     {"value", Align::left, true}, {"seconds", Align::right},      {"remark", Align::left, true}};
    for (const JournalTrial& trial : view.bisection.trials) {
        table.rows.push_back({{"trial" + std::to_string(trial.number)},
                              {configurationInWords(view, trial.fromBad)},
                              {std::string(toString(trial.outcome)), toneOf(trial.outcome)},
                              {printable(trial.value, 60)},
                              {formatFixed(trial.seconds, 1)},
                              {printable(trial.because, 200)}});
    }
    return table;
}

std::vector<std::string> warningsOf(const BisectionView& view) {
    std::vector<std::string> warnings = view.plan.warnings;
    warnings.insert(warnings.end(), view.warnings.begin(), view.warnings.end());
    for (const std::string& remark : view.bisection.remarks)
        warnings.push_back(printable(remark, 1000));
    if (!view.plan.choices.leftOut.empty() && view.bisection.answer.reason != BisectReason::keysLeftOut)
        warnings.push_back(leftOutInWords(view));
    return warnings;
}

void addRemarks(Document& document, const BisectionView& view) {
    std::vector<std::string> items = warningsOf(view);
    const Bisection& bisection = view.bisection;
    if (bisection.damaged > 0) {
        items.push_back(damagedLines(bisection.damaged));
    }
    document.list(std::move(items));
}

// force with the key's every candidate, as the trials of the bisection were made. A program whose path was taken out
// for readers elsewhere cannot be started: there the reader's own stands.
std::string forceCommand(const BisectionView& view, const std::string& base, const std::string& keyId) {
    const TrialSettings& trials = view.plan.trials;
    std::string line = forceLine(base, keyId, "all");
    if (trials.program.keepsFolder) line += " --cwd keep";
    if (trials.program.limit) {
        line += " --timeout " + formatFixed(std::chrono::duration<double>(*trials.program.limit).count(), 3);
    }
    if (trials.reading.by == OutcomeReading::By::exitStatus) line += " --exit-status";
    if (trials.reading.by == OutcomeReading::By::pattern) {
        const OutcomePattern& pattern = trials.reading.pattern;
        line += " --outcome-pattern " + quotedForShell(pattern.regex);
        if (pattern.match == PatternMatch::last) line += " --match last";
        if (pattern.match == PatternMatch::nth) line += " --match " + std::to_string(pattern.n);
    }
    line += " --";
    if (hasCutPath(trials.program.command)) return line + " YOUR PROGRAM";
    for (const std::string& word : trials.program.command)
        line += " " + quotedForShell(word);
    return line;
}

// What a proof is good for.
void addNextSteps(Document& document, const BisectionView& view) {
    constexpr std::size_t kMostKeys = 3;
    if (view.bisection.stopped || view.bisection.answer.verdict != BisectVerdict::proven || view.paths.empty()) return;
    const Run& good = runOf(view.dataset, view.plan.choices.good);
    std::string pinLine = "flipscope-cli pin make";
    for (const std::string& path : view.paths)
        pinLine += " " + quotedForShell(path);
    document.command(pinLine + " --run " + quotedForShell(good.id) + " --out pins.json",
                     "keeps the good run's choices as pins, for later runs");
    const std::string base = placeOf(good);
    std::size_t shown = 0;
    for (const KeySet& group : view.bisection.answer.groups) {
        for (const std::uint32_t key : group) {
            if (base.empty() || ++shown > kMostKeys) return;
            const Pin& pin = view.plan.choices.differing[key].good;
            document.command(forceCommand(view, base, pin.keyId),
                             "which other candidates of " + printable(pin.label, 100) + " turn out bad, too");
        }
    }
}

Json choiceJson(const Pin& pin) {
    return {{"index", pin.candidate.value}, {"name", pin.candidateName}};
}

Json culpritJson(const BisectionView& view, std::uint32_t position, std::size_t group) {
    const DifferingChoice& choice = view.plan.choices.differing[position];
    return {{"key", choice.good.keyId},
            {"label", choice.good.label},
            {"group", group},
            {"good", choiceJson(choice.good)},
            {"bad", choiceJson(choice.bad)}};
}

Json idsJson(const BisectionView& view, const KeySet& keys) {
    Json ids = Json::array();
    for (const std::uint32_t key : keys)
        ids.push_back(view.plan.choices.differing[key].good.keyId);
    return ids;
}

Json trialJson(const BisectionView& view, const JournalTrial& trial) {
    return {{"trial", trial.number},
            {"folder", trialFolder(view.plan.trials, trial.number)},
            {"fromBad", idsJson(view, trial.fromBad)},
            {"outcome", toString(trial.outcome)},
            {"counts", trial.outcome != TrialOutcome::invalid},
            {"value", trial.value},
            {"because", trial.because},
            {"seconds", trial.seconds},
            {"exitStatus", trial.exitStatus}};
}

}  // namespace

Document bisectDocument(const BisectionView& view) {
    Document document;
    document.title = "Bisection";
    const std::vector<std::string> sentences = bisectSentences(view);
    for (std::size_t i = 0; i < sentences.size(); ++i)
        document.paragraph(sentences[i], i == 0 ? toneOf(view) : Tone::plain);
    const std::vector<TrialSummary> summaries = summariseTrials(runsOf(view.bisection.trials));
    document.paragraph(plural(summaries.size(), "configuration", "configurations") + " of " +
                       plural(view.plan.choices.differing.size(), "differing key", "differing keys") + " in " +
                       plural(view.bisection.trials.size(), "run", "runs") + ", kept in " +
                       printable(view.plan.trials.folder, 1000) + ". " + printable(view.plan.outcomeInWords, 400) +
                       ".");
    addNextSteps(document, view);
    addRemarks(document, view);
    if (!summaries.empty()) document.table(configurationTable(view, summaries));
    if (!view.bisection.trials.empty()) document.table(trialTable(view));
    return document;
}

std::string bisectJson(const BisectionView& view) {
    const Bisection& bisection = view.bisection;
    const BisectAnswer& answer = bisection.answer;
    const bool isProven = !bisection.stopped && answer.verdict == BisectVerdict::proven;
    JsonWriter writer("bisect");
    writer.add("verdict", bisection.stopped ? Json(nullptr) : Json(toString(answer.verdict)));
    writer.add("reason", bisection.stopped ? Json(nullptr) : Json(toString(answer.reason)));
    writer.add("because", bisection.because);
    writer.add("chance", isProven ? Json(answer.chance) : Json(nullptr));
    writer.add("sentences", bisectSentences(view));
    Json culprits = Json::array(), unproven = Json::array();
    for (std::size_t group = 0; group < answer.groups.size(); ++group) {
        for (const std::uint32_t key : answer.groups[group])
            (isProven ? culprits : unproven).push_back(culpritJson(view, key, group));
    }
    writer.add("culprits", culprits);
    writer.add("unproven", unproven);
    writer.add("suspected", idsJson(view, answer.suspected));
    writer.add("goodRun", runOf(view.dataset, view.plan.choices.good).id);
    writer.add("badRun", runOf(view.dataset, view.plan.choices.bad).id);
    writer.add("outcome", view.plan.outcomeInWords);
    writer.add("stopped", bisection.stopped);
    writer.add("added", json::choices(bisection.added));
    writer.add("trialsFound", bisection.found);
    writer.add("damagedLines", bisection.damaged);
    writer.add("warnings", warningsOf(view));
    writer.add("configurations", summariseTrials(runsOf(bisection.trials)).size());
    writer.addArray("leftOut", view.plan.choices.leftOut.size(), [&](std::size_t i) {
        const LeftOutKey& left = view.plan.choices.leftOut[i];
        const TuningKey& key = keyOf(view.dataset, left.key);
        return Json{{"key", key.id}, {"label", key.label}, {"because", toString(left.because)}};
    });
    writer.addArray("differing", view.plan.choices.differing.size(), [&](std::size_t i) {
        const DifferingChoice& choice = view.plan.choices.differing[i];
        return Json{{"key", choice.good.keyId},
                    {"label", choice.good.label},
                    {"good", choiceJson(choice.good)},
                    {"bad", choiceJson(choice.bad)}};
    });
    writer.addArray("trials", bisection.trials.size(),
                    [&](std::size_t i) { return trialJson(view, bisection.trials[i]); });
    return writer.take();
}

}  // namespace flipscope
