#pragma once

#include "ui/jobs/pipeline.h"
#include "ui/page.h"
#include "ui/recent_paths.h"
#include "ui/session_file.h"
#include "ui/theme.h"
#include "ui/view_state.h"

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>
#include <optional>

namespace flipscope {

class CollectPage;
class HandoverWork;
class MatrixPage;
class PinsPage;
class ProvePage;
class RerunPage;
class RunsPage;
class StartPage;

// The window: start page, pages, menus, progress. settings keep what was opened lately and live as long as the window.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(QSettings& settings, QWidget* parent = nullptr);
    ~MainWindow() override;
    MainWindow(const MainWindow&) = delete;
    MainWindow& operator=(const MainWindow&) = delete;

    [[nodiscard]] ViewState& state() { return m_state; }
    [[nodiscard]] Page page() const;
    [[nodiscard]] Theme theme() const { return m_theme; }
    [[nodiscard]] bool loading() const { return m_pipeline.loading(); }
    [[nodiscard]] bool rerunning() const;
    // The user's program runs.
    [[nodiscard]] bool driving() const;
    // A report for maintainers is being written.
    [[nodiscard]] bool reporting() const;
    // A load or another job is under way.
    [[nodiscard]] bool busy() const { return !m_state.busyWith().empty(); }
    [[nodiscard]] SavedSession currentSession() const;

    [[nodiscard]] QList<QStringList> recentPaths() const { return m_recent.entries(); }

    // Paths may be relative to the working folder.
    void openPaths(const QStringList& paths);
    void addPaths(const QStringList& paths);
    void showPage(Page page);
    void setTheme(Theme theme);
    // Reads labels once runs are there; another load before that drops the wish.
    void loadLabelsWhenLoaded(const QString& file);
    // Shows the key (as findKey takes it) once runs are there; likewise.
    void showKeyWhenLoaded(const QString& key);
    // Re-runs all candidates of the current key, emulated for this card (as findCard takes it), once runs are there.
    void rerunWhenLoaded(const QString& card);
    // Pins by this rule once runs are there, or opens this pin file.
    void pinWhenLoaded(const QString& ruleOrFile);
    void openPinFile(const QString& path);
    // A report for maintainers of the runs analysed, into a new folder. Nothing happens while there are none, or one is
    // being written.
    void writeReport(const QString& folder);
    [[nodiscard]] PinsPage& pinsPage() { return *m_pins; }
    // Loads its files, then takes over labels, outcome and view. An error leaves everything as it is.
    void applySession(const SavedSession& session);
    // Reads everything again with the logs of these runs (ids before the split) split, or no longer; the view stays.
    void splitRuns(const std::vector<std::string>& runs, bool split);

public slots:
    void askForFiles(bool add);
    void askForFolder(bool add);
    void askForSession();
    void askWhereToSaveSession();
    void askForReport();
    // A load, or else the re-run, or else the report, or else the user's program.
    void stopRunning();
    // The pages that run the user's program, set up for it; the user starts it there.
    void prepareProof();
    void prepareForcing();
    void prepareCollecting();
    void rerunWinners();
    void rerunReported();
    void focusFilter();
    void showShortcuts();

signals:
    void themeChanged();
    // Also written to the status bar and, without a screenshot in mind, shown in a box.
    void failed(const QString& message);

protected:
    // Asks before pins that were chosen by hand are lost, and before the user's program is ended.
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void makePages();
    void makeDrivePages();
    void stopDriving();
    void makeReportWork();
    void offerReport(const QString& folder, const QString& words);
    // Asks whether the user's program may be ended, and closes again when it may.
    [[nodiscard]] bool asksBeforeEnding();
    void makeStatusBar();
    void connectPins();
    void pinNow(const QString& rule);
    void showPinMark();
    // Asks whether pins that were chosen by hand and stand in no file may be lost. Precondition: there are some.
    [[nodiscard]] bool mayLosePins();
    void connectJobs();
    void finishLoad();
    void rerunOnCard();
    // What was to follow a load that another one replaces is no longer wanted.
    void giveUpLoad();
    void askForPaths(QStringList (*ask)(QWidget&, bool), bool add);
    void showCounts();
    void showProgress();
    void showError(const QString& message);

    ViewState m_state;
    Pipeline m_pipeline;
    RecentPaths m_recent;
    Theme m_theme = Theme::system;
    QStackedWidget* m_stack;
    StartPage* m_start;
    QTabWidget* m_tabs;
    MatrixPage* m_matrix = nullptr;
    RerunPage* m_rerun = nullptr;
    PinsPage* m_pins = nullptr;
    RunsPage* m_runs = nullptr;
    ProvePage* m_prove = nullptr;
    CollectPage* m_collect = nullptr;
    HandoverWork* m_handover = nullptr;
    QToolButton* m_counts;
    QLabel* m_progressText;
    QProgressBar* m_progress;
    QPushButton* m_stop;
    struct AfterLoad {
        std::optional<SavedSession> session;
        QString labels, key, rerunCard;  // file; name of a key; card to re-run it on
        QString pinRule;
    };
    AfterLoad m_afterLoad;
    bool m_mayClose = false;  // although the user's program runs
    QString m_rerunCard;      // a re-run that waits for the analysis
};

}  // namespace flipscope
