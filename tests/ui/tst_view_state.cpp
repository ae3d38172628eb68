#include "tests/support/dataset_builder.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/view_state.h"

#include <memory>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

// Two keys over three runs; key1 flips in run3.
std::shared_ptr<const Dataset> threeRuns() {
    testing::DatasetBuilder builder;
    builder.addWinners({{0, 0, 1}, {2, 2, 2}});
    return std::make_shared<const Dataset>(builder.take());
}

std::shared_ptr<const Analysis> analysisOf(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    Analysis analysis;
    analysis.matrix.runs = runs;
    analysis.matrix.keyCount = dataset.keys.size();
    analysis.matrix.cells.resize(runs.size() * dataset.keys.size());
    return std::make_shared<const Analysis>(std::move(analysis));
}

OutcomeChoice labelsChoice() {
    OutcomeChoice choice;
    choice.kind = OutcomeKind::labels;
    choice.grouping = Grouping::byText;
    return choice;
}

class TestViewState : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void aNewDatasetForgetsWhatBelongedToTheOldOne() {
        ViewState state;
        const auto dataset = threeRuns();
        state.setDataset(dataset);
        state.setAnalysis(analysisOf(*dataset, state.checkedRuns()));
        state.setCurrentKey(KeyIndex{1});
        state.setChecked(RunIndex{0}, false);
        KeyFilter filter;
        filter.group = 0;
        state.setKeyFilter(filter);
        state.setDataset(threeRuns());
        QCOMPARE(state.analysis(), nullptr);
        QVERIFY(!state.currentKey());
        QCOMPARE(state.checkedRuns().size(), std::size_t{3});
        QVERIFY(!state.keyFilter().group);
    }

    void uncheckingARunSaysSoOnce() {
        ViewState state;
        state.setDataset(threeRuns());
        const QSignalSpy changed(&state, &ViewState::checkedRunsChanged);
        state.setChecked(RunIndex{1}, false);
        state.setChecked(RunIndex{1}, false);
        QCOMPARE(changed.size(), 1);
        QCOMPARE(state.checkedRuns(), (std::vector<RunIndex>{RunIndex{0}, RunIndex{2}}));
        state.setChecked(RunIndex{3}, false);  // no such run
        QCOMPARE(changed.size(), 1);
    }

    void theOutcomeFollowsTheColumnsOfTheAnalysis() {
        ViewState state;
        const auto dataset = threeRuns();
        state.setDataset(dataset);
        state.chooseOutcome(labelsChoice());
        state.setLabels({{"run1", "good"}, {"run3", "bad"}});
        QCOMPARE(state.outcome(), nullptr);  // no analysis yet
        state.setAnalysis(analysisOf(*dataset, {RunIndex{0}, RunIndex{1}, RunIndex{2}}));
        QVERIFY(state.outcome() != nullptr);
        QCOMPARE(state.outcome()->groupOf.size(), std::size_t{3});
        QCOMPARE(state.outcome()->groupOf[1], -1);
        state.setAnalysis(analysisOf(*dataset, {RunIndex{2}}));
        QCOMPARE(state.outcome()->groupOf.size(), std::size_t{1});
        QCOMPARE(state.outcome()->groups.at(0).name, std::string("bad"));
        QCOMPARE(state.outcomeValues().values.size(), std::size_t{3});
    }

    void labelsStayWithTheirRunsWhenRunsAreLoadedAgain() {
        ViewState state;
        state.setDataset(threeRuns());
        state.chooseOutcome(labelsChoice());
        state.setLabel("run2", "bad");
        state.setDataset(threeRuns());
        QCOMPARE(state.outcomeValues().values.at(1), std::optional<std::string>("bad"));
        state.setLabel("run2", "");
        QVERIFY(!state.outcomeValues().values.at(1));
        QVERIFY(state.labels().empty());
    }

    void aFoundOutcomeIsTakenWhenItHasBeenFound() {
        ViewState state;
        const auto dataset = threeRuns();
        state.setDataset(dataset);
        state.setAnalysis(analysisOf(*dataset, state.checkedRuns()));
        OutcomeChoice choice;
        choice.kind = OutcomeKind::found;
        choice.foundDescription = "loss ‹7›";
        state.chooseOutcome(choice);
        QCOMPARE(state.outcome(), nullptr);
        FoundOutcome found;
        found.description = "loss ‹7›";
        found.values.values = {"a", "b", "b"};
        state.setFoundOutcomes({found});
        QVERIFY(state.outcome() != nullptr);
        QCOMPARE(state.outcome()->groups.size(), std::size_t{2});
    }

    void anOutcomeThatCannotBeGroupedSaysWhy() {
        ViewState state;
        const auto dataset = threeRuns();
        state.setDataset(dataset);
        state.setAnalysis(analysisOf(*dataset, state.checkedRuns()));
        state.setLabels({{"run1", "good"}, {"run3", "bad"}});
        OutcomeChoice choice = labelsChoice();
        choice.grouping = Grouping::byGap;
        state.chooseOutcome(choice);
        QCOMPARE(state.outcome(), nullptr);
        QVERIFY(!state.outcomeProblem().isEmpty());
    }

    void openingAKeyMakesItCurrentAndRejectsUnknownKeys() {
        ViewState state;
        const QSignalSpy opened(&state, &ViewState::keyOpened);
        state.openKey(KeyIndex{0});
        QCOMPARE(opened.size(), 0);
        state.setDataset(threeRuns());
        state.openKey(KeyIndex{1});
        QCOMPARE(opened.size(), 1);
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{1}));
        state.openKey(KeyIndex{2});
        QCOMPARE(opened.size(), 1);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestViewState)
#include "tst_view_state.moc"
