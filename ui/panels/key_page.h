#pragma once

#include "ui/view_state.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QScrollArea;
class QSortFilterProxyModel;
class QSplitter;
class QTableView;

namespace flipscope {

class BandPlot;
class CandidateTableModel;

// One key: what it is, the verdict in words, medians with noise bands, and the table of candidates.
class KeyPage : public QWidget {
    Q_OBJECT
public:
    explicit KeyPage(ViewState& state, QWidget* parent = nullptr);

    [[nodiscard]] BandPlot& plot() { return *m_plot; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeControls();
    void makeActions(const QSortFilterProxyModel& proxy);
    void makeLayout(QLayout* controls);
    void offerKeys();
    void offerRuns();
    void proposeKey();
    void showKey();
    void fitWords();
    void step(int by);
    void exportPlot();
    [[nodiscard]] QString verdictText(KeyIndex key) const;
    [[nodiscard]] QString identityText(KeyIndex key) const;

    ViewState& m_state;
    QComboBox* m_keys;
    QComboBox* m_runs;
    QCheckBox* m_logarithmic;
    QLabel* m_identity;
    QLabel* m_verdict;
    QLabel* m_readOut;
    BandPlot* m_plot;
    CandidateTableModel* m_model;
    QTableView* m_table;
    QScrollArea* m_words;
    QSplitter* m_splitter;
    bool m_splitByHand = false;
};

}  // namespace flipscope
