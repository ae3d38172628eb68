#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"
#include "ui/models/pin_rows.h"

#include <QAbstractTableModel>
#include <memory>
#include <vector>

namespace flipscope {

// A row a pin, and one for each key without. The candidate can be edited: what is chosen is told, not taken over.
class PinTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { key, id, candidate, reason, bits, error, margin, warnings, runs, Count };
    // Of the column `candidate`: QStringList of the choices, and QVariantList of their indices.
    static constexpr int kOptionTextsRole = Qt::UserRole + 20, kOptionIndicesRole = kOptionTextsRole + 1;

    explicit PinTableModel(QObject* parent = nullptr);

    // dataset and analysis: what the rows' keys are of; null where there are none. Rows of the same pins and keys keep
    // selection and scroll position.
    void setRows(std::vector<PinRow> rows, std::shared_ptr<const Dataset> dataset,
                 std::shared_ptr<const Analysis> analysis);
    [[nodiscard]] const std::vector<PinRow>& rows() const { return m_rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void chosen(KeyIndex key, CandidateIndex candidate);

private:
    [[nodiscard]] static QString display(const PinRow& row, Column column);
    [[nodiscard]] static QVariant number(const PinRow& row, Column column);
    [[nodiscard]] QVariant options(const PinRow& row, int role) const;

    std::vector<PinRow> m_rows;
    std::shared_ptr<const Dataset> m_dataset;
    std::shared_ptr<const Analysis> m_analysis;
};

}  // namespace flipscope
