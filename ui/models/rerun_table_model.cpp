#include "ui/models/rerun_table_model.h"

#include "core/report/format.h"
#include "core/report/rerun_report.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/worker_messages.h"
#include "ui/delegates/cell_palette.h"
#include "ui/models/column_head.h"
#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <QFont>
#include <QGuiApplication>
#include <algorithm>

namespace flipscope {
namespace {

using RerunColumn = RerunTableModel::Column;

QVariant alignmentOf(RerunColumn column) {
    const bool number = column == RerunColumn::won || column == RerunColumn::error || column == RerunColumn::time;
    return QVariant((number                        ? Qt::AlignRight
                     : column == RerunColumn::bits ? Qt::AlignHCenter
                                                   : Qt::AlignLeft) |
                    Qt::AlignVCenter);
}

bool isOk(const std::optional<RerunResult>& result) {
    return result && result->status == RerunStatus::ok;
}

constexpr qulonglong kFirstOwn = qulonglong{1} << 32;  // behind every index

// Whether it ran, and what happened on how many requests.
QString statusInWords(const std::optional<RerunResult>& result, const std::string& incidents) {
    if (!result) return QStringLiteral("–");
    const QString status = shown(inWords(result->status)), counts = QString::fromStdString(incidents);
    if (counts.isEmpty()) return status;
    return isOk(result) ? QStringLiteral("%1; %2").arg(status, counts) : counts;
}

}  // namespace

RerunTableModel::RerunTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void RerunTableModel::setTarget(const RerunTarget& target, const std::vector<std::size_t>& won) {
    beginResetModel();
    m_rows = rowsOf(target, won);
    // Without a set there is nothing to run.
    if (!m_rows.empty()) m_rows = withOwn(std::move(m_rows), m_own);
    endResetModel();
    emit checksChanged();
}

void RerunTableModel::setWins(const std::vector<std::size_t>& won) {
    for (RerunRow& row : m_rows) {
        if (!row.isOfSet || !row.candidate.index) continue;
        const std::size_t position = row.candidate.index->value;
        row.won = position < won.size() ? won[position] : 0;
    }
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RerunTableModel::clear() {
    setTarget({}, {});
}

void RerunTableModel::offerOwn(const std::vector<std::string>& names) {
    m_own = names;
    if (!m_rows.empty()) replaceRows(withOwn(m_rows, m_own));
    emit checksChanged();
}

void RerunTableModel::setReport(const RerunReport& report, const RerunFindings& findings) {
    replaceRows(withReport(m_rows, report, findings));
}

// Without a reset where the candidates are the same, so that the selection stays.
void RerunTableModel::replaceRows(std::vector<RerunRow> rows) {
    const bool same = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                 [](const RerunRow& a, const RerunRow& b) { return a.candidate == b.candidate; });
    if (!same) beginResetModel();
    m_rows = std::move(rows);
    if (!same) return endResetModel();
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

void RerunTableModel::checkSet(bool checked) {
    for (RerunRow& row : m_rows)
        if (row.isOfSet) row.isChecked = checked;
    tellChecks();
}

void RerunTableModel::checkOwn(bool checked) {
    for (RerunRow& row : m_rows)
        if (!row.isOfSet) row.isChecked = checked && row.isOffered;
    tellChecks();
}

bool RerunTableModel::offersOwn() const {
    return std::any_of(m_rows.begin(), m_rows.end(), [](const RerunRow& row) { return !row.isOfSet && row.isOffered; });
}

void RerunTableModel::checkOnly(const std::vector<RerunCandidate>& candidates) {
    for (RerunRow& row : m_rows)
        row.isChecked =
            row.isOffered && std::find(candidates.begin(), candidates.end(), row.candidate) != candidates.end();
    tellChecks();
}

void RerunTableModel::tellChecks() {
    if (!m_rows.empty()) emit dataChanged(index(0, 0), index(rowCount() - 1, 0), {Qt::CheckStateRole});
    emit checksChanged();
}

std::vector<RerunCandidate> RerunTableModel::checked() const {
    std::vector<RerunCandidate> checked;
    for (const RerunRow& row : m_rows)
        if (row.isChecked) checked.push_back(row.candidate);
    return checked;
}

const RerunResult* RerunTableModel::result(int row) const {
    return at(row).result ? &*at(row).result : nullptr;
}

const RerunVerdict* RerunTableModel::verdict(int row) const {
    return at(row).result ? &at(row).verdict : nullptr;
}

int RerunTableModel::rowOf(const RerunCandidate& candidate) const {
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const RerunRow& row) { return row.candidate == candidate; });
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

int RerunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RerunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(RerunColumn::Count);
}

Qt::ItemFlags RerunTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == 0 && at(index.row()).isOffered ? flags | Qt::ItemIsUserCheckable
                                                                               : flags;
}

bool RerunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.column() != 0 || role != Qt::CheckStateRole || index.row() >= rowCount())
        return false;
    if (!at(index.row()).isOffered) return false;
    m_rows[static_cast<std::size_t>(index.row())].isChecked = value.toInt() == Qt::Checked;
    emit dataChanged(index, index, {Qt::CheckStateRole});
    emit checksChanged();
    return true;
}

QVariant RerunTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const RerunRow& row = at(index.row());
    const auto column = static_cast<RerunColumn>(index.column());
    switch (role) {
        case Qt::DisplayRole:
            return display(row, column);
        case Qt::ToolTipRole:
            return plainToolTip(display(row, column));
        case Qt::CheckStateRole:
            return column == RerunColumn::candidate && row.isOffered
                       ? QVariant(row.isChecked ? Qt::Checked : Qt::Unchecked)
                       : QVariant();
        case kSortRole:
            return number(index.row(), column);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case Qt::BackgroundRole:
        case Qt::ForegroundRole:
            return column == RerunColumn::bits ? colour(row, role == Qt::BackgroundRole) : QVariant();
        case Qt::FontRole:
            if (column == RerunColumn::candidate && row.won > 0) {
                QFont bold;
                bold.setBold(true);
                return bold;
            }
            return {};
        default:
            return {};
    }
}

QVariant RerunTableModel::colour(const RerunRow& row, bool fill) {
    if (!row.measuredClass) return {};
    const CellPalette palette = cellPalette(isDark(QGuiApplication::palette()));
    const auto slot = static_cast<std::uint8_t>(std::min<std::size_t>(*row.measuredClass, kColourSlots - 1));
    const CellColours& colours = palette.of(CellKind::winner, slot);
    return fill ? colours.fill : colours.text;
}

QString RerunTableModel::display(const RerunRow& row, RerunColumn column) {
    const auto dash = QStringLiteral("–");
    switch (column) {
        case RerunColumn::candidate:
            return (row.candidate.index ? QString::number(row.candidate.index->value) + QLatin1Char(' ') : QString()) +
                   shown(row.candidate.name) + (row.candidate.index ? QString() : QStringLiteral(" · worker's own"));
        case RerunColumn::won:
            return row.won > 0 ? formatCount(row.won) : dash;
        case RerunColumn::bits:
            return row.measuredClass ? QString::fromStdString(row.bits) : dash;
        case RerunColumn::status:
            return statusInWords(row.result, row.incidents);
        case RerunColumn::verdict:
            return isOk(row.result) ? QString::fromStdString(row.judged) : dash;
        case RerunColumn::checksum:
            return row.checksum ? QString::fromStdString(checksumText(*row.checksum)) : dash;
        case RerunColumn::because: {
            if (!row.result) return {};
            const QString reason = QString::fromStdString(reasonOf(row.verdict));
            const QString because = shown(row.result->because, 1000);
            const QString both =
                reason.isEmpty() || because.isEmpty() ? reason + because : reason + QStringLiteral("; ") + because;
            return row.where.empty() ? both : QStringLiteral("%1 (on %2)").arg(both, QString::fromStdString(row.where));
        }
        case RerunColumn::error:
            return QString::fromStdString(row.error);
        case RerunColumn::time:
            return isOk(row.result) && row.result->timing
                       ? QString::fromStdString(formatDuration(row.result->timing->median))
                       : dash;
        case RerunColumn::Count:
            break;
    }
    return {};
}

QVariant RerunTableModel::number(int position, RerunColumn column) const {
    const RerunRow& row = at(position);
    switch (column) {
        case RerunColumn::candidate:
            // The worker's own behind the set's, in its order.
            return row.candidate.index ? QVariant(qulonglong{row.candidate.index->value})
                                       : QVariant(kFirstOwn + static_cast<qulonglong>(position));
        case RerunColumn::won:
            return static_cast<qulonglong>(row.won);
        case RerunColumn::bits:
            return row.measuredClass ? QVariant(static_cast<qulonglong>(*row.measuredClass)) : QVariant();
        case RerunColumn::status:
            return row.result ? QVariant(static_cast<qulonglong>(row.result->status) * kFirstOwn +
                                         static_cast<qulonglong>(row.incidentCount))
                              : QVariant();
        case RerunColumn::verdict:
            return isOk(row.result) ? QVariant(static_cast<int>(row.verdict.kind)) : QVariant();
        case RerunColumn::checksum:
            return row.checksum ? QVariant(static_cast<qulonglong>(*row.checksum)) : QVariant();
        case RerunColumn::because:
            return row.result ? QVariant(shown(row.result->because)) : QVariant();
        case RerunColumn::error:
            return row.largestError ? QVariant(*row.largestError) : QVariant();
        case RerunColumn::time:
            return isOk(row.result) && row.result->timing
                       ? QVariant(static_cast<qlonglong>(row.result->timing->median.value))
                       : QVariant();
        case RerunColumn::Count:
            break;
    }
    return {};
}

QVariant RerunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole) return alignmentOf(static_cast<RerunColumn>(section));
    static constexpr ColumnHead kHeads[] = {
        {"candidate",
         "Tick what is to be re-run; bold: a winner of the runs. The worker's own candidates are in no candidate set"},
        {"won", "Runs that used this candidate"},
        {"status", "Whether it ran, and on how many requests it was refused, failed or was wrong"},
        {"bits",
         "Candidates with the same letter gave equal bits on every input that they both ran on; one that did not run "
         "on all says on how many. The letters follow the lowest candidate number of each class"},
        {"verdict", "What is wrong with it, or whether its bits are those of the baseline, the most frequent winner"},
        {"checksum",
         "Of the first launch's output on the first input that it ran on: h becomes 31·h + bits, element by element"},
        {"because",
         "What the verdict rests on. sums off by: what the additions alone lose, the largest |c − reference| / "
         "(|A|·|B|) over the inputs against the exact product of the operands as the kernel rounds them"},
        {"whole error",
         "The largest |c − reference| / (|A|·|B|) over the inputs against the exact product of the operands as they "
         "are: what the kernel loses by rounding operands is in it. The bars below show errors of one input in units "
         "in "
         "the last place"},
        {"median time", "Of this re-run: the original kernel's time only where the worker ran the original"},
    };
    return headData(kHeads[section], role);
}

}  // namespace flipscope
