#pragma once

#include "ui/models/rows_model.h"
#include "ui/rerun_values.h"

#include <QString>
#include <QVariant>
#include <cstddef>
#include <vector>

namespace flipscope {

// What one candidate did on one request of a re-run, in words.
struct RerunRequestRow {
    std::size_t number = 0;  // of the request, from 1
    QString shape;           // with what sets its inputs apart
    QString check;           // what it was made for
    QString ofKey;           // whether the key stands for it
    QString outcome;         // the status, or the verdict on what ran
    QString because;
    bool ran = false;         // gave a result
    std::size_t gravity = 0;  // 0: nothing went wrong, 1: it did not run, 2: refused, failed or wrong
};

struct RerunRequestRows {
    using Row = RerunRequestRow;
    enum class Column { number, shape, check, ofKey, outcome, because, Count };
    static QString title(Column column);
    static QString text(const Row& row, Column column);
    static QVariant number(const Row& row, Column column);
};

using RerunRequestsModel = RowsModel<RerunRequestRows>;

// A row for each request that the candidate was asked to run, in the order of the report.
[[nodiscard]] std::vector<RerunRequestRow> requestRows(const RerunReport& report, const RerunFindings& findings,
                                                       const RerunCandidate& candidate);

// "ran on 40 of 43 requests; refused on 3"
[[nodiscard]] QString requestsInWords(const std::vector<RerunRequestRow>& rows, const CandidateFindings& found);

}  // namespace flipscope
