#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"

#include <QAbstractTableModel>
#include <QString>
#include <memory>
#include <vector>

namespace flipscope {

// The candidates of one key over the runs: those measured, failed or winning somewhere. Numbers under kSortRole.
class CandidateTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column {
        index,
        name,
        won,
        className,
        behind,
        measured,
        failed,
        skipped,
        smallest,
        middle,
        largest,
        Count
    };

    explicit CandidateTableModel(QObject* parent = nullptr);

    // Empty when either is null.
    void setKey(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const Analysis> analysis, KeyIndex key,
                const ClassAssumptions& assumptions);
    void clear();
    // Precondition: row < rowCount().
    [[nodiscard]] CandidateIndex candidate(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        CandidateSummary summary;
        QString name, classId, className, whyFailed;
        std::optional<double> behind;  // (middle - smallest middle of all) / that
    };
    [[nodiscard]] QVariant display(const Row& row, Column column) const;
    [[nodiscard]] static QVariant number(const Row& row, Column column);

    std::vector<Row> m_rows;
};

}  // namespace flipscope
