#include "ui/models/matrix_model.h"

#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/models/column_head.h"
#include "ui/outcome_words.h"
#include "ui/text.h"

#include <algorithm>
#include <array>

namespace flipscope {
namespace {

// Indices from hostile input can be anything; only those a real set could have are kept as ready texts.
constexpr std::uint32_t kMaxCachedIndex = 10'000;

const ColumnHead& headOf(KeyColumn column) {
    static const std::array<ColumnHead, static_cast<std::size_t>(KeyColumn::Count)> texts{{
        {"Key", "What was tuned: operation, shape, element types, layout"},
        {"Verdict", "Whether the flip is noise, a real win, disturbed, or cannot be told"},
        {"Winners", "How many different candidates won this key over the runs"},
        {"Margin", "By how much the favourite is faster than the other: median over the runs"},
        {"Group", "Flip group: its keys split the runs in the same way, the data cannot tell them apart"},
        {"Bits", "Whether the winners compute the same bits: predicted, or from a re-run where it says so"},
        {"Id", "First digits of the key's hash; commands and reports take it"},
    }};
    return texts[static_cast<std::size_t>(column)];
}

QVariant numberOf(const KeyRow& row, KeyColumn column) {
    switch (column) {
        case KeyColumn::winners:
            return QVariant::fromValue(static_cast<qulonglong>(row.winners));
        case KeyColumn::margin:
            return row.margin ? QVariant(*row.margin) : QVariant();
        case KeyColumn::group:
            return row.group ? QVariant::fromValue(static_cast<qulonglong>(*row.group)) : QVariant();
        default:
            return textOf(row, column);
    }
}

}  // namespace

const QString& textOf(const KeyRow& row, KeyColumn column) {
    switch (column) {
        case KeyColumn::verdict:
            return row.verdictText;
        case KeyColumn::winners:
            return row.winnersText;
        case KeyColumn::margin:
            return row.marginText;
        case KeyColumn::group:
            return row.groupText;
        case KeyColumn::classes:
            return row.classText;
        case KeyColumn::id:
            return row.id;
        default:
            return row.label;
    }
}

bool isNumber(KeyColumn column) {
    return column == KeyColumn::winners || column == KeyColumn::margin;
}

MatrixModel::MatrixModel(QObject* parent) : QAbstractTableModel(parent) {}

void MatrixModel::setTable(std::shared_ptr<const MatrixTable> table, std::vector<std::size_t> rows,
                           ColumnOrder columns) {
    beginResetModel();
    m_table = std::move(table);
    m_outcome.reset();
    m_rows = std::move(rows);
    m_runNames.clear();
    m_longestRunName.clear();
    if (m_table != nullptr) {
        for (const RunIndex run : m_table->analysis->matrix.runs) {
            m_runNames.push_back(shown(runOf(*m_table->dataset, run).id));
            if (m_runNames.back().size() > m_longestRunName.size()) m_longestRunName = m_runNames.back();
        }
    }
    takeColumns(std::move(columns));
    endResetModel();
}

void MatrixModel::setRows(std::vector<std::size_t> rows) {
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void MatrixModel::setColumnOrder(ColumnOrder columns, std::shared_ptr<const Outcome> outcome) {
    beginResetModel();
    m_outcome = std::move(outcome);
    takeColumns(std::move(columns));
    endResetModel();
}

void MatrixModel::takeColumns(ColumnOrder columns) {
    m_columns = {};
    for (std::size_t i = 0; i < columns.matrixColumns.size(); ++i) {
        if (columns.matrixColumns[i] >= m_runNames.size()) continue;
        m_columns.matrixColumns.push_back(columns.matrixColumns[i]);
        m_columns.groups.push_back(columns.groups[i]);
    }
}

int MatrixModel::rowOf(KeyIndex key) const {
    const auto found = std::find(m_rows.begin(), m_rows.end(), std::size_t{key.value});
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

const KeyRow& MatrixModel::keyRow(int row) const {
    return m_table->rows[m_rows[static_cast<std::size_t>(row)]];
}

const CellLook* MatrixModel::look(int row, int column) const {
    const auto matrix = matrixColumn(column);
    if (!matrix || row < 0 || static_cast<std::size_t>(row) >= m_rows.size()) return nullptr;
    return &m_table->at(m_rows[static_cast<std::size_t>(row)], *matrix);
}

std::optional<std::size_t> MatrixModel::matrixColumn(int column) const {
    if (column < kKeyColumns) return std::nullopt;
    const auto position = static_cast<std::size_t>(column - kKeyColumns);
    return position >= m_columns.matrixColumns.size() ? std::nullopt : std::optional(m_columns.matrixColumns[position]);
}

int MatrixModel::groupOfColumn(int column) const {
    if (!matrixColumn(column)) return -1;
    return m_columns.groups[static_cast<std::size_t>(column - kKeyColumns)];
}

bool MatrixModel::startsGroup(int column) const {
    return column > kKeyColumns && groupOfColumn(column) != groupOfColumn(column - 1);
}

const QString& MatrixModel::cellText(const CellLook& look) const {
    if (look.candidateKind == CellKind::none) return signOf(look.source);
    const std::uint32_t index = std::min(look.candidate, kMaxCachedIndex);
    if (index >= m_indexTexts.size()) m_indexTexts.resize(index + 1);
    QString& text = m_indexTexts[index];
    if (text.isEmpty()) text = index < kMaxCachedIndex ? QString::number(index) : QStringLiteral("…");
    return text;
}

int MatrixModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_table == nullptr ? 0 : static_cast<int>(m_rows.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kKeyColumns + static_cast<int>(m_columns.matrixColumns.size());
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const KeyRow& row = keyRow(index.row());
    if (index.column() < kKeyColumns) return keyData(row, static_cast<KeyColumn>(index.column()), role);
    const CellLook& cell = *look(index.row(), index.column());
    switch (role) {
        case Qt::DisplayRole:
            return cellText(cell);
        case Qt::TextAlignmentRole:
            return Qt::AlignCenter;
        case Qt::ToolTipRole:
            return plainToolTip(cellToolTip(row, cell, *matrixColumn(index.column())));
        case Qt::AccessibleTextRole:
            return cellToolTip(row, cell, *matrixColumn(index.column()));
        case kSortRole:
            return cell.candidateKind == CellKind::none ? QVariant() : QVariant(cell.candidate);
        default:
            return {};
    }
}

QVariant MatrixModel::keyData(const KeyRow& row, KeyColumn column, int role) const {
    switch (role) {
        case Qt::DisplayRole:
            return textOf(row, column);
        case kSortRole:
            return numberOf(row, column);
        case Qt::ToolTipRole: {
            const KeyVerdict& verdict = m_table->analysis->keys[row.key.value];
            QString text = row.label + QStringLiteral("\nid ") + row.id;
            if (!row.provenText.isEmpty()) text += QStringLiteral("\n\n") + row.provenText;
            if (!verdict.pairs.empty())
                text += QStringLiteral("\n\n") +
                        QString::fromStdString(verdictSentence(*m_table->dataset, verdict, verdict.pairs.front()));
            for (const WinnerName& name : row.names)
                text += QStringLiteral("\n%1 — %2").arg(name.label, name.className);
            return plainToolTip(text);
        }
        default:
            return {};
    }
}

QString MatrixModel::cellToolTip(const KeyRow& row, const CellLook& look, std::size_t column) const {
    QString text = row.label + QStringLiteral("\nRun ") + m_runNames[column] + QLatin1Char('\n');
    const QString source = QString::fromStdString(winnerSourceSentence(look.source));
    if (look.candidateKind == CellKind::none) return text + source;
    const WinnerMatrix& matrix = m_table->analysis->matrix;
    const Decision* decision = decisionOf(*m_table->dataset, matrix, row.key, column);
    const CandidateIndex winner{look.candidate};
    const auto& set = matrix.at(row.key, column).set;
    if (set) text += shown(candidateLabel(setOf(*m_table->dataset, *set), winner));
    const Timing* timing = decision != nullptr ? timingOf(*decision, winner) : nullptr;
    if (timing != nullptr)
        text += QStringLiteral("\nMedian %1").arg(QString::fromStdString(formatDuration(timing->median)));
    for (const WinnerName& name : row.names)
        if (name.index == winner && look.candidateKind != CellKind::otherSet)
            text += QLatin1Char('\n') + name.className;
    if (look.candidateKind == CellKind::otherSet)
        text += QStringLiteral("\nThis run tuned another candidate set; the winner is not compared.");
    return text + QLatin1Char('\n') + source;
}

QString MatrixModel::runToolTip(std::size_t position) const {
    const std::size_t column = m_columns.matrixColumns[position];
    const int group = m_columns.groups[position];
    QString text = QStringLiteral("Run ") + m_runNames[column];
    if (m_outcome != nullptr && column < m_outcome->values.size() && m_outcome->values[column])
        text += QStringLiteral("\nOutcome: ") + shown(*m_outcome->values[column], 100);
    if (m_outcome != nullptr && group >= 0 && static_cast<std::size_t>(group) < m_outcome->groups.size())
        text += QStringLiteral("\nOutcome group %1: ").arg(groupLetter(group)) +
                shown(m_outcome->groups[static_cast<std::size_t>(group)].name);
    if (m_outcome != nullptr && group < 0) text += QStringLiteral("\nNo outcome known");
    return text;
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0) return {};
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole && section < rowCount() ? QVariant(section + 1) : QVariant();
    }
    if (section >= columnCount()) return {};
    if (section < kKeyColumns && role == Qt::TextAlignmentRole)
        return isNumber(static_cast<KeyColumn>(section)) ? int(Qt::AlignRight | Qt::AlignVCenter)
                                                         : int(Qt::AlignLeft | Qt::AlignVCenter);
    if (section < kKeyColumns) return headData(headOf(static_cast<KeyColumn>(section)), role);
    const auto position = static_cast<std::size_t>(section - kKeyColumns);
    if (role == Qt::DisplayRole) return m_runNames[m_columns.matrixColumns[position]];
    if (role == Qt::ToolTipRole) return plainToolTip(runToolTip(position));
    return {};
}

}  // namespace flipscope
