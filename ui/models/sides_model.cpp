#include "ui/models/sides_model.h"

#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <utility>

namespace flipscope {
namespace {

RunSide sideOf(SidesModel::Column column) {
    if (column == SidesModel::Column::good) return RunSide::good;
    return column == SidesModel::Column::bad ? RunSide::bad : RunSide::none;
}

}  // namespace

SidesModel::SidesModel(QObject* parent) : QAbstractTableModel(parent) {}

void SidesModel::setRuns(const std::shared_ptr<const Dataset>& dataset, std::vector<RunIndex> runs,
                         const std::shared_ptr<const Outcome>& outcome) {
    beginResetModel();
    m_rows.clear();
    for (std::size_t i = 0; dataset != nullptr && i < runs.size(); ++i)
        m_rows.push_back({runs[i], shown(runOf(*dataset, runs[i]).id), {}, -1, RunSide::none});
    endResetModel();
    setOutcome(outcome);
    emit sidesChanged();
}

void SidesModel::setOutcome(const std::shared_ptr<const Outcome>& outcome) {
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        const bool isKnown = outcome != nullptr && i < outcome->values.size();
        m_rows[i].value = isKnown && outcome->values[i] ? shown(*outcome->values[i], 100) : QStringLiteral("–");
        m_rows[i].group = isKnown ? outcome->groupOf[i] : -1;
    }
    const int column = static_cast<int>(Column::outcome);
    if (!m_rows.empty()) emit dataChanged(index(0, column), index(rowCount() - 1, column));
}

void SidesModel::setGroups(int good, int bad) {
    for (Row& row : m_rows) {
        row.side = RunSide::none;
        if (row.group >= 0 && row.group == good) row.side = RunSide::good;
        if (row.group >= 0 && row.group == bad) row.side = RunSide::bad;
    }
    tell();
}

void SidesModel::swapSides() {
    for (Row& row : m_rows) {
        if (row.side == RunSide::none) continue;
        row.side = row.side == RunSide::good ? RunSide::bad : RunSide::good;
    }
    tell();
}

std::vector<RunIndex> SidesModel::runsOn(RunSide side) const {
    std::vector<RunIndex> runs;
    for (const Row& row : m_rows)
        if (row.side == side) runs.push_back(row.run);
    return runs;
}

void SidesModel::tell() {
    if (!m_rows.empty())
        emit dataChanged(index(0, static_cast<int>(Column::good)),
                         index(rowCount() - 1, static_cast<int>(Column::bad)));
    emit sidesChanged();
}

int SidesModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SidesModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(Column::Count);
}

QVariant SidesModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<Column>(index.column());
    const RunSide side = sideOf(column);
    if (side != RunSide::none) {
        if (role == Qt::CheckStateRole) return row.side == side ? Qt::Checked : Qt::Unchecked;
        if (role == kSortRole) return row.side == side ? 0 : 1;
        if (role == Qt::AccessibleTextRole)
            return QStringLiteral("%1 is %2a %3 run")
                .arg(row.name, row.side == side ? QString() : QStringLiteral("not "),
                     side == RunSide::good ? QStringLiteral("good") : QStringLiteral("bad"));
        return {};
    }
    const QString& text = column == Column::run ? row.name : row.value;
    if (role == Qt::DisplayRole) return text;
    if (role == Qt::ToolTipRole) return plainToolTip(text);
    if (role != kSortRole) return {};
    bool isNumber = false;
    const double number = text.toDouble(&isNumber);
    return isNumber ? QVariant(number) : QVariant(text);
}

bool SidesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::CheckStateRole || !index.isValid() || index.row() >= rowCount()) return false;
    const RunSide side = sideOf(static_cast<Column>(index.column()));
    if (side == RunSide::none) return false;
    Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const bool checked = value.toInt() == Qt::Checked;
    if (checked) {
        row.side = side;
    } else if (row.side == side) {
        row.side = RunSide::none;
    }
    tell();
    return true;
}

Qt::ItemFlags SidesModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    const bool checkable = index.isValid() && sideOf(static_cast<Column>(index.column())) != RunSide::none;
    return checkable ? usual | Qt::ItemIsUserCheckable : usual;
}

QVariant SidesModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role != Qt::DisplayRole || orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    constexpr const char* kTitles[] = {"run", "outcome", "good", "bad"};
    return QString::fromLatin1(kTitles[section]);
}

}  // namespace flipscope
