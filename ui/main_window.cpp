#include "ui/main_window.h"

#include "ui/drop.h"
#include "ui/main_menu.h"
#include "ui/panels/key_page.h"
#include "ui/panels/matrix_page.h"
#include "ui/panels/outcome_panel.h"
#include "ui/panels/overview_page.h"
#include "ui/panels/report_page.h"
#include "ui/panels/runs_page.h"
#include "ui/panels/start_page.h"
#include "ui/panels/suspects_page.h"
#include "ui/text.h"

#include <QDir>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QStatusBar>
#include <algorithm>

namespace flipscope {
namespace {

const QString kSessionFiles = QStringLiteral("Flipscope sessions (*.flipscope-session);;All files (*)");

QStringList absolutePaths(const QStringList& paths) {
    QStringList absolute;
    for (const QString& path : paths)
        absolute.append(QDir::cleanPath(QDir::current().absoluteFilePath(path)));
    return absolute;
}

QString problemsInWords(const Dataset& dataset) {
    const std::uint64_t count = dataset.report.problemCount;
    if (count == 0) return QStringLiteral("no problems");
    return QStringLiteral("%1 %2").arg(formatCount(count),
                                       count == 1 ? QStringLiteral("problem") : QStringLiteral("problems"));
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
    makeStatusBar();
    fillMenuBar(*this, *menuBar());
    connectJobs();
    m_start->setRecent(m_recent.entries());
    showCounts();
    showProgress();
}

MainWindow::~MainWindow() = default;

void MainWindow::makePages() {
    auto* overview = new OverviewPage(m_state, m_tabs);
    m_matrix = new MatrixPage(m_state, m_tabs);
    m_runs = new RunsPage(m_state, m_tabs);
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(overview, titleOf(Page::overview));
    m_tabs->addTab(m_matrix, titleOf(Page::matrix));
    m_tabs->addTab(new KeyPage(m_state, m_tabs), titleOf(Page::key));
    m_tabs->addTab(new SuspectsPage(m_state, m_tabs), titleOf(Page::suspects));
    m_tabs->addTab(m_runs, titleOf(Page::runs));
    m_tabs->addTab(new ReportPage(m_state, m_tabs), titleOf(Page::report));
    m_stack->addWidget(m_start);
    m_stack->addWidget(m_tabs);
    setCentralWidget(m_stack);
    connect(overview, &OverviewPage::pageWanted, this, &MainWindow::showPage);
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::chooseKeyForItsPage);
    connect(&m_state, &ViewState::analysisChanged, this, &MainWindow::chooseKeyForItsPage);
    connect(&m_state, &ViewState::keyOpened, this, [this] { showPage(Page::key); });
    connect(m_start, &StartPage::openFilesWanted, this, [this] { askForFiles(false); });
    connect(m_start, &StartPage::openFolderWanted, this, [this] { askForFolder(false); });
    connect(m_start, &StartPage::openWanted, this, &MainWindow::openPaths);
}

void MainWindow::makeStatusBar() {
    m_counts->setAutoRaise(true);
    m_counts->setToolTip(plainToolTip(QStringLiteral("Show the load report")));
    m_counts->setAccessibleName(QStringLiteral("Counts; opens the load report"));
    connect(m_counts, &QToolButton::clicked, this, [this] { showPage(Page::report); });
    m_progressText->setTextFormat(Qt::PlainText);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setMaximumWidth(220);
    m_progress->setAccessibleName(QStringLiteral("Progress"));
    connect(m_stop, &QPushButton::clicked, this, &MainWindow::stopLoading);
    statusBar()->addWidget(m_counts);
    statusBar()->addPermanentWidget(m_progressText);
    statusBar()->addPermanentWidget(m_progress);
    statusBar()->addPermanentWidget(m_stop);
}

void MainWindow::connectJobs() {
    connect(&m_pipeline, &Pipeline::loadStarted, this, [this] { m_progress->setValue(0); });
    connect(&m_pipeline, &Pipeline::progressed, this, [this](int permille, const QString& text) {
        m_progress->setValue(permille);
        m_progressText->setText(text);
    });
    connect(&m_pipeline, &Pipeline::loaded, this, &MainWindow::finishLoad);
    connect(&m_pipeline, &Pipeline::loadStopped, this, [this] {
        m_pendingSession.reset();
        statusBar()->showMessage(QStringLiteral("Stopped; what was loaded before is unchanged."), 8000);
    });
    for (const auto signal : {&Pipeline::loadFailed, &Pipeline::analysisFailed})
        connect(&m_pipeline, signal, this, [this](const QString& message) {
            m_pendingSession.reset();
            showError(message);
        });
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged})
        connect(&m_state, signal, this, &MainWindow::showCounts);
    connect(&m_state, &ViewState::busyChanged, this, &MainWindow::showProgress);
}

void MainWindow::finishLoad() {
    m_recent.add(m_pipeline.paths());
    m_start->setRecent(m_recent.entries());
    setWindowTitle(nameOfPaths(m_pipeline.paths()) + QStringLiteral(" — Flipscope"));
    m_stack->setCurrentWidget(m_tabs);
    takePendingSession();
    if (!m_pendingLabels.isEmpty()) m_runs->outcomePanel().loadLabels(std::exchange(m_pendingLabels, {}));
    if (m_pendingKey.isEmpty()) return;
    const QString name = std::exchange(m_pendingKey, {});
    const auto key = findKey(*m_state.dataset(), name.toStdString());
    if (key) {
        m_state.setCurrentKey(key);
    } else {
        showError(QStringLiteral("No key is called \"%1\", or several are.").arg(name));
    }
}

void MainWindow::takePendingSession() {
    if (!m_pendingSession) return;
    const SavedSession session = *std::exchange(m_pendingSession, {});
    restore(m_state, session);
    setTheme(session.theme);
    showPage(session.page);
}

SavedSession MainWindow::currentSession() const {
    SavedSession session = remember(m_state);
    session.paths = m_pipeline.paths();
    session.page = page();
    session.theme = m_theme;
    return session;
}

void MainWindow::openPaths(const QStringList& paths) {
    m_pipeline.open(absolutePaths(paths));
}

void MainWindow::addPaths(const QStringList& paths) {
    m_pipeline.add(absolutePaths(paths));
}

Page MainWindow::page() const {
    return static_cast<Page>(std::max(0, m_tabs->currentIndex()));
}

void MainWindow::showPage(Page page) {
    m_tabs->setCurrentIndex(static_cast<int>(page));
    if (m_tabs->currentWidget() != nullptr) m_tabs->currentWidget()->setFocus();
}

void MainWindow::chooseKeyForItsPage() {
    const auto& analysis = m_state.analysis();
    if (page() != Page::key || m_state.currentKey() || analysis == nullptr || analysis->keys.empty()) return;
    const auto flipping =
        std::find_if(analysis->keys.begin(), analysis->keys.end(), [](const KeyVerdict& key) { return key.flips; });
    m_state.setCurrentKey(flipping == analysis->keys.end() ? analysis->keys.front().key : flipping->key);
}

void MainWindow::setTheme(Theme theme) {
    m_theme = theme;
    applyTheme(theme);
    emit themeChanged();
}

void MainWindow::loadLabelsWhenLoaded(const QString& file) {
    m_pendingLabels = file;
}

void MainWindow::showKeyWhenLoaded(const QString& key) {
    m_pendingKey = key;
}

void MainWindow::applySession(const SavedSession& session) {
    if (session.paths.isEmpty()) {
        showError(QStringLiteral("The session names no files."));
        return;
    }
    m_pendingSession = session;
    m_pipeline.open(absolutePaths(session.paths));
}

void MainWindow::askForFiles(bool add) {
    const QStringList files = QFileDialog::getOpenFileNames(
        this, add ? QStringLiteral("Add files") : QStringLiteral("Open files"), {}, QStringLiteral("All files (*)"));
    if (files.isEmpty()) return;
    if (add) {
        addPaths(files);
    } else {
        openPaths(files);
    }
}

void MainWindow::askForFolder(bool add) {
    const QString folder =
        QFileDialog::getExistingDirectory(this, add ? QStringLiteral("Add folder") : QStringLiteral("Open folder"));
    if (folder.isEmpty()) return;
    if (add) {
        addPaths({folder});
    } else {
        openPaths({folder});
    }
}

void MainWindow::askForSession() {
    const QString file = QFileDialog::getOpenFileName(this, QStringLiteral("Open session"), {}, kSessionFiles);
    if (file.isEmpty()) return;
    const auto session = openSession(file);
    if (session) {
        applySession(session.value());
    } else {
        showError(QString::fromStdString(session.errorMessage()));
    }
}

void MainWindow::askWhereToSaveSession() {
    QFileDialog dialog(this, QStringLiteral("Save session"), {}, kSessionFiles);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(kSessionSuffix);
    if (dialog.exec() != QDialog::Accepted || dialog.selectedFiles().isEmpty()) return;
    const QString problem = saveSession(currentSession(), dialog.selectedFiles().front());
    if (problem.isEmpty()) {
        statusBar()->showMessage(QStringLiteral("Session saved."), 5000);
    } else {
        showError(problem);
    }
}

void MainWindow::stopLoading() {
    m_pipeline.stopLoading();
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

void MainWindow::showCounts() {
    const auto& dataset = m_state.dataset();
    m_counts->setVisible(dataset != nullptr);
    if (dataset == nullptr) return;
    QStringList parts;
    const auto& analysis = m_state.analysis();
    if (analysis != nullptr && analysis->matrix.runs.size() != dataset->runs.size())
        parts.append(QStringLiteral("%1 of %2 runs")
                         .arg(formatCount(analysis->matrix.runs.size()), formatCount(dataset->runs.size())));
    else
        parts.append(QStringLiteral("%1 %2").arg(formatCount(dataset->runs.size()), dataset->runs.size() == 1
                                                                                        ? QStringLiteral("run")
                                                                                        : QStringLiteral("runs")));
    parts.append(QStringLiteral("%1 keys").arg(formatCount(dataset->keys.size())));
    if (analysis != nullptr) parts.append(QStringLiteral("%1 flip").arg(formatCount(analysis->flippingKeys)));
    parts.append(problemsInWords(*dataset));
    m_counts->setText(parts.join(QStringLiteral("  ·  ")));
}

void MainWindow::showProgress() {
    const bool loading = m_pipeline.loading();
    m_progress->setVisible(loading);
    m_stop->setVisible(loading);
    m_progressText->setVisible(busy());
    if (loading || !busy()) return;
    QStringList jobs;
    for (const QString& job : m_state.busyWith())
        jobs.append(job);
    QString text = jobs.join(QStringLiteral(", ")) + QStringLiteral(" …");
    text[0] = text[0].toUpper();
    m_progressText->setText(text);
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
