#pragma once

#include "ui/jobs/pin_work.h"
#include "ui/models/pin_rows.h"
#include "ui/view_state.h"

#include <QWidget>
#include <optional>

class QCheckBox;
class QComboBox;
class QLabel;
class QLayout;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;
class QTabWidget;

namespace flipscope {

class PinTableModel;
class PinWriteDialog;

// Which candidate each key is pinned to: chosen by a rule, by hand or in a pin file; checked against the runs; written
// into a pin file or a database. The pins themselves are in the view state.
class PinsPage : public QWidget {
    Q_OBJECT
public:
    explicit PinsPage(ViewState& state, QWidget* parent = nullptr);
    ~PinsPage() override;
    PinsPage(const PinsPage&) = delete;
    PinsPage& operator=(const PinsPage&) = delete;

    [[nodiscard]] PinTableModel& model() { return *m_model; }
    [[nodiscard]] PinWork& work() { return m_work; }

    // "majority", "run:ID" …: see parsePinRule. The text is empty when the rule could be read, else says why not.
    [[nodiscard]] QString pinByRule(const QString& rule);
    // The file's pins take the place of those that are there, which can be undone. Hostile files are an error.
    void openFile(const QString& path);
    void askForFile();
    // Asks where. False when they were not saved.
    bool save();
    bool saveTo(const QString& path);
    void check();
    // The dialog that writes a database; it belongs to the page and goes when it is closed.
    PinWriteDialog* askToWrite();
    void focusRule();
    void stop();

signals:
    void said(const QString& words);
    void failed(const QString& message);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeLayout();
    [[nodiscard]] QLayout* ruleControls();
    [[nodiscard]] QLayout* fileControls();
    void makeTable();
    void connectWork();
    void applyRule();
    void offerArguments();
    void showRuleOfPins();
    void pinByHand(KeyIndex key, std::optional<CandidateIndex> candidate);
    void chooseCandidate();
    void removeSelected();
    void openKey();
    void refresh();
    void showDetails();
    void showCheck();
    void showSummary();
    [[nodiscard]] PinRowsView view() const;
    [[nodiscard]] std::optional<std::size_t> currentRow() const;

    ViewState& m_state;
    PinWork m_work;
    QComboBox *m_rule, *m_argument;
    QLineEdit* m_by;
    QCheckBox* m_keepsHand;
    QPushButton *m_pin, *m_save, *m_check, *m_write, *m_undo, *m_redo, *m_remove;
    QLineEdit* m_filter;
    QLabel* m_summary;
    PinTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    QTabWidget* m_tabs;
    QPlainTextEdit *m_details, *m_checked, *m_written;
    QString m_ruleShown;  // of the pins, when the boxes were last set by them
};

}  // namespace flipscope
