#include "ui/models/suspect_table_model.h"

#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"
#include "ui/models/class_names.h"
#include "ui/models/column_head.h"
#include "ui/models/matrix_model.h"
#include "ui/suspect_words.h"
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

QString remarkOf(const SuspectsFound& found, const Suspect& suspect) {
    QStringList remarks;
    for (const KeyIndex key : suspect.keys)
        if (const auto proven = found.analysis->proven.find(key); proven != found.analysis->proven.end())
            remarks +=
                (suspect.keys.size() > 1 ? shown(keyOf(*found.dataset, key).label) + QStringLiteral(": ") : QString()) +
                QString::fromStdString(provenRemark(proven->second));
    const std::string harmless =
        harmlessRemark(statementOn(found, suspect), found.analysis->proven.contains(suspect.keys.front()));
    if (!harmless.empty()) remarks += QString::fromStdString(harmless);
    if (suspect.tooFinelySplit) remarks += QStringLiteral("too finely split: no evidence");
    if (!suspect.equivalentForOutcome.empty())
        remarks += QStringLiteral("separates like %1").arg(keysOf(*found.dataset, suspect.equivalentForOutcome));
    if (!suspect.p.exact) remarks += QStringLiteral("p simulated");
    return remarks.join(QStringLiteral("; "));
}

QVariant alignmentOf(SuspectTableModel::Column column) {
    using Column = SuspectTableModel::Column;
    const bool words = column == Column::keys || column == Column::separates || column == Column::verdict ||
                       column == Column::bits || column == Column::remark;
    return QVariant((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

}  // namespace

SuspectTableModel::SuspectTableModel(QObject* parent) : QAbstractTableModel(parent) {}

void SuspectTableModel::setFound(std::shared_ptr<const SuspectsFound> found) {
    beginResetModel();
    m_found = std::move(found);
    m_verdicts.clear();
    for (int row = 0; row < rowCount(); ++row) {
        const auto pair = verdictOf(*m_found, suspect(row));
        m_verdicts.push_back(pair ? shown(verdictInWords(pair->verdict)) : QStringLiteral("–"));
    }
    endResetModel();
}

bool SuspectTableModel::ungrouped() const {
    return m_found != nullptr && m_found->outcome->grouping == Grouping::ungrouped;
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
            return plainToolTip(column == Column::keys || column == Column::remark
                                    ? display(index.row(), column) + QStringLiteral("\n\n") +
                                          suspectInWords(*m_found, suspect(index.row()))
                                    : suspectInWords(*m_found, suspect(index.row())));
        case kSortRole:
            return number(index.row(), column);
        case Qt::TextAlignmentRole:
            return alignmentOf(column);
        case Qt::FontRole:
            if (standsOut(suspect(index.row()))) {
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
            if (ungrouped()) return QStringLiteral("–");
            return suspect.separates ? QStringLiteral("yes") : QStringLiteral("no");
        case Column::adjusted:
            return p(suspect.pAdjusted);
        case Column::p:
            return p(suspect.p.p);
        case Column::bits:
            return bitsInWords(statementOn(*m_found, suspect));
        case Column::verdict:
            return m_verdicts[static_cast<std::size_t>(row)];
        case Column::smallestP:
            return p(suspect.pMin);
        case Column::falseDiscovery:
            return p(suspect.pBenjaminiHochberg);
        case Column::effect:
            return QString::fromStdString(ungrouped() ? formatPercent(suspect.effect) : formatFixed(suspect.effect, 2));
        case Column::remark:
            return remarkOf(*m_found, suspect);
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
        case Column::verdict:
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
    if (role == Qt::TextAlignmentRole) return alignmentOf(static_cast<Column>(section));
    if (ungrouped() && section == static_cast<int>(Column::effect) && role == Qt::ToolTipRole)
        return plainToolTip(QStringLiteral("Share of the variance of the ranks that goes with the winner"));
    static constexpr ColumnHead kHeads[] = {
        {"#", "Strongest first"},
        {"keys", "Keys that flip in the same runs: the data cannot tell them apart"},
        {"sep.", "Separates: no winner is shared between the outcome groups. – where the outcome is not grouped"},
        {"adj. p", "Chance that luck alone gives any flip group as strong as this one, given how many there are"},
        {"p",
         "Chance that luck alone ties this one flip group to the outcome as closely (Fisher–Freeman–Halton; "
         "Kruskal–Wallis where the outcome is not grouped)"},
        {"verdict", "On the two winners that the suspect is about: is the choice between them noise?"},
        {"bits",
         "Whether the winners compute the same bits, predicted unless it says otherwise: if they do, the key cannot be "
         "the cause"},
        {"effect", "How closely winner and outcome go together: 0 not at all, 1 completely (Cramér's V)"},
        {"smallest p",
         "The best that could be: the p these winners would have with the outcome that suits them most. Above 0.05 no "
         "outcome could make this key evidence"},
        {"FDR p",
         "A milder adjusted p: of the suspects below 0.05 here, at most 5 % are expected to be luck "
         "(Benjamini–Hochberg)"},
        {"remark", "What limits this suspect"},
    };
    return headData(kHeads[section], role);
}

WinnersByOutcomeModel::WinnersByOutcomeModel(QObject* parent) : QAbstractTableModel(parent) {}

void WinnersByOutcomeModel::setSuspect(const std::shared_ptr<const SuspectsFound>& found, std::size_t suspect) {
    beginResetModel();
    m_rows.clear();
    m_heads.clear();
    m_ungrouped = found != nullptr && found->outcome->grouping == Grouping::ungrouped;
    if (found != nullptr && suspect < found->result.suspects.size()) {
        for (const OutcomeGroup& group : found->outcome->groups)
            m_heads.push_back(QStringLiteral("runs with “%1”").arg(shown(group.name, 60)));
        if (m_ungrouped) m_heads = {QStringLiteral("runs"), QStringLiteral("median of their numbers")};
        for (const SuspectWinners& winners : found->result.suspects[suspect].winners) {
            const KeyVerdict& verdict = found->analysis->keys[winners.key.value];
            for (const SuspectWinners::Count& count : winners.winners)
                m_rows.push_back({QString::fromStdString(keyLabel(*found->dataset, winners.key)),
                                  QString::fromStdString(candidateOf(*found->dataset, verdict, count.winner)),
                                  m_ungrouped ? std::vector{count.runs} : count.runsInGroup, count.median});
        }
    }
    endResetModel();
}

int WinnersByOutcomeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int WinnersByOutcomeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : 2 + static_cast<int>(m_heads.size());
}

QVariant WinnersByOutcomeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount() || index.column() >= columnCount()) return {};
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() >= 2) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole && role != kSortRole && role != Qt::ToolTipRole) return {};
    const QString text = index.column() == 0 ? row.key : row.winner;
    if (index.column() < 2) return role == Qt::ToolTipRole ? QVariant(plainToolTip(text)) : QVariant(text);
    if (isMedian(index.column())) {
        if (role == kSortRole) return row.median ? QVariant(*row.median) : QVariant();
        if (role == Qt::ToolTipRole) return {};
        return row.median ? QString::fromStdString(formatNumber(*row.median)) : QStringLiteral("–");
    }
    const auto group = static_cast<std::size_t>(index.column() - 2);
    const std::size_t runs = group < row.runs.size() ? row.runs[group] : 0;
    if (role == kSortRole) return static_cast<qulonglong>(runs);
    return role == Qt::DisplayRole ? QVariant(runs == 0 ? QStringLiteral("–") : formatCount(runs)) : QVariant();
}

QVariant WinnersByOutcomeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
    if (role == Qt::TextAlignmentRole && section >= 2) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    if (section == 0) return QStringLiteral("key");
    if (section == 1) return QStringLiteral("winner");
    return m_heads[static_cast<std::size_t>(section - 2)];
}

}  // namespace flipscope
