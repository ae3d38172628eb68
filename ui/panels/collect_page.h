#pragma once

#include "ui/drive_plan.h"
#include "ui/jobs/driven_job.h"
#include "ui/panels/program_consent.h"
#include "ui/view_state.h"

#include <QStringList>
#include <QWidget>

class QCheckBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QSpinBox;
class QTableView;

namespace flipscope {

class ProgramBox;
class ReportTableModel;

// Makes runs: starts the user's program many times, each in a folder of its own, and keeps what each run chose. Nothing
// is started before the user has pressed Run and seen what that starts.
class CollectPage : public QWidget {
    Q_OBJECT
public:
    explicit CollectPage(ViewState& state, QWidget* parent = nullptr);

    // Sets the page up; the user starts it.
    void prepare();
    // Ends the program; complete runs stay, and the same folder is gone on with.
    void stop();
    [[nodiscard]] bool running() const { return m_job.running(); }

signals:
    // Runs that are complete, to be loaded.
    void openWanted(const QStringList& paths);

private:
    void makeLayout();
    void addChoices();
    void showSettings();
    void showControls();
    template <class Value>
    void change(Value DriveSettings::*member, const Value& value);
    void run();
    void start(const CollectionPlan& plan);
    void showProgress(const CollectionProgress& progress);
    void take(const Result<std::shared_ptr<const Collection>>& result);
    [[nodiscard]] QStringList completeRuns() const;

    ViewState& m_state;
    ProgramConsent m_consent;
    CollectionPlan m_running;  // that was started last
    std::size_t m_done = 0;

    QPushButton *m_run, *m_stop, *m_open;
    QProgressBar* m_progress;
    QLabel *m_doing, *m_notes, *m_answer;
    ProgramBox* m_program;
    QSpinBox *m_runs, *m_parallel;
    QCheckBox *m_triton, *m_xla, *m_inductor;
    QLineEdit* m_launcher;
    ReportTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    DrivenJob<CollectionProgress, std::shared_ptr<const Collection>> m_job;
};

}  // namespace flipscope
