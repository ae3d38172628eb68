#include "ui/models/rerun_rows.h"

#include "core/report/rerun_report.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flipscope {
namespace {

RerunRow ownRow(RerunCandidate candidate, bool isOffered) {
    RerunRow row;
    row.candidate = std::move(candidate);
    row.isOfSet = false;
    row.isOffered = isOffered;
    row.isChecked = false;
    return row;
}

RerunRow withoutResult(const RerunRow& row) {
    RerunRow bare;
    bare.candidate = row.candidate;
    bare.isOfSet = row.isOfSet;
    bare.isOffered = row.isOffered;
    bare.isChecked = row.isChecked;
    bare.won = row.won;
    return bare;
}

void take(RerunRow& row, const RerunReport& report, const CandidateFindings& found) {
    if (const RerunResult* result = resultOf(report.rounds[found.round], found.candidate)) {
        row.result = *result;
        const TimingSummary* timing = timingOf(report, found.candidate);
        row.result->timing = timing != nullptr ? std::optional(*timing) : std::nullopt;
    }
    row.verdict = found.verdict;
    row.measuredClass = found.measuredClass;
    if (report.rounds.size() > 1) row.incidents = incidentCounts(found);
    row.incidentCount = found.incidents.size();
    row.largestError = found.largestError;
    row.error = exactnessInWords(found);
    row.judged = verdictInWords(found);
    row.where = otherInputInWords(report, found);
    if (found.firstRan) row.checksum = resultOf(report.rounds[*found.firstRan], found.candidate)->checksum;
}

}  // namespace

std::vector<RerunRow> rowsOf(const RerunTarget& target, const std::vector<std::size_t>& won) {
    std::vector<RerunRow> rows;
    for (std::size_t i = 0; i < target.candidates.size(); ++i) {
        RerunRow& row = rows.emplace_back();
        row.candidate = target.candidates[i];
        row.won = i < won.size() ? won[i] : 0;
    }
    std::stable_sort(rows.begin(), rows.end(), [](const RerunRow& a, const RerunRow& b) { return a.won > b.won; });
    return rows;
}

std::vector<RerunRow> withOwn(std::vector<RerunRow> rows, const std::vector<std::string>& names) {
    const auto firstOwn = std::find_if(rows.begin(), rows.end(), [](const RerunRow& row) { return !row.isOfSet; });
    std::vector<RerunRow> before(firstOwn, rows.end());
    rows.erase(firstOwn, rows.end());
    std::set<std::string> known;
    for (const RerunRow& row : rows)
        known.insert(row.candidate.name);
    for (const std::string& name : names) {
        if (!known.insert(name).second) continue;
        const auto old = std::find_if(before.begin(), before.end(), [&](const RerunRow& row) {
            return row.candidate == RerunCandidate{std::nullopt, name};
        });
        if (old == before.end()) {
            rows.push_back(ownRow({std::nullopt, name}, true));
            continue;
        }
        old->isOffered = true;
        rows.push_back(std::move(*old));
        before.erase(old);
    }
    for (RerunRow& row : before) {
        if (!row.result) continue;
        row.isOffered = row.isChecked = false;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<RerunRow> withReport(std::vector<RerunRow> rows, const RerunReport& report, const RerunFindings& findings) {
    std::erase_if(rows, [](const RerunRow& row) { return !row.isOffered; });
    for (RerunRow& row : rows)
        row = withoutResult(row);
    for (const CandidateFindings& found : findings.candidates) {
        auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const RerunRow& other) { return other.candidate == found.candidate; });
        if (row == rows.end()) row = rows.insert(rows.end(), ownRow(found.candidate, false));
        take(*row, report, found);
        row->bits = bitsInWords(findings, found);
    }
    return rows;
}

}  // namespace flipscope
