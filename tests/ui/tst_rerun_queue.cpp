#include "tests/support/qt_warning_guard.h"
#include "tests/ui/rerun_page_fixture.h"
#include "ui/jobs/rerun_queue.h"

namespace flipscope {
namespace {

using testing::faultyOrder;
using testing::kLongMs;

class TestRerunQueue : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void ordersRunOneAfterAnotherAndAreNotMixed() {
        RerunQueue queue;
        std::vector<std::shared_ptr<const KeptRerun>> finished;
        connect(&queue, &RerunQueue::finished, this, [&](const auto& rerun) { finished.push_back(rerun); });
        QSignalSpy idle(&queue, &RerunQueue::idle);
        queue.enqueue(faultyOrder("one", {"a", "b"}));
        queue.enqueue(faultyOrder("two", {"c"}));
        QCOMPARE(queue.waiting(), std::size_t{1});
        QCOMPARE(QString::fromStdString(queue.current()->target.label), QStringLiteral("one"));
        QVERIFY(idle.wait(kLongMs));
        QCOMPARE(finished.size(), std::size_t{2});
        QCOMPARE(finished[0]->label, std::string("one"));
        QCOMPARE(finished[0]->report.rounds[0].results.size(), std::size_t{2});
        QCOMPARE(finished[1]->label, std::string("two"));
        QCOMPARE(finished[1]->report.rounds[0].results[0].candidate.name, std::string("c"));
        QCOMPARE(idle.size(), 1);
        QVERIFY(!queue.running());
    }

    void progressCountsTheRequestsOfAllChecks() {
        RerunQueue queue;
        std::vector<RerunProgress> heard;
        connect(&queue, &RerunQueue::progressed, this, [&](const RerunProgress& now) { heard.push_back(now); });
        RerunOrder order = faultyOrder("checks", {"a", "b"});
        order.plan.inputs = 2;
        order.plan.standardChecks = true;
        const std::size_t requests = requestsOf(order.plan).size();
        QVERIFY(requests > 8);
        queue.enqueue(order);
        QVERIFY(testing::waitIdle(queue));
        QVERIFY(!heard.empty());
        for (std::size_t i = 0; i < heard.size(); ++i) {
            QCOMPARE(heard[i].allRequests, requests);
            QCOMPARE(heard[i].allResults, 2 * requests);
            QVERIFY(heard[i].request >= 1 && heard[i].request <= requests);
            QVERIFY(i == 0 || heard[i].request >= heard[i - 1].request);
        }
    }

    void whatAWorkerSaysOfItselfIsToldBeforeItsResults() {
        RerunQueue queue;
        QStringList order;
        connect(&queue, &RerunQueue::greeted, this, [&](const RerunOrder& of, const WorkerHello& hello) {
            order += QString::fromStdString(of.target.label + ": " + hello.name);
        });
        connect(&queue, &RerunQueue::finished, this, [&] { order += QStringLiteral("finished"); });
        queue.enqueue(faultyOrder("one", {"a"}));
        QVERIFY(testing::waitIdle(queue));
        QCOMPARE(order, (QStringList{QStringLiteral("one: faulty"), QStringLiteral("finished")}));
    }

    void aWorkerThatDiesCostsOneCandidate() {
        RerunQueue queue;
        std::shared_ptr<const KeptRerun> kept;
        connect(&queue, &RerunQueue::finished, this, [&](const auto& rerun) { kept = rerun; });
        queue.enqueue(faultyOrder("dies", {"a", "crash", "b"}));
        QVERIFY(testing::waitIdle(queue));
        QVERIFY(kept != nullptr);
        QCOMPARE(kept->report.workersLost, 1U);
        const auto& results = kept->report.rounds[0].results;
        QCOMPARE(results.size(), std::size_t{3});
        QVERIFY(results[0].status == RerunStatus::ok);
        QVERIFY(results[1].status == RerunStatus::failed);
        QVERIFY(results[1].because.find("status 3") != std::string::npos);
        QVERIFY(results[2].status == RerunStatus::ok);
    }

    void stoppingKeepsTheResultsSoFarAndDropsWhatWaits() {
        RerunQueue queue;
        std::vector<std::shared_ptr<const KeptRerun>> finished;
        connect(&queue, &RerunQueue::finished, this, [&](const auto& rerun) { finished.push_back(rerun); });
        QSignalSpy progressed(&queue, &RerunQueue::progressed);
        queue.enqueue(faultyOrder("hangs", {"a", "hang", "b"}));
        queue.enqueue(faultyOrder("never", {"c"}));
        while (queue.soFar().rounds.empty() || queue.soFar().rounds[0].results.empty())
            QVERIFY(progressed.wait(kLongMs));
        QElapsedTimer clock;
        clock.start();
        queue.stop();
        QVERIFY(testing::waitIdle(queue));
        QVERIFY(clock.elapsed() < 30'000);
        QCOMPARE(finished.size(), std::size_t{1});
        QVERIFY(finished[0]->report.stopped);
        const auto& results = finished[0]->report.rounds[0].results;
        QCOMPARE(results.size(), std::size_t{3});
        QVERIFY(results[0].status == RerunStatus::ok);
        QVERIFY(results[1].status == RerunStatus::notRun);
        QVERIFY(results[2].status == RerunStatus::notRun);
    }

    void aCommandThatCannotBeStartedIsSaid() {
        RerunQueue queue;
        QSignalSpy failed(&queue, &RerunQueue::failed), idle(&queue, &RerunQueue::idle);
        RerunOrder order = faultyOrder("<b>label</b>", {"a"});
        order.worker = {{"/nonexistent/worker"}};
        queue.enqueue(order);
        QVERIFY(idle.wait(kLongMs));
        QCOMPARE(failed.size(), 1);
        QVERIFY(failed[0][0].toString().startsWith(QStringLiteral("<b>label</b>: ")));
    }

    void aBusyWorkerDoesNotHoldUpTheWindow() {
        RerunQueue queue;
        queue.enqueue(faultyOrder("hangs", {"hang"}));
        QElapsedTimer clock;
        clock.start();
        int turns = 0;
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [&] { ++turns; });
        timer.start(5);
        QTest::qWait(300);
        QVERIFY2(turns > 10, qPrintable(QString::number(turns)));
        queue.stop();
        QVERIFY(testing::waitIdle(queue));
    }

    void goingEndsTheWorker() {
        QElapsedTimer clock;
        clock.start();
        {
            RerunQueue queue;
            queue.enqueue(faultyOrder("hangs", {"hang"}));
            QTest::qWait(100);
        }
        QVERIFY(clock.elapsed() < 30'000);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunQueue)
#include "tst_rerun_queue.moc"
