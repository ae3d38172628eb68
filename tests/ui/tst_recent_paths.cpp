#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/recent_paths.h"
#include "ui/samples.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestRecentPaths : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theNewestComesFirstAndOnce() {
        QSettings settings(m_folder.filePath(QStringLiteral("a.ini")), QSettings::IniFormat);
        RecentPaths recent(settings);
        recent.add({"/a"});
        recent.add({"/b", "/c"});
        recent.add({"/a"});
        recent.add({});
        QCOMPARE(recent.entries(), (QList<QStringList>{{"/a"}, {"/b", "/c"}}));
        for (int i = 0; i < 20; ++i)
            recent.add({QString::number(i)});
        QCOMPARE(recent.entries().size(), RecentPaths::kMost);
        recent.clear();
        QVERIFY(recent.entries().isEmpty());
    }

    void damagedSettingsAreNoEntries() {
        QSettings settings(m_folder.filePath(QStringLiteral("b.ini")), QSettings::IniFormat);
        settings.setValue(QStringLiteral("recent"), 17);
        QVERIFY(RecentPaths(settings).entries().isEmpty());
    }

    void namesAreShort() {
        QCOMPARE(nameOfPaths({"/long/way/runs/run13"}), QStringLiteral("runs/run13"));
        QCOMPARE(nameOfPaths({"/x/run13", "/x/run14", "/x/run15"}), QStringLiteral("x/run13 and 2 more"));
        QVERIFY(nameOfPaths({}).isEmpty());
    }

    void samplesAreFoundInTheFirstFolderThatHasAny() {
        const QString folder = m_folder.filePath(QStringLiteral("samples"));
        testing::writeFile(folder + QStringLiteral("/training-runs.tar.xz"), "x");
        testing::writeFile(folder + QStringLiteral("/make_them.py"), "x");
        testing::writeFile(folder + QStringLiteral("/a-folder/run1/decisions.jsonl"), "x");
        const auto samples = findSamples({m_folder.filePath(QStringLiteral("missing")), folder, m_folder.path()});
        QCOMPARE(samples.size(), std::size_t{2});
        QCOMPARE(samples[0].title, QStringLiteral("A folder"));
        QCOMPARE(samples[1].title, QStringLiteral("Training runs"));
        QVERIFY(samples[1].path.endsWith(QStringLiteral("/training-runs.tar.xz")));
        QVERIFY(!sampleFolders().isEmpty());
    }

private:
    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestRecentPaths)
#include "tst_recent_paths.moc"
