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

Json outcomeJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome) {
    Json groups = Json::array();
    for (const OutcomeGroup& group : outcome.groups) {
        Json runs = Json::array();
        for (const std::size_t member : group.members)
            runs.push_back(runOf(dataset, analysis.matrix.runs[member]).id);
        groups.push_back({{"name", group.name}, {"runs", std::move(runs)}});
    }
    Json values = Json::object();
    for (std::size_t i = 0; i < outcome.values.size() && i < analysis.matrix.runs.size(); ++i) {
        const auto& value = outcome.values[i];
        values[runOf(dataset, analysis.matrix.runs[i]).id] = value ? Json(*value) : Json();
    }
    return {{"source", outcome.source},         {"grouping", toString(outcome.grouping)},
            {"cut", json::number(outcome.cut)}, {"numeric", outcome.numeric},
            {"groups", std::move(groups)},      {"values", std::move(values)},
            {"unlabelled", outcome.unlabelled}, {"outcomesLookedAt", outcome.outcomesLookedAt}};
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
                        {"runsByGroup", std::move(byGroup)}});
    }
    return list;
}

Json suspectJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome, const Suspect& suspect) {
    Json winners = Json::object();
    Json leftOut = Json::object();
    for (const SuspectWinners& entry : suspect.winners) {
        winners[keyId(dataset, entry.key)] = winnersJson(dataset, analysis, outcome, entry);
        leftOut[keyId(dataset, entry.key)] = entry.runsLeftOut;
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
            {"separates", suspect.separates},
            {"tooFinelySplit", suspect.tooFinelySplit},
            {"equivalentForOutcome", json::keyIds(dataset, suspect.equivalentForOutcome)},
            {"runsLeftOut", std::move(leftOut)},
            {"sentence", suspectSentence(dataset, outcome, suspect)}};
}

void addChance(Json& document, const ChanceFigures& chance, std::size_t outcomesLookedAt) {
    document["expectedByChance"] = json::number(chance.expectedByChance);
    document["expectedGroupsByChance"] = json::number(chance.expectedGroupsByChance);
    document["probabilityByChance"] = json::number(chance.probabilityByChance);
    document["probabilityInterval"] = interval(chance.interval);
    document["keysSeparating"] = chance.keysSeparating;
    document["groupsSeparating"] = chance.groupsSeparating;
    document["chanceSentence"] = chanceSentence(chance, outcomesLookedAt);
}

}  // namespace

std::string suspectsJson(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                         const SuspectsResult& result, const std::vector<FoundOutcome>& found) {
    Json document = json::head("suspects");
    Json suspects = Json::array();
    for (const Suspect& suspect : result.suspects) {
        suspects.push_back(suspectJson(dataset, analysis, outcome, suspect));
    }
    document["suspects"] = std::move(suspects);
    addChance(document, result.chance, outcome.outcomesLookedAt);
    document["method"] = result.method;
    document["permutations"] = result.permutations;
    document["adjustedExact"] = result.adjustedExact;
    document["runsUsed"] = result.runsUsed;
    document["runsWithoutLabel"] = result.runsWithoutLabel;
    document["outcome"] = outcomeJson(dataset, analysis, outcome);
    document["decide"] = {{"alreadyDecided", result.decide.alreadyDecided},
                          {"runsNeeded", result.decide.runsNeeded ? Json(*result.decide.runsNeeded) : Json()},
                          {"forceThese", json::keyIds(dataset, result.decide.forceThese)},
                          {"sentence", whatWouldDecideSentence(dataset, result)}};
    document["outcomesFound"] = json::foundOutcomes(dataset, analysis, found);
    json::addRuns(document, dataset, analysis);
    json::addLoadReport(document, dataset.report);
    return json::write(document);
}

}  // namespace flipscope
