#include "core/report/json_parts.h"
#include "core/report/rerun_report.h"
#include "core/rerun/result_checksum.h"

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
        errors.push_back({{"model", toString(error.model)},
                          {"largest", json::number(error.largest)},
                          {"largestUlp", json::number(error.largestUlp)},
                          {"ulpHistogram", error.ulpHistogram}});
    }
    Json value = candidateJson(result.candidate);
    value.update({{"status", toString(result.status)},
                  {"because", result.because},
                  {"means", toString(result.means)},
                  {"class", result.classId},
                  {"checksum", ok ? Json(checksumText(result.checksum)) : Json(nullptr)},
                  {"repeats", result.repeats},
                  {"comparedRepeats", result.comparedRepeats},
                  {"differentRepeats", result.differentRepeats},
                  {"dependsOnFill", result.dependsOnFill},
                  {"unwritten", result.unwritten},
                  {"guardBytesChanged", result.guardBytesChanged},
                  {"errors", std::move(errors)}});
    if (result.timing) json::append(value, "timing", timingJson(*result.timing));
    return value;
}

Json roundJson(const RerunRound& round) {
    const RerunProblem& p = round.request.problem;
    Json results = Json::array();
    for (const RerunResult& result : round.results)
        results.push_back(resultJson(result));
    return {{"problem",
             {{"m", p.m}, {"n", p.n}, {"k", p.k}, {"type", toString(p.type)}, {"rhsTransposed", p.rhsTransposed}}},
            {"lhsSeed", round.request.lhsSeed},
            {"rhsSeed", round.request.rhsSeed},
            {"results", std::move(results)}};
}

Json findingsJson(const CandidateFindings& found) {
    Json findings = Json::array();
    for (const RerunFinding finding : found.verdict.findings)
        findings.push_back(toString(finding));
    Json value = candidateJson(found.candidate);
    value.update({{"verdict", toString(found.verdict.kind)},
                  {"reason", reasonOf(found.verdict)},
                  {"findings", std::move(findings)},
                  {"measuredClass", found.measuredClass ? Json(className(*found.measuredClass)) : Json(nullptr)}});
    return value;
}

}  // namespace

std::string rerunJson(const RerunView& view) {
    JsonWriter writer("rerun");
    writer.add("subject", view.subject);
    writer.add("key", view.keyId);
    writer.add("device", view.deviceName);
    writer.add("worker", view.report.hello ? Json(view.report.hello->name) : Json(nullptr));
    writer.add("means", view.report.hello ? Json(toString(view.report.hello->means)) : Json(nullptr));
    writer.add("failure", view.report.failure);
    writer.add("stopped", view.report.stopped);
    writer.add("workersLost", view.report.workersLost);
    writer.add("baseline", view.findings.baseline ? candidateJson(*view.findings.baseline) : Json(nullptr));
    Json winners = Json::array();
    for (const RerunCandidate& winner : view.winners)
        winners.push_back(candidateJson(winner));
    writer.add("winners", winners);
    writer.addArray("candidates", view.findings.candidates.size(),
                    [&](std::size_t i) { return findingsJson(view.findings.candidates[i]); });
    writer.addArray("rounds", view.report.rounds.size(),
                    [&](std::size_t i) { return roundJson(view.report.rounds[i]); });
    Json blocked = Json::array();
    for (const RerunCandidate& candidate : blocklist(view.report, view.findings))
        blocked.push_back(candidateJson(candidate));
    writer.add("blocklist", blocked);
    return writer.take();
}

}  // namespace flipscope
