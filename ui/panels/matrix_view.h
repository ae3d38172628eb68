#pragma once

#include "ui/models/matrix_model.h"

#include <QTableView>
#include <optional>
#include <vector>

namespace flipscope {

class ColumnWidths;
class MatrixDelegate;
class RunHeader;

// The table of the winner matrix. Its leading key columns stay in sight while the runs scroll: a second view of the
// same model and selection lies over the left edge.
class MatrixView : public QTableView {
    Q_OBJECT
public:
    explicit MatrixView(MatrixModel& model, QWidget* parent = nullptr);

    void setColouring(CellColouring colouring);
    // Marks the header that the rows are sorted by.
    void showSort(int column, bool descending);
    // Leading key columns that are kept in sight: as many as fit in half of the view.
    [[nodiscard]] int frozenColumns() const;
    // Selects and shows the row without leaving the current column.
    void showRow(int row);

    void scrollTo(const QModelIndex& index, ScrollHint hint = EnsureVisible) override;

signals:
    void sortWanted(int column);
    void keyOpened(KeyIndex key);
    void currentKeyMoved(KeyIndex key);
    // Empty: the winners of the key.
    void rerunWanted(KeyIndex key, const std::vector<CandidateIndex>& candidates);
    // Null: the cell shows no winner of the compared set.
    void pinWanted(KeyIndex key, std::optional<CandidateIndex> candidate);
    // Null: each candidate of the key, whatever the run.
    void forcingWanted(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    void setUp(QTableView& view, RunHeader& header);
    [[nodiscard]] int keyColumnWidth(KeyColumn column) const;
    void fitColumns();
    void placeFrozen();
    void hideWhatLeavesNoRoomForRuns();
    void takeTheme();
    void openKeyAt(const QModelIndex& index);
    void addRerun(QTableView& view);
    void rerunAt(const QModelIndex& index);
    void addPin(QTableView& view);
    void pinAt(const QModelIndex& index);
    void forceAt(const QModelIndex& index);

    MatrixModel& m_model;
    MatrixDelegate* m_delegate;
    RunHeader* m_header;
    QTableView* m_frozen;
    RunHeader* m_frozenHeader;
    ColumnWidths* m_widths;
};

}  // namespace flipscope
