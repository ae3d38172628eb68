#pragma once

#include "ui/suspects_found.h"

#include <QAbstractTableModel>
#include <QString>
#include <memory>
#include <vector>

namespace flipscope {

// Suspects, strongest first. Numbers under kSortRole.
class SuspectTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column {
        rank,
        keys,
        separates,
        adjusted,
        p,
        verdict,
        bits,
        effect,
        smallestP,
        falseDiscovery,
        remark,
        Count
    };

    explicit SuspectTableModel(QObject* parent = nullptr);

    void setFound(std::shared_ptr<const SuspectsFound> found);  // null: empty
    // Precondition: row < rowCount().
    [[nodiscard]] const Suspect& suspect(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString display(int row, Column column) const;
    [[nodiscard]] QVariant number(int row, Column column) const;

    [[nodiscard]] bool ungrouped() const;

    std::shared_ptr<const SuspectsFound> m_found;
    std::vector<QString> m_verdicts;  // on the suspect's own pair of winners, by row
};

// Winners of one suspect's keys by outcome group: how many runs of each group used which candidate. Of an outcome that
// is not grouped: how many runs used it, and the median of their numbers.
class WinnersByOutcomeModel : public QAbstractTableModel {
    Q_OBJECT
public:
    explicit WinnersByOutcomeModel(QObject* parent = nullptr);

    // Nothing is shown when found is null or suspect is past the end.
    void setSuspect(const std::shared_ptr<const SuspectsFound>& found, std::size_t suspect);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        QString key, winner;
        std::vector<std::size_t> runs;  // by outcome group; ungrouped: of all runs
        std::optional<double> median;   // ungrouped only
    };
    std::vector<Row> m_rows;
    [[nodiscard]] bool isMedian(int column) const { return m_ungrouped && column == 3; }

    std::vector<QString> m_heads;  // of the columns after key and winner
    bool m_ungrouped = false;
};

}  // namespace flipscope
