#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/suspects.h"
#include "core/model/dataset.h"

#include <QAbstractTableModel>
#include <QString>
#include <memory>
#include <vector>

namespace flipscope {

// What findSuspects found, with the values it was found on: kept together, so that texts never mix two states.
struct SuspectsFound {
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<const Analysis> analysis;
    std::shared_ptr<const Outcome> outcome;
    SuspectsResult result;
};

// Suspects, strongest first. Numbers under kSortRole.
class SuspectTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { rank, keys, separates, adjusted, p, bits, smallestP, falseDiscovery, effect, remark, Count };

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

    std::shared_ptr<const SuspectsFound> m_found;
};

// Winners of one suspect's keys by outcome group: how many runs of each group used which candidate.
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
        std::vector<std::size_t> runs;  // by outcome group
    };
    std::vector<Row> m_rows;
    std::vector<QString> m_groups;
};

}  // namespace flipscope
