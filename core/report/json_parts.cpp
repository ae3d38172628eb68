#include "core/report/json_parts.h"

#include "core/report/data_tables.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <cmath>

namespace flipscope::json {

namespace {

Json cards(const std::vector<Card>& list) {
    Json names = Json::array();
    for (const Card card : list)
        names.push_back(toString(card));
    return names;
}

Json classStatement(const ClassStatement& statement) {
    return {{"answer", toString(statement.answer)},
            {"basis", toString(statement.basis)},
            {"sameOn", cards(statement.sameOn)},
            {"differentOn", cards(statement.differentOn)},
            {"assumptions", statement.assumptions},
            {"leftOut", statement.leftOut},
            {"unknownBecause", statement.unknownBecause.empty() ? Json() : Json(statement.unknownBecause)},
            {"sentence", classSentence(statement)}};
}

Json flipGroupOf(const Analysis& analysis, KeyIndex key) {
    for (std::size_t g = 0; g < analysis.groups.size(); ++g) {
        for (const KeyIndex member : analysis.groups[g].keys) {
            if (member == key) return g;
        }
    }
    return nullptr;
}

Json regretOf(const Dataset& dataset, const RunRegret& regret) {
    return {{"totalNs", regret.keysCounted > 0 ? Json(regret.total.value) : Json()},
            {"keysCounted", regret.keysCounted},
            {"keysNotCounted", regret.keysNotCounted},
            {"worstKey", regret.worstKey ? Json(keyId(dataset, *regret.worstKey)) : Json()},
            {"worstNs", duration(regret.worst)}};
}

}  // namespace

Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json();
}
Json number(const std::optional<double>& value) {
    return value ? number(*value) : Json();
}
Json duration(const std::optional<Nanoseconds>& value) {
    return value ? Json(value->value) : Json();
}
Json index(const std::optional<CandidateIndex>& value) {
    return value ? Json(value->value) : Json();
}

Json runIds(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    Json ids = Json::array();
    for (const RunIndex run : runs)
        ids.push_back(runOf(dataset, run).id);
    return ids;
}

Json keyIds(const Dataset& dataset, const std::vector<KeyIndex>& keys) {
    Json ids = Json::array();
    for (const KeyIndex key : keys)
        ids.push_back(keyId(dataset, key));
    return ids;
}

void addRuns(JsonWriter& writer, const Dataset& dataset, const Analysis& analysis) {
    writer.addArray("runs", analysis.matrix.runs.size(), [&](std::size_t column) {
        const Run& run = runOf(dataset, analysis.matrix.runs[column]);
        Json entry = {{"id", run.id},
                      {"sources", run.sources},
                      {"decisions", run.decisions.size()},
                      {"exitStatus", run.exitStatus ? Json(*run.exitStatus) : Json()},
                      {"choicesUnknown", run.choicesUnknown},
                      {"perhapsTwoProcesses", run.perhapsTwoProcesses},
                      {"environment", run.environment}};
        if (column < analysis.regret.size()) entry["regret"] = regretOf(dataset, analysis.regret[column]);
        return entry;
    });
}

Json problem(const Problem& problem) {
    return {{"kind", toString(problem.kind)},
            {"path", problem.path},
            {"line", problem.line > 0 ? Json(problem.line) : Json()},
            {"message", problem.message}};
}

Json unknownWinners(const Dataset& dataset, const UnknownWinners& unknown) {
    return {{"keys", keyIds(dataset, unknown.keys)},
            {"reasons",
             {{"notProvable", unknown.notProvable},
              {"notDecided", unknown.notDecided},
              {"choicesCached", unknown.choicesCached},
              {"contradictory", unknown.contradictory},
              {"severalSets", unknown.severalSets},
              {"setChanged", unknown.setChanged}}}};
}

void addLoadReport(JsonWriter& writer, const LoadReport& report) {
    writer.add("problemCount", report.problemCount);
    writer.addArray("problems", report.problems.size(), [&](std::size_t i) { return problem(report.problems[i]); });
    writer.addArray("notes", report.notes.size(), [&](std::size_t i) -> Json {
        const Note& note = report.notes[i];
        return {{"kind", toString(note.kind)}, {"path", note.path}, {"message", note.message}};
    });
    writer.addArray("mergedRuns", report.mergedRuns.size(), [&](std::size_t i) -> Json {
        const MergedRun& merged = report.mergedRuns[i];
        return {{"id", merged.id}, {"path", merged.path}, {"into", merged.into}};
    });
    writer.add("load", {{"filesRead", report.filesRead},
                        {"bytesRead", report.bytesRead},
                        {"recordsRead", report.recordsRead},
                        {"recordsSkipped", report.recordsSkipped}});
}

Json pairVerdict(const Dataset& dataset, const KeyVerdict& key, const PairVerdict& pair) {
    const PairEvidence& evidence = pair.evidence;
    Json otherwise = Json::array();
    for (const RunCost& cost : pair.otherwise) {
        otherwise.push_back({{"run", runOf(dataset, cost.run).id},
                             {"chosen", cost.chosen.value},
                             {"regretNs", duration(cost.regret)},
                             {"relativeRegret", number(cost.relativeRegret)},
                             {"chosenLedByScore", cost.chosenLedByScore ? Json(*cost.chosenLedByScore) : Json()}});
    }
    return {
        {"verdict", toString(pair.verdict)},
        {"reason", toString(pair.reason)},
        {"a", evidence.a.value},
        {"b", evidence.b.value},
        {"pairs", evidence.pairs},
        {"aFaster", evidence.aFaster},
        {"bFaster", evidence.bFaster},
        {"ties", evidence.ties},
        {"signTestP", number(evidence.signTestP)},
        {"relativeMargin", number(evidence.relativeMargin)},
        {"marginNs", duration(evidence.absoluteMargin)},
        {"runsWithBands", evidence.runsWithBands},
        {"bandsApart", evidence.bandsApart},
        {"scoreLead", evidence.scoreLead ? Json{{"a", evidence.scoreLead->a}, {"b", evidence.scoreLead->b}} : Json()},
        {"otherwise", std::move(otherwise)},
        {"sentence", verdictSentence(dataset, key, pair)}};
}

bool isPredictedHarmless(const Analysis& analysis, const KeyVerdict& key) {
    const ClassStatement& statement = analysis.classes[key.key.value];
    return key.flips && statement.answer == ClassAnswer::sameBits && !isMeasured(statement.basis);
}

bool isMeasuredHarmless(const Analysis& analysis, const KeyVerdict& key) {
    const ClassStatement& statement = analysis.classes[key.key.value];
    return key.flips && statement.answer == ClassAnswer::sameBits && isMeasured(statement.basis) &&
           !analysis.proven.contains(key.key);
}

Json key(const Dataset& dataset, const Analysis& analysis, KeyIndex keyIndex) {
    const TuningKey& tuningKey = keyOf(dataset, keyIndex);
    const KeyVerdict& verdict = analysis.keys[keyIndex.value];
    const ClassStatement& statement = analysis.classes[keyIndex.value];
    Json winners = Json::object();
    Json sources = Json::object();
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        const WinnerCell& cell = analysis.matrix.at(keyIndex, column);
        const std::string& run = runOf(dataset, analysis.matrix.runs[column]).id;
        append(winners, run, index(cell.winner));
        append(sources, run, toString(cell.source));
    }
    Json counts = Json::array();
    for (const WinnerCount& count : verdict.winners) {
        counts.push_back({{"index", count.winner.value},
                          {"name", candidateNameOf(dataset, verdict, count.winner)},
                          {"runs", count.runs}});
    }
    Json verdicts = Json::array();
    for (const PairVerdict& pair : verdict.pairs)
        verdicts.push_back(pairVerdict(dataset, verdict, pair));
    return {{"id", tuningKey.id},
            {"label", tuningKey.label},
            {"flips", verdict.flips},
            {"winners", std::move(winners)},
            {"winnerSources", std::move(sources)},
            {"winnerCounts", std::move(counts)},
            {"verdict", toString(mainPair(verdict).verdict)},
            {"predictedHarmless", isPredictedHarmless(analysis, verdict)},
            {"harmless", isMeasuredHarmless(analysis, verdict)},
            {"flipGroup", flipGroupOf(analysis, keyIndex)},
            {"verdicts", std::move(verdicts)},
            {"class", verdict.flips ? classStatement(statement) : Json()},
            {"setChanged", verdict.setChanged},
            {"candidateSet", verdict.set ? Json(setOf(dataset, *verdict.set).checksum) : Json()},
            {"runsWithWinner", verdict.runsWithWinner},
            {"runsWithoutWinner", verdict.runsWithoutWinner},
            {"runsWithOtherSet", verdict.runsWithOtherSet},
            {"operation", toString(tuningKey.operation)},
            {"tuner", tuningKey.tuner.empty() ? Json() : Json(tuningKey.tuner)},
            {"aliases", tuningKey.aliases},
            {"key", tuningKey.canonicalJson}};
}

Json choices(const std::vector<Pin>& pins) {
    Json list = Json::array();
    for (const Pin& pin : pins) {
        list.push_back(
            {{"key", pin.keyId}, {"label", pin.label}, {"index", pin.candidate.value}, {"name", pin.candidateName}});
    }
    return list;
}

Json foundOutcome(const Dataset& dataset, const Analysis& analysis, const FoundOutcome& outcome) {
    return {{"description", outcome.description},
            {"source", outcome.values.source},
            {"distinct", outcome.distinct},
            {"support", number(outcome.support)},
            {"outcomeWord", outcome.outcomeWord.empty() ? Json() : Json(outcome.outcomeWord)},
            {"timeLike", outcome.timeLike},
            {"grouping", toString(outcome.suggested)},
            {"pattern", outcome.suggestedPattern.empty() ? Json() : Json(outcome.suggestedPattern)},
            {"values", valuesOfRuns(dataset, analysis, outcome.values.values)}};
}

Json valuesOfRuns(const Dataset& dataset, const Analysis& analysis,
                  const std::vector<std::optional<std::string>>& values) {
    Json object = Json::object();
    for (std::size_t i = 0; i < values.size() && i < analysis.matrix.runs.size(); ++i) {
        append(object, runOf(dataset, analysis.matrix.runs[i]).id, values[i] ? Json(*values[i]) : Json());
    }
    return object;
}

}  // namespace flipscope::json
