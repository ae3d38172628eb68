#include "ui/main_window.h"

#include "core/report/key_choice.h"
#include "core/rerun/own_worker.h"
#include "ui/drop.h"
#include "ui/file_dialogs.h"
#include "ui/jobs/handover_work.h"
#include "ui/main_menu.h"
#include "ui/panels/key_page.h"
#include "ui/panels/matrix_page.h"
#include "ui/panels/outcome_panel.h"
#include "ui/panels/overview_page.h"
#include "ui/panels/pins_page.h"
#include "ui/panels/report_page.h"
#include "ui/panels/rerun_page.h"
#include "ui/panels/rerun_place.h"
#include "ui/panels/runs_page.h"
#include "ui/panels/start_page.h"
#include "ui/panels/suspects_page.h"
#include "ui/pin_files.h"
#include "ui/text.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusBar>
#include <algorithm>

namespace flipscope {
namespace {

QStringList absolutePaths(const QStringList& paths) {
    QStringList absolute;
    for (const QString& path : paths)
        absolute.append(QDir::cleanPath(QDir::current().absoluteFilePath(path)));
    return absolute;
}

}  // namespace

MainWindow::MainWindow(QSettings& settings, QWidget* parent)
    : QMainWindow(parent),
      m_pipeline(m_state),
      m_recent(settings),
      m_stack(new QStackedWidget(this)),
      m_start(new StartPage(findSamples(sampleFolders()), m_stack)),
      m_tabs(new QTabWidget(m_stack)),
      m_counts(new QToolButton(this)),
      m_progressText(new QLabel(this)),
      m_progress(new QProgressBar(this)),
      m_stop(new QPushButton(QStringLiteral("&Stop"), this)) {
    setWindowTitle(QStringLiteral("Flipscope"));
    setAcceptDrops(true);
    makePages();
    makeReportWork();
    makeStatusBar();
    fillMenuBar(*this, *menuBar());
    connectJobs();
    m_start->setRecent(m_recent.entries());
    showCounts();
    showProgress();
}

// The pages read the state while they go: it must still be there.
MainWindow::~MainWindow() {
    m_pipeline.stopAll();
    m_rerun->stop();
    m_pins->stop();
    stopDriving();
    delete m_handover;
    delete m_stack;
}

void MainWindow::makePages() {
    auto* overview = new OverviewPage(m_state, m_tabs);
    m_matrix = new MatrixPage(m_state, m_tabs);
    m_rerun = new RerunPage(m_state, ownWorker(), m_tabs);
    m_pins = new PinsPage(m_state, m_tabs);
    m_runs = new RunsPage(m_state, m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(overview, titleOf(Page::overview));
    m_tabs->addTab(m_matrix, titleOf(Page::matrix));
    m_tabs->addTab(new KeyPage(m_state, m_tabs), titleOf(Page::key));
    m_tabs->addTab(new SuspectsPage(m_state, m_tabs), titleOf(Page::suspects));
    m_tabs->addTab(m_rerun, titleOf(Page::rerun));
    m_tabs->addTab(m_pins, titleOf(Page::pins));
    m_tabs->addTab(m_runs, titleOf(Page::runs));
    m_tabs->addTab(new ReportPage(m_state, m_tabs), titleOf(Page::report));
    makeDrivePages();
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_tabs);
    setCentralWidget(m_stack);
    connect(overview, &OverviewPage::pageWanted, this, &MainWindow::showPage);
    connect(&m_state, &ViewState::keyOpened, this, [this] { showPage(Page::key); });
    connect(&m_state, &ViewState::rerunWanted, this, [this](KeyIndex key, const std::vector<CandidateIndex>& wanted) {
        showPage(Page::rerun);
        m_rerun->rerun(key, wanted);
    });
    connectPins();
    connect(m_start, &StartPage::openFilesWanted, this, [this] { askForFiles(false); });
    connect(m_start, &StartPage::openFolderWanted, this, [this] { askForFolder(false); });
    connect(m_start, &StartPage::openWanted, this, &MainWindow::openPaths);
    connect(m_runs, &RunsPage::splitWanted, this, &MainWindow::splitRuns);
    connect(&m_runs->outcomePanel(), &OutcomePanel::failed, this, &MainWindow::showError);
}

void MainWindow::connectJobs() {
    connect(&m_pipeline, &Pipeline::loadStarted, this, [this] { m_progress->setValue(0); });
    connect(&m_pipeline, &Pipeline::progressed, this, [this](int permille, const QString& text) {
        m_progress->setValue(permille);
        m_progressText->setText(text);
    });
    connect(&m_pipeline, &Pipeline::loaded, this, &MainWindow::finishLoad);
    connect(&m_pipeline, &Pipeline::loadStopped, this, [this] {
        m_afterLoad = {};
        statusBar()->showMessage(QStringLiteral("Stopped; what was loaded before is unchanged."), 8000);
    });
    for (const auto signal : {&Pipeline::loadFailed, &Pipeline::analysisFailed})
        connect(&m_pipeline, signal, this, [this](const QString& message) {
            m_afterLoad = {};
            showError(message);
        });
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged})
        connect(&m_state, signal, this, &MainWindow::showCounts);
    connect(&m_state, &ViewState::busyChanged, this, &MainWindow::rerunOnCard, Qt::QueuedConnection);
    connect(&m_state, &ViewState::busyChanged, this, &MainWindow::showProgress);
}

void MainWindow::finishLoad() {
    m_recent.add(m_pipeline.paths());
    m_start->setRecent(m_recent.entries());
    setWindowTitle(nameOfPaths(m_pipeline.paths()) + QStringLiteral(" — Flipscope"));
    m_stack->setCurrentWidget(m_tabs);
    const AfterLoad wanted = std::exchange(m_afterLoad, {});
    if (wanted.session) {
        restore(m_state, *wanted.session);
        setTheme(wanted.session->theme);
        showPage(wanted.session->page);
        if (wanted.session->damagedReruns > 0)
            showError(QStringLiteral("%1 of the session could not be read and %2 left out.")
                          .arg(counted(wanted.session->damagedReruns, "re-run", "re-runs"),
                               wanted.session->damagedReruns == 1 ? QStringLiteral("is") : QStringLiteral("are")));
        if (!wanted.session->pins.problem.isEmpty())
            showError(QStringLiteral("The pins of the session are left out: %1.").arg(wanted.session->pins.problem));
    }
    if (!wanted.pinRule.isEmpty()) pinNow(wanted.pinRule);
    if (!wanted.labels.isEmpty()) m_runs->outcomePanel().loadLabels(wanted.labels);
    m_rerunCard = wanted.rerunCard;
    if (wanted.key.isEmpty()) return;
    const Result<KeyIndex> key = chosenKey(*m_state.dataset(), wanted.key.toStdString());
    if (!key) return showError(shown(key.errorMessage(), 2000));
    m_state.setCurrentKey(key.value());
}

// Waits for the analysis, which knows the candidates that are compared, and for the suspects, which propose a key.
void MainWindow::rerunOnCard() {
    if (m_rerunCard.isEmpty() || busy() || !m_state.currentKey()) return;
    const QString problem = m_rerun->place().chooseCard(std::exchange(m_rerunCard, {}));
    if (!problem.isEmpty()) return showError(problem);
    m_rerun->rerunAll();
}

void MainWindow::rerunWhenLoaded(const QString& card) {
    m_afterLoad.rerunCard = card;
}

void MainWindow::rerunWinners() {
    if (m_state.currentKey()) m_state.wantRerun(*m_state.currentKey(), {});
}

void MainWindow::rerunReported() {
    m_stack->setCurrentWidget(m_tabs);
    showPage(Page::rerun);
    m_rerun->rerunReported();
}

SavedSession MainWindow::currentSession() const {
    SavedSession session = remember(m_state);
    session.paths = m_pipeline.paths();
    session.page = page();
    session.theme = m_theme;
    return session;
}

void MainWindow::openPaths(const QStringList& paths) {
    giveUpLoad();
    m_pipeline.open(absolutePaths(paths));
}

void MainWindow::addPaths(const QStringList& paths) {
    giveUpLoad();
    m_pipeline.add(absolutePaths(paths));
}

void MainWindow::giveUpLoad() {
    if (m_pipeline.loading()) m_afterLoad = {};
}

Page MainWindow::page() const {
    return static_cast<Page>(std::max(0, m_tabs->currentIndex()));
}

void MainWindow::showPage(Page page) {
    if (isShownOnDemand(page)) {
        m_tabs->setTabVisible(static_cast<int>(page), true);
        m_stack->setCurrentWidget(m_tabs);  // they need no runs
    }
    m_tabs->setCurrentIndex(static_cast<int>(page));
    if (m_tabs->currentWidget() != nullptr) m_tabs->currentWidget()->setFocus();
}

void MainWindow::setTheme(Theme theme) {
    m_theme = theme;
    applyTheme(theme);
    emit themeChanged();
}

void MainWindow::loadLabelsWhenLoaded(const QString& file) {
    m_afterLoad.labels = file;
}

void MainWindow::showKeyWhenLoaded(const QString& key) {
    m_afterLoad.key = key;
}

void MainWindow::applySession(const SavedSession& session) {
    if (session.paths.isEmpty()) {
        showError(QStringLiteral("The session names no files."));
        return;
    }
    giveUpLoad();
    m_afterLoad.session = session;
    m_pipeline.open(absolutePaths(session.paths), session.splitRuns);
}

void MainWindow::splitRuns(const std::vector<std::string>& runs, bool split) {
    SavedSession session = currentSession();
    for (const std::string& run : runs)
        std::erase(session.splitRuns, run);
    if (split) session.splitRuns.insert(session.splitRuns.end(), runs.begin(), runs.end());
    applySession(session);
}

void MainWindow::askForPaths(QStringList (*ask)(QWidget&, bool), bool add) {
    const QStringList paths = ask(*this, add);
    if (paths.isEmpty()) return;
    if (add) {
        addPaths(paths);
    } else {
        openPaths(paths);
    }
}

void MainWindow::askForFiles(bool add) {
    askForPaths(&flipscope::askForFiles, add);
}

void MainWindow::askForFolder(bool add) {
    askForPaths(&flipscope::askForFolder, add);
}

void MainWindow::askForSession() {
    const QString file = askForSessionToOpen(*this);
    if (file.isEmpty()) return;
    const auto session = openSession(file);
    if (session) {
        applySession(session.value());
    } else {
        showError(QString::fromStdString(session.errorMessage()));
    }
}

void MainWindow::askWhereToSaveSession() {
    const QString file = askForSessionToSave(*this);
    if (file.isEmpty()) return;
    const QString problem = saveSession(currentSession(), file);
    if (problem.isEmpty()) {
        m_state.pins().markKept();
        statusBar()->showMessage(QStringLiteral("Session saved."), 5000);
    } else {
        showError(problem);
    }
}

void MainWindow::focusFilter() {
    showPage(Page::matrix);
    m_matrix->focusFilter();
}

void MainWindow::showShortcuts() {
    auto* box =
        new QMessageBox(QMessageBox::NoIcon, QStringLiteral("Keyboard"), shortcutList(), QMessageBox::Close, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::showError(const QString& message) {
    emit failed(message);
    if (!isVisible()) return;
    auto* box = new QMessageBox(QMessageBox::Warning, QStringLiteral("Flipscope"), message, QMessageBox::Ok, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    const QStringList paths = localPaths(*event->mimeData());
    if (paths.isEmpty()) return;
    event->acceptProposedAction();
    if (paths.size() == 1 && looksLikePinFile(paths.front())) return openPinFile(paths.front());
    switch (meaningOfDrop(event->modifiers(), m_state.dataset() != nullptr)) {
        case DropMeaning::open:
            openPaths(paths);
            break;
        case DropMeaning::add:
            addPaths(paths);
            break;
        case DropMeaning::ask: {
            auto* menu = new QMenu(this);
            menu->setAttribute(Qt::WA_DeleteOnClose);
            menu->addAction(QStringLiteral("&Add to the loaded runs"), this, [this, paths] { addPaths(paths); });
            menu->addAction(QStringLiteral("&Open instead of them"), this, [this, paths] { openPaths(paths); });
            menu->popup(mapToGlobal(event->position().toPoint()));
        }
    }
}

}  // namespace flipscope
