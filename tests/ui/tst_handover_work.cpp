#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/jobs/handover_work.h"
#include "ui/jobs/pipeline.h"
#include "ui/view_state.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestHandoverWork : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::writeFourRuns(at("runs"));
        m_pipeline.open({at("runs")});
        QVERIFY(QTest::qWaitFor([this] { return m_state.outcome() != nullptr && m_state.busyWith().empty(); }, 60'000));
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void whatIsWrittenAndWhatIsNotIsSaid() {
        HandoverWork work(m_state);
        const QSignalSpy written(&work, &HandoverWork::written), failed(&work, &HandoverWork::failed);
        work.write({}, at("report"));
        QVERIFY(work.running() && !m_state.busyWith().empty());
        QVERIFY(isCalm());
        QVERIFY(!work.running());
        QCOMPARE(failed.size(), 0);
        QCOMPARE(written.front().at(0).toString(), at("report"));
        const QString words = written.front().at(1).toString();
        QVERIFY2(words.contains(QStringLiteral("4 runs, 1 flip, ")), qPrintable(words));
        QVERIFY(words.contains(at("report")) && QFile::exists(at("report/README.md")));
        work.write({}, at("report"));
        QVERIFY(isCalm());
        QCOMPARE(written.size(), 1);
        QVERIFY(failed.front().front().toString().startsWith(QStringLiteral("No report: ")));
    }

    void aStoppedOneLeavesNothingAndIsNoFault() {
        HandoverWork work(m_state);
        const QSignalSpy written(&work, &HandoverWork::written), failed(&work, &HandoverWork::failed);
        work.write({}, at("stopped"));
        work.stop();
        QVERIFY(isCalm());
        QCOMPARE(written.size() + failed.size(), 0);
    }

private:
    [[nodiscard]] bool isCalm() const {
        return QTest::qWaitFor([this] { return m_state.busyWith().empty(); }, 60'000);
    }
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
    ViewState m_state;
    Pipeline m_pipeline{m_state};
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestHandoverWork)
#include "tst_handover_work.moc"
