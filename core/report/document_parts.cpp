#include "core/report/document_parts.h"

#include "core/process/command_words.h"
#include "core/read/file_names.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <string_view>

namespace flipscope {

namespace {

constexpr std::size_t kProblemsShown = 10;
constexpr std::size_t kNotesShown = 10;

std::size_t limit(const DocumentOptions& options, std::size_t most) {
    return options.all ? std::numeric_limits<std::size_t>::max() : most;
}

std::string place(const std::string& path, std::uint64_t line) {
    return line > 0 ? path + ":" + std::to_string(line) : path;
}

std::string groupedWords(Grouping grouping) {
    if (grouping == Grouping::byGap) return "at the gap";
    return grouping == Grouping::byFinite ? "finite or not" : "as text";
}

}  // namespace

std::string placeOf(const Run& run) {
    namespace fs = std::filesystem;
    if (run.sources.empty()) return {};
    fs::path place = run.sources.front();
    for (const std::string& source : run.sources) {
        if (source.find("!/") != std::string::npos) return {};
        while (!place.empty() && !liesIn(source, place))
            place = place.has_relative_path() ? place.parent_path() : fs::path();
    }
    return place.string();
}

std::string forceLine(const std::string& base, const std::string& keyId, const std::string& choice) {
    return "flipscope-cli force --base " + (base.empty() ? "RUN" : quotedForShell(base)) + " --key " +
           quotedForShell(keyId + "=" + choice) + " --out " +
           quotedForShell("flipscope-forced-" + keyId + "-" + choice);
}

bool hasCutPath(const std::vector<std::string>& command) {
    return std::any_of(command.begin(), command.end(),
                       [](const std::string& word) { return word.find("…") != std::string::npos; });
}

Cell verdictCell(Verdict verdict) {
    const std::string words(verdictInWords(verdict));
    switch (verdict) {
        case Verdict::coinFlip:
            return {words, Tone::warn};
        case Verdict::realWin:
            return {words, Tone::good};
        case Verdict::disturbed:
            return {words, Tone::bad};
        case Verdict::cannotTell:
            break;
    }
    return {words, Tone::dim};
}

namespace {

// Where the candidate set changed the verdict is about the runs with the most frequent one.
Cell verdictCell(const KeyVerdict& key, const PairVerdict& pair) {
    if (!key.setChanged) return verdictCell(pair.verdict);
    if (pair.reason == VerdictReason::candidateSetChanged) return {"set changed", Tone::warn};
    return {verdictCell(pair.verdict).text + ", set changed", Tone::warn};
}

}  // namespace

Cell bitsCell(const ClassStatement& statement) {
    const bool isPredicted = statement.basis == ClassBasis::predicted;
    const std::string basis = isPredicted ? "" : ", " + std::string(basisInWords(statement.basis));
    switch (statement.answer) {
        case ClassAnswer::sameBits:
            return {"same" + basis, Tone::good};
        case ClassAnswer::differentBits:
            return {"differ" + basis, Tone::bad};
        case ClassAnswer::dependsOnCard:
            return {"by card", Tone::warn};
        case ClassAnswer::unknown:
            break;
    }
    return {"not known", Tone::dim};
}

Table keyTable(const Dataset& dataset, const Analysis& analysis, const std::vector<KeyIndex>& keys, std::size_t most) {
    Table table;
    table.columns = {{"key"},  {"what was tuned", Align::left, true}, {"verdict"}, {"pair"}, {"margin", Align::right},
                     {"bits"}, {"winners", Align::left, true}};
    for (std::size_t i = 0; i < keys.size() && i < most; ++i) {
        const KeyVerdict& key = analysis.keys[keys[i].value];
        const PairVerdict& pair = mainPair(key);
        const bool compared = pair.reason != VerdictReason::candidateSetChanged &&
                              pair.reason != VerdictReason::onlyOneCandidate && !key.pairs.empty();
        const auto& margin = pair.evidence.relativeMargin;
        table.rows.push_back(
            {{keyId(dataset, key.key)},
             {keyLabel(dataset, key.key)},
             verdictCell(key, pair),
             {compared ? std::to_string(pair.evidence.a.value) + ":" + std::to_string(pair.evidence.b.value) : "–"},
             {margin ? formatPercent(*margin) : "–"},
             key.flips ? bitsCell(analysis.classes[key.key.value]) : Cell{"–", Tone::dim},
             {winnerCounts(key)}});
    }
    table.rowsLeftOut = keys.size() > most ? keys.size() - most : 0;
    return table;
}

void addEnvironment(Document& document, const Dataset& dataset, const Analysis& analysis) {
    if (analysis.environment.empty()) return;
    document.heading("The runs' surroundings differ");
    std::vector<std::string> items;
    for (const EnvironmentDifference& difference : analysis.environment) {
        std::vector<std::string> values;
        for (const auto& [value, runs] : difference.values) {
            values.push_back(printable(value, 80) + " (" + runNames(dataset, runs, 3) + ")");
        }
        items.push_back(printable(difference.name, 80) + ": " + joinList(values, 4));
    }
    document.list(std::move(items));
}

std::string problemSentence(const LoadReport& report) {
    if (report.problemCount == 0) return {};
    return plural(report.problemCount, "problem", "problems") + " while reading (" +
           plural(report.recordsSkipped, "record", "records") + " skipped, listed below); everything else was kept.";
}

void addLoadSection(Document& document, const LoadReport& report, const DocumentOptions& options) {
    document.heading("What was read");
    document.paragraph(
        plural(report.recordsRead, "record", "records") + " from " + plural(report.filesRead, "file", "files") + " (" +
        formatBytes(report.bytesRead) + "), " +
        (report.problemCount == 0 ? "no problems." : plural(report.problemCount, "problem:", "problems:")));
    std::vector<std::string> items;
    const std::size_t problems = std::min(report.problems.size(), limit(options, kProblemsShown));
    for (std::size_t i = 0; i < problems; ++i) {
        const Problem& problem = report.problems[i];
        items.push_back(place(problem.path, problem.line) + ": " + problem.message);
    }
    if (report.problemCount > problems) {
        const bool kept = report.problems.size() > problems;
        items.push_back("and " + std::to_string(report.problemCount - problems) + " more" +
                        (kept ? " (--all shows those that were kept)." : ", only counted."));
    }
    const std::size_t notes = std::min(report.notes.size(), limit(options, kNotesShown));
    for (std::size_t i = 0; i < notes; ++i) {
        const Note& note = report.notes[i];
        items.push_back((note.path.empty() ? std::string() : note.path + ": ") + note.message);
    }
    if (report.notes.size() > notes) {
        items.push_back("and " + plural(report.notes.size() - notes, "more note", "more notes") + " (--all).");
    }
    document.list(std::move(items));
}

Table outcomeTable(const std::vector<FoundOutcome>& found, std::size_t most) {
    Table table;
    table.columns = {{"#", Align::right, false},
                     {"what varies between the runs", Align::left, true},
                     {"values", Align::right, false},
                     {"grouped", Align::left, false}};
    for (std::size_t i = 0; i < found.size() && i < most; ++i) {
        const FoundOutcome& outcome = found[i];
        table.rows.push_back({{std::to_string(i + 1)},
                              {outcome.description},
                              {std::to_string(outcome.distinct)},
                              {groupedWords(outcome.suggested)}});
    }
    table.rowsLeftOut = found.size() > most ? found.size() - most : 0;
    return table;
}

void addOutcomeCommands(Document& document, const std::vector<FoundOutcome>& found, bool isFirstUsed, std::size_t most,
                        const DocumentOptions& options) {
    for (std::size_t i = 0; i < found.size() && i < most; ++i) {
        const std::string command = commandFor(found[i], options);
        const std::string number = std::to_string(i + 1);
        const bool isUsed = i == 0 && isFirstUsed;
        if (!command.empty())
            document.command(command,
                             isUsed ? "Number 1, which is used here, by name:" : "To use number " + number + ":");
    }
}

std::string commandFor(const FoundOutcome& outcome, const DocumentOptions& options) {
    if (outcome.suggestedPattern.empty()) return {};
    return "flipscope-cli suspects " + options.paths + " --outcome-pattern " +
           quotedForShell(outcome.suggestedPattern) + (outcome.suggested == Grouping::byGap ? " --gap" : "");
}

}  // namespace flipscope
