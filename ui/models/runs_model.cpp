#include "ui/models/runs_model.h"

#include "core/analyse/outcome_number.h"
#include "core/report/format.h"
#include "ui/models/column_head.h"
#include "ui/text.h"

#include <array>

namespace flipscope {
namespace {

using RunsColumn = RunsModel::Column;

const ColumnHead& headOf(RunsColumn column) {
    static const std::array<ColumnHead, static_cast<std::size_t>(RunsColumn::Count)> texts{{
        {"Run", "One process. Unchecked runs are left out of the analysis"},
        {"Outcome", "Value of the chosen outcome"},
        {"Group", "Outcome group of the run"},
        {"Label", "Your own label (F2 or double click); usable as the outcome"},
        {"Decisions", "Tuning decisions read"},
        {"Processes",
         "Whether the log is of one process; what was taken apart wrongly or not at all can be split or "
         "joined by hand"},
        {"Device", "Device the run tuned for"},
        {"Producer", "Who wrote the decisions"},
        {"Exit status", "Of the process, where known"},
        {"Slower by", "Time lost by the run's choices (regret) against the best known medians, summed over its keys"},
        {"Sources", "Files read for this run"},
    }};
    return texts[static_cast<std::size_t>(column)];
}

QString orDash(const QString& text) {
    return text.isEmpty() ? QStringLiteral("–") : text;
}

QString environmentOf(const Run& run, const char* name) {
    const auto found = run.environment.find(name);
    return found == run.environment.end() ? QStringLiteral("–") : orDash(shown(found->second));
}

QString sourcesOf(const Run& run) {
    QStringList sources;
    for (const std::string& source : run.sources)
        sources.append(shown(source, 1000));
    return sources.join(QStringLiteral(", "));
}

}  // namespace

RunsModel::RunsModel(ViewState& state, QObject* parent) : QAbstractTableModel(parent), m_state(state) {
    connect(&state, &ViewState::datasetChanged, this, &RunsModel::reset);
    connect(&state, &ViewState::analysisChanged, this, &RunsModel::takeAnalysis);
    connect(&state, &ViewState::outcomeChanged, this, [this] { columnsChanged(RunsColumn::value, RunsColumn::group); });
    connect(&state, &ViewState::labelsChanged, this, [this] { columnsChanged(RunsColumn::label, RunsColumn::label); });
    connect(&state, &ViewState::checkedRunsChanged, this,
            [this] { columnsChanged(RunsColumn::run, RunsColumn::sources); });
    takeAnalysis();
}

void RunsModel::reset() {
    beginResetModel();
    m_columnOf.clear();
    endResetModel();
}

void RunsModel::takeAnalysis() {
    m_columnOf.clear();
    if (m_state.analysis() != nullptr) {
        const auto& runs = m_state.analysis()->matrix.runs;
        for (std::size_t column = 0; column < runs.size(); ++column)
            m_columnOf[runs[column]] = column;
    }
    columnsChanged(RunsColumn::regret, RunsColumn::regret);
}

void RunsModel::columnsChanged(RunsColumn first, RunsColumn last) {
    if (rowCount() == 0) return;
    emit dataChanged(index(0, static_cast<int>(first)), index(rowCount() - 1, static_cast<int>(last)));
}

int RunsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_state.dataset() == nullptr ? 0 : static_cast<int>(m_state.dataset()->runs.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(RunsColumn::Count);
}

const RunRegret* RunsModel::regretOf(RunIndex run) const {
    const auto column = m_columnOf.find(run);
    if (column == m_columnOf.end() || column->second >= m_state.analysis()->regret.size()) return nullptr;
    return &m_state.analysis()->regret[column->second];
}

int RunsModel::groupOf(RunIndex run) const {
    const auto column = m_columnOf.find(run);
    const auto& outcome = m_state.outcome();
    if (column == m_columnOf.end() || outcome == nullptr || column->second >= outcome->groupOf.size()) return -1;
    return outcome->groupOf[column->second];
}

QString RunsModel::text(const Run& run, RunIndex index, RunsColumn column) const {
    switch (column) {
        case RunsColumn::run:
            return shown(run.id);
        case RunsColumn::value: {
            const auto& values = m_state.outcomeValues().values;
            const bool known = index.value < values.size() && values[index.value].has_value();
            return known ? shown(*values[index.value]) : QStringLiteral("–");
        }
        case RunsColumn::group: {
            const int group = groupOf(index);
            return group < 0 ? QStringLiteral("–")
                             : shown(m_state.outcome()->groups[static_cast<std::size_t>(group)].name);
        }
        case RunsColumn::label: {
            const auto label = m_state.labels().find(run.id);
            return label == m_state.labels().end() ? QString() : shown(label->second);
        }
        case RunsColumn::decisions:
            return formatCount(run.decisions.size());
        case RunsColumn::processes:
            if (run.perhapsTwoProcesses) return QStringLiteral("perhaps two");
            return m_state.splitRunOf(index) ? QStringLiteral("split by hand") : QStringLiteral("one");
        case RunsColumn::device:
            return environmentOf(run, "device");
        case RunsColumn::producer:
            return environmentOf(run, "producer");
        case RunsColumn::exitStatus:
            return run.exitStatus ? QString::number(*run.exitStatus) : QStringLiteral("–");
        case RunsColumn::regret: {
            const RunRegret* regret = regretOf(index);
            return regret == nullptr || regret->keysCounted == 0
                       ? QStringLiteral("–")
                       : QString::fromStdString(formatDuration(regret->total));
        }
        default:
            return sourcesOf(run);
    }
}

QVariant RunsModel::number(const Run& run, RunIndex index, RunsColumn column) const {
    switch (column) {
        case RunsColumn::run:
            return index.value;  // runs are in natural order of their names
        case RunsColumn::value: {
            const QString value = text(run, index, column);
            const auto number = outcomeNumber(value.toStdString());
            return number ? QVariant(*number) : QVariant(value);
        }
        case RunsColumn::group:
            return groupOf(index);
        case RunsColumn::decisions:
            return static_cast<qulonglong>(run.decisions.size());
        case RunsColumn::exitStatus:
            return run.exitStatus ? QVariant(*run.exitStatus) : QVariant();
        case RunsColumn::regret: {
            const RunRegret* regret = regretOf(index);
            return regret == nullptr || regret->keysCounted == 0
                       ? QVariant()
                       : QVariant(static_cast<qlonglong>(regret->total.value));
        }
        default:
            return text(run, index, column);
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const RunIndex at{static_cast<std::uint32_t>(index.row())};
    const Run& run = runOf(*m_state.dataset(), at);
    const auto column = static_cast<RunsColumn>(index.column());
    switch (role) {
        case Qt::DisplayRole:
            return text(run, at, column);
        case Qt::EditRole:
            return column == RunsColumn::label ? QVariant(text(run, at, column)) : QVariant();
        case Qt::ToolTipRole:
            return plainToolTip(text(run, at, column));
        case Qt::CheckStateRole:
            return column == RunsColumn::run ? QVariant(m_state.isChecked(at) ? Qt::Checked : Qt::Unchecked)
                                             : QVariant();
        case kSortRole:
            return number(run, at, column);
        default:
            return {};
    }
}

bool RunsModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return false;
    const RunIndex at{static_cast<std::uint32_t>(index.row())};
    const auto column = static_cast<RunsColumn>(index.column());
    if (column == RunsColumn::run && role == Qt::CheckStateRole) {
        m_state.setChecked(at, value.toInt() == Qt::Checked);
        return true;
    }
    if (column == RunsColumn::label && role == Qt::EditRole) {
        m_state.setLabel(runOf(*m_state.dataset(), at).id, value.toString().trimmed().toStdString());
        return true;
    }
    return false;
}

Qt::ItemFlags RunsModel::flags(const QModelIndex& index) const {
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (!index.isValid()) return flags;
    if (index.column() == static_cast<int>(RunsColumn::run)) flags |= Qt::ItemIsUserCheckable;
    if (index.column() == static_cast<int>(RunsColumn::label)) flags |= Qt::ItemIsEditable;
    return flags;
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section < 0) return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section < rowCount() ? QVariant(section + 1) : QVariant();
    if (section >= columnCount()) return {};
    return headData(headOf(static_cast<RunsColumn>(section)), role);
}

}  // namespace flipscope
