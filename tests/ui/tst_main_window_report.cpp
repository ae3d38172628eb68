#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/main_window.h"

#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

constexpr int kPatience = 60'000;  // ms; machines that run tests are busy

class TestMainWindowReport : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::writeFourRuns(at("runs"));
        m_window.resize(1280, 800);
        m_window.show();
        QVERIFY(QTest::qWaitForWindowActive(&m_window));
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void withoutRunsThereIsNothingToReport() {
        QVERIFY(item() != nullptr && !item()->isEnabled());
        m_window.writeReport(at("nothing"));
        QVERIFY(!m_window.reporting());
        m_window.askForReport();
        QVERIFY(m_window.statusBar()->currentMessage().contains(QStringLiteral("Open the runs")));
    }

    void theReportIsOfferedWhenItIsThere() {
        m_window.openPaths({at("runs")});
        QTRY_VERIFY_WITH_TIMEOUT(!m_window.busy() && m_window.state().outcome() != nullptr, kPatience);
        QVERIFY(item()->isEnabled());
        m_window.writeReport(at("report"));
        QVERIFY(m_window.reporting() && !item()->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(box() != nullptr, kPatience);
        QVERIFY(box()->text().contains(QStringLiteral("4 runs")));
        QVERIFY(QFile::exists(at("report/report.html")));
        QStringList buttons;
        for (const QAbstractButton* button : box()->buttons())
            buttons += QString(button->text()).remove(QLatin1Char('&'));
        QVERIFY(buttons.contains(QStringLiteral("Open the folder")));
        QVERIFY(!m_window.reporting() && item()->isEnabled());
        QTest::keyClick(box(), Qt::Key_Escape);
        QTRY_VERIFY(box() == nullptr);
    }

    void aFolderThatIsNotEmptyIsRefused() {
        const QSignalSpy failed(&m_window, &MainWindow::failed);
        m_window.writeReport(at("runs"));
        QTRY_COMPARE_WITH_TIMEOUT(failed.size(), 1, kPatience);
        QVERIFY(failed.front().front().toString().startsWith(QStringLiteral("No report: ")));
        QTRY_VERIFY(box() != nullptr);
        QTest::keyClick(box(), Qt::Key_Escape);
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QMessageBox* box() const { return qobject_cast<QMessageBox*>(QApplication::activeModalWidget()); }
    [[nodiscard]] QAction* item() const {
        for (const QMenu* menu : m_window.menuBar()->findChildren<QMenu*>())
            for (QAction* action : menu->actions())
                if (QString(action->text()).remove(QLatin1Char('&')).startsWith(QStringLiteral("Report for")))
                    return action;
        return nullptr;
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
    QSettings m_settings{m_folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat};
    MainWindow m_window{m_settings};
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestMainWindowReport)
#include "tst_main_window_report.moc"
