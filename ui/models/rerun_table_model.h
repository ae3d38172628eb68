#pragma once

#include "ui/rerun_values.h"

#include <QAbstractTableModel>
#include <QString>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flipscope {

// The candidates of a target: a check box each for what is to be run, and what re-runs found out. Numbers under
// kSortRole.
class RerunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { candidate, won, status, bits, verdict, checksum, because, error, time, Count };

    explicit RerunTableModel(QObject* parent = nullptr);

    // won: how many runs used the candidate, by its position in the target; may be shorter. The winners come first. No
    // result, all checked.
    void setTarget(const RerunTarget& target, const std::vector<std::size_t>& won);
    void clear();
    // Candidates of the report that the target has not stand behind its own. Selection and checks stay.
    void setReport(const RerunReport& report, const RerunFindings& findings);

    void checkAll(bool checked);
    void checkOnly(const std::vector<RerunCandidate>& candidates);
    [[nodiscard]] std::vector<RerunCandidate> checked() const;

    [[nodiscard]] const RerunCandidate& candidate(int row) const { return at(row).candidate; }
    // Null where it has none.
    [[nodiscard]] const RerunResult* result(int row) const;
    [[nodiscard]] const RerunVerdict* verdict(int row) const;
    [[nodiscard]] int rowOf(const RerunCandidate& candidate) const;  // -1 when it is not there

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void checksChanged();

private:
    struct Row {
        RerunCandidate candidate;
        std::size_t won = 0;
        bool isChecked = true;
        std::optional<RerunResult> result;  // of the round that the verdict is of
        RerunVerdict verdict;
        std::optional<std::size_t> measuredClass;
        std::string bits;                       // its class in words
        std::optional<std::uint64_t> checksum;  // of the first input on which it gave a result
        bool offered = true;                    // by the target
    };
    [[nodiscard]] const Row& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QString display(const Row& row, Column column) const;
    [[nodiscard]] static QVariant number(const Row& row, Column column);
    [[nodiscard]] static QVariant colour(const Row& row, bool fill);
    void tellChecks();

    std::vector<Row> m_rows;
};

}  // namespace flipscope
