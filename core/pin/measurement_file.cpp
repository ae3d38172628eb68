#include "core/pin/measurement_file.h"

#include "core/rerun/reported_rerun.h"
#include "core/rerun/rerun_findings.h"

#include <algorithm>
#include <string>

namespace flipscope {

namespace {

std::string faultInWords(RerunFinding finding) {
    switch (finding) {
        case RerunFinding::writesOutside:
            return "it wrote outside its buffers";
        case RerunFinding::leavesUnwritten:
            return "it left elements of its output unwritten";
        case RerunFinding::readsUnwritten:
            return "its result depended on what was in its buffers before";
        case RerunFinding::nondeterministic:
            return "its bits changed from launch to launch";
        case RerunFinding::wrong:
            break;
    }
    return "its error was above every bound";
}

void addResult(const RerunRequest& request, const RerunResult& result, CandidateMeasurement& known) {
    const bool gaveNone = result.status == RerunStatus::refused || result.status == RerunStatus::failed ||
                          result.status == RerunStatus::timedOut;
    if (gaveNone && !result.byAsker && meetsKey(request)) {
        known.refusal = result.because.empty() ? std::string(toString(result.status)) : result.because;
    }
    if (result.status != RerunStatus::ok) return;
    if (const auto error = errorAsTheyAre(result, request.problem)) {
        known.error = std::max(known.error.value_or(0.0), *error);
    }
}

// One rule for what counts against a candidate: that of the blocklist.
void addFindings(const CandidateFindings& found, const RerunReport& report, CandidateMeasurement& known) {
    for (const RerunIncident& incident : found.incidents) {
        if (!accuses(incident, report)) continue;
        known.blocked = true;
        if (known.fault.empty() && !incident.verdict.findings.empty()) {
            known.fault = faultInWords(incident.verdict.findings.front());
        }
    }
}

}  // namespace

Result<Measurements> measurementsIn(std::string_view reportJson, const Dataset& dataset, const Analysis& analysis) {
    const Result<ReportedRerun> read = reportedRerun(reportJson, dataset, analysis);
    if (!read) return Error{read.errorMessage()};
    const auto& [key, target, rerun] = read.value();
    RerunReport report;
    report.rounds = roundsOfKey(rerun.report.rounds, target);
    Measurements measurements;
    for (const RerunRound& round : report.rounds) {
        for (const RerunResult& result : round.results) {
            const auto& index = result.candidate.index;
            if (index) addResult(round.request, result, measurements[{key, *index}]);
        }
    }
    const RerunFindings findings = findingsOf(report, {});
    for (const CandidateFindings& found : findings.candidates) {
        if (!found.candidate.index) continue;
        CandidateMeasurement& known = measurements[{key, *found.candidate.index}];
        addFindings(found, report, known);
        if (found.measuredClass && meansOf(report, {found.candidate}) == std::set{RerunMeans::real}) {
            known.numericalClass = "measured-" + className(*found.measuredClass);
        }
    }
    return measurements;
}

}  // namespace flipscope
