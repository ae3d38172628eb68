#include "ui/models/rerun_requests.h"

#include "core/report/rerun_report.h"
#include "core/rerun/worker_messages.h"

#include <algorithm>

namespace flipscope {
namespace {

constexpr std::size_t kLongestReason = 1000;

QString ofKeyInWords(const RerunRequest& request) {
    if (request.check == RerunCheck::keySizes) return QStringLiteral("its sizes");
    switch (request.place) {
        case BucketPlace::inside:
            return QStringLiteral("yes");
        case BucketPlace::outside:
            return QStringLiteral("no");
        case BucketPlace::unknown:
            break;
    }
    return QStringLiteral("cannot tell");
}

void judgeInto(RerunRequestRow& row, const RerunReport& report, std::size_t round, const RerunResult& result,
               const RerunFindings& findings) {
    row.ran = result.status == RerunStatus::ok;
    const RerunVerdict verdict = verdictIn(report, round, result, findings.baseline);
    row.outcome = row.ran ? shown(inWords(verdict)) : shown(inWords(result.status));
    const QString reason = QString::fromStdString(reasonOf(verdict)), said = shown(result.because, kLongestReason);
    row.because = reason.isEmpty() || said.isEmpty() ? reason + said : reason + QStringLiteral("; ") + said;
    if (!row.ran) row.gravity = result.status == RerunStatus::notRun ? 1 : 2;
    if (!verdict.findings.empty()) row.gravity = 2;
}

}  // namespace

QString RerunRequestRows::title(Column column) {
    switch (column) {
        case Column::number:
            return QStringLiteral("request");
        case Column::shape:
            return QStringLiteral("m×n×k");
        case Column::check:
            return QStringLiteral("made for");
        case Column::ofKey:
            return QStringLiteral("of the key");
        case Column::outcome:
            return QStringLiteral("outcome");
        default:
            return QStringLiteral("because");
    }
}

QString RerunRequestRows::text(const Row& row, Column column) {
    switch (column) {
        case Column::number:
            return QString::number(row.number);
        case Column::shape:
            return row.shape;
        case Column::check:
            return row.check;
        case Column::ofKey:
            return row.ofKey;
        case Column::outcome:
            return row.outcome;
        default:
            return row.because;
    }
}

QVariant RerunRequestRows::number(const Row& row, Column column) {
    switch (column) {
        case Column::number:
            return static_cast<qulonglong>(row.number);
        case Column::outcome:  // the gravest apart from the others
            return QString::number(row.gravity) + row.outcome;
        default:
            return {};
    }
}

std::vector<RerunRequestRow> requestRows(const RerunReport& report, const RerunFindings& findings,
                                         const RerunCandidate& candidate) {
    std::vector<RerunRequestRow> rows;
    for (std::size_t i = 0; i < report.rounds.size(); ++i) {
        const RerunRound& round = report.rounds[i];
        const RerunResult* result = resultOf(round, candidate);
        if (result == nullptr) continue;
        RerunRequestRow& row = rows.emplace_back();
        row.number = i + 1;
        row.shape = QString::fromStdString(inputInWords(round.request));
        row.check = shown(inWords(round.request.check));
        row.ofKey = ofKeyInWords(round.request);
        judgeInto(row, report, i, *result, findings);
    }
    return rows;
}

QString requestsInWords(const std::vector<RerunRequestRow>& rows, const CandidateFindings& found) {
    const auto ran = std::count_if(rows.begin(), rows.end(), [](const RerunRequestRow& row) { return row.ran; });
    const QString incidents = QString::fromStdString(incidentCounts(found));
    return QStringLiteral("ran on %1 of %2%3")
        .arg(ran)
        .arg(counted(rows.size(), "request", "requests"),
             incidents.isEmpty() ? QString() : QStringLiteral("; ") + incidents);
}

}  // namespace flipscope
