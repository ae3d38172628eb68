#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>

namespace flipscope {

namespace {

constexpr std::size_t kCandidatesShown = 40;
constexpr std::size_t kRunsShown = 40;
constexpr std::size_t kFailuresShown = 6;

std::string bandText(const NoiseBand& band) {
    if (!band.lower || !band.upper) return "unknown";
    return formatDuration(*band.lower) + " … " + formatDuration(*band.upper);
}

void addAnswer(Document& document, const Dataset& dataset, const Analysis& analysis, const KeyVerdict& key) {
    const TuningKey& tuningKey = keyOf(dataset, key.key);
    std::string answer = keyLabel(dataset, key.key) + " (" + tuningKey.id + ") ";
    if (key.flips) {
        answer += "flips: " + plural(key.winners.size(), "winner", "different winners") + " in " +
                  plural(key.runsWithWinner, "run", "runs") + ".";
    } else if (key.winners.empty()) {
        answer += "has no known winner.";
    } else {
        answer += "does not flip: " + candidateOf(dataset, key, key.winners.front().winner) + " in " +
                  plural(key.runsWithWinner, "run", "runs") + ".";
    }
    if (key.runsWithoutWinner > 0)
        answer += " In " + plural(key.runsWithoutWinner, "run", "runs") + " the winner is not known.";
    document.paragraph(answer, Tone::strong);
    if (key.setChanged) {
        document.paragraph(std::string("The candidate set changed between runs; ") +
                               (key.setsTied ? "several sets are equally frequent, so that none is compared: "
                                             : "only the most frequent set is compared: ") +
                               plural(key.runsWithOtherSet, "run has", "runs have") + " another one.",
                           Tone::warn);
    }
    for (const PairVerdict& pair : key.pairs)
        document.paragraph(verdictSentence(dataset, key, pair));
    document.paragraph(differingVerdictsSentence(key, key.pairs));
    if (key.flips) {
        const ClassStatement& statement = analysis.classes[key.key.value];
        const bool isProven = analysis.proven.contains(key.key);
        document.paragraph(classSentence(statement) + (isProven ? harmlessConsequence(statement, true) : ""));
    }
    document.paragraph(printable(analysis.cardNote), Tone::warn);
    document.paragraph(problemSentence(dataset.report), Tone::warn);
}

void addCandidates(Document& document, const Dataset& dataset, const KeyVerdict& key, const DocumentOptions& options) {
    if (key.candidates.empty()) return;
    document.heading("Candidates");
    Table table;
    table.columns = {{"candidate", Align::left, true}, {"won in", Align::right},   {"measured in", Align::right},
                     {"failed", Align::right},         {"smallest", Align::right}, {"median", Align::right},
                     {"largest", Align::right}};
    std::vector<CandidateSummary> candidates = key.candidates;
    // Best known first; those never measured last.
    std::stable_sort(candidates.begin(), candidates.end(), [](const CandidateSummary& x, const CandidateSummary& y) {
        if (x.medianOfMedians.has_value() != y.medianOfMedians.has_value()) return x.medianOfMedians.has_value();
        return x.medianOfMedians && *x.medianOfMedians < *y.medianOfMedians;
    });
    const std::size_t most = options.all ? candidates.size() : std::min(candidates.size(), kCandidatesShown);
    for (std::size_t i = 0; i < most; ++i) {
        const CandidateSummary& candidate = candidates[i];
        const Tone tone = candidate.runsWon > 0 ? Tone::strong : Tone::plain;
        const auto dash = [](std::size_t count) { return count > 0 ? std::to_string(count) : std::string("–"); };
        table.rows.push_back({{candidateOf(dataset, key, candidate.index), tone},
                              {dash(candidate.runsWon), tone},
                              {dash(candidate.runsMeasured)},
                              {dash(candidate.runsFailed)},
                              {formatDuration(candidate.smallestMedian)},
                              {formatDuration(candidate.medianOfMedians), tone},
                              {formatDuration(candidate.largestMedian)}});
    }
    table.rowsLeftOut = candidates.size() - most;
    table.note =
        "won in, measured in, failed: numbers of runs; smallest, median, largest: of the candidate's medians over the "
        "runs. " +
        std::string(verdictCaveats());
    document.table(std::move(table));
}

std::string fastestIn(const Decision& decision) {
    const MeasuredCandidate* fastest = nullptr;
    for (const MeasuredCandidate& candidate : decision.measured) {
        if (!candidate.hasTiming) continue;
        if (fastest == nullptr || candidate.timing.median < fastest->timing.median) fastest = &candidate;
    }
    if (fastest == nullptr) return "–";
    return std::to_string(fastest->index.value) + " " + formatDuration(fastest->timing.median);
}

std::vector<Cell> runRow(const Dataset& dataset, const Analysis& analysis, KeyIndex key, std::size_t column) {
    const WinnerCell& cell = analysis.matrix.at(key, column);
    const Decision* decision = decisionOf(dataset, analysis.matrix, key, column);
    std::string median = "–", band = "–", fastest = "–";
    if (decision != nullptr) {
        fastest = fastestIn(*decision);
        const Timing* timing = cell.winner ? timingOf(*decision, *cell.winner) : nullptr;
        if (timing != nullptr) {
            median = formatDuration(timing->median);
            band = bandText(bandWithinRun(*timing));
        }
    }
    return {{runName(dataset, analysis.matrix.runs[column])},
            {cell.winner ? winnerLabelOf(dataset, cell) : "–", Tone::strong},
            {median},
            {band},
            {fastest},
            {std::string(toString(cell.source)), cell.winner ? Tone::dim : Tone::warn}};
}

void addRuns(Document& document, const Dataset& dataset, const Analysis& analysis, KeyIndex key,
             const DocumentOptions& options) {
    document.heading("Who won where");
    Table table;
    table.columns = {{"run", Align::left, true},           {"winner", Align::left, true},
                     {"its median", Align::right},         {"its band", Align::left, true},
                     {"fastest there", Align::left, true}, {"known from"}};
    const std::size_t runs = analysis.matrix.runs.size();
    const std::size_t most = options.all ? runs : std::min(runs, kRunsShown);
    for (std::size_t column = 0; column < most; ++column)
        table.rows.push_back(runRow(dataset, analysis, key, column));
    table.rowsLeftOut = runs - most;
    table.note =
        "winner: the candidate the run used; band: [min, max] of its samples in that run; fastest: lowest median, "
        "which need not be the winner.";
    document.table(std::move(table));
}

void addFailures(Document& document, const Dataset& dataset, const Analysis& analysis, const KeyVerdict& key,
                 const DocumentOptions& options) {
    std::map<std::pair<CandidateIndex, std::uint32_t>, std::size_t> failures;
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        const Decision* decision = decisionOf(dataset, analysis.matrix, key.key, column);
        if (decision == nullptr) continue;
        for (const FailedCandidate& failed : decision->failed)
            ++failures[{failed.index, failed.reason}];
    }
    if (failures.empty()) return;
    document.heading("Candidates that did not run");
    std::vector<std::string> items;
    for (const auto& [failure, runs] : failures) {
        if (!options.all && items.size() == kFailuresShown) break;
        const bool known = failure.second < dataset.texts.size() && !dataset.texts[failure.second].empty();
        items.push_back(
            candidateOf(dataset, key, failure.first) + " in " + plural(runs, "run", "runs") + ": " +
            (known ? printable(dataset.texts[failure.second], options.all ? 2000 : 160) : "no reason given"));
    }
    if (failures.size() > items.size())
        items.push_back("and " + std::to_string(failures.size() - items.size()) + " more (--all).");
    document.list(std::move(items));
}

void addIdentity(Document& document, const Dataset& dataset, const KeyVerdict& key) {
    const TuningKey& tuningKey = keyOf(dataset, key.key);
    document.heading("The key itself");
    std::vector<std::string> items{"as logged: " + printable(tuningKey.canonicalJson, 2000)};
    if (!tuningKey.tuner.empty()) items.push_back("tuner: " + printable(tuningKey.tuner));
    if (!tuningKey.aliases.empty()) items.push_back("also named: " + joinList(tuningKey.aliases, 10));
    if (key.set) {
        const CandidateSet& set = setOf(dataset, *key.set);
        items.push_back("candidate set: " + plural(set.names.size(), "candidate", "candidates") + ", checksum " +
                        set.checksum);
    }
    document.list(std::move(items));
}

// The run whose choices stand as the base of a forced one, and what it used for the key. One with a database comes
// first, for pins can be written into a copy of that.
struct BaseRun {
    std::string name, place;
    CandidateIndex used;
};

std::optional<BaseRun> baseRun(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                               const std::vector<ChoicePlace>& places) {
    if (!places.empty()) {
        const ChoicePlace& first = places.front();
        const auto run = findRun(dataset, first.run);
        return BaseRun{first.run, run ? placeOf(runOf(dataset, *run)) : std::string(), first.holds};
    }
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        const WinnerCell& cell = analysis.matrix.at(key, column);
        if (!cell.winner) continue;
        const Run& run = runOf(dataset, analysis.matrix.runs[column]);
        // What lies inside an archive can be no base.
        if (std::string place = placeOf(run); !place.empty()) return BaseRun{run.id, std::move(place), *cell.winner};
    }
    return {};
}

// The lines that force a choice: by running the program, or by pins in a copy of a database. Nothing of the user's is
// changed by either.
void addForcing(Document& document, const Dataset& dataset, const Analysis& analysis, const KeyVerdict& key,
                const std::vector<ChoicePlace>& places, const DocumentOptions& options) {
    const std::optional<BaseRun> base = baseRun(dataset, analysis, key.key, places);
    if (!base) return;
    constexpr std::size_t kCandidates = 3;
    const std::string& id = keyId(dataset, key.key);
    document.heading("To force a choice");
    std::size_t shown = 0;
    for (const WinnerCount& count : key.winners) {
        if (count.winner == base->used || shown++ >= kCandidates) continue;
        document.command(forceLine(base->place, id, std::to_string(count.winner.value)) + " -- YOUR PROGRAM",
                         "Your program with all choices of " + printable(base->name) + ", but " +
                             candidateOf(dataset, key, count.winner) + " for this key:");
    }
    document.command(forceLine(base->place, id, "all") + " -- YOUR PROGRAM", "Every candidate in turn:");
    if (places.empty()) return;
    const ChoicePlace& first = places.front();
    document.command(
        "flipscope-cli pin make " + options.paths + " --run " + quotedForShell(first.run) + " --out pins.json",
        "By hand: a pin file, to which --key " + id + "=INDEX adds another choice,");
    document.command("flipscope-cli pin write pins.json --base " + quotedForShell(first.path) + " --out forced.db",
                     "and a new database made from it, which the program reads as its environment:");
    Table table;
    table.columns = {{"run"}, {"database", Align::left, true}, {"holds"}, {"tuner", Align::left, true}};
    for (const ChoicePlace& place : places) {
        table.rows.push_back({{printable(place.run)},
                              {printable(place.path)},
                              {std::to_string(place.holds.value)},
                              {printable(place.nameSpace)}});
    }
    table.note = "holds: what the database of each run that has one keeps for this key.";
    document.table(std::move(table));
}

}  // namespace

Document keyDocument(const Dataset& dataset, const Analysis& analysis, KeyIndex key, const DocumentOptions& options,
                     const std::vector<ChoicePlace>& places) {
    const KeyVerdict& verdict = analysis.keys[key.value];
    Document document;
    document.title = "Flipscope: " + keyLabel(dataset, key);
    addAnswer(document, dataset, analysis, verdict);
    addCandidates(document, dataset, verdict, options);
    addRuns(document, dataset, analysis, key, options);
    addFailures(document, dataset, analysis, verdict, options);
    addIdentity(document, dataset, verdict);
    addForcing(document, dataset, analysis, verdict, places, options);
    addLoadSection(document, dataset.report, options);
    return document;
}

}  // namespace flipscope
