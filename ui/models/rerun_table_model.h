#pragma once

#include "ui/models/rerun_rows.h"

#include <QAbstractTableModel>
#include <QString>
#include <string>
#include <vector>

namespace flipscope {

// The candidates of a target, behind them those of the worker's own: a check box each for what is to be run, and what
// re-runs found out. Numbers under kSortRole.
class RerunTableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum class Column { candidate, won, status, bits, verdict, checksum, because, error, time, Count };

    explicit RerunTableModel(QObject* parent = nullptr);

    // won: how many runs used the candidate, by its position in the target; may be shorter. The winners come first. No
    // result; all of the set checked, none of the worker's own.
    void setTarget(const RerunTarget& target, const std::vector<std::size_t>& won);
    // Of the same target, with other runs. Order, checks and results stay.
    void setWins(const std::vector<std::size_t>& won);
    void clear();
    // What the worker that is chosen runs beside a set, as its hello names it. They are unchecked until the user checks
    // them; those that were offered before keep their checks. Names that the set has are the set's.
    void offerOwn(const std::vector<std::string>& names);
    // Candidates of the report that are not offered stand behind all others and cannot be checked. Selection and checks
    // stay.
    void setReport(const RerunReport& report, const RerunFindings& findings);

    void checkSet(bool checked);
    void checkOwn(bool checked);
    [[nodiscard]] bool offersOwn() const;
    // Unchecks all others.
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
    [[nodiscard]] const RerunRow& at(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] static QString display(const RerunRow& row, Column column);
    [[nodiscard]] QVariant number(int row, Column column) const;
    [[nodiscard]] static QVariant colour(const RerunRow& row, bool fill);
    void replaceRows(std::vector<RerunRow> rows);
    void tellChecks();

    std::vector<RerunRow> m_rows;    // of the set, then the worker's own
    std::vector<std::string> m_own;  // offered
};

}  // namespace flipscope
