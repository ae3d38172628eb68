#include "core/pin/pin_file.h"
#include "tests/support/pin_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/main_window.h"
#include "ui/panels/pins_page.h"
#include "ui/pin_list.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMenuBar>
#include <QMessageBox>
#include <QMimeData>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTimer>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

constexpr int kPatience = 60'000;  // ms; machines that run tests are busy

class TestMainWindowPins : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::writeFourRuns(at("runs"));
        testing::writeFile(at("pins.json"), QByteArray::fromStdString(pinFileText(testing::PinFixture().pins)));
    }
    void init() {
        m_settings = std::make_unique<QSettings>(at("settings.ini"), QSettings::IniFormat);
        m_settings->clear();
        open();
    }
    void cleanup() {
        m_window.reset();
        QCOMPARE(m_guard.take(), QStringList());
    }

    void aPinFileThatIsDroppedIsOpenedOnItsPage() {
        drop(at("pins.json"));
        QVERIFY(m_window->page() == Page::pins);
        QCOMPARE(pins().pins().size(), std::size_t{2});
        QVERIFY(pins().isSaved());
        QVERIFY(m_window->state().dataset() == nullptr && !m_window->loading());
        testing::writeFile(at("damaged.json"), "{\"format\":\"flipscope-pins\"");
        const QSignalSpy failed(m_window.get(), &MainWindow::failed);
        drop(at("damaged.json"));
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed.front().front().toString().contains(QStringLiteral("it is no JSON")));
        QCOMPARE(pins().pins().size(), std::size_t{2});
        QTest::keyClick(QApplication::activeModalWidget(), Qt::Key_Escape);
    }

    void pinningFromOtherPagesIsSaidAndMarked() {
        load();
        m_window->state().wantPin(KeyIndex{0}, CandidateIndex{1});
        QTRY_COMPARE_WITH_TIMEOUT(pins().pins().size(), std::size_t{1}, kPatience);
        QVERIFY(m_window->statusBar()->currentMessage().contains(QStringLiteral("is pinned to 1 candidate_1")));
        QCOMPARE(tab(), QStringLiteral("Pins *"));
        item("Undo")->trigger();
        QCOMPARE(tab(), QStringLiteral("Pins"));
        QVERIFY(pins().pins().empty() && !item("Undo")->isEnabled() && item("Redo")->isEnabled());
    }

    void handWorkIsNotLostByClosing() {
        load();
        m_window->state().wantPin(KeyIndex{0}, CandidateIndex{1});
        QTRY_VERIFY_WITH_TIMEOUT(pins().isWorkAtRisk(), kPatience);
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        QVERIFY(m_window->isVisible());
        QVERIFY(m_window->pinsPage().saveTo(at("mine.json")));
        QVERIFY(m_window->close());  // without a question
    }

    void handWorkBehindAPinFileIsNotLostByClosing() {
        load();
        m_window->state().wantPin(KeyIndex{0}, CandidateIndex{1});
        QTRY_VERIFY_WITH_TIMEOUT(pins().isWorkAtRisk(), kPatience);
        m_window->openPinFile(at("pins.json"));
        QVERIFY(!pins().isWorkAtRisk());
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->busy(), kPatience);
        answer(QMessageBox::Cancel);
        QVERIFY(!m_window->close());
        item("Undo")->trigger();
        QVERIFY(m_window->pinsPage().saveTo(at("mine.json")));
        QVERIFY(m_window->close());  // without a question
    }

    void damagedPinsOfASessionLeaveTheListAsItIs() {
        load();
        m_window->state().wantPin(KeyIndex{0}, CandidateIndex{1});
        QTRY_COMPARE_WITH_TIMEOUT(pins().pins().size(), std::size_t{1}, kPatience);
        SavedSession session = m_window->currentSession();
        session.pins = pinsFromJson(QJsonObject{{"text", QStringLiteral("{")}});
        QVERIFY(!session.pins.problem.isEmpty());
        QSignalSpy failed(m_window.get(), &MainWindow::failed);
        m_window->applySession(session);
        ready();
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QCOMPARE(pins().pins().size(), std::size_t{1});
        QVERIFY(pins().isWorkAtRisk());
        if (QWidget* box = QApplication::activeModalWidget()) QTest::keyClick(box, Qt::Key_Escape);
        pins().markKept();
    }

    void whatNeedNotBeKeptGoesWithoutAQuestion() {
        load();
        m_window->pinWhenLoaded(QStringLiteral("majority"));
        m_window->openPaths({at("runs")});
        QTRY_COMPARE_WITH_TIMEOUT(pins().pins().size(), std::size_t{2}, kPatience);
        QVERIFY(!pins().isSaved());
        QVERIFY(m_window->close());  // the rule makes them again
        m_window->show();
        m_window->state().wantPin(KeyIndex{0}, CandidateIndex{1});
        QTRY_VERIFY_WITH_TIMEOUT(pins().isWorkAtRisk(), kPatience);
        answer(QMessageBox::Discard);
        QVERIFY(m_window->close());
    }

    void aSessionKeepsPinsAndTheirMarks() {
        load();
        m_window->state().wantPin(KeyIndex{1}, CandidateIndex{1});
        QTRY_VERIFY_WITH_TIMEOUT(pins().isWorkAtRisk(), kPatience);
        const QString file = at("mine.flipscope-session");
        QCOMPARE(saveSession(m_window->currentSession(), file), QString());
        pins().markKept();
        QVERIFY(m_window->close());
        open();
        const auto session = openSession(file);
        QVERIFY(session.hasValue());
        m_window->applySession(session.value());
        ready();
        QCOMPARE(pins().pins().size(), std::size_t{1});
        QCOMPARE(pins().pins().front().candidate, CandidateIndex{1});
        QCOMPARE(tab(), QStringLiteral("Pins *"));
        QVERIFY(m_window->close());  // the session has them
    }

    void readingTheRunsAgainLosesNothing() {
        load();
        m_window->state().wantPin(KeyIndex{0}, CandidateIndex{1});
        QTRY_VERIFY_WITH_TIMEOUT(pins().isWorkAtRisk(), kPatience);
        m_window->applySession(m_window->currentSession());
        ready();
        QVERIFY(pins().isWorkAtRisk() && pins().canUndo());
        pins().markKept();
    }

    void aRuleOrFileOfTheCommandLineIsTaken() {
        m_window->pinWhenLoaded(at("pins.json"));
        QVERIFY(m_window->page() == Page::pins);
        QCOMPARE(pins().pins().size(), std::size_t{2});
        m_window->pinWhenLoaded(QStringLiteral("run:run1"));
        load();
        QTRY_COMPARE_WITH_TIMEOUT(pins().pins().front().reason.rule, std::string("run:run1"), kPatience);
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] PinList& pins() const { return m_window->state().pins(); }
    [[nodiscard]] QString tab() const {
        return m_window->findChild<QTabWidget*>()->tabText(static_cast<int>(Page::pins));
    }
    [[nodiscard]] QAction* item(const char* text) const {
        for (QMenu* menu : m_window->menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (QString(action->text()).remove(QLatin1Char('&')) == QLatin1String(text)) return action;
        return nullptr;
    }
    void open() {
        m_window = std::make_unique<MainWindow>(*m_settings);
        m_window->resize(1280, 800);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    void load() {
        m_window->openPaths({at("runs")});
        ready();
    }
    void ready() { QTRY_VERIFY_WITH_TIMEOUT(!m_window->busy() && m_window->state().analysis() != nullptr, kPatience); }
    // The question that comes next.
    static void answer(QMessageBox::StandardButton button) {
        QTimer::singleShot(0, qApp, [button] {
            auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
            if (box != nullptr) box->button(button)->click();
        });
    }
    void drop(const QString& path) {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QDropEvent event(QPointF(100, 100), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
    std::unique_ptr<QSettings> m_settings;
    std::unique_ptr<MainWindow> m_window;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestMainWindowPins)
#include "tst_main_window_pins.moc"
