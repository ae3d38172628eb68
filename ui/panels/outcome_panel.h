#pragma once

#include "ui/view_state.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QWidget>

namespace flipscope {

// Choice of the runs' outcome: one found in the output, a pattern, labels, the exit status; and how values become
// groups.
class OutcomePanel : public QWidget {
    Q_OBJECT
public:
    explicit OutcomePanel(ViewState& state, QWidget* parent = nullptr);

    // Reads labels from a CSV file (run,label) and makes them the outcome. Problems are shown in the panel.
    void loadLabels(const QString& path);

private:
    void makeControls();
    void offerSources();
    void showChoice();
    void showOutcome();
    [[nodiscard]] OutcomeChoice choiceInControls() const;
    // Another source: a found outcome brings the grouping that suits it.
    void takeSource();
    void takeChoice();
    void choose(const OutcomeChoice& choice);
    void askForLabels();

    ViewState& m_state;
    QComboBox* m_source;
    QLineEdit* m_pattern;
    QComboBox* m_match;
    QSpinBox* m_nth;
    QComboBox* m_grouping;
    QLineEdit* m_threshold;
    QPushButton* m_labels;
    QLabel* m_result;
    QString m_labelProblems;
    bool m_fillingControls = false;
};

}  // namespace flipscope
