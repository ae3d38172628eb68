#include "tests/support/qt_warning_guard.h"
#include "ui/jobs/driven_job.h"

#include <thread>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using Job = DrivenJob<int, QString>;

class TestDrivenJob : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void progressComesAsValuesAndTheResultLast() {
        std::vector<int> seen;
        std::optional<QString> result;
        Job job([&seen](const int& value) { seen.push_back(value); },
                [&result](Result<QString> done) { result = std::move(done).value(); });
        job.start([](const Job::Tell& tell, const std::stop_token&) -> Result<QString> {
            for (int i = 1; i <= 3; ++i) {
                tell(i);
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
            }
            return QStringLiteral("done");
        });
        QVERIFY(job.running());
        QTRY_VERIFY(result.has_value());
        QCOMPARE(*result, QStringLiteral("done"));
        QVERIFY(!seen.empty());
        QVERIFY(std::is_sorted(seen.begin(), seen.end()));
        QVERIFY(!job.running());
    }

    void aStopRequestKeepsWhatTheWorkGives() {
        std::optional<Result<QString>> result;
        Job job([](const int&) {}, [&result](Result<QString> done) { result = std::move(done); });
        const auto untilStopped = [](const Job::Tell&, const std::stop_token& stop) -> Result<QString> {
            while (!stop.stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            return QStringLiteral("so far");
        };
        job.start(untilStopped);
        QVERIFY(!job.stopping());
        job.stop();
        QVERIFY(job.stopping());
        QTRY_VERIFY(result.has_value());
        QVERIFY(*result);
        QCOMPARE(result->value(), QStringLiteral("so far"));
        result.reset();
        job.start(untilStopped);  // a former stop request is forgotten
        QVERIFY(!job.stopping());
        job.stop();
        QTRY_VERIFY(result.has_value());
    }

    void destroyingItEndsTheWork() {
        std::atomic<bool> ended = false;
        {
            Job job([](const int&) {}, [](Result<QString>) {});
            job.start([&ended](const Job::Tell&, const std::stop_token& stop) -> Result<QString> {
                while (!stop.stop_requested())
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                ended = true;
                return Cancelled{};
            });
        }
        QVERIFY(ended);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestDrivenJob)
#include "tst_driven_job.moc"
