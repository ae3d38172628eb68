#include "tests/support/qt_warning_guard.h"
#include "ui/jobs/latest_job.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

constexpr int kPatience = 60'000;  // ms; machines that run tests are busy

using Value = std::unique_ptr<int>;  // move-only: a result is never copied
using Job = LatestJob<Value>;

Result<Value> untilStopped(const std::stop_token& stop) {
    while (!stop.stop_requested())
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return Cancelled{};
}

class TestLatestJob : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void handsTheResultToTheUiThread() {
        int got = 0;
        bool onUiThread = false;
        Job job([&](Result<Value> result) {
            QVERIFY(result.hasValue());
            got = *result.value();
            onUiThread = QThread::currentThread() == QCoreApplication::instance()->thread();
        });
        job.start(
            [](const std::stop_token&, const ProgressSink&) -> Result<Value> { return std::make_unique<int>(7); });
        QVERIFY(job.running());
        QTRY_COMPARE_WITH_TIMEOUT(got, 7, kPatience);
        QVERIFY(onUiThread);
        QVERIFY(!job.running());
    }

    void handsOverAnError() {
        std::string message;
        Job job([&](Result<Value> result) { message = result.errorMessage(); });
        job.start([](const std::stop_token&, const ProgressSink&) -> Result<Value> { return Error{"no such file"}; });
        QTRY_COMPARE_WITH_TIMEOUT(QString::fromStdString(message), QStringLiteral("no such file"), kPatience);
    }

    void stopEndsItAsCancelled() {
        int calls = 0;
        bool cancelled = false;
        Job job([&](Result<Value> result) {
            ++calls;
            cancelled = result.cancelled();
        });
        job.start([](const std::stop_token& stop, const ProgressSink&) { return untilStopped(stop); });
        job.stop();
        QTRY_COMPARE_WITH_TIMEOUT(calls, 1, kPatience);
        QVERIFY(cancelled);
    }

    void stopWinsOverAResultThatIsAlreadyThere() {
        int calls = 0;
        bool cancelled = false;
        Job job([&](Result<Value> result) {
            ++calls;
            cancelled = result.cancelled();
        });
        std::atomic<bool> ended = false;
        job.start([&](const std::stop_token&, const ProgressSink&) -> Result<Value> {
            ended = true;
            return std::make_unique<int>(1);
        });
        while (!ended)
            std::this_thread::yield();
        job.stop();
        QTRY_COMPARE_WITH_TIMEOUT(calls, 1, kPatience);
        QVERIFY(cancelled);
    }

    void aNewerRequestDropsTheOlderResult() {
        std::vector<int> got;
        Job job([&](Result<Value> result) { got.push_back(result ? *result.value() : -1); });
        std::atomic<bool> oldMayEnd = false;
        std::atomic<bool> oldEnded = false;
        job.start([&](const std::stop_token&, const ProgressSink&) -> Result<Value> {
            while (!oldMayEnd)
                std::this_thread::yield();
            oldEnded = true;
            return std::make_unique<int>(1);
        });
        job.start(
            [](const std::stop_token&, const ProgressSink&) -> Result<Value> { return std::make_unique<int>(2); });
        QTRY_COMPARE_WITH_TIMEOUT(got.size(), std::size_t{1}, kPatience);
        oldMayEnd = true;  // the stale one comes last
        QTRY_VERIFY_WITH_TIMEOUT(oldEnded, kPatience);
        QTest::qWait(50);
        QCOMPARE(got, std::vector<int>{2});
    }

    void aNewerRequestStopsTheOlderWork() {
        std::atomic<int> stopped = 0;
        int calls = 0;
        Job job([&](Result<Value>) { ++calls; });
        for (int i = 0; i < 20; ++i) {
            job.start([&](const std::stop_token& stop, const ProgressSink&) {
                auto result = untilStopped(stop);
                ++stopped;
                return result;
            });
        }
        job.stop();
        QTRY_COMPARE_WITH_TIMEOUT(calls, 1, kPatience);
        QTRY_COMPARE_WITH_TIMEOUT(stopped.load(), 20, kPatience);
    }

    void reportsProgress() {
        int lastPermille = -1;
        QString lastText;
        bool done = false;
        Job job([&](Result<Value>) { done = true; },
                [&](int permille, const QString& text) {
                    lastPermille = permille;
                    lastText = text;
                });
        job.start([](const std::stop_token&, const ProgressSink& progress) -> Result<Value> {
            progress(500, QStringLiteral("half"));
            return std::make_unique<int>(1);
        });
        QTRY_VERIFY_WITH_TIMEOUT(done, kPatience);
        QCOMPARE(lastPermille, 500);
        QCOMPARE(lastText, QStringLiteral("half"));
    }

    void destroyingItWhileItRunsStopsAndReportsNothing() {
        int calls = 0;
        std::atomic<bool> stopped = false;
        {
            Job job([&](Result<Value>) { ++calls; });
            job.start([&](const std::stop_token& stop, const ProgressSink&) {
                auto result = untilStopped(stop);
                stopped = true;
                return result;
            });
        }
        QVERIFY(stopped);
        QTest::qWait(20);
        QCOMPARE(calls, 0);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestLatestJob)
#include "tst_latest_job.moc"
