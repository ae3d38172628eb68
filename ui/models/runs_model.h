#pragma once

#include "ui/models/matrix_model.h"
#include "ui/view_state.h"

#include <QAbstractTableModel>
#include <map>
#include <vector>

namespace flipscope {

// The runs of a ViewState: checkbox, outcome, editable label, what they are. Reads and writes the state, keeps no copy
// but ready texts.
class RunsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column {
        run,
        value,
        group,
        label,
        decisions,
        processes,
        device,
        producer,
        exitStatus,
        regret,
        sources,
        Count
    };

    explicit RunsModel(ViewState& state, QObject* parent = nullptr);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void reset();
    void columnsChanged(Column first, Column last);
    void takeAnalysis();
    [[nodiscard]] QString text(const Run& run, RunIndex index, Column column) const;
    [[nodiscard]] QVariant number(const Run& run, RunIndex index, Column column) const;
    [[nodiscard]] const RunRegret* regretOf(RunIndex run) const;
    [[nodiscard]] int groupOf(RunIndex run) const;

    ViewState& m_state;
    std::map<RunIndex, std::size_t> m_columnOf;  // run -> matrix column of the analysis
};

}  // namespace flipscope
