#include "core/drive/choice_plan.h"
#include "core/report/collect_report.h"
#include "core/report/format.h"
#include "core/report/json_parts.h"
#include "core/report/json_writer.h"
#include "core/report/rerun_report.h"
#include "core/report/trial_report.h"

#include <algorithm>
#include <set>

namespace flipscope {

using json::Json;

namespace {

const std::vector<Pin>& pinsOf(const ForcingView& view, const ForcedVariant& variant) {
    static const std::vector<Pin> kNone;
    return variant.variant ? view.plan.variants[*variant.variant] : kNone;
}

std::string nameOf(const ForcingView& view, const ForcedVariant& variant) {
    std::vector<std::string> names;
    for (const Pin& pin : pinsOf(view, variant))
        names.push_back(pin.keyId + "=" + std::to_string(pin.candidate.value) + " " + printable(pin.candidateName));
    return names.empty() ? "all of " + printable(view.baseName) : joinList(names, 4);
}

std::string whyNot(const ForcedVariant& variant) {
    std::set<std::string> reasons;
    for (const ForcedTrial& trial : variant.trials) {
        if (!trial.check.counts || !trial.outcome.text) reasons.insert(whyNoOutcome(trial));
    }
    return joinList({reasons.begin(), reasons.end()});
}

std::size_t counted(const ForcedVariant& variant) {
    return static_cast<std::size_t>(std::count_if(variant.trials.begin(), variant.trials.end(),
                                                  [](const ForcedTrial& trial) { return trial.check.counts; }));
}

std::string outcomesInWords(const ForcedVariant& variant) {
    std::vector<std::string> parts;
    for (const ForcedOutcome& outcome : variant.outcomes)
        parts.push_back(printable(outcome.outcome, 40) + " ×" + std::to_string(outcome.times));
    return joinList(parts);
}

std::string changeInWords(const ForcingView& view, const OutcomeChange& change) {
    const std::string runs = "With all choices of " + printable(view.baseName) + " the outcome was at first " +
                             printable(change.before, 60) + " (" + plural(change.runsBefore, "run", "runs") +
                             ") and at last " + printable(change.after, 60) + " (" +
                             plural(change.runsAfter, "run", "runs") +
                             "), so that nothing can be said of forced choices";
    if (change.drifts()) {
        return runs + ". It changes in the course of time: by chance so many runs come in such an order in " +
               formatPercent(change.chance) +
               " of cases. Look for what the program reads or keeps between its runs, and for other load.";
    }
    return runs +
           ". It may change in the course of time (look for what the program reads or keeps between its runs), or " +
           "vary by itself: by chance as few runs come in such an order in " + formatPercent(change.chance) +
           " of cases. More runs tell (a larger --repeat, in another folder).";
}

std::string classAnswer(const ForcingView& view) {
    std::set<std::size_t> groups;
    bool hasSingleRuns = false;
    for (const ForcedVariant& variant : view.forcing.variants) {
        if (variant.group) groups.insert(*variant.group);
        hasSingleRuns = hasSingleRuns || (variant.group && counted(variant) == 1);
    }
    hasSingleRuns = hasSingleRuns && groups.size() > 1;
    return "By forcing, the candidates that ran fall into " + plural(groups.size(), "class", "classes") +
           " of equal results in this program." +
           (hasSingleRuns ? " Each ran once: what differs may differ by chance, and more runs (--repeat 2) tell." : "");
}

// How easily luck alone shows an effect: 1 of 2^(runs - 1) where the outcome is the toss of a coin.
std::string luckInWords(const ForcedVariant& base, const ForcedVariant& forced) {
    constexpr std::size_t kPlenty = 15;
    const std::size_t runs = counted(base) + counted(forced);
    if (runs < 2 || runs > kPlenty) return {};
    return " Of programs whose outcome is the toss of a coin 1 of " + std::to_string(std::size_t{1} << (runs - 1)) +
           " would look like this; a larger --repeat makes it rarer.";
}

std::string answerOf(const ForcingView& view) {
    const std::vector<ForcedVariant>& variants = view.forcing.variants;
    if (view.forcing.stopped) return "Stopped before the end: the same command goes on from here.";
    if (variants.empty() || counted(variants.front()) == 0) {
        return "No run that counts could be made with all choices of " + printable(view.baseName) +
               ", so nothing can be said.";
    }
    if (view.forcing.change) return changeInWords(view, *view.forcing.change);
    if (variants.front().varies()) {
        return "The outcome varies although all choices of " + printable(view.baseName) +
               " are forced: something else has a say in it, and single runs prove nothing. Name an outcome that is "
               "always the same (--outcome-pattern).";
    }
    if (!variants.front().group) {
        return "A run with all choices of " + printable(view.baseName) +
               " does not count: " + whyNot(variants.front()) + ". Nothing can be said.";
    }
    if (view.asksClasses) return classAnswer(view);
    for (const ForcedVariant& variant : variants) {
        if (!variant.variant) continue;
        if (counted(variant) == 0) return "The forced choice could not be tried: " + whyNot(variant) + ".";
        if (variant.varies())
            return "With the forced choice the outcome varies, with all choices of the run it does not.";
        if (!variant.group) return "The forced choice was not taken in every run: " + whyNot(variant) + ".";
        return *variant.group == *variants.front().group
                   ? "The forced choice changes nothing: the outcome is that of " + printable(view.baseName) + "."
                   : "The forced choice changes the outcome." + luckInWords(variants.front(), variant);
    }
    return "All choices of " + printable(view.baseName) + " give one outcome.";
}

std::size_t trialCount(const ForcingView& view) {
    std::size_t count = 0;
    for (const ForcedVariant& variant : view.forcing.variants)
        count += variant.trials.size();
    return count;
}

Json trialJson(const ForcedTrial& trial) {
    return {{"folder", trial.folder},
            {"counts", trial.check.counts},
            {"because", whyNoOutcome(trial)},
            {"outcome", trial.outcome.text ? Json(*trial.outcome.text) : Json(nullptr)},
            {"outputDigest", trial.outputDigest},
            {"exitStatus", trial.record.exitStatus},
            {"seconds", trial.record.seconds}};
}

Json variantJson(const ForcingView& view, const ForcedVariant& variant) {
    Json trials = Json::array(), outcomes = Json::array();
    for (const ForcedTrial& trial : variant.trials)
        trials.push_back(trialJson(trial));
    for (const ForcedOutcome& outcome : variant.outcomes)
        outcomes.push_back({{"outcome", outcome.outcome}, {"times", outcome.times}});
    return {{"choices", json::choices(pinsOf(view, variant))},
            {"class", variant.group ? Json(className(*variant.group)) : Json(nullptr)},
            {"changes", variant.group && view.forcing.variants.front().group
                            ? Json(*variant.group != *view.forcing.variants.front().group)
                            : Json(nullptr)},
            {"varies", variant.varies()},
            {"outcomes", std::move(outcomes)},
            {"because", whyNot(variant)},
            {"trials", std::move(trials)}};
}

}  // namespace

Document forceDocument(const ForcingView& view) {
    Document document;
    document.title = "Forced choices";
    document.paragraph(answerOf(view), Tone::strong);
    if (!view.forcing.variants.empty() && counted(view.forcing.variants.front()) == 0) {
        document.paragraph(printable(whyNot(view.forcing.variants.front()), 1000) + ".");
    }
    if (!view.forcing.added.empty()) document.paragraph(tunedBesides(view.forcing.added, "the run does not have"));
    if (view.forcing.found > 0 && !view.forcing.stopped) {
        document.paragraph(plural(view.forcing.found, "trial", "trials") + " of " + std::to_string(trialCount(view)) +
                           (view.forcing.found == 1 ? " was" : " were") +
                           " made by an earlier start; another folder (--out) makes all of them anew.");
    }
    if (view.forcing.damaged > 0) document.paragraph(damagedLines(view.forcing.damaged));
    for (const std::string& remark : view.forcing.remarks)
        document.paragraph(printable(remark, 1000));
    Table table;
    table.title = "What was forced";
    table.columns = {{"choices", Align::left, true},
                     {"class", Align::left},
                     {"counted", Align::right},
                     {"outcome", Align::left, true},
                     {"remark", Align::left, true}};
    for (const ForcedVariant& variant : view.forcing.variants) {
        const bool isCounted = counted(variant) == variant.trials.size();
        table.rows.push_back({{nameOf(view, variant)},
                              {variant.group ? className(*variant.group) : "–"},
                              {std::to_string(counted(variant)) + " of " + std::to_string(variant.trials.size()),
                               isCounted ? Tone::plain : Tone::warn},
                              {outcomesInWords(variant)},
                              {printable(whyNot(variant), 300)}});
    }
    table.note =
        "Choices with the same letter gave the same outcome. A run counts when the program took every forced "
        "choice. Some fused candidates fall back to another kernel without a word: equal results are certain, "
        "the kernel behind them is not.";
    document.table(std::move(table));
    return document;
}

std::string forceJson(const ForcingView& view) {
    JsonWriter writer("force");
    writer.add("base", view.baseName);
    writer.add("answer", answerOf(view));
    writer.add("stopped", view.forcing.stopped);
    const std::optional<OutcomeChange>& change = view.forcing.change;
    writer.add("drifts", change && change->drifts());
    writer.add("change", change ? Json{{"before", change->before},
                                       {"after", change->after},
                                       {"runsBefore", change->runsBefore},
                                       {"runsAfter", change->runsAfter},
                                       {"chance", change->chance}}
                                : Json(nullptr));
    writer.add("addedKeys", keyCount(view.forcing.added));
    writer.add("added", json::choices(view.forcing.added));
    writer.add("trialsFound", view.forcing.found);
    writer.add("damagedLines", view.forcing.damaged);
    writer.add("remarks", view.forcing.remarks);
    writer.addArray("variants", view.forcing.variants.size(),
                    [&](std::size_t i) { return variantJson(view, view.forcing.variants[i]); });
    return writer.take();
}

}  // namespace flipscope
