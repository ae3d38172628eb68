#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/drop.h"
#include "ui/main_menu.h"
#include "ui/main_window.h"
#include "ui/screenshot.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QImage>
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
            QTest::keyClick(m_window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
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
        m_window->loadLabelsWhenLoaded(m_folder.filePath(QStringLiteral("labels.csv")));
        load();
        QVERIFY(m_window->state().outcome() != nullptr);
        QCOMPARE(m_window->state().outcome()->groups.size(), std::size_t{2});
        const std::string id = m_window->state().dataset()->keys[1].id;
        m_window->showKeyWhenLoaded(QString::fromStdString(id));
        load();
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

    void everyWidgetThatTakesTheFocusHasAName() {
        load();
        for (const QTableView* table : m_window->findChildren<QTableView*>()) {
            const bool named = !table->accessibleName().isEmpty() || table->focusPolicy() == Qt::NoFocus;
            QVERIFY2(named, qPrintable(table->metaObject()->className()));
        }
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
