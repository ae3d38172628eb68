#include "core/analyse/group_statement.h"
#include "core/analyse/suspect_pair.h"
#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/next_bisection.h"
#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"

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
    const std::string cut = outcome.cut ? " (" + formatNumber(*outcome.cut) + ")" : std::string();
    switch (outcome.grouping) {
        case Grouping::byGap:
            return "split at the largest gap" + cut;
        case Grouping::byThreshold:
            return "split at the threshold" + cut;
        case Grouping::byFinite:
            return "split into finite numbers and others (nan, inf)";
        case Grouping::ungrouped:
            return "its numbers used as they are (nan counts as above inf)";
        default:
            return "grouped by equal text";
    }
}

// The runs at these positions of the matrix.
std::string runsAt(const Dataset& dataset, const Analysis& analysis, const std::vector<std::size_t>& positions) {
    std::vector<RunIndex> runs;
    for (const std::size_t position : positions)
        runs.push_back(analysis.matrix.runs[position]);
    return runNames(dataset, runs, 12);
}

// The parts that are not empty, with a space between.
std::string joined(const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts)
        text += (text.empty() || part.empty() ? "" : " ") + part;
    return text;
}

// What of the outcome's input was not used, and a pattern that finds more.
void addOutcomeWarnings(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                        const DocumentOptions& options) {
    std::vector<std::size_t> without;
    for (std::size_t position = 0; position < outcome.values.size(); ++position) {
        if (!outcome.values[position]) without.push_back(position);
    }
    if (!without.empty()) {
        document.paragraph(plural(without.size(), "run has", "runs have") + " no value and " +
                               (without.size() == 1 ? "is" : "are") +
                               " left out: " + runsAt(dataset, analysis, without) + ".",
                           Tone::warn);
    }
    if (outcome.wider) {
        std::vector<std::string> values;
        for (const std::string& value : outcome.wider->values) {
            const std::string shown = "“" + printable(value, 40) + "”";
            if (std::find(values.begin(), values.end(), shown) == values.end()) values.push_back(shown);
        }
        document.paragraph("The pattern passes over " + joinList(values, 4) + " in " +
                               runsAt(dataset, analysis, outcome.wider->gained) +
                               ", because its group takes digits only. One that takes any word finds them:",
                           Tone::warn);
        document.command(joined({"flipscope-cli suspects", options.paths, "--outcome-pattern",
                                 quotedForShell(outcome.wider->regex), options.match, options.grouping}),
                         "With these runs:");
    }
    if (outcome.runsWithMoreMatches > 0 && options.match.empty()) {
        document.paragraph("The pattern matches more than once in " +
                               plural(outcome.runsWithMoreMatches, "run", "runs") +
                               "; the first match was used (--match last or --match N takes another).",
                           Tone::warn);
    }
    if (outcome.problems.empty()) return;
    std::vector<std::string> rows;
    constexpr std::size_t kRowsShown = 10;
    for (const Problem& problem : outcome.problems) {
        if (rows.size() == kRowsShown) break;
        rows.push_back(printable(problem.path, 200) + (problem.line > 0 ? ":" + std::to_string(problem.line) : "") +
                       ": " + printable(problem.message));
    }
    document.paragraph(
        plural(outcome.problems.size(), "row of the labels was", "rows of the labels were") + " not used" +
            (rows.size() < outcome.problems.size() ? " (the first " + std::to_string(rows.size()) + "):" : ":"),
        Tone::warn);
    document.list(std::move(rows));
}

void addOutcome(Document& document, const Outcome& outcome) {
    std::vector<std::string> groups;
    for (const OutcomeGroup& group : outcome.groups) {
        groups.push_back("“" + printable(group.name, 60) + "” in " + plural(group.members.size(), "run", "runs"));
    }
    const std::size_t labelled = outcome.values.size() - std::min(outcome.unlabelled, outcome.values.size());
    document.paragraph("Outcome: " + printable(outcome.source, 200) + ", " + groupingWords(outcome) + ": " +
                       (groups.empty() ? plural(labelled, "run", "runs") : joinList(groups, 6)) + ".");
}

// The groups of a number that hold several values, those with most first.
std::vector<const OutcomeGroup*> groupsWithValuesLeft(const Outcome& outcome) {
    std::vector<const OutcomeGroup*> groups;
    if (outcome.grouping == Grouping::byText) return groups;
    for (const OutcomeGroup& group : outcome.groups)
        if (distinctValues(outcome, group) > 1) groups.push_back(&group);
    std::stable_sort(groups.begin(), groups.end(), [&](const OutcomeGroup* x, const OutcomeGroup* y) {
        return distinctValues(outcome, *x) > distinctValues(outcome, *y);
    });
    return groups;
}

// Two groups of a number hide what differs inside them: a second key may stand behind that.
void addValuesLeft(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                   const std::vector<FoundOutcome>& found, const DocumentOptions& options) {
    constexpr std::size_t kCommands = 2;
    std::string named = options.outcome;
    if (named.empty() && !found.empty() && !found.front().suggestedPattern.empty())
        named = "--outcome-pattern " + quotedForShell(found.front().suggestedPattern);
    std::size_t shown = 0;
    for (const OutcomeGroup* group : groupsWithValuesLeft(outcome)) {
        if (shown++ == kCommands) break;
        const std::string left = std::to_string(distinctValues(outcome, *group)) +
                                 " different values remain inside the group “" + printable(group->name, 60) + "” (" +
                                 plural(group->members.size(), "run", "runs") + "), which another key may explain";
        std::string runs;
        for (const std::size_t member : group->members)
            runs += (runs.empty() ? "" : ",") + runOf(dataset, analysis.matrix.runs[member]).id;
        if (named.empty() || group->members.size() < 3) {
            document.paragraph(left + ".");
            continue;
        }
        document.command(joined({"flipscope-cli suspects", options.pathsOfAllRuns, "--runs", quotedForShell(runs),
                                 named, options.match, "--ungrouped"}),
                         left + "; look there with:");
    }
}

// The suspect in words, with the verdict on its own pair of winners and what is predicted of its flips: one that
// changes no bit cannot have changed the outcome.
std::string suspectWords(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                         const Suspect& suspect) {
    const KeyIndex first = suspect.keys.front();
    const std::string which = suspect.keys.size() > 1 ? " For " + keyLabel(dataset, first) + ": " : " ";
    const auto pair =
        suspect.winners.empty() ? std::nullopt : verdictOnSuspect(dataset, analysis, suspect.winners.front());
    return suspectSentence(dataset, outcome, suspect) + which +
           (pair ? suspectVerdictSentence(dataset, analysis.keys[first.value], *pair) + " " : std::string()) +
           classSentence(analysis.classes[first.value]) +
           harmlessConsequence(groupStatement(analysis, suspect.keys), analysis.proven.contains(first));
}

void addAnswer(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
               const SuspectsResult& result) {
    const UnknownWinners unknown = findUnknownWinners(analysis, outcome);
    document.paragraph(suspectsAnswer(analysis, result, unknown), Tone::strong);
    document.paragraph(unknownWinnersSentence(dataset, unknown), Tone::warn);
    document.paragraph(chanceSentence(result, outcome.outcomesLookedAt), Tone::warn);
    std::vector<std::string> items;
    for (const Suspect& suspect : result.suspects) {
        // After the first one only those that a reader has to weigh against it.
        if (items.size() == kSuspectsInWords || (!items.empty() && !isWeighty(suspect))) break;
        items.push_back(suspectWords(dataset, analysis, outcome, suspect));
    }
    const bool isEvidence = !result.suspects.empty() && standsOut(result.suspects.front());
    if (items.size() > 1) document.paragraph(isEvidence ? "Strongest first:" : "Closest to it, though no evidence:");
    document.list(std::move(items));
    document.paragraph(whatWouldDecideSentence(dataset, analysis, result) + forcingCaveat(dataset, analysis, result));
    document.paragraph(problemSentence(dataset.report), Tone::warn);
}

// Every verdict that a key of the group has.
Cell pairCell(const Dataset& dataset, const Analysis& analysis, const Suspect& suspect) {
    std::vector<Cell> cells;
    for (const SuspectWinners& winners : suspect.winners) {
        const auto pair = verdictOnSuspect(dataset, analysis, winners);
        Cell cell = pair ? verdictCell(pair->verdict) : Cell{"–", Tone::dim};
        const auto isSame = [&cell](const Cell& known) { return known.text == cell.text; };
        if (std::none_of(cells.begin(), cells.end(), isSame)) cells.push_back(std::move(cell));
    }
    if (cells.empty()) return {"–"};
    for (std::size_t i = 1; i < cells.size(); ++i)
        cells.front().text += ", " + cells[i].text;
    return cells.front();
}

// What is said of all keys of a group, and of how many where others have another answer.
Cell groupBitsCell(const Analysis& analysis, const std::vector<KeyIndex>& keys) {
    const ClassStatement& gravest = groupStatement(analysis, keys);
    Cell cell = bitsCell(gravest);
    const auto count = static_cast<std::size_t>(std::count_if(
        keys.begin(), keys.end(), [&](KeyIndex key) { return analysis.classes[key.value].answer == gravest.answer; }));
    if (count < keys.size()) cell.text += " (" + std::to_string(count) + " of " + std::to_string(keys.size()) + ")";
    return cell;
}

std::vector<Cell> suspectRow(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                             const Suspect& suspect, std::size_t rank) {
    const KeyIndex first = suspect.keys.front();
    const std::string more = suspect.keys.size() > 1 ? " +" + std::to_string(suspect.keys.size() - 1) + " alike" : "";
    const std::string few = suspect.tooFinelySplit ? ", too few" : "";
    const Cell separates = suspect.separates ? Cell{"yes" + few, Tone::bad} : Cell{"no" + few, Tone::plain};
    const bool grouped = outcome.grouping != Grouping::ungrouped;
    std::vector<Cell> row{{std::to_string(rank)},
                          {keyId(dataset, first)},
                          {keyLabel(dataset, first) + more},
                          grouped ? separates : Cell{suspect.tooFinelySplit ? "too few" : "–"},
                          {formatP(suspect.p.p)},
                          {formatP(suspect.pAdjusted), standsOut(suspect) ? Tone::strong : Tone::plain},
                          pairCell(dataset, analysis, suspect),
                          groupBitsCell(analysis, suspect.keys)};
    for (std::size_t group = 0; group < std::min(outcome.groups.size(), kGroupColumns); ++group) {
        const std::string used = suspect.winners.empty() ? std::string() : usedIn(suspect.winners.front(), group);
        row.push_back({used.empty() ? "–" : used});
    }
    if (!grouped) row.push_back({suspect.winners.empty() ? "–" : usedWithMedians(suspect.winners.front())});
    return row;
}

void addTable(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
              const SuspectsResult& result, const DocumentOptions& options) {
    if (result.suspects.empty()) return;
    document.heading("Suspects");
    Table table;
    table.columns = {{"#", Align::right},
                     {"key"},
                     {"what was tuned", Align::left, true},
                     {"sep."},
                     {"p", Align::right},
                     {"adj. p", Align::right},
                     {"verdict"},
                     {"bits"}};
    for (std::size_t group = 0; group < std::min(outcome.groups.size(), kGroupColumns); ++group) {
        table.columns.push_back({printable(outcome.groups[group].name, 14), Align::left, true});
    }
    const bool grouped = outcome.grouping != Grouping::ungrouped;
    if (!grouped) table.columns.push_back({"winner × runs: median", Align::left, true});
    const std::size_t most = options.all ? result.suspects.size() : std::min(result.suspects.size(), kSuspectsShown);
    for (std::size_t i = 0; i < most; ++i) {
        table.rows.push_back(suspectRow(dataset, analysis, outcome, result.suspects[i], i + 1));
    }
    table.rowsLeftOut = result.suspects.size() - most;
    table.note =
        std::string("A row a flip group: keys whose winners split the runs alike. ") +
        (grouped ? "sep.: separates, no winner is shared between outcome groups; " : "") +
        "too few: with so few runs in these groups p cannot fall to 0.05 whatever the outcome, no evidence; p: " +
        (grouped ? "exact test of winner against outcome" : "Kruskal-Wallis test") +
        "; adj. p: adjusted for looking at all groups; verdict: on the two winners that the suspect is about, of each "
        "key; bits: whether the winners compute the same bits, predicted unless it says otherwise; last column" +
        (grouped ? "s: candidate × runs in each outcome group. " : ": candidate × runs and their median. ") +
        result.method + ". Going with an outcome is not causing it.";
    document.table(std::move(table));
}

// What else a reader of found outcomes has to know: how much was compared, and where a word counted.
void addHowFound(Document& document, const std::vector<FoundOutcome>& found) {
    const std::string& compared = found.front().values.compared;
    if (!compared.empty()) document.paragraph("Not all of the output: " + printable(compared, 400) + ".", Tone::warn);
    if (found.front().timeLike)
        document.paragraph(
            "What varies here counts time or names a process or a place; it hardly is what came out. Name an outcome "
            "with --outcome-pattern, --labels or --exit-status.",
            Tone::warn);
    if (found.size() > 1 && !found.front().outcomeWord.empty())
        document.paragraph("Number 1 is ranked a quarter higher because its line says \"" + found.front().outcomeWord +
                               "\", which names an outcome.",
                           Tone::dim);
}

void addFound(Document& document, const std::vector<FoundOutcome>& found, const DocumentOptions& options) {
    if (found.size() < 2) return;
    document.heading("Outcomes found in the output (number 1 is used)");
    document.table(outcomeTable(found, options.all ? found.size() : kOutcomesShown));
    addOutcomeCommands(document, found, true, options.all ? found.size() : kCommandsShown, options);
}

}  // namespace

Document suspectsDocument(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                          const SuspectsResult& result, const std::vector<FoundOutcome>& found,
                          const DocumentOptions& options) {
    Document document;
    document.title = "Flipscope: suspects";
    if (!found.empty()) {
        const std::string which = outcome.outcomesLookedAt == 1
                                      ? "the only one found in the output is used: "
                                      : "of " + std::to_string(outcome.outcomesLookedAt) +
                                            " found in the output the best supported one is used: ";
        document.paragraph("No outcome was named; " + which + printable(found.front().description, 200), Tone::warn);
        addHowFound(document, found);
    }
    addOutcome(document, outcome);
    addOutcomeWarnings(document, dataset, analysis, outcome, options);
    addAnswer(document, dataset, analysis, outcome, result);
    document.paragraph(assumedCardSentence(analysis), Tone::warn);
    addValuesLeft(document, dataset, analysis, outcome, found, options);
    addTable(document, dataset, analysis, outcome, result, options);
    addFound(document, found, options);
    addLoadSection(document, dataset.report, options);
    if (!result.suspects.empty()) {
        document.heading("Next");
        document.command(
            "flipscope-cli key " + options.paths + " --key " + keyId(dataset, result.suspects.front().keys.front()),
            "The first of them closely:");
        addNextBisection(document, dataset, analysis, outcome, found, options);
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
        const std::size_t lookedAt = found.front().values.outcomesLookedAt;
        document.paragraph(plural(found.size(), "thing varies", "things vary") +
                               " between the runs' otherwise equal outputs, best supported first" +
                               (lookedAt > found.size() ? " (of " + std::to_string(lookedAt) + " looked at)." : "."),
                           Tone::strong);
        addHowFound(document, found);
        document.table(outcomeTable(found, options.all ? found.size() : 2 * kOutcomesShown));
        addOutcomeCommands(document, found, false, options.all ? found.size() : kCommandsShown, options);
    }
    addLoadSection(document, dataset.report, options);
    return document;
}

}  // namespace flipscope
