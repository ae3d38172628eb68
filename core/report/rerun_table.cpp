#include "core/report/data_values.h"
#include "core/report/rerun_report.h"
#include "core/rerun/result_checksum.h"

namespace flipscope {

namespace {

std::vector<DataValue> rowOf(const RerunView& view, const RerunRequest& request, const RerunResult& result) {
    const RerunProblem& problem = request.problem;
    const bool ok = result.status == RerunStatus::ok;
    const CandidateFindings* found = foundOf(view.findings, result.candidate);
    const bool judged = ok && found != nullptr;
    const auto text = [](bool known, std::string_view value) {
        return known ? DataValue(std::string(value)) : DataValue();
    };
    const auto time = [&](Nanoseconds TimingSummary::*member) {
        return result.timing ? DataValue((*result.timing.*member).value) : DataValue();
    };
    return {view.deviceName,
            std::string(toString(result.means)),
            wholeValue(problem.m),
            wholeValue(problem.n),
            wholeValue(problem.k),
            std::string(toString(problem.type)),
            problem.lhsTransposed,
            problem.rhsTransposed,
            wholeValue(request.placement.lhsStride),
            wholeValue(request.placement.rhsStride),
            wholeValue(request.placement.outStride),
            wholeValue(request.placement.offset),
            std::string(optionName(request.codeGenerator)),
            std::string(toString(request.check)),
            std::string(toString(request.place)),
            wholeValue(request.lhsSeed),
            wholeValue(request.rhsSeed),
            indexValue(result.candidate.index),
            result.candidate.name,
            std::string(toString(result.status)),
            result.because,
            text(ok, ok ? checksumText(result.checksum) : std::string()),
            result.classId,
            text(judged && found->measuredClass.has_value(),
                 judged && found->measuredClass ? className(*found->measuredClass) : std::string()),
            text(judged, judged ? toString(found->verdict.kind) : std::string_view()),
            text(judged, judged ? reasonOf(found->verdict) : std::string()),
            numberValue(ok ? errorAsTheyAre(result, problem) : std::nullopt),
            numberValue(judged ? found->largestError : std::nullopt),
            time(&TimingSummary::median),
            time(&TimingSummary::lowerBand),
            time(&TimingSummary::upperBand)};
}

}  // namespace

DataTable rerunTable(const RerunView& view) {
    DataTable table;
    table.name = "rerun";
    table.columns = {"device",
                     "means",
                     "m",
                     "n",
                     "k",
                     "type",
                     "lhs_transposed",
                     "rhs_transposed",
                     "lhs_stride",
                     "rhs_stride",
                     "out_stride",
                     "offset",
                     "code_generator",
                     "check",
                     "place",
                     "lhs_seed",
                     "rhs_seed",
                     "index",
                     "name",
                     "status",
                     "because",
                     "checksum",
                     "class",
                     "bits",
                     "candidate_verdict",
                     "candidate_reason",
                     "error",
                     "largest_error",
                     "median_ns",
                     "lower_band_ns",
                     "upper_band_ns"};
    for (const RerunRound& round : view.report.rounds) {
        for (const RerunResult& result : round.results)
            table.rows.push_back(rowOf(view, round.request, result));
    }
    return table;
}

}  // namespace flipscope
