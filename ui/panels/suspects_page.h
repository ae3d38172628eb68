#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/suspect_table_model.h"
#include "ui/view_state.h"

#include <QWidget>

class QLabel;
class QScrollArea;
class QSortFilterProxyModel;
class QSplitter;
class QTableView;

namespace flipscope {

// Which keys go with the outcome, in plain words, always beside what luck alone would give.
class SuspectsPage : public QWidget {
    Q_OBJECT
public:
    explicit SuspectsPage(ViewState& state, QWidget* parent = nullptr);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeTables();
    void makeLayout();
    [[nodiscard]] QString whyNothing() const;
    void search();
    void show(Result<std::shared_ptr<const SuspectsFound>> found);
    void showNothing(const QString& why);
    void showSuspect(int row);
    void fitParts();

    ViewState& m_state;
    QLabel* m_outcome;
    QLabel* m_answer;
    QLabel* m_luck;
    QLabel* m_decide;
    QLabel* m_details;
    SuspectTableModel* m_model;
    WinnersByOutcomeModel* m_winnersModel;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QTableView* m_winners;
    QScrollArea* m_words;
    QSplitter* m_splitter;
    bool m_splitByHand = false;
    std::shared_ptr<const SuspectsFound> m_found;
    LatestJob<std::shared_ptr<const SuspectsFound>> m_job;
};

}  // namespace flipscope
