#include "core/report/json_report.h"

#include "core/report/data_tables.h"
#include "core/report/json_parts.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

namespace flipscope {

using json::Json;

namespace {

Json flipGroups(const Dataset& dataset, const Analysis& analysis) {
    Json groups = Json::array();
    for (const FlipGroup& group : analysis.groups) {
        groups.push_back({{"keys", json::keyIds(dataset, group.keys)}, {"blocks", group.blocks}});
    }
    return groups;
}

Json drifts(const Dataset& dataset, const Analysis& analysis) {
    Json list = Json::array();
    for (const Drift& drift : analysis.drift) {
        list.push_back({{"key", keyId(dataset, drift.key)},
                        {"candidate", drift.candidate.value},
                        {"runs", drift.runs},
                        {"relativeChange", json::number(drift.relativeChange)},
                        {"trendP", json::number(drift.trendP)}});
    }
    return list;
}

Json environment(const Dataset& dataset, const Analysis& analysis) {
    Json list = Json::array();
    for (const EnvironmentDifference& difference : analysis.environment) {
        Json values = Json::array();
        for (const auto& [value, runs] : difference.values) {
            values.push_back({{"value", value}, {"runs", json::runIds(dataset, runs)}});
        }
        list.push_back({{"name", difference.name}, {"values", std::move(values)}});
    }
    return list;
}

Json partialKeys(const Dataset& dataset, const Analysis& analysis) {
    Json list = Json::array();
    for (const PartialKey& partial : analysis.partialKeys) {
        list.push_back({{"key", keyId(dataset, partial.key)},
                        {"present", json::runIds(dataset, partial.present)},
                        {"absent", json::runIds(dataset, partial.absent)}});
    }
    return list;
}

// How many flipping keys have each verdict and each predicted answer.
void addCounts(Json& document, const Analysis& analysis) {
    std::size_t harmless = 0;
    Json verdicts = {{"coinFlip", 0}, {"realWin", 0}, {"disturbed", 0}, {"cannotTell", 0}};
    for (const KeyVerdict& key : analysis.keys) {
        if (!key.flips) continue;
        Json& count = verdicts[std::string(toString(mainPair(key).verdict))];
        count = count.get<std::size_t>() + 1;
        if (analysis.classes[key.key.value].answer == ClassAnswer::sameBits) ++harmless;
    }
    document["flippingKeys"] = analysis.flippingKeys;
    document["flippingKeysByVerdict"] = std::move(verdicts);
    document["predictedHarmlessKeys"] = harmless;
}

Json candidates(const Dataset& dataset, const KeyVerdict& key) {
    Json list = Json::array();
    for (const CandidateSummary& candidate : key.candidates) {
        list.push_back({{"index", candidate.index.value},
                        {"name", candidateNameOf(dataset, key, candidate.index)},
                        {"runsWon", candidate.runsWon},
                        {"runsMeasured", candidate.runsMeasured},
                        {"runsFailed", candidate.runsFailed},
                        {"runsSkipped", candidate.runsSkipped},
                        {"smallestMedianNs", json::duration(candidate.smallestMedian)},
                        {"medianOfMediansNs", json::duration(candidate.medianOfMedians)},
                        {"largestMedianNs", json::duration(candidate.largestMedian)}});
    }
    return list;
}

// What was measured in one run for one key: null when the run never tuned it.
Json decisionJson(const Dataset& dataset, const Decision* decision) {
    if (decision == nullptr) return nullptr;
    Json measured = Json::array();
    for (const MeasuredCandidate& candidate : decision->measured) {
        Json entry = {{"index", candidate.index.value}};
        const bool known = candidate.hasTiming;
        entry["medianNs"] = known ? Json(candidate.timing.median.value) : Json();
        entry["minNs"] = known ? Json(candidate.timing.min.value) : Json();
        entry["maxNs"] = known ? Json(candidate.timing.max.value) : Json();
        entry["meanNs"] = known ? Json(candidate.timing.mean.value) : Json();
        measured.push_back(std::move(entry));
    }
    Json failed = Json::array();
    for (const FailedCandidate& candidate : decision->failed) {
        const bool known = candidate.reason < dataset.texts.size();
        failed.push_back({{"index", candidate.index.value}, {"reason", known ? dataset.texts[candidate.reason] : ""}});
    }
    return {{"line", decision->line > 0 ? Json(decision->line) : Json()},
            {"loggedWinner", json::index(decision->loggedWinner)},
            {"databaseWinner", json::index(decision->databaseWinner)},
            {"candidateSet", setOf(dataset, decision->set).checksum},
            {"measured", std::move(measured)},
            {"failed", std::move(failed)}};
}

}  // namespace

std::string summaryJson(const Dataset& dataset, const Analysis& analysis) {
    Json document = json::head("summary");
    addCounts(document, analysis);
    json::addRuns(document, dataset, analysis);
    Json keys = Json::array();
    for (const KeyVerdict& key : analysis.keys)
        keys.push_back(json::key(dataset, analysis, key.key));
    document["keys"] = std::move(keys);
    document["flipGroups"] = flipGroups(dataset, analysis);
    document["drift"] = drifts(dataset, analysis);
    document["environment"] = environment(dataset, analysis);
    document["partialKeys"] = partialKeys(dataset, analysis);
    document["caveats"] = verdictCaveats();
    json::addLoadReport(document, dataset.report);
    return json::write(document);
}

std::string diffJson(const Dataset& dataset, const Analysis& analysis, const RunDifference& difference) {
    Json document = json::head("diff");
    document["a"] = runOf(dataset, difference.a).id;
    document["b"] = runOf(dataset, difference.b).id;
    document["flippingKeys"] = difference.flipped;
    document["sameKeys"] = difference.same;
    json::addRuns(document, dataset, analysis);
    Json differences = Json::array();
    Json keys = Json::array();
    for (const KeyDifference& key : difference.keys) {
        const PairVerdict* pair = pairOf(analysis, key);
        differences.push_back({{"key", keyId(dataset, key.key)},
                               {"label", keyOf(dataset, key.key).label},
                               {"difference", toString(key.kind)},
                               {"winnerA", json::index(key.a.winner)},
                               {"winnerB", json::index(key.b.winner)},
                               {"verdict", pair != nullptr ? Json(toString(pair->verdict)) : Json()},
                               {"predictedBits", key.bits ? Json(toString(key.bits->answer)) : Json()}});
        if (key.kind != DifferenceKind::same) keys.push_back(json::key(dataset, analysis, key.key));
    }
    document["differences"] = std::move(differences);
    document["keys"] = std::move(keys);
    document["environment"] = environment(dataset, analysis);
    json::addLoadReport(document, dataset.report);
    return json::write(document);
}

std::string keyJson(const Dataset& dataset, const Analysis& analysis, KeyIndex key) {
    Json document = json::head("key");
    json::addRuns(document, dataset, analysis);
    document["keys"] = Json::array({json::key(dataset, analysis, key)});
    document["candidates"] = candidates(dataset, analysis.keys[key.value]);
    Json decisions = Json::object();
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        decisions[runOf(dataset, analysis.matrix.runs[column]).id] =
            decisionJson(dataset, decisionOf(dataset, analysis.matrix, key, column));
    }
    document["decisions"] = std::move(decisions);
    document["caveats"] = verdictCaveats();
    json::addLoadReport(document, dataset.report);
    return json::write(document);
}

std::string outcomesJson(const Dataset& dataset, const Analysis& analysis, const std::vector<FoundOutcome>& found) {
    Json document = json::head("outcomes");
    document["outcomes"] = json::foundOutcomes(dataset, analysis, found);
    json::addRuns(document, dataset, analysis);
    json::addLoadReport(document, dataset.report);
    return json::write(document);
}

std::string toJson(const DataTable& table) {
    struct Writer {
        Json operator()(std::monostate) const { return nullptr; }
        Json operator()(bool value) const { return value; }
        Json operator()(std::int64_t value) const { return value; }
        Json operator()(double value) const { return json::number(value); }
        Json operator()(const std::string& value) const { return value; }
    };
    Json document = json::head("export");
    document["what"] = table.name;
    document["columns"] = table.columns;
    // A row a line: large tables stay readable and a quarter of the size.
    std::string text = json::writeCompact(document);
    text.pop_back();
    text += ",\"rows\":[";
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        Json values = Json::array();
        for (const DataValue& value : table.rows[i])
            values.push_back(std::visit(Writer(), value));
        text += (i > 0 ? ",\n" : "\n") + json::writeCompact(values);
    }
    return text + "\n]}\n";
}

}  // namespace flipscope
