#include "tests/support/qt_warning_guard.h"
#include "tests/ui/pins_fixture.h"
#include "ui/jobs/pin_work.h"
#include "ui/pin_list.h"

#include <QSignalSpy>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using testing::PinnableState;
using testing::waitCalm;

PinRule rule(const char* text) {
    return parsePinRule(text).value();
}

std::vector<std::uint32_t> choices(const ViewState& state) {
    std::vector<std::uint32_t> found;
    for (const Pin& pin : state.pins().pins())
        found.push_back(pin.candidate.value);
    return found;
}

using Choices = std::vector<std::uint32_t>;

class TestPinWork : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void aRulePinsEveryKeyItCan() {
        PinnableState runs;
        PinWork work(runs.state);
        QSignalSpy said(&work, &PinWork::said);
        work.pinByRule(rule("run:run4"), "me", true);
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(choices(runs.state), (Choices{2, 2}));
        QCOMPARE(runs.state.pins().pins().front().reason.by, std::string("me"));
        QCOMPARE(said.front().front().toString(), QStringLiteral("2 keys are pinned."));
        QVERIFY(work.ground() != nullptr && work.ground()->analysis == runs.state.analysis());
    }

    void nothingThatIsAskedForIsLost() {
        PinnableState runs;
        PinWork work(runs.state);
        work.pinByHand(KeyIndex{0}, {3}, "a");
        work.pinByHand(KeyIndex{1}, {0}, "b");  // while the first runs
        work.pinByHand(KeyIndex{0}, {2}, "b");
        work.check();
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(choices(runs.state), (Choices{0, 2}));
        QVERIFY(work.lastCheck() != nullptr);
        QCOMPARE(work.lastCheck()->pins.size(), std::size_t{2});  // of the pins that were chosen before
    }

    void handChoicesStayBesideARuleOrGo() {
        PinnableState runs;
        PinWork work(runs.state);
        work.pinByHand(KeyIndex{0}, {3}, {});
        QVERIFY(waitCalm(runs.state));
        work.pinByRule(rule("run:run1"), {}, true);
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(choices(runs.state), (Choices{1, 3}));
        work.pinByRule(rule("run:run1"), {}, false);
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(choices(runs.state), (Choices{1, 0}));
    }

    void aCheckIsForgottenWhenPinsOrRunsChange() {
        PinnableState runs;
        PinWork work(runs.state);
        work.pinByRule(rule("majority"), {}, true);
        work.check();
        QVERIFY(waitCalm(runs.state));
        QVERIFY(work.lastCheck() != nullptr);
        runs.state.pins().markSaved(QStringLiteral("/p.json"));
        QVERIFY(work.lastCheck() != nullptr);  // the same pins
        runs.state.pins().remove({0});
        QVERIFY(work.lastCheck() == nullptr);
        work.check();
        QVERIFY(waitCalm(runs.state));
        QVERIFY(work.lastCheck() != nullptr);
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*runs.dataset).value()));
        QVERIFY(work.lastCheck() == nullptr);
        QVERIFY(waitCalm(runs.state));
        QVERIFY(work.ground()->analysis == runs.state.analysis());  // read again by itself
    }

    void whatComesBeforeTheAnalysisWaitsForIt() {
        PinnableState runs;
        ViewState state;
        PinWork work(state);
        work.pinByRule(rule("majority"), {}, true);  // before there is anything
        state.setDataset(runs.dataset);              // and this drops it
        work.pinByHand(KeyIndex{1}, {2}, {});
        QVERIFY(state.busyWith().empty());
        state.setAnalysis(runs.state.analysis());
        QVERIFY(waitCalm(state));
        QCOMPARE(choices(state), Choices{2});
    }

    void anAnalysisMeanwhileRepeatsTheWork() {
        PinnableState runs;
        PinWork work(runs.state);
        work.pinByHand(KeyIndex{0}, {3}, {});
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*runs.dataset).value()));
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(choices(runs.state), Choices{3});
        QVERIFY(work.ground()->analysis == runs.state.analysis());
    }

    void whatCannotBePinnedIsSaid() {
        PinnableState runs;
        PinWork work(runs.state);
        QSignalSpy failed(&work, &PinWork::failed);
        work.pinByRule(rule("run:run9"), {}, true);
        QVERIFY(waitCalm(runs.state));
        QVERIFY(failed.takeFirst().front().toString().contains(QStringLiteral("there are: run1")));
        work.pinByRule(rule("class:nonsense"), {}, true);
        QVERIFY(waitCalm(runs.state));
        QVERIFY(
            failed.takeFirst().front().toString().startsWith(QStringLiteral("No key can be pinned; for the first")));
        work.pinByHand(KeyIndex{0}, {77}, {});
        QVERIFY(waitCalm(runs.state));
        QVERIFY(failed.takeFirst().front().toString().contains(QStringLiteral("has candidates 0 to 3, not 77")));
        QVERIFY(runs.state.pins().pins().empty());
    }

    void reasonsOfARuleGoWithItsPins() {
        PinnableState runs;
        Dataset changed = *runs.dataset;
        changed.keys[1].canonicalJson = "only text";  // cannot be pinned
        const auto dataset = std::make_shared<const Dataset>(std::move(changed));
        runs.state.setDataset(dataset);
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*dataset).value()));
        PinWork work(runs.state);
        work.pinByRule(rule("majority"), {}, true);
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(work.unpinned().size(), std::size_t{1});
        work.pinByHand(KeyIndex{0}, {3}, {});
        QVERIFY(waitCalm(runs.state));
        runs.state.pins().markSaved(QStringLiteral("/p.json"));
        QCOMPARE(work.unpinned().size(), std::size_t{1});  // still true of the others
        runs.state.pins().open({}, QStringLiteral("/q.json"));
        QVERIFY(work.unpinned().empty());
    }

    void databasesAreReadOnceForTheSameRuns() {
        PinnableState runs;
        PinWork work(runs.state);
        work.prepare();
        QVERIFY(waitCalm(runs.state));
        const auto places = work.ground()->inRuns;
        QVERIFY(places != nullptr);
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*runs.dataset).value()));
        QVERIFY(waitCalm(runs.state));
        QVERIFY(work.ground()->inRuns == places);
        runs.state.setAnalysis(
            std::make_shared<const Analysis>(analyse(*runs.dataset, {{RunIndex{0}, RunIndex{1}}, {}, {}}).value()));
        QVERIFY(waitCalm(runs.state));
        QVERIFY(work.ground()->inRuns != places);
        QCOMPARE(work.ground()->inRuns->runs.size(), std::size_t{2});
    }

    void namesAreSaidAsTheyAre() {
        PinnableState runs;
        Dataset changed = *runs.dataset;
        changed.keys[0].label = "100%2 %3";
        const auto dataset = std::make_shared<const Dataset>(std::move(changed));
        runs.state.setDataset(dataset);
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*dataset).value()));
        PinWork work(runs.state);
        QSignalSpy said(&work, &PinWork::said);
        work.pinByHand(KeyIndex{0}, {3}, {});
        QVERIFY(waitCalm(runs.state));
        QVERIFY(said.front().front().toString().startsWith(QStringLiteral("100%2 %3 is pinned to 3 ")));
    }

    void endingAtWorkIsClean() {
        PinnableState runs;
        auto work = std::make_unique<PinWork>(runs.state);
        work->pinByRule(rule("majority"), {}, true);
        work.reset();
        QVERIFY(runs.state.pins().pins().empty());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestPinWork)
#include "tst_pin_work.moc"
