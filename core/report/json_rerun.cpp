#include "core/report/json_parts.h"
#include "core/report/rerun_report.h"
#include "core/rerun/error_analysis.h"
#include "core/rerun/result_checksum.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace flipscope {

using json::Json;

namespace {

Json candidateJson(const RerunCandidate& candidate) {
    Json value = {{"name", candidate.name}};
    json::append(value, "index", candidate.index ? Json(candidate.index->value) : Json(nullptr));
    return value;
}

Json timingJson(const TimingSummary& timing) {
    Json value = {{"minNs", timing.min.value},
                  {"medianNs", timing.median.value},
                  {"maxNs", timing.max.value},
                  {"samples", timing.samples},
                  {"cacheFlushed", timing.cacheFlushed}};
    json::append(value, "throttled", timing.clock ? Json(timing.clock->throttled) : Json(nullptr));
    json::append(value, "lowestMegahertz", timing.clock ? Json(timing.clock->lowestMegahertz) : Json(nullptr));
    json::append(value, "highestMegahertz", timing.clock ? Json(timing.clock->highestMegahertz) : Json(nullptr));
    return value;
}

Json resultJson(const RerunResult& result) {
    const bool ok = result.status == RerunStatus::ok;
    Json errors = Json::array();
    for (const ErrorSummary& error : result.errors) {
        Json item = {{"model", toString(error.model)}, {"largest", json::number(error.largest)}};
        if (error.largestBeyondRounding) {
            json::append(item, "largestBeyondRounding", json::number(*error.largestBeyondRounding));
        }
        json::append(item, "largestUlp", json::number(error.largestUlp));
        json::append(item, "ulpHistogram", error.ulpHistogram);
        errors.push_back(std::move(item));
    }
    Json value = candidateJson(result.candidate);
    value.update({{"status", toString(result.status)},
                  {"because", result.because},
                  {"byAsker", result.byAsker},
                  {"means", toString(result.means)},
                  {"class", result.classId},
                  {"checksum", ok ? Json(checksumText(result.checksum)) : Json(nullptr)},
                  {"repeats", result.repeats},
                  {"comparedRepeats", result.comparedRepeats},
                  {"differentRepeats", result.differentRepeats},
                  {"gridFilled", result.gridFilled},
                  {"dependsOnFill", result.dependsOnFill},
                  {"unwritten", result.unwritten},
                  {"guardBytesChanged", result.guardBytesChanged},
                  {"errors", std::move(errors)}});
    if (result.timing) json::append(value, "timing", timingJson(*result.timing));
    return value;
}

// A request, without its candidates.
Json inputJson(const RerunRequest& request) {
    const RerunProblem& p = request.problem;
    const OperandPlacement& place = request.placement;
    return {{"check", toString(request.check)},
            {"place", toString(request.place)},
            {"problem",
             {{"m", p.m},
              {"n", p.n},
              {"k", p.k},
              {"type", toString(p.type)},
              {"lhsTransposed", p.lhsTransposed},
              {"rhsTransposed", p.rhsTransposed}}},
            {"placement",
             {{"lhsStride", place.lhsStride},
              {"rhsStride", place.rhsStride},
              {"outStride", place.outStride},
              {"offset", place.offset}}},
            {"codeGenerator", optionName(request.codeGenerator)},
            {"lhsSeed", request.lhsSeed},
            {"rhsSeed", request.rhsSeed}};
}

Json roundJson(const RerunRound& round) {
    Json results = Json::array();
    for (const RerunResult& result : round.results)
        results.push_back(resultJson(result));
    Json value = inputJson(round.request);
    json::append(value, "results", std::move(results));
    return value;
}

Json findingNames(const std::vector<RerunFinding>& findings) {
    Json names = Json::array();
    for (const RerunFinding finding : findings)
        names.push_back(toString(finding));
    return names;
}

Json incidentJson(const RerunIncident& incident) {
    return {{"status", toString(incident.status)},
            {"findings", findingNames(incident.verdict.findings)},
            {"reason", reasonOf(incident)}};
}

// The incidents that accuse the candidate: each thing once, with the places of its inputs.
Json accusationsJson(const RerunView& view, const CandidateFindings& found) {
    std::vector<std::pair<Json, Json>> accusations;  // what, inputs
    for (const RerunIncident& incident : found.incidents) {
        if (!accuses(incident, view.report)) continue;
        Json what = incidentJson(incident);
        auto known = std::find_if(accusations.begin(), accusations.end(),
                                  [&](const auto& accusation) { return accusation.first == what; });
        if (known == accusations.end()) known = accusations.emplace(known, std::move(what), Json::array());
        known->second.push_back(incident.round);
    }
    Json reasons = Json::array();
    for (auto& [what, inputs] : accusations) {
        json::append(what, "inputs", std::move(inputs));
        reasons.push_back(std::move(what));
    }
    return reasons;
}

Json findingsJson(const RerunReport& report, const CandidateFindings& found) {
    Json incidents = Json::array();
    for (const RerunIncident& incident : found.incidents) {
        Json item = incidentJson(incident);
        json::append(item, "round", incident.round);
        incidents.push_back(std::move(item));
    }
    const bool differs = hasFinding(found, RerunFinding::nondeterministic);
    const auto bound = differs ? std::nullopt : repeatRateBound(found.comparedRepeats);
    Json value = candidateJson(found.candidate);
    // Of the first input: the others stand in the rounds.
    const RerunResult* first = report.rounds.empty() ? nullptr : resultOf(report.rounds.front(), found.candidate);
    const bool ran = first != nullptr && first->status == RerunStatus::ok;
    const std::string reason = reasonOf(found.verdict);
    value.update({{"status", first != nullptr ? Json(toString(first->status)) : Json(nullptr)},
                  {"checksum", ran ? Json(checksumText(first->checksum)) : Json(nullptr)},
                  {"verdict", toString(found.verdict.kind)},
                  {"reason", reason.empty() && first != nullptr ? first->because : reason},
                  {"findings", findingNames(found.findings)},
                  {"largestError", json::number(found.largestError)},
                  {"errorToBaseline", json::number(found.errorToBaseline)},
                  {"class", found.measuredClass ? Json(className(*found.measuredClass)) : Json(nullptr)},
                  {"inputsRan", found.ranOn.size()},
                  {"comparedWithBaseline", found.verdict.compared},
                  {"comparedRepeats", found.comparedRepeats},
                  {"differentRepeats", found.differentRepeats},
                  {"repeatRateBelow", bound ? Json(*bound) : Json(nullptr)},
                  {"gridFilled", found.gridFilled},
                  {"incidents", std::move(incidents)}});
    return value;
}

Json bucketJson(const KeyBucket& bucket) {
    const auto range = [](const SizeRange& sizes) {
        return Json{{"smallest", sizes.smallest}, {"largest", sizes.largest}};
    };
    return {{"level", toString(bucket.level)}, {"m", range(bucket.m)}, {"n", range(bucket.n)}, {"k", range(bucket.k)}};
}

// Who ran the candidates, and what became of it.
void addWorker(JsonWriter& writer, const RerunView& view) {
    writer.add("device", view.deviceName);
    writer.add("worker", view.report.hello ? Json(view.report.hello->name) : Json(nullptr));
    writer.add("means", view.report.hello ? Json(toString(view.report.hello->means)) : Json(nullptr));
    writer.add("failure", view.report.failure);
    writer.add("stopped", view.report.stopped);
    writer.add("workerNotes", view.report.hello ? Json(view.report.hello->notes) : Json::array());
}

}  // namespace

std::string rerunJson(const RerunView& view) {
    JsonWriter writer("rerun");
    writer.add("subject", view.subject);
    writer.add("key", view.keyId);
    addWorker(writer, view);
    writer.add("cardNote", view.cardNote);
    writer.add("workersLost", view.report.workersLost);
    writer.add("errorFactor", kErrorFactor);
    writer.add("baseline", view.findings.baseline ? candidateJson(*view.findings.baseline) : Json(nullptr));
    const bool hasBucket = view.plan != nullptr && view.plan->bucket;
    writer.add("bucket", hasBucket ? bucketJson(*view.plan->bucket) : Json(nullptr));
    writer.add("bucketFault", view.bucketFault);
    Json winners = Json::array();
    for (const RerunCandidate& winner : view.winners)
        winners.push_back(candidateJson(winner));
    writer.add("winners", winners);
    writer.addArray("results", view.findings.candidates.size(),
                    [&](std::size_t i) { return findingsJson(view.report, view.findings.candidates[i]); });
    writer.add("inputsTried", view.findings.classes.inputs.size());
    writer.addArray("classes", view.findings.classes.classes.size(), [&](std::size_t i) {
        Json members = Json::array();
        for (const RerunCandidate& member : view.findings.classes.classes[i].members)
            members.push_back(candidateJson(member));
        return Json{{"class", className(i)}, {"members", std::move(members)}};
    });
    writer.addArray("rounds", view.report.rounds.size(),
                    [&](std::size_t i) { return roundJson(view.report.rounds[i]); });
    Json blocked = Json::array();
    for (const RerunCandidate& candidate : blocklist(view.report, view.findings))
        blocked.push_back(candidateJson(candidate));
    writer.add("blocklist", blocked);
    return writer.take();
}

std::string blocklistJson(const RerunView& view, const BlocklistKey& key) {
    JsonWriter writer("blocklist");
    const auto json = Json::parse(key.json, nullptr, false);
    writer.add("key", {{"id", key.id}, {"label", key.label}, {"json", json.is_object() ? json : Json(nullptr)}});
    writer.add("candidateSet", key.setChecksum);
    addWorker(writer, view);
    const std::vector<RerunCandidate> blocked = blocklist(view.report, view.findings);
    Json tried = Json::array();
    for (const CandidateFindings& found : view.findings.candidates)
        tried.push_back(candidateJson(found.candidate));
    writer.add("tried", tried);
    writer.addArray("inputs", view.report.rounds.size(),
                    [&](std::size_t i) { return inputJson(view.report.rounds[i].request); });
    writer.addArray("candidates", blocked.size(), [&](std::size_t i) {
        Json value = candidateJson(blocked[i]);
        for (const CandidateFindings& found : view.findings.candidates) {
            if (found.candidate == blocked[i]) json::append(value, "reasons", accusationsJson(view, found));
        }
        return value;
    });
    return writer.take();
}

}  // namespace flipscope
