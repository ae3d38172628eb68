#pragma once

#include "ui/jobs/latest_job.h"
#include "ui/models/matrix_model.h"
#include "ui/view_state.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

namespace flipscope {

class MatrixView;

// Keys × runs with filter, order and colours. Building, filtering and sorting run as jobs.
class MatrixPage : public QWidget {
    Q_OBJECT
public:
    explicit MatrixPage(ViewState& state, QWidget* parent = nullptr);

    void focusFilter();
    [[nodiscard]] MatrixView& view() { return *m_view; }

protected:
    void changeEvent(QEvent* event) override;

private:
    // What a job brings: the table (null when it is still the one shown) and the rows in order.
    struct Arranged {
        std::shared_ptr<const MatrixTable> table;
        std::vector<std::size_t> rows;
    };

    void makeControls();
    void connectState();
    void rebuild();
    void rearrange();
    void start(std::shared_ptr<const MatrixTable> table);
    void take(Result<Arranged> arranged);
    void orderColumns();
    void takeFilterFromControls();
    void showFilterInControls();
    void offerGroups();
    void sortBy(int column);
    [[nodiscard]] bool suspectsLead() const;
    void showSort();
    void showCurrentKey();
    void showHint();
    void showLegend();

    ViewState& m_state;
    MatrixModel* m_model;
    MatrixView* m_view;
    QLineEdit* m_text;
    QComboBox* m_verdict;
    QComboBox* m_group;
    QCheckBox* m_onlyFlips;
    QCheckBox* m_byOutcome;
    QCheckBox* m_suspectsFirst;
    QComboBox* m_colouring;
    QComboBox* m_card;
    QComboBox* m_generator;
    QLabel* m_hint;
    QLabel* m_legend;
    MatrixSort m_sort;
    bool m_fillingControls = false;
    LatestJob<Arranged> m_job;
};

}  // namespace flipscope
