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

// How many flipping keys have each verdict, and how many are harmless.
void addCounts(JsonWriter& writer, const Analysis& analysis) {
    std::size_t predicted = 0, measured = 0;
    Json verdicts = {{"coinFlip", 0}, {"disturbed", 0}, {"cannotTell", 0}};
    for (const KeyVerdict& key : analysis.keys) {
        if (!key.flips) continue;
        Json& count = verdicts[std::string(toString(mainPair(key).verdict))];
        count = count.get<std::size_t>() + 1;
        if (json::isPredictedHarmless(analysis, key)) ++predicted;
        if (json::isMeasuredHarmless(analysis, key)) ++measured;
    }
    writer.add("flippingKeys", analysis.flippingKeys);
    writer.add("flippingKeysByVerdict", verdicts);
    writer.add("predictedHarmlessKeys", predicted);
    writer.add("harmlessKeys", measured);
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

Json differenceJson(const Dataset& dataset, const KeyDifference& key) {
    return {{"key", keyId(dataset, key.key)},
            {"label", keyOf(dataset, key.key).label},
            {"difference", toString(key.kind)},
            {"winnerA", json::index(key.a.winner)},
            {"winnerB", json::index(key.b.winner)},
            {"verdict", key.verdict ? Json(toString(key.verdict->verdict)) : Json()},
            {"predictedBits", key.bits ? Json(toString(key.bits->answer)) : Json()}};
}

}  // namespace

std::string summaryJson(const Dataset& dataset, const Analysis& analysis) {
    JsonWriter writer("summary");
    addCounts(writer, analysis);
    writer.add("unknownWinners", json::unknownWinners(dataset, findUnknownWinners(analysis)));
    json::addRuns(writer, dataset, analysis);
    writer.addLongArray("keys", analysis.keys.size(),
                        [&](std::size_t i) { return json::key(dataset, analysis, analysis.keys[i].key); });
    writer.add("flipGroups", flipGroups(dataset, analysis));
    writer.add("drift", drifts(dataset, analysis));
    writer.add("environment", environment(dataset, analysis));
    writer.add("partialKeys", partialKeys(dataset, analysis));
    writer.add("assumedCard", assumedCardSentence(analysis));
    writer.add("caveats", verdictCaveats());
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

std::string diffJson(const Dataset& dataset, const Analysis& analysis, const RunDifference& difference) {
    JsonWriter writer("diff");
    writer.add("a", runOf(dataset, difference.a).id);
    writer.add("b", runOf(dataset, difference.b).id);
    writer.add("flippingKeys", difference.flipped);
    writer.add("sameKeys", difference.same);
    json::addRuns(writer, dataset, analysis);
    std::vector<KeyIndex> different;
    for (const KeyDifference& key : difference.keys) {
        if (key.kind != DifferenceKind::same) different.push_back(key.key);
    }
    writer.addArray("differences", difference.keys.size(),
                    [&](std::size_t i) { return differenceJson(dataset, difference.keys[i]); });
    writer.addArray("keys", different.size(),
                    [&](std::size_t i) { return json::key(dataset, analysis, different[i]); });
    writer.add("environment", environment(dataset, analysis));
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

std::string keyJson(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                    const std::vector<ChoicePlace>& places) {
    JsonWriter writer("key");
    json::addRuns(writer, dataset, analysis);
    writer.add("keys", Json::array({json::key(dataset, analysis, key)}));
    writer.add("candidates", candidates(dataset, analysis.keys[key.value]));
    Json decisions = Json::object();
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        json::append(decisions, runOf(dataset, analysis.matrix.runs[column]).id,
                     decisionJson(dataset, decisionOf(dataset, analysis.matrix, key, column)));
    }
    writer.add("decisions", decisions);
    writer.addArray("databaseRows", places.size(), [&](std::size_t i) -> Json {
        const ChoicePlace& place = places[i];
        return {{"run", place.run},     {"path", place.path},           {"table", place.table},
                {"rowid", place.rowid}, {"namespace", place.nameSpace}, {"holds", place.holds.value}};
    });
    writer.add("caveats", verdictCaveats());
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

std::string outcomesJson(const Dataset& dataset, const Analysis& analysis, const std::vector<FoundOutcome>& found) {
    JsonWriter writer("outcomes");
    const OutcomeValues none;
    const OutcomeValues& first = found.empty() ? none : found.front().values;
    writer.add("outcomesLookedAt", found.empty() ? std::size_t{0} : first.outcomesLookedAt);
    writer.add("compared", first.compared.empty() ? Json() : Json(first.compared));
    writer.addArray("outcomes", found.size(),
                    [&](std::size_t i) { return json::foundOutcome(dataset, analysis, found[i]); });
    json::addRuns(writer, dataset, analysis);
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

std::string toJson(const DataTable& table) {
    struct Writer {
        Json operator()(std::monostate) const { return nullptr; }
        Json operator()(bool value) const { return value; }
        Json operator()(std::int64_t value) const { return value; }
        Json operator()(double value) const { return json::number(value); }
        Json operator()(const std::string& value) const { return value; }
    };
    JsonWriter writer("export");
    writer.add("what", table.name);
    writer.add("note", table.note.empty() ? Json() : Json(table.note));
    writer.add("columns", table.columns);
    writer.addArray("rows", table.rows.size(), [&](std::size_t i) {
        Json values = Json::array();
        for (const DataValue& value : table.rows[i])
            values.push_back(std::visit(Writer(), value));
        return values;
    });
    return writer.take();
}

}  // namespace flipscope
