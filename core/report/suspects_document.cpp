#include "core/report/document_parts.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <limits>

namespace flipscope {

namespace {

constexpr std::size_t kSuspectsShown = 15;
constexpr std::size_t kSuspectsInWords = 3;
constexpr std::size_t kOutcomesShown = 8;
constexpr std::size_t kCommandsShown = 3;
constexpr std::size_t kGroupColumns = 3;

std::string groupingWords(const Outcome& outcome) {
    const std::string cut = outcome.cut ? " (" + formatFixed(*outcome.cut, 6) + ")" : std::string();
    switch (outcome.grouping) {
        case Grouping::byGap:
            return "split at the largest gap" + cut;
        case Grouping::byThreshold:
            return "split at the threshold" + cut;
        default:
            return "grouped by equal text";
    }
}

void addOutcome(Document& document, const Outcome& outcome) {
    std::vector<std::string> groups;
    for (const OutcomeGroup& group : outcome.groups) {
        groups.push_back("“" + printable(group.name, 60) + "” in " + plural(group.members.size(), "run", "runs"));
    }
    document.paragraph("Outcome: " + printable(outcome.source, 200) + ", " + groupingWords(outcome) + ": " +
                       joinList(groups, 6) + "." +
                       (outcome.unlabelled > 0
                            ? " " + plural(outcome.unlabelled, "run has", "runs have") + " no value and is left out."
                            : std::string()));
}

// The suspect in words, with what is predicted of its flips: one that changes no bit cannot have changed the outcome.
std::string suspectWords(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                         const Suspect& suspect) {
    const KeyIndex first = suspect.keys.front();
    const std::string which = suspect.keys.size() > 1 ? " For " + keyLabel(dataset, first) + ": " : " ";
    return suspectSentence(dataset, outcome, suspect) + which + classSentence(analysis.classes[first.value]);
}

void addAnswer(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
               const SuspectsResult& result) {
    const ChanceFigures& chance = result.chance;
    if (result.suspects.empty()) {
        document.paragraph("No key flips among the labelled runs: no autotune choice can go with this outcome.",
                           Tone::strong);
    } else if (chance.keysSeparating == 0) {
        document.paragraph("No key separates the outcome without exception.", Tone::strong);
    } else {
        document.paragraph(plural(chance.keysSeparating, "key separates", "keys separate") +
                               " the outcome without exception (no winner is shared between its groups).",
                           Tone::strong);
    }
    document.paragraph(chanceSentence(chance, outcome.outcomesLookedAt), Tone::warn);
    std::vector<std::string> items;
    for (const Suspect& suspect : result.suspects) {
        // After the first one only those that a reader has to weigh against it.
        const bool weighty = suspect.separates || suspect.p.p <= 0.05;
        if (items.size() == kSuspectsInWords || (!items.empty() && !weighty)) break;
        items.push_back(suspectWords(dataset, analysis, outcome, suspect));
    }
    if (items.size() > 1) document.paragraph("Strongest first:");
    document.list(std::move(items));
    document.paragraph(whatWouldDecideSentence(dataset, result));
    document.paragraph(problemSentence(dataset.report), Tone::warn);
}

std::string usedIn(const SuspectWinners& winners, std::size_t group) {
    std::string text;
    for (const auto& count : winners.winners) {
        if (group >= count.runsInGroup.size() || count.runsInGroup[group] == 0) continue;
        text += (text.empty() ? "" : " ") + std::to_string(count.winner.value) + "×" +
                std::to_string(count.runsInGroup[group]);
    }
    return text.empty() ? "–" : text;
}

std::vector<Cell> suspectRow(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                             const Suspect& suspect, std::size_t rank) {
    const KeyIndex first = suspect.keys.front();
    const std::string more = suspect.keys.size() > 1 ? " +" + std::to_string(suspect.keys.size() - 1) + " alike" : "";
    const std::string fine = suspect.tooFinelySplit ? ", fine" : "";
    const Cell separates = suspect.separates ? Cell{"yes" + fine, Tone::bad} : Cell{"no" + fine, Tone::plain};
    std::vector<Cell> row{{std::to_string(rank)},
                          {keyId(dataset, first)},
                          {keyLabel(dataset, first) + more},
                          separates,
                          {formatP(suspect.p.p)},
                          {formatP(suspect.pAdjusted), suspect.pAdjusted <= 0.05 ? Tone::strong : Tone::plain},
                          bitsCell(analysis.classes[first.value])};
    for (std::size_t group = 0; group < std::min(outcome.groups.size(), kGroupColumns); ++group) {
        row.push_back({suspect.winners.empty() ? "–" : usedIn(suspect.winners.front(), group)});
    }
    return row;
}

void addTable(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
              const SuspectsResult& result, const DocumentOptions& options) {
    if (result.suspects.empty()) return;
    document.heading("Suspects");
    Table table;
    table.columns = {
        {"#", Align::right},      {"key"}, {"what was tuned", Align::left, true}, {"sep."}, {"p", Align::right},
        {"adj. p", Align::right}, {"bits"}};
    for (std::size_t group = 0; group < std::min(outcome.groups.size(), kGroupColumns); ++group) {
        table.columns.push_back({printable(outcome.groups[group].name, 14), Align::left, true});
    }
    const std::size_t most = options.all ? result.suspects.size() : std::min(result.suspects.size(), kSuspectsShown);
    for (std::size_t i = 0; i < most; ++i) {
        table.rows.push_back(suspectRow(dataset, analysis, outcome, result.suspects[i], i + 1));
    }
    table.rowsLeftOut = result.suspects.size() - most;
    table.note =
        "A row a flip group: keys whose winners split the runs alike. sep.: separates, no winner is shared between "
        "outcome groups; fine: too finely split, so many winners that p cannot fall to 0.05, no evidence; p: exact "
        "test of "
        "winner against outcome; adj. p: adjusted for looking at all groups; bits: predicted, whether the winners "
        "compute "
        "the same bits; last columns: candidate × runs in each outcome group. " +
        result.method + ". Going with an outcome is not causing it.";
    document.table(std::move(table));
}

void addFound(Document& document, const std::vector<FoundOutcome>& found, const DocumentOptions& options) {
    if (found.size() < 2) return;
    document.heading("Outcomes found in the output (number 1 is used)");
    document.table(outcomeTable(found, options.all ? found.size() : kOutcomesShown));
    addOutcomeCommands(document, found, 1, options.all ? found.size() : kCommandsShown, options);
}

}  // namespace

Document suspectsDocument(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                          const SuspectsResult& result, const std::vector<FoundOutcome>& found,
                          const DocumentOptions& options) {
    Document document;
    document.title = "Flipscope: suspects";
    if (!found.empty()) {
        const std::string which = found.size() == 1 ? "the only one found in the output is used: "
                                                    : "of " + std::to_string(found.size()) +
                                                          " found in the output the best supported one is used: ";
        document.paragraph("No outcome was named; " + which + printable(found.front().description, 200), Tone::warn);
    }
    addOutcome(document, outcome);
    addAnswer(document, dataset, analysis, outcome, result);
    addTable(document, dataset, analysis, outcome, result, options);
    addFound(document, found, options);
    addLoadSection(document, dataset.report, options);
    if (!result.suspects.empty()) {
        document.heading("Next");
        document.command(
            "flipscope-cli key " + options.paths + " --key " + keyId(dataset, result.suspects.front().keys.front()),
            "The strongest suspect closely:");
    }
    return document;
}

Document outcomesDocument(const Dataset& dataset, const std::vector<FoundOutcome>& found,
                          const DocumentOptions& options) {
    Document document;
    document.title = "Flipscope: outcomes";
    if (found.empty()) {
        document.paragraph(
            "Nothing was found that varies between the runs' outputs. Give labels with --labels FILE (CSV: "
            "run,label) or a pattern with --outcome-pattern.",
            Tone::strong);
    } else {
        document.paragraph(plural(found.size(), "thing varies", "things vary") +
                               " between the runs' otherwise equal outputs, best supported first.",
                           Tone::strong);
        document.table(outcomeTable(found, options.all ? found.size() : 2 * kOutcomesShown));
        addOutcomeCommands(document, found, 0, options.all ? found.size() : kCommandsShown, options);
    }
    addLoadSection(document, dataset.report, options);
    return document;
}

}  // namespace flipscope
