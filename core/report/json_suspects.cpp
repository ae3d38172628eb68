#include "core/analyse/suspect_pair.h"
#include "core/report/data_tables.h"
#include "core/report/json_parts.h"
#include "core/report/json_report.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

namespace flipscope {

using json::Json;

namespace {

Json interval(const std::optional<std::pair<double, double>>& range) {
    if (!range) return nullptr;
    return Json::array({json::number(range->first), json::number(range->second)});
}

Json widerJson(const Dataset& dataset, const Analysis& analysis, const std::optional<WiderPattern>& wider) {
    if (!wider) return nullptr;
    Json values = Json::object();
    for (std::size_t i = 0; i < wider->gained.size(); ++i)
        json::append(values, runOf(dataset, analysis.matrix.runs[wider->gained[i]]).id, wider->values[i]);
    return {{"pattern", wider->regex}, {"values", std::move(values)}};
}

Json outcomeJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome) {
    Json groups = Json::array();
    for (const OutcomeGroup& group : outcome.groups) {
        Json runs = Json::array();
        for (const std::size_t member : group.members)
            runs.push_back(runOf(dataset, analysis.matrix.runs[member]).id);
        groups.push_back(
            {{"name", group.name}, {"runs", std::move(runs)}, {"distinctValues", distinctValues(outcome, group)}});
    }
    Json without = Json::array();
    for (std::size_t i = 0; i < outcome.values.size(); ++i) {
        if (!outcome.values[i]) without.push_back(runOf(dataset, analysis.matrix.runs[i]).id);
    }
    Json problems = Json::array();
    for (const Problem& problem : outcome.problems)
        problems.push_back(json::problem(problem));
    return {{"source", outcome.source},
            {"grouping", toString(outcome.grouping)},
            {"cut", json::number(outcome.cut)},
            {"numeric", outcome.numeric},
            {"groups", std::move(groups)},
            {"values", json::valuesOfRuns(dataset, analysis, outcome.values)},
            {"unlabelled", outcome.unlabelled},
            {"outcomesLookedAt", outcome.outcomesLookedAt},
            {"compared", outcome.compared.empty() ? Json() : Json(outcome.compared)},
            {"runsWithoutValue", without},
            {"problems", problems},
            {"runsWithMoreMatches", outcome.runsWithMoreMatches},
            {"widerPattern", widerJson(dataset, analysis, outcome.wider)}};
}

Json winnersJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                 const SuspectWinners& winners) {
    Json list = Json::array();
    for (const auto& count : winners.winners) {
        Json byGroup = Json::object();
        for (std::size_t g = 0; g < count.runsInGroup.size() && g < outcome.groups.size(); ++g) {
            byGroup[outcome.groups[g].name] = count.runsInGroup[g];
        }
        list.push_back({{"index", count.winner.value},
                        {"name", candidateNameOf(dataset, analysis.keys[winners.key.value], count.winner)},
                        {"runsByGroup", std::move(byGroup)},
                        {"runs", count.runs},
                        {"median", json::number(count.median)}});
    }
    return list;
}

Json suspectJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome, const Suspect& suspect) {
    Json winners = Json::object();
    Json leftOut = Json::object();
    Json predicted = Json::object(), measured = Json::object();
    Json verdicts = Json::object();
    for (const KeyIndex key : suspect.keys) {
        const ClassStatement& statement = analysis.classes[key.value];
        (isMeasured(statement.basis) ? measured : predicted)[keyId(dataset, key)] = toString(statement.answer);
    }
    for (const SuspectWinners& entry : suspect.winners) {
        winners[keyId(dataset, entry.key)] = winnersJson(dataset, analysis, outcome, entry);
        leftOut[keyId(dataset, entry.key)] = entry.runsLeftOut;
        const KeyVerdict& verdict = analysis.keys[entry.key.value];
        const auto pair = verdictOnSuspect(dataset, analysis, entry);
        verdicts[keyId(dataset, entry.key)] = pair ? json::pairVerdict(dataset, verdict, *pair) : Json();
    }
    Json labels = Json::array();
    for (const KeyIndex key : suspect.keys)
        labels.push_back(keyOf(dataset, key).label);
    return {{"keys", json::keyIds(dataset, suspect.keys)},
            {"labels", std::move(labels)},
            {"winners", std::move(winners)},
            {"p", json::number(suspect.p.p)},
            {"pExact", suspect.p.exact},
            {"pInterval", interval(suspect.p.interval)},
            {"pMin", json::number(suspect.pMin)},
            {"pAdjusted", json::number(suspect.pAdjusted)},
            {"pAdjustedInterval", interval(suspect.pAdjustedInterval)},
            {"pBenjaminiHochberg", json::number(suspect.pBenjaminiHochberg)},
            {"effect", json::number(suspect.effect)},
            {"separates", outcome.grouping == Grouping::ungrouped ? Json() : Json(suspect.separates)},
            {"tooFinelySplit", suspect.tooFinelySplit},
            {"equivalentForOutcome", json::keyIds(dataset, suspect.equivalentForOutcome)},
            {"predictedBits", std::move(predicted)},
            {"measuredBits", std::move(measured)},
            {"verdicts", std::move(verdicts)},
            {"runsLeftOut", std::move(leftOut)},
            {"sentence", suspectSentence(dataset, outcome, suspect)}};
}

void addChance(JsonWriter& writer, const SuspectsResult& result, std::size_t outcomesLookedAt) {
    const ChanceFigures& chance = result.chance;
    const auto known = [&](Json value) { return chance.known ? std::move(value) : Json(); };
    writer.add("expectedByChance", known(json::number(chance.expectedByChance)));
    writer.add("expectedGroupsByChance", known(json::number(chance.expectedGroupsByChance)));
    writer.add("probabilityByChance", known(json::number(chance.probabilityByChance)));
    writer.add("probabilityInterval", interval(chance.interval));
    writer.add("keysSeparating", known(chance.keysSeparating));
    writer.add("groupsSeparating", known(chance.groupsSeparating));
    writer.add("chanceSentence", chanceSentence(result, outcomesLookedAt));
}

}  // namespace

std::string suspectsJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                         const SuspectsResult& result, const std::vector<FoundOutcome>& found) {
    JsonWriter writer("suspects");
    writer.addLongArray("suspects", result.suspects.size(),
                        [&](std::size_t i) { return suspectJson(dataset, analysis, outcome, result.suspects[i]); });
    addChance(writer, result, outcome.outcomesLookedAt);
    writer.add("assumedCard", assumedCardSentence(analysis));
    writer.add("method", result.method);
    writer.add("permutations", result.permutations);
    writer.add("adjustedExact", result.adjustedExact);
    writer.add("runsUsed", result.runsUsed);
    writer.add("runsWithoutLabel", result.runsWithoutLabel);
    writer.add("unknownWinners", json::unknownWinners(dataset, findUnknownWinners(analysis, outcome)));
    writer.add("outcome", outcomeJson(dataset, analysis, outcome));
    writer.add("decide", {{"alreadyDecided", result.decide.alreadyDecided},
                          {"runsNeeded", result.decide.runsNeeded ? Json(*result.decide.runsNeeded) : Json()},
                          {"forceThese", json::keyIds(dataset, result.decide.forceThese)},
                          {"sentence", whatWouldDecideSentence(dataset, analysis, result) +
                                           forcingCaveat(dataset, analysis, result)}});
    writer.addArray("outcomesFound", found.size(),
                    [&](std::size_t i) { return json::foundOutcome(dataset, analysis, found[i]); });
    json::addRuns(writer, dataset, analysis);
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

}  // namespace flipscope
