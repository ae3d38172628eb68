#include "core/handover/measured_report.h"

#include "core/report/format.h"
#include "core/report/rerun_report.h"
#include "core/rerun/measured_classes.h"
#include "core/rerun/reported_rerun.h"
#include "core/rerun/result_checksum.h"

#include <memory>
#include <utility>

#include <nlohmann/json.hpp>

namespace flipscope {

using Json = nlohmann::ordered_json;

namespace {

void scrub(Json& value, const Scrubber& scrubber) {
    if (value.is_string()) value = scrubber.text(value.get<std::string>());
    if (!value.is_structured()) return;
    for (Json& item : value)
        scrub(item, scrubber);
}

// "24 matmul_x: refused on 3, leaves elements unwritten on 1 of 12 inputs (not aligned)."
std::vector<std::string> faultsIn(const RerunReport& report) {
    std::vector<std::string> faults;
    const RerunFindings findings = findingsOf(report, {});
    for (const CandidateFindings& found : findings.candidates) {
        if (found.incidents.empty()) continue;
        std::string words = found.candidate.index ? std::to_string(found.candidate.index->value) + " " : std::string();
        words += printable(found.candidate.name, 100) + ": " + incidentCounts(found) + " of " +
                 plural(report.rounds.size(), "input", "inputs");
        const std::string reason = reasonOf(found.incidents.front());
        faults.push_back(words + (reason.empty() ? "." : " (" + reason + ")."));
    }
    return faults;
}

std::vector<ReportedCandidate> candidatesIn(const RerunReport& own) {
    std::vector<ReportedCandidate> candidates;
    if (own.rounds.empty()) return candidates;
    const RerunFindings findings = findingsOf(own, {});
    for (const CandidateFindings& found : findings.candidates) {
        const RerunResult* first = resultOf(own.rounds.front(), found.candidate);
        if (!found.candidate.index || first == nullptr) continue;
        candidates.push_back({*found.candidate.index,
                              first->status == RerunStatus::ok ? checksumText(first->checksum) : std::string(),
                              found.measuredClass ? className(*found.measuredClass) : std::string()});
    }
    return candidates;
}

}  // namespace

std::optional<std::string> scrubbedJson(std::string_view json, const Scrubber& scrubber) {
    Json value = Json::parse(json, nullptr, false);
    if (value.is_discarded()) return std::nullopt;
    scrub(value, scrubber);
    return value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<MeasuredReport> readMeasuredReport(std::string_view reportJson, const Dataset& dataset, const Analysis& analysis,
                                          const Scrubber& scrubber) {
    Json report = Json::parse(reportJson, nullptr, false);
    if (report.is_discarded()) return Error{"it is no JSON"};
    Result<ReportedRerun> reported = reportedRerun(reportJson, dataset, analysis);
    if (!reported) return Error{reported.errorMessage()};
    scrub(report, scrubber);
    auto& [key, target, rerun] = reported.value();
    rerun.device = scrubber.text(rerun.device);
    for (RerunRound& round : rerun.report.rounds) {
        for (RerunResult& result : round.results)
            result.because = scrubber.text(result.because);
    }
    MeasuredReport read;
    read.key = key;
    RerunReport own = rerun.report;
    const RerunTarget& known = target;
    std::erase_if(own.rounds, [&](const RerunRound& round) { return !isOwnProblem(round.request, known); });
    read.bits.basis = basisOf(rerun.report.rounds);
    read.bits.device = rerun.device;
    read.candidates = candidatesIn(own);
    read.faults = faultsIn(rerun.report);
    const KeptReruns kept{std::make_shared<const KeptRerun>(rerun)};
    if (auto bits = measuredBitsOf(kept, target, {})) read.bits = std::move(*bits);
    read.json = report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    return read;
}

}  // namespace flipscope
