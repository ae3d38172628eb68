#pragma once

#include "ui/jobs/rerun_queue.h"
#include "ui/view_state.h"

#include <QElapsedTimer>
#include <QWidget>
#include <functional>
#include <optional>
#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace flipscope {

class RerunDetails;
class RerunPlace;
class RerunPlanBox;
class RerunTableModel;

// Re-runs the candidates of one key, or of the reported minimal reproduction, and says which of them compute the same
// bits. Workers run off the UI thread; what they find is kept in the view state.
class RerunPage : public QWidget {
    Q_OBJECT
public:
    // worker: the program that emulates and runs replicas; see ownWorker.
    RerunPage(ViewState& state, std::string worker, QWidget* parent = nullptr);

    // Shows the key with only these candidates ticked, and starts when it is known whose card is meant. A command of
    // the user's own is started only after the user has pressed Run for it once. Empty: the winners.
    void rerun(KeyIndex key, const std::vector<CandidateIndex>& candidates);
    // All candidates of the target shown. Precondition: it is known whose card is meant.
    void rerunAll();
    // Re-runs all candidates of the reported minimal reproduction, its three problems one after another; shows the
    // first, and waits for Run when it is not known whose card is meant.
    void rerunReported();
    void stop();

    [[nodiscard]] RerunPlace& place() { return *m_place; }
    [[nodiscard]] RerunPlanBox& plan() { return *m_plan; }
    [[nodiscard]] RerunQueue& queue() { return m_queue; }
    [[nodiscard]] RerunTableModel& model() { return *m_model; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    // Data of the combo: a key's index, or -3, -2, -1 for the reported problems.
    static constexpr int kFirstReported = -3;

    void makeLayout();
    void makeTable();
    [[nodiscard]] QWidget* tableAndDetails();
    [[nodiscard]] QLayout* targetControls();
    [[nodiscard]] QLayout* tableControls();
    QPushButton* addButton(QLayout& row, const QString& text, const QString& explanation, std::function<void()> action);
    void connectQueue();
    void offerTargets();
    void showCurrentKey();
    // problem: why there is none.
    void showTarget(std::optional<RerunTarget> target, const QString& problem);
    void offerResults();
    void showResults();
    void showReport(std::shared_ptr<const KeptRerun> rerun);
    [[nodiscard]] QString answerInWords() const;
    [[nodiscard]] QStringList basisInWords() const;
    void showDetails();
    void showControls();
    void run();
    void runChecked();
    void start(const RerunTarget& target, std::vector<RerunCandidate> candidates, const RerunProblem& problem);
    void take(const std::shared_ptr<const KeptRerun>& rerun);
    // Writes what is chosen to a file that the user names; write: the fault in words, empty when it was written.
    void exportTo(const QString& title, const QString& name, const QString& kinds,
                  QString (*write)(const KeptRerun& rerun, const QString& path));
    void showExports();
    // The candidates of the chosen worker's own, as far as it has said which it has.
    void offerOwn();
    void askWorker();
    [[nodiscard]] bool mayStart() const;
    [[nodiscard]] bool isOfTarget(const RerunSubject& subject, const std::string& label) const;
    [[nodiscard]] std::shared_ptr<const KeptRerun> chosenRerun() const;

    ViewState& m_state;
    std::string m_worker;
    std::vector<RerunTarget> m_reported;
    std::optional<RerunTarget> m_target;
    bool m_allReported = false;  // the next Run is of all three
    QString m_consented;         // the command that the user has pressed Run for
    QString m_lastProblem;       // of the latest re-run
    bool m_askedForDevices = false;
    std::size_t m_fittedRows = 0;              // with results, when the columns were last fitted
    QElapsedTimer m_sinceShown;                // since results of a running order were last put into the table
    std::shared_ptr<const KeptRerun> m_shown;  // in the table; null: nothing
    RerunFindings m_findings;                  // of it

    QComboBox* m_targets;
    RerunPlace* m_place;
    RerunPlanBox* m_plan;
    QPushButton *m_run, *m_stop, *m_export, *m_exportBlocklist;
    QPushButton *m_tickOwn = nullptr, *m_untickOwn = nullptr;
    QProgressBar* m_progress;
    QLabel *m_note, *m_answer, *m_means;
    QLineEdit* m_filter;
    QComboBox* m_results;
    RerunTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    RerunDetails* m_details;
    LatestJob<WorkerHello> m_devices, m_asked;
    ChildCommand m_askedCommand;
    RerunQueue m_queue;
};

}  // namespace flipscope
