#include "ui/models/pin_table_model.h"

#include "core/report/format.h"
#include "ui/models/column_head.h"
#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <QFont>
#include <algorithm>
#include <utility>

namespace flipscope {
namespace {

using PinColumn = PinTableModel::Column;

QVariant alignmentOf(PinColumn column) {
    const bool isNumber = column == PinColumn::error || column == PinColumn::margin;
    return QVariant((isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

bool isSameRow(const PinRow& a, const PinRow& b) {
    return a.key == b.key && a.id == b.id && a.label == b.label && a.pin.has_value() == b.pin.has_value();
}

}  // namespace

PinTableModel::PinTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void PinTableModel::setRows(std::vector<PinRow> rows, std::shared_ptr<const Dataset> dataset,
                            std::shared_ptr<const Analysis> analysis) {
    const bool isSame =
        m_dataset == dataset && std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), isSameRow);
    if (!isSame) beginResetModel();
    m_rows = std::move(rows);
    m_dataset = std::move(dataset);
    m_analysis = std::move(analysis);
    if (!isSame) {
        endResetModel();
    } else if (!m_rows.empty()) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
    }
}

int PinTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int PinTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(PinColumn::Count);
}

Qt::ItemFlags PinTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid() || static_cast<PinColumn>(index.column()) != PinColumn::candidate) return flags;
    const bool canBeChosen = m_rows[static_cast<std::size_t>(index.row())].canBeChosen && m_analysis != nullptr;
    return canBeChosen ? flags | Qt::ItemIsEditable : flags;
}

bool PinTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable) || !value.isValid()) return false;
    const PinRow& row = m_rows[static_cast<std::size_t>(index.row())];
    emit chosen(*row.key, CandidateIndex{value.toUInt()});
    return true;
}

QVariant PinTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const PinRow& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<PinColumn>(index.column());
    switch (role) {
        case Qt::DisplayRole:
            return display(row, column);
        case Qt::EditRole:
            return row.candidate ? QVariant(row.candidate->value) : QVariant();
        case Qt::ToolTipRole:
            if (column == PinColumn::candidate && row.canBeChosen)
                return plainToolTip(display(row, column) +
                                    QStringLiteral("\nF2 or a double click chooses another one"));
            return plainToolTip(display(row, column));
        case kSortRole:
            return number(row, column);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case Qt::FontRole:
            if (column == PinColumn::candidate && row.rule == QLatin1String("hand")) {
                QFont bold;
                bold.setBold(true);
                return bold;
            }
            return {};
        case kOptionTextsRole:
        case kOptionIndicesRole:
            return column == PinColumn::candidate ? options(row, role) : QVariant();
        default:
            return {};
    }
}

QVariant PinTableModel::options(const PinRow& row, int role) const {
    QStringList texts;
    QVariantList indices;
    if (row.canBeChosen && m_analysis != nullptr) {
        for (const PinOption& option : pinOptions(*m_dataset, *m_analysis, *row.key)) {
            texts.append(option.text);
            indices.append(option.candidate.value);
        }
    }
    return role == kOptionTextsRole ? QVariant(texts) : QVariant(indices);
}

QString PinTableModel::display(const PinRow& row, PinColumn column) {
    const auto dash = QStringLiteral("–");
    switch (column) {
        case PinColumn::key:
            return row.label;
        case PinColumn::id:
            return row.id;
        case PinColumn::candidate:
            return row.pin ? row.candidateText : dash;
        case PinColumn::reason:
            return row.pin ? row.reason : QString();
        case PinColumn::bits:
            return row.classText.isEmpty() ? dash : row.classText;
        case PinColumn::error:
            return row.error ? QString::fromStdString(formatNumber(*row.error)) : dash;
        case PinColumn::margin:
            return row.margin ? QString::fromStdString(formatPercent(*row.margin)) : dash;
        case PinColumn::warnings:
            return row.warnings.join(QLatin1Char(' '));
        case PinColumn::runs:
            return row.runsText;
        case PinColumn::Count:
            break;
    }
    return {};
}

QVariant PinTableModel::number(const PinRow& row, PinColumn column) {
    switch (column) {
        case PinColumn::candidate:
            return row.candidate ? QVariant(row.candidate->value) : QVariant();
        case PinColumn::error:
            return row.error ? QVariant(*row.error) : QVariant();
        case PinColumn::margin:
            return row.margin ? QVariant(*row.margin) : QVariant();
        case PinColumn::runs:
            return row.worst ? QVariant(row.urgency) : QVariant();
        default:
            return display(row, column);
    }
}

QVariant PinTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole) return alignmentOf(static_cast<PinColumn>(section));
    static constexpr ColumnHead kHeads[] = {
        {"key", "What the program asks its tuner for"},
        {"id", "Short name of the key, for commands"},
        {"candidate", "What the program is to use; –: it tunes the key itself; bold: chosen by hand"},
        {"reason", "Why this candidate"},
        {"class of bits", "Numerical class of the candidate; measured: by a re-run of the candidate itself"},
        {"error", "Largest error of a re-run, in units of |A||B|"},
        {"next slower by",
         "How much slower the fastest other candidate is, median over the runs; negative: it is faster"},
        {"warnings", "What to know before the pin is used"},
        {"in the runs", "What the last check found: the runs that need attention most"},
    };
    return headData(kHeads[section], role);
}

}  // namespace flipscope
