#pragma once

#include "ui/view_state.h"

#include <QWidget>

class QCheckBox;
class QLayout;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace flipscope {

// What the user says about the program to run: command, working folder, folder for results, time limit. Shows and
// changes ViewState::driveSettings, so that all pages that run the program say the same.
class ProgramBox : public QWidget {
    Q_OBJECT
public:
    explicit ProgramBox(ViewState& state, QWidget* parent = nullptr);

    // Which folder for results is shown, and what it is called when the user names none.
    void setResults(QString DriveSettings::*results, const QString& usual);
    // The last row, for what a page asks beside.
    [[nodiscard]] QLayout& row() { return *m_row; }
    void focusCommand();

private:
    void showSettings();
    template <class Value>
    void change(Value DriveSettings::*member, const Value& value);
    void askFor(QString DriveSettings::*folder, const QString& title);

    ViewState& m_state;
    QString DriveSettings::*m_resultsMember = &DriveSettings::trialFolder;
    QLineEdit *m_command, *m_folder, *m_results;
    QSpinBox* m_limit;
    QCheckBox* m_keeps;
    QLayout* m_row;
};

}  // namespace flipscope
