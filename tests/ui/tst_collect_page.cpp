#include "tests/support/qt_warning_guard.h"
#include "tests/ui/driven_fixture.h"
#include "ui/panels/collect_page.h"

#include <QTableView>

namespace flipscope {
namespace {

using testing::allWords;
using testing::buttonOf;
using testing::kDrivePatience;

bool ended(const CollectPage& page) {
    return QTest::qWaitFor([&page] { return !page.running(); }, kDrivePatience);
}

struct Collecting {
    QTemporaryDir folder;
    ViewState state;

    explicit Collecting(const QString& command, int runs) {
        DriveSettings settings;
        settings.command = command;
        settings.folder = folder.path();
        settings.runs = runs;
        state.setDriveSettings(settings);
    }
    [[nodiscard]] QString runFolder() const { return folder.filePath(kRunFolder); }
};

class TestCollectPage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void makesRunsSaysWhatTheyKeptAndOpensThem() {
        Collecting made({}, 2);
        const QString scenario = made.folder.filePath(QStringLiteral("program.json"));
        DriveSettings settings = made.state.driveSettings();
        settings.command = testing::lineOf(testing::simulatedCommand(scenario, {{"keys", 2}, {"persistence", false}}));
        made.state.setDriveSettings(settings);
        CollectPage page(made.state);
        page.show();
        QVERIFY(!buttonOf(page, QStringLiteral("Open these runs"))->isEnabled());
        testing::runAgreed(page);
        QVERIFY(made.state.busyWith().contains(kDriving));
        QVERIFY(ended(page));
        QVERIFY2(allWords(page).contains(QStringLiteral("2 runs are complete")), qPrintable(allWords(page)));
        QVERIFY(allWords(page).contains(QStringLiteral("persistence")));  // the diagnosis, and what to add
        QCOMPARE(page.findChild<QTableView*>()->model()->rowCount(), 2);
        const QSignalSpy open(&page, &CollectPage::openWanted);
        buttonOf(page, QStringLiteral("Open these runs"))->click();
        QCOMPARE(open.size(), 1);
        QCOMPARE(open[0][0].toStringList(), QStringList{made.runFolder()});
    }

    void aRunThatFailsIsAResult() {
        Collecting made(QStringLiteral("sh -c 'echo broken >&2; exit 3'"), 2);
        CollectPage page(made.state);
        page.show();
        testing::runAgreed(page);
        QVERIFY(ended(page));
        QVERIFY2(allWords(page).contains(QStringLiteral("All 2 runs failed")), qPrintable(allWords(page)));
        QVERIFY(allWords(page).contains(QStringLiteral("broken")));
    }

    void completeRunsCanBeOpenedWhileTheRestRunsAndAStoppedCollectionGoesOn() {
        // The first run ends at once, later ones wait for a file.
        Collecting made({}, 3);
        DriveSettings settings = made.state.driveSettings();
        settings.command = QStringLiteral(
                               "sh -c 'if test -e \"$0/first\"; then while ! test -e \"$0/go\"; do sleep 0.05; "
                               "done; fi; : > \"$0/first\"' '%1'")
                               .arg(made.folder.path());
        made.state.setDriveSettings(settings);
        CollectPage page(made.state);
        page.show();
        testing::runAgreed(page);
        QPushButton* open = buttonOf(page, QStringLiteral("Open these runs"));
        QTRY_VERIFY_WITH_TIMEOUT(open->isEnabled(), kDrivePatience);
        const QAbstractItemModel* table = page.findChild<QTableView*>()->model();
        QCOMPARE(table->rowCount(), 1);
        QCOMPARE(table->index(0, 0).data().toString(), QStringLiteral("run1"));
        const QSignalSpy opened(&page, &CollectPage::openWanted);
        open->click();
        QCOMPARE(opened[0][0].toStringList(), QStringList{made.runFolder() + QStringLiteral("/run1")});
        buttonOf(page, QStringLiteral("Stop"))->click();
        QVERIFY(ended(page));
        QVERIFY(allWords(page).contains(QStringLiteral("Stopped: the same command goes on")));
        testing::writeFile(made.folder.filePath(QStringLiteral("go")), "");
        QPushButton* run = buttonOf(page, QStringLiteral("Run"));
        QTRY_VERIFY(run->isEnabled());
        run->click();  // agreed to before
        QVERIFY(page.running());
        QVERIFY(ended(page));
        QVERIFY2(allWords(page).contains(QStringLiteral("3 runs are complete")), qPrintable(allWords(page)));
        QVERIFY(allWords(page).contains(QStringLiteral("1 of them from before")));
    }

    void whatIsMissingOrRiskyIsSaidBefore() {
        Collecting made({}, 2);
        CollectPage page(made.state);
        page.show();
        QVERIFY(allWords(page).contains(QStringLiteral("Type the command that starts your program")));
        QVERIFY(!buttonOf(page, QStringLiteral("Run"))->isEnabled());
        DriveSettings settings = made.state.driveSettings();
        settings.command = QStringLiteral("./train 'open");
        made.state.setDriveSettings(settings);
        QVERIFY(!buttonOf(page, QStringLiteral("Run"))->isEnabled());
        settings.command = QStringLiteral("./train");
        settings.parallel = 2;
        made.state.setDriveSettings(settings);
        QVERIFY(buttonOf(page, QStringLiteral("Run"))->isEnabled());
        QVERIFY(allWords(page).contains(QStringLiteral("disturb each other")));
        made.state.setBusy(kDriving, true);  // another page
        QVERIFY(!buttonOf(page, QStringLiteral("Run"))->isEnabled());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestCollectPage)
#include "tst_collect_page.moc"
