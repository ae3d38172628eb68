#pragma once

#include "core/analyse/outcomes.h"
#include "core/model/dataset.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace flipscope {

enum class RunSide { none, good, bad };

// Runs with the side that each is on. A check mark in the column of a side puts the run there and takes it from the
// other one.
class SidesModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { run, outcome, good, bad, Count };

    explicit SidesModel(QObject* parent = nullptr);

    // All on no side. outcome: by position in `runs`, its values and groups; may be null.
    void setRuns(const std::shared_ptr<const Dataset>& dataset, std::vector<RunIndex> runs,
                 const std::shared_ptr<const Outcome>& outcome);
    // Other values and groups of the same runs; the sides stay.
    void setOutcome(const std::shared_ptr<const Outcome>& outcome);
    // The runs of these groups of the outcome are on the good and on the bad side, -1: none.
    void setGroups(int good, int bad);
    void swapSides();
    [[nodiscard]] std::vector<RunIndex> runsOn(RunSide side) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void sidesChanged();

private:
    void tell();

    struct Row {
        RunIndex run;
        QString name, value;
        int group = -1;
        RunSide side = RunSide::none;
    };
    std::vector<Row> m_rows;
};

}  // namespace flipscope
