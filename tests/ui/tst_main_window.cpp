#include "tests/support/qt_warning_guard.h"
#include "tests/ui/driven_fixture.h"
#include "tests/ui/log_fixture.h"
#include "tests/ui/rerun_page_fixture.h"
#include "ui/drop.h"
#include "ui/main_menu.h"
#include "ui/main_window.h"
#include "ui/panels/collect_page.h"
#include "ui/panels/rerun_place.h"
#include "ui/screenshot.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QImage>
#include <QPushButton>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

constexpr int kPatience = 60'000;  // ms; machines that run tests are busy

class TestMainWindow : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::writeFourRuns(m_folder.path() + QStringLiteral("/runs"));
        testing::writeFile(m_folder.path() + QStringLiteral("/more/run9/decisions.jsonl"),
                           testing::decisionLine(64, 0));
        testing::writeFile(m_folder.path() + QStringLiteral("/labels.csv"), "run,label\nrun1,good\nrun4,bad\n");
    }
    void init() {
        m_settings =
            std::make_unique<QSettings>(m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        m_settings->clear();
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void cleanup() {
        m_window.reset();
        QCOMPARE(m_guard.take(), QStringList());
    }

    void runsAreOpenedAndRemembered() {
        load();
        QCOMPARE(m_window->state().analysis()->flippingKeys, std::size_t{1});
        QCOMPARE(m_window->recentPaths(), QList<QStringList>{{runs()}});
        QVERIFY(m_window->windowTitle().contains(QStringLiteral("runs")));
    }

    void everyPageIsReachedByKeyboard() {
        load();
        for (int i = 0; i < static_cast<int>(Page::Count); ++i) {
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_0 + (i + 1) % 10), Qt::ControlModifier);
            QVERIFY(m_window->page() == static_cast<Page>(i));
        }
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::ControlModifier);
        QVERIFY(m_window->page() == Page::matrix);
        QTest::keyClicks(m_window->focusWidget(), QStringLiteral("128"));
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().keyFilter().text, QStringLiteral("128"), kPatience);
    }

    void openingAKeyShowsItsPage() {
        load();
        m_window->showPage(Page::matrix);
        m_window->state().openKey(KeyIndex{1});
        QVERIFY(m_window->page() == Page::key);
    }

    void aDropAddsToWhatIsLoaded() {
        load();
        drop(m_folder.path() + QStringLiteral("/more"), Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().dataset()->runs.size(), std::size_t{5}, kPatience);
        ready();
        drop(m_folder.path() + QStringLiteral("/more"), Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().dataset()->runs.size(), std::size_t{1}, kPatience);
        ready();
    }

    void aFailureIsSaidAndLosesNothing() {
        load();
        const QSignalSpy failed(m_window.get(), &MainWindow::failed);
        m_window->openPaths({m_folder.filePath(QStringLiteral("labels.csv"))});
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QCOMPARE(m_window->state().dataset()->runs.size(), std::size_t{4});
        QTRY_VERIFY_WITH_TIMEOUT(QApplication::activeModalWidget() != nullptr, kPatience);
        QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape);
    }

    void labelsAndKeyOfTheCommandLineAreTakenOver() {
        m_window->openPaths({runs()});
        m_window->loadLabelsWhenLoaded(m_folder.filePath(QStringLiteral("labels.csv")));
        ready();
        QVERIFY(m_window->state().outcomeChoice().kind == OutcomeKind::labels);
        QVERIFY(m_window->state().outcome() != nullptr);
        QCOMPARE(m_window->state().outcome()->groups.size(), std::size_t{2});
        const std::string id = m_window->state().dataset()->keys[1].id;
        m_window->openPaths({runs()});
        m_window->showKeyWhenLoaded(QString::fromStdString(id));
        ready();
        QCOMPARE(m_window->state().currentKey(), std::optional(KeyIndex{1}));
    }

    void aSessionBringsBackTheView() {
        load();
        m_window->state().setChecked(RunIndex{0}, false);
        m_window->state().setLabel("run2", "odd");
        m_window->state().setCurrentKey(KeyIndex{1});
        m_window->showPage(Page::runs);
        ready();
        const SavedSession session = m_window->currentSession();
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->applySession(session);
        ready();
        QCOMPARE(m_window->state().checkedRuns().size(), std::size_t{3});
        QCOMPARE(m_window->state().labels().at("run2"), std::string("odd"));
        QCOMPARE(m_window->state().currentKey(), std::optional(KeyIndex{1}));
        QVERIFY(m_window->page() == Page::runs);
    }

    void aReRunStartsFromAKeyAndOutlivesTheSession() {
        load();
        auto* page = m_window->findChild<RerunPage*>();
        page->place().chooseCommand(testing::faultyWorker());
        m_window->state().wantRerun(KeyIndex{0}, {CandidateIndex{0}});
        QVERIFY(m_window->page() == Page::rerun);
        QVERIFY(!m_window->rerunning());  // nobody has pressed Run for this command
        for (QPushButton* button : page->findChildren<QPushButton*>())
            if (button->text() == QStringLiteral("R&un")) button->click();
        QVERIFY(m_window->rerunning());
        ready();
        QCOMPARE(m_window->state().reruns().size(), std::size_t{1});
        const SavedSession session = m_window->currentSession();
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->applySession(session);
        ready();
        QCOMPARE(m_window->state().reruns().size(), std::size_t{1});
        QVERIFY(m_window->page() == Page::rerun);
        QVERIFY(!m_window->rerunning());  // nothing starts by itself
    }

    void aSessionWhoseFilesAreGoneLosesNothing() {
        load();
        SavedSession session = m_window->currentSession();
        session.paths = {QStringLiteral("/nowhere/at/all")};
        session.labels = {{"run1", "x"}};
        const QSignalSpy failed(m_window.get(), &MainWindow::failed);
        m_window->applySession(session);
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QCOMPARE(m_window->state().dataset()->runs.size(), std::size_t{4});
        QVERIFY(m_window->state().labels().empty());
    }

    void closingDuringALoadIsClean() {
        m_window->openPaths({runs()});
        m_window->close();
        m_window.reset();
    }

    // While it analyses and looks for outcomes, with a line being edited.
    void closingAtWorkIsCleanAndQuick() {
        for (int i = 0; i < 8; ++i)
            testing::writeFile(QStringLiteral("%1/many/run%2/stdout.log").arg(m_folder.path()).arg(i + 1),
                               manyLines(i, 20000));
        for (int i = 0; i < 8; ++i)
            testing::writeFile(QStringLiteral("%1/many/run%2/decisions.jsonl").arg(m_folder.path()).arg(i + 1),
                               testing::decisionLine(64, i % 2, i));
        m_window->openPaths({m_folder.path() + QStringLiteral("/many")});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->state().dataset() != nullptr, kPatience);
        m_window->focusFilter();
        QVERIFY(m_window->busy());
        QElapsedTimer timer;
        timer.start();
        m_window->close();
        m_window.reset();
        QVERIFY2(timer.elapsed() < 5000, qPrintable(QString::number(timer.elapsed())));
    }

    void aLogIsSplitAndJoinedWithoutLosingTheView() {
        const QString folder = m_folder.path() + QStringLiteral("/perhaps");
        testing::writePerhapsTwoProcesses(folder);
        m_window->openPaths({folder});
        ready();
        m_window->state().setLabel("run2", "good");
        m_window->state().setCurrentKey(KeyIndex{2});
        m_window->showPage(Page::runs);
        m_window->splitRuns({"run1"}, true);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().dataset()->runs.size(), std::size_t{3}, kPatience);
        ready();
        QVERIFY(m_window->page() == Page::runs);
        QCOMPARE(m_window->state().currentKey(), std::optional(KeyIndex{2}));
        QCOMPARE(m_window->state().labels().at("run2"), std::string("good"));
        const SavedSession session = m_window->currentSession();
        QCOMPARE(session.splitRuns, std::vector<std::string>{"run1"});
        m_window->splitRuns({"run1"}, false);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().dataset()->runs.size(), std::size_t{2}, kPatience);
        ready();
        m_window->applySession(session);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().dataset()->runs.size(), std::size_t{3}, kPatience);
    }

    void otherFilesAreNotGivenTheViewOfASessionStillLoading() {
        load();
        SavedSession session = m_window->currentSession();
        session.labels = {{"run9", "odd"}};
        session.page = Page::report;
        m_window->applySession(session);
        m_window->openPaths({m_folder.path() + QStringLiteral("/more")});
        QTRY_COMPARE_WITH_TIMEOUT(m_window->state().dataset()->runs.size(), std::size_t{1}, kPatience);
        ready();
        QVERIFY(m_window->state().labels().empty());
        QVERIFY(m_window->page() != Page::report);
    }

    void everyPageDrawsInBothThemes() {
        load();
        for (const Theme theme : {Theme::dark, Theme::light}) {
            m_window->setTheme(theme);
            QCoreApplication::processEvents();  // the palette reaches the widgets by events
            for (int i = 0; i < static_cast<int>(Page::Count); ++i) {
                m_window->showPage(static_cast<Page>(i));
                const QImage image = m_window->grab().toImage();
                const QString where = nameOf(theme) + QLatin1Char(' ') + nameOf(m_window->page());
                const bool dark = image.pixelColor(5, image.height() - 3).lightness() < 128;
                QVERIFY2(dark == (theme == Theme::dark), qPrintable(where));
            }
        }
        m_window->setTheme(Theme::system);
    }

    void aScreenshotIsWrittenWhenEverythingIsThere() {
        const QString file = m_folder.filePath(QStringLiteral("shot.png"));
        Screenshot screenshot(*m_window, file);
        QSignalSpy finished(&screenshot, &Screenshot::finished);
        m_window->openPaths({runs()});
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        QCOMPARE(finished.front().front().toString(), QString());
        QVERIFY(m_window->state().analysis() != nullptr);
        QCOMPARE(QImage(file).size(), m_window->size());
    }

    void aScreenshotWithoutTheOutcomeAskedForFails() {
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = "loss ([0-9";
        failsToShoot(QStringLiteral("pattern"), [&] { m_window->state().chooseOutcome(choice); });
        choice.pattern.regex = "start";
        choice.grouping = Grouping::byThreshold;
        choice.threshold = 3.0;
        failsToShoot(QStringLiteral("number"), [&] { m_window->state().chooseOutcome(choice); });
        m_window->state().chooseOutcome({});
        failsToShoot(QStringLiteral("missing.csv"),
                     [&] { m_window->loadLabelsWhenLoaded(m_folder.filePath(QStringLiteral("missing.csv"))); });
        closeBoxes();
    }

    void everyWidgetThatTakesTheFocusHasAName() {
        load();
        for (const QTableView* table : m_window->findChildren<QTableView*>()) {
            const bool named = !table->accessibleName().isEmpty() || table->focusPolicy() == Qt::NoFocus;
            QVERIFY2(named, qPrintable(table->metaObject()->className()));
        }
    }

    void thePagesThatRunAProgramAppearWhenAskedFor() {
        auto* tabs = m_window->findChild<QTabWidget*>();
        QVERIFY(!tabs->isTabVisible(static_cast<int>(Page::collect)));
        for (QPushButton* button : m_window->findChildren<QPushButton*>())
            if (button->text().startsWith(QStringLiteral("No runs yet?"))) button->click();
        QVERIFY(m_window->page() == Page::collect);
        QVERIFY(tabs->isVisible());  // without any runs
        QVERIFY(tabs->isTabVisible(static_cast<int>(Page::collect)));
        QVERIFY(!tabs->isTabVisible(static_cast<int>(Page::prove)));
        load();
        QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(m_window->page() == Page::prove);
        m_window->showPage(Page::matrix);
        m_window->state().wantForcing(KeyIndex{0}, CandidateIndex{1}, std::nullopt);
        QVERIFY(m_window->page() == Page::prove);
        QVERIFY(!m_window->driving());
        ready();
    }

    void aSessionBringsTheCommandBackButStartsNothing() {
        load();
        DriveSettings settings;
        settings.command = QStringLiteral("touch started");
        settings.folder = m_folder.path();
        m_window->state().setDriveSettings(settings);
        m_window->showPage(Page::prove);
        ready();
        const SavedSession session = m_window->currentSession();
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->show();
        m_window->applySession(session);
        ready();
        QVERIFY(m_window->page() == Page::prove);
        QVERIFY(m_window->state().driveSettings() == settings);
        QVERIFY(!m_window->driving());
        m_window->prepareCollecting();
        QVERIFY(!m_window->driving());
    }

    void closingWhileTheProgramRunsAsksFirst() {
        DriveSettings settings;
        settings.command = QStringLiteral("sleep 600");
        settings.folder = m_folder.path();
        settings.runs = 1;
        m_window->state().setDriveSettings(settings);
        m_window->prepareCollecting();
        auto* page = m_window->findChild<CollectPage*>();
        testing::runAgreed(*page);
        QVERIFY(m_window->driving());
        QVERIFY(testing::buttonOf(*m_window->statusBar(), QStringLiteral("Stop"))->isVisible());
        m_window->close();
        QVERIFY(m_window->isVisible());
        QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape);
        QVERIFY(m_window->driving());
        m_window->close();
        testing::buttonOf(*QApplication::activeModalWidget(), QStringLiteral("End it and close"))->click();
        QVERIFY(!m_window->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->driving(), kPatience);
    }

    void dropsMeanWhatTheKeysSay() {
        QVERIFY(meaningOfDrop(Qt::NoModifier, false) == DropMeaning::open);
        QVERIFY(meaningOfDrop(Qt::NoModifier, true) == DropMeaning::ask);
        QVERIFY(meaningOfDrop(Qt::ControlModifier, true) == DropMeaning::add);
        QVERIFY(meaningOfDrop(Qt::ShiftModifier, true) == DropMeaning::open);
    }

private:
    [[nodiscard]] QString runs() const { return m_folder.path() + QStringLiteral("/runs"); }

    void load() {
        m_window->openPaths({runs()});
        ready();
    }
    template <class Ask>
    void failsToShoot(const QString& part, Ask ask) {
        const QString file = m_folder.filePath(QStringLiteral("none.png"));
        Screenshot screenshot(*m_window, file);
        QSignalSpy finished(&screenshot, &Screenshot::finished);
        m_window->openPaths({runs()});
        ask();
        QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatience);
        const QString problem = finished.front().front().toString();
        QVERIFY2(problem.contains(part), qPrintable(problem));
        QVERIFY(!QFile::exists(file));
    }
    static void closeBoxes() {
        while (QWidget* box = QApplication::activeModalWidget())
            QTest::keyClick(box, Qt::Key_Escape);
    }
    static QByteArray manyLines(int run, int lines) {
        QByteArray text;
        for (int line = 0; line < lines; ++line)
            text += "step " + QByteArray::number(line) + ": loss " + QByteArray::number(1.0 / (line + run + 1)) + '\n';
        return text;
    }
    void ready() { QTRY_VERIFY_WITH_TIMEOUT(!m_window->busy() && m_window->state().analysis() != nullptr, kPatience); }
    void drop(const QString& path, Qt::KeyboardModifiers modifiers) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, modifiers);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, modifiers);
        QApplication::sendEvent(m_window.get(), &event);
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestMainWindow)
#include "tst_main_window.moc"
