#pragma once

#include "ui/view_state.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QWidget>

namespace flipscope {

class OutcomeCombo;

// Choice of the runs' outcome: one found in the output, a pattern, labels, the exit status; and how values become
// groups.
class OutcomePanel : public QWidget {
    Q_OBJECT
public:
    explicit OutcomePanel(ViewState& state, QWidget* parent = nullptr);

    // Reads labels from a CSV file (run,label) and makes them the outcome. Rows that name no run are shown in the
    // panel; a file that gives no run a label changes nothing and is said by failed().
    void loadLabels(const QString& path);

signals:
    void failed(const QString& message);

private:
    void makeControls();
    void showChoice();
    void showOutcome();
    [[nodiscard]] OutcomeChoice choiceInControls() const;
    [[nodiscard]] QString outcomeInWords() const;
    void takeChoice();
    void takeWiderPattern();
    void askForLabels();

    ViewState& m_state;
    OutcomeCombo* m_source;
    QLineEdit* m_pattern;
    QComboBox* m_match;
    QSpinBox* m_nth;
    QComboBox* m_grouping;
    QLineEdit* m_threshold;
    QPushButton* m_labels;
    QPushButton* m_wider;
    QLabel* m_result;
    QString m_labelProblems;
    bool m_fillingControls = false;
};

}  // namespace flipscope
