#include "ui/models/candidate_table_model.h"

#include "core/report/format.h"
#include "ui/models/class_names.h"
#include "ui/models/column_head.h"
#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <QFont>
#include <algorithm>
#include <set>

namespace flipscope {
namespace {

using CandidateColumn = CandidateTableModel::Column;

QString time(const std::optional<Nanoseconds>& value) {
    return QString::fromStdString(formatDuration(value));
}

QVariant timeNumber(const std::optional<Nanoseconds>& value) {
    return value ? QVariant(static_cast<qlonglong>(value->value)) : QVariant();
}

QString whyFailed(const Dataset& dataset, const Analysis& analysis, KeyIndex key, CandidateIndex candidate) {
    std::set<std::uint32_t> reasons;
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        const Decision* decision = decisionOf(dataset, analysis.matrix, key, column);
        if (decision == nullptr) continue;
        for (const FailedCandidate& failed : decision->failed)
            if (failed.index == candidate) reasons.insert(failed.reason);
    }
    QStringList texts;
    for (const std::uint32_t reason : reasons)
        if (reason < dataset.texts.size() && !dataset.texts[reason].empty()) texts += shown(dataset.texts[reason]);
    return texts.join(QLatin1Char('\n'));
}

QVariant alignmentOf(CandidateColumn column) {
    const bool words = column == CandidateColumn::name || column == CandidateColumn::className;
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

}  // namespace

CandidateTableModel::CandidateTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void CandidateTableModel::clear() {
    beginResetModel();
    m_rows.clear();
    endResetModel();
}

void CandidateTableModel::setKey(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const Analysis> analysis,
                                 KeyIndex key, const ClassAssumptions& assumptions) {
    if (dataset == nullptr || analysis == nullptr || !analysis->keys[key.value].set) return clear();
    beginResetModel();
    m_rows.clear();
    const KeyVerdict& verdict = analysis->keys[key.value];
    const CandidateSet& set = setOf(*dataset, *verdict.set);
    std::optional<double> best;
    for (const CandidateSummary& candidate : verdict.candidates) {
        if (!candidate.medianOfMedians) continue;
        const double middle = static_cast<double>(candidate.medianOfMedians->value);
        best = best ? std::min(*best, middle) : middle;
    }
    for (const CandidateSummary& candidate : verdict.candidates) {
        Row row;
        row.summary = candidate;
        row.name = candidate.index.value < set.names.size() ? shown(set.names[candidate.index.value]) : QString();
        row.className = classNamesInWords(classNames(keyOf(*dataset, key), set, candidate.index, assumptions));
        const QStringList ids = classIds(keyOf(*dataset, key), set, candidate.index, assumptions);
        row.classId = ids.isEmpty() ? QStringLiteral("not known") : ids.join(QStringLiteral(" or "));
        const QString measured = measuredClassInWords(*analysis, key, candidate.index);
        if (!measured.isEmpty()) {
            row.className = QStringLiteral("Class %1.\nPredicted: %2").arg(measured, row.className);
            row.classId = measured;
        }
        row.whyFailed = whyFailed(*dataset, *analysis, key, candidate.index);
        if (candidate.medianOfMedians && best && *best > 0)
            row.behind = (static_cast<double>(candidate.medianOfMedians->value) - *best) / *best;
        m_rows.push_back(std::move(row));
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [](const Row& a, const Row& b) {
        const bool aWon = a.summary.runsWon > 0, bWon = b.summary.runsWon > 0;
        if (aWon != bWon) return aWon;
        if (a.behind.has_value() != b.behind.has_value()) return a.behind.has_value();
        return a.behind && *a.behind < *b.behind;
    });
    endResetModel();
}

CandidateIndex CandidateTableModel::candidate(int row) const {
    return m_rows[static_cast<std::size_t>(row)].summary.index;
}

int CandidateTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CandidateTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(CandidateColumn::Count);
}

QVariant CandidateTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<CandidateColumn>(index.column());
    switch (role) {
        case Qt::DisplayRole:
            return display(row, column);
        case kSortRole:
            return number(row, column);
        case Qt::ToolTipRole:
            if (column == CandidateColumn::failed && !row.whyFailed.isEmpty()) return plainToolTip(row.whyFailed);
            return plainToolTip(column == CandidateColumn::className ? row.className : display(row, column).toString());
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case Qt::FontRole:
            if (row.summary.runsWon > 0) {
                QFont bold;
                bold.setBold(true);
                return bold;
            }
            return {};
        default:
            return {};
    }
}

QVariant CandidateTableModel::display(const Row& row, CandidateColumn column) const {
    const auto count = [](std::size_t value) { return value == 0 ? QStringLiteral("–") : formatCount(value); };
    switch (column) {
        case CandidateColumn::index:
            return QString::number(row.summary.index.value);
        case CandidateColumn::name:
            return row.name;
        case CandidateColumn::won:
            return count(row.summary.runsWon);
        case CandidateColumn::measured:
            return count(row.summary.runsMeasured);
        case CandidateColumn::failed:
            return count(row.summary.runsFailed);
        case CandidateColumn::skipped:
            return count(row.summary.runsSkipped);
        case CandidateColumn::smallest:
            return time(row.summary.smallestMedian);
        case CandidateColumn::middle:
            return time(row.summary.medianOfMedians);
        case CandidateColumn::largest:
            return time(row.summary.largestMedian);
        case CandidateColumn::behind:
            return row.behind ? QString::fromStdString(formatPercent(*row.behind)) : QStringLiteral("–");
        case CandidateColumn::className:
            return row.classId;
        case CandidateColumn::Count:
            break;
    }
    return {};
}

QVariant CandidateTableModel::number(const Row& row, CandidateColumn column) {
    switch (column) {
        case CandidateColumn::index:
            return row.summary.index.value;
        case CandidateColumn::won:
            return static_cast<qulonglong>(row.summary.runsWon);
        case CandidateColumn::measured:
            return static_cast<qulonglong>(row.summary.runsMeasured);
        case CandidateColumn::failed:
            return static_cast<qulonglong>(row.summary.runsFailed);
        case CandidateColumn::skipped:
            return static_cast<qulonglong>(row.summary.runsSkipped);
        case CandidateColumn::smallest:
            return timeNumber(row.summary.smallestMedian);
        case CandidateColumn::middle:
            return timeNumber(row.summary.medianOfMedians);
        case CandidateColumn::largest:
            return timeNumber(row.summary.largestMedian);
        case CandidateColumn::behind:
            return row.behind ? QVariant(*row.behind) : QVariant();
        case CandidateColumn::name:
            return row.name;
        case CandidateColumn::className:
            return row.classId;
        case CandidateColumn::Count:
            break;
    }
    return {};
}

QVariant CandidateTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole) return alignmentOf(static_cast<CandidateColumn>(section));
    static constexpr ColumnHead kHeads[] = {
        {"index", "Position in the candidate set"},
        {"candidate", "Name of the kernel variant; names can repeat, the index is the identity"},
        {"won", "Runs that used this candidate"},
        {"class of bits",
         "Candidates of one class compute the same bits: predicted, or a letter where they were re-run; point at one "
         "for its name"},
        {"slower by", "Median against the smallest median of all candidates"},
        {"measured", "Runs in which it was timed"},
        {"failed", "Runs in which it was refused or failed; hover for the reasons"},
        {"skipped", "Runs in which the tuner did not try it"},
        {"smallest", "Smallest median over the runs"},
        {"median", "Median over the runs of the run's median"},
        {"largest", "Largest median over the runs"},
    };
    return headData(kHeads[section], role);
}

}  // namespace flipscope
