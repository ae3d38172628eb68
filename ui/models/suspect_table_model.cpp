#include "ui/models/suspect_table_model.h"

#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"
#include "ui/models/column_head.h"
#include "ui/models/matrix_model.h"
#include "ui/text.h"

#include <QFont>

namespace flipscope {
namespace {

QString keysOf(const Dataset& dataset, const std::vector<KeyIndex>& keys) {
    QStringList names;
    for (const KeyIndex key : keys)
        names += QString::fromStdString(keyLabel(dataset, key));
    return names.join(QStringLiteral(" + "));
}

QString bitsOf(ClassAnswer answer) {
    switch (answer) {
        case ClassAnswer::sameBits:
            return QStringLiteral("same");
        case ClassAnswer::differentBits:
            return QStringLiteral("different");
        case ClassAnswer::dependsOnCard:
            return QStringLiteral("by card");
        case ClassAnswer::unknown:
            break;
    }
    return QStringLiteral("not known");
}

QString remarkOf(const Dataset& dataset, const Suspect& suspect) {
    QStringList remarks;
    if (suspect.tooFinelySplit) remarks += QStringLiteral("too finely split: no evidence");
    if (!suspect.equivalentForOutcome.empty())
        remarks += QStringLiteral("separates like %1").arg(keysOf(dataset, suspect.equivalentForOutcome));
    if (!suspect.p.exact) remarks += QStringLiteral("p simulated");
    return remarks.join(QStringLiteral("; "));
}

}  // namespace

SuspectTableModel::SuspectTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void SuspectTableModel::setFound(std::shared_ptr<const SuspectsFound> found) {
    beginResetModel();
    m_found = std::move(found);
    endResetModel();
}

const Suspect& SuspectTableModel::suspect(int row) const {
    return m_found->result.suspects[static_cast<std::size_t>(row)];
}

int SuspectTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || m_found == nullptr ? 0 : static_cast<int>(m_found->result.suspects.size());
}

int SuspectTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(Column::Count);
}

QVariant SuspectTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const auto column = static_cast<Column>(index.column());
    switch (role) {
        case Qt::DisplayRole:
            return display(index.row(), column);
        case Qt::ToolTipRole:
            return plainToolTip(
                QString::fromStdString(suspectSentence(*m_found->dataset, *m_found->outcome, suspect(index.row()))));
        case kSortRole:
            return number(index.row(), column);
        case Qt::TextAlignmentRole:
            return QVariant(column == Column::keys || column == Column::remark
                                ? Qt::Alignment(Qt::AlignLeft | Qt::AlignVCenter)
                                : Qt::Alignment(Qt::AlignRight | Qt::AlignVCenter));
        case Qt::FontRole:
            if (!suspect(index.row()).tooFinelySplit && suspect(index.row()).pAdjusted <= 0.05) {
                QFont bold;
                bold.setBold(true);
                return bold;
            }
            return {};
        default:
            return {};
    }
}

QString SuspectTableModel::display(int row, Column column) const {
    const Suspect& suspect = this->suspect(row);
    const auto p = [](double value) { return QString::fromStdString(formatP(value)); };
    switch (column) {
        case Column::rank:
            return QString::number(row + 1);
        case Column::keys:
            return keysOf(*m_found->dataset, suspect.keys);
        case Column::separates:
            return suspect.separates ? QStringLiteral("yes") : QStringLiteral("no");
        case Column::adjusted:
            return p(suspect.pAdjusted);
        case Column::p:
            return p(suspect.p.p);
        case Column::bits:
            return bitsOf(m_found->analysis->classes[suspect.keys.front().value].answer);
        case Column::smallestP:
            return p(suspect.pMin);
        case Column::falseDiscovery:
            return p(suspect.pBenjaminiHochberg);
        case Column::effect:
            return QString::fromStdString(formatFixed(suspect.effect, 2));
        case Column::remark:
            return remarkOf(*m_found->dataset, suspect);
        case Column::Count:
            break;
    }
    return {};
}

QVariant SuspectTableModel::number(int row, Column column) const {
    const Suspect& suspect = this->suspect(row);
    switch (column) {
        case Column::rank:
            return row + 1;
        case Column::separates:
            return suspect.separates;
        case Column::adjusted:
            return suspect.pAdjusted;
        case Column::p:
            return suspect.p.p;
        case Column::smallestP:
            return suspect.pMin;
        case Column::falseDiscovery:
            return suspect.pBenjaminiHochberg;
        case Column::effect:
            return suspect.effect;
        case Column::keys:
        case Column::bits:
        case Column::remark:
            return display(row, column);
        case Column::Count:
            break;
    }
    return {};
}

QVariant SuspectTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    static constexpr ColumnHead kHeads[] = {
        {"#", "Strongest first"},
        {"keys", "Keys that flip in the same runs: the data cannot tell them apart"},
        {"separates", "No winner is shared between the outcome groups"},
        {"adjusted p", "Chance that luck alone gives any flip group as strong as this one, given how many there are"},
        {"p", "Chance that luck alone ties this one flip group to the outcome as closely (Fisher, Freeman–Halton)"},
        {"bits (predicted)",
         "Whether the winners are predicted to compute the same bits: if that holds, the key cannot be the cause"},
        {"smallest p", "The smallest p that these winners could have with any outcome of these group sizes"},
        {"FDR p", "Benjamini–Hochberg adjusted p, beside the stricter adjusted p"},
        {"effect", "Cramér's V: 0 no association, 1 complete"},
        {"remark", "What limits this suspect"},
    };
    return headData(kHeads[section], role);
}

WinnersByOutcomeModel::WinnersByOutcomeModel(QObject* parent) : QAbstractTableModel(parent) {}

void WinnersByOutcomeModel::setSuspect(const std::shared_ptr<const SuspectsFound>& found, std::size_t suspect) {
    beginResetModel();
    m_rows.clear();
    m_groups.clear();
    if (found != nullptr && suspect < found->result.suspects.size()) {
        for (const OutcomeGroup& group : found->outcome->groups)
            m_groups.push_back(shown(group.name, 60));
        for (const SuspectWinners& winners : found->result.suspects[suspect].winners) {
            const KeyVerdict& verdict = found->analysis->keys[winners.key.value];
            for (const SuspectWinners::Count& count : winners.winners)
                m_rows.push_back({QString::fromStdString(keyLabel(*found->dataset, winners.key)),
                                  QString::fromStdString(candidateOf(*found->dataset, verdict, count.winner)),
                                  count.runsInGroup});
        }
    }
    endResetModel();
}

int WinnersByOutcomeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int WinnersByOutcomeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 2 + static_cast<int>(m_groups.size());
}

QVariant WinnersByOutcomeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() >= 2) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != kSortRole && role != Qt::ToolTipRole) return {};
    const QString text = index.column() == 0 ? row.key : row.winner;
    if (index.column() < 2) return role == Qt::ToolTipRole ? QVariant(plainToolTip(text)) : QVariant(text);
    const auto group = static_cast<std::size_t>(index.column() - 2);
    const std::size_t runs = group < row.runs.size() ? row.runs[group] : 0;
    if (role == kSortRole) return static_cast<qulonglong>(runs);
    return role == Qt::DisplayRole ? QVariant(runs == 0 ? QStringLiteral("–") : formatCount(runs)) : QVariant();
}

QVariant WinnersByOutcomeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= columnCount()) return {};
    if (section == 0) return QStringLiteral("key");
    if (section == 1) return QStringLiteral("winner");
    return QStringLiteral("runs with “%1”").arg(m_groups[static_cast<std::size_t>(section - 2)]);
}

}  // namespace flipscope
