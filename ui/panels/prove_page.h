#pragma once

#include "ui/jobs/drive_work.h"
#include "ui/panels/program_consent.h"
#include "ui/view_state.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSpinBox;
class QTableView;

namespace flipscope {

class ForceBox;
class ProgramBox;
class ReportTableModel;
class SidesBox;
struct Table;

// Runs the user's program with forced choices: finds by bisection which of them make the difference between good and
// bad runs, or forces one key. Nothing is started before the user has pressed Run and seen what that starts.
class ProvePage : public QWidget {
    Q_OBJECT
public:
    explicit ProvePage(ViewState& state, QWidget* parent = nullptr);

    // Sets the page up; the user starts it.
    void prepareProof();
    void prepareForcing(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base);
    // Ends the program; what there is so far stays and is gone on with.
    void stop();

    [[nodiscard]] bool running() const { return m_proving.running() || m_forcing.running(); }
    [[nodiscard]] SidesBox& sides() { return *m_sides; }
    [[nodiscard]] ForceBox& force() { return *m_force; }

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Task { bisect, force };

    void makeLayout();
    [[nodiscard]] QLayout* headControls();
    void connectState();
    [[nodiscard]] Task task() const;
    void showTask();
    void showSettings();
    void focusFirst();
    void planSoon();
    void plan();
    void planProofNow();
    void planForceNow();
    void takePlan(Result<std::shared_ptr<const ProofPlan>> plan);
    void showPlan(const QStringList& lines, const QString& problem);
    void showControls();
    void run();
    void startProof(std::shared_ptr<const ProofPlan> proof);
    void startForcing(std::shared_ptr<const ForcePlan> force);
    void begin();
    void showDoing(const QString& doing);
    void showProof(const ProofLive& live);
    void takeProof(const Result<std::shared_ptr<const ProofEnd>>& result);
    void takeForcing(const Result<std::shared_ptr<const ForceEnd>>& result);
    void showEnd(const QString& html, Table table);
    void end(const QString& problem);
    void follow(const QString& link);

    ViewState& m_state;
    std::shared_ptr<const ProofPlan> m_proof;  // to be run next
    std::shared_ptr<const ForcePlan> m_forcePlan;
    std::shared_ptr<const ProofPlan> m_running;
    bool m_canRun = false;
    ProgramConsent m_consent;
    QElapsedTimer m_since;  // the run began
    QTimer m_planDue;       // several changes are one plan

    QComboBox* m_what;
    QPushButton *m_run, *m_stop;
    QLabel *m_doing, *m_notes, *m_answer;
    ProgramBox* m_program;
    QLineEdit* m_test;
    QSpinBox* m_repeats;
    SidesBox* m_sides;
    ForceBox* m_force;
    QWidget* m_testBox = nullptr;
    ReportTableModel* m_model;
    QSortFilterProxyModel* m_sorted;
    QTableView* m_table;
    LatestJob<std::shared_ptr<const ProofPlan>> m_planning;
    DrivenJob<ProofLive, std::shared_ptr<const ProofEnd>> m_proving;
    DrivenJob<QString, std::shared_ptr<const ForceEnd>> m_forcing;
};

}  // namespace flipscope
