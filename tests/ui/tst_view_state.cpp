#include "tests/support/dataset_builder.h"
#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/suspects_fixture.h"
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
        choice.found.description = "loss ‹7›";
        state.chooseOutcome(choice);
        QCOMPARE(state.outcome(), nullptr);
        FoundOutcome found;
        found.description = "loss ‹7›";
        found.values.values = {"a", "b", "b"};
        state.setFoundOutcomes({found});
        QVERIFY(state.outcome() != nullptr);
        QCOMPARE(state.outcome()->groups.size(), std::size_t{2});
    }

    void withoutAChoiceTheBestSupportedIsTaken() {
        ViewState state;
        const auto dataset = threeRuns();
        state.setDataset(dataset);
        state.setAnalysis(analysisOf(*dataset, state.checkedRuns()));
        QVERIFY(!state.outcomesLookedFor());
        FoundOutcome best, other;
        best.description = "loss";
        best.values.source = "line 1";
        best.values.values = {"1", "1.01", "9"};
        best.values.outcomesLookedAt = other.values.outcomesLookedAt = 2;
        best.suggested = Grouping::byGap;
        other.description = "word";
        other.values.source = "line 2";
        other.values.values = {"a", "b", "c"};
        state.setFoundOutcomes({best, other});
        QVERIFY(state.outcomesLookedFor() && state.outcome() != nullptr);
        QCOMPARE(state.outcome()->source, std::string("line 1"));
        QVERIFY(state.outcome()->grouping == Grouping::byGap);
        QCOMPARE(state.outcome()->outcomesLookedAt, std::size_t{2});
        OutcomeChoice none;
        none.kind = OutcomeKind::none;
        state.chooseOutcome(none);
        QCOMPARE(state.outcome(), nullptr);
        state.setDataset(threeRuns());
        state.setFoundOutcomes({best, other});
        QVERIFY(state.outcomeValues().values.empty());  // "none" was chosen
    }

    void aChosenOutcomeThatIsGoneIsSaid() {
        ViewState state;
        state.setDataset(threeRuns());
        OutcomeChoice choice;
        choice.kind = OutcomeKind::found;
        choice.found.description = "gone";
        state.chooseOutcome(choice);
        QVERIFY(state.outcomeProblem().isEmpty());
        state.setFoundOutcomes({});
        QVERIFY(!state.outcomeProblem().isEmpty());
    }

    void partsOfASplitRunAreKnown() {
        testing::DatasetBuilder builder;
        builder.addWinners({{0, 0, 1}});
        Dataset dataset = builder.take();
        dataset.runs[0].id = "a#1";
        dataset.runs[1].id = "b#2";
        dataset.runs[2].id = "c";
        ViewState state;
        state.setDataset(std::make_shared<const Dataset>(std::move(dataset)), {"a", "c"});
        QCOMPARE(state.splitRunOf(RunIndex{0}), std::optional<std::string>("a"));
        QCOMPARE(state.splitRunOf(RunIndex{1}), std::nullopt);  // split by the reader
        QCOMPARE(state.splitRunOf(RunIndex{2}), std::nullopt);
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

    void aProposedKeyGivesWayToAChosenOne() {
        const auto runs = testing::labelledRuns();
        ViewState state;
        state.setDataset(runs.dataset);
        state.proposeKey(KeyIndex{0});
        state.proposeKey(KeyIndex{1});
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{1}));
        state.setCurrentKey(KeyIndex{2});
        state.proposeKey(KeyIndex{0});
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{2}));
    }

    void suspectsBelongToOneOutcome() {
        const auto runs = testing::labelledRuns();
        ViewState state;
        state.setDataset(runs.dataset);
        state.setAnalysis(runs.analysis);
        state.setSuspects(runs.found);  // of an outcome that is not the state's
        QVERIFY(state.suspects() == nullptr);
        RunLabels labels;
        for (int run = 1; run <= 8; ++run)
            labels["run" + std::to_string(run)] = run <= 4 ? "good" : "bad";
        state.setLabels(labels);
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        state.chooseOutcome(choice);
        auto found = std::make_shared<SuspectsFound>(*runs.found);
        found->outcome = state.outcome();
        state.setSuspects(found);
        QVERIFY(state.suspects() == found);
        const QSignalSpy gone(&state, &ViewState::suspectsChanged);
        state.setLabel("run1", "bad");
        QVERIFY(state.suspects() == nullptr);
        QCOMPARE(gone.size(), 1);
    }

    void reRunsAreKeptWhateverIsLoaded() {
        ViewState state;
        const auto dataset = testing::matmulRuns();
        const Analysis analysis = analyse(*dataset).value();
        const QSignalSpy changed(&state, &ViewState::rerunsChanged);
        state.keepRerun(testing::keptRerun(testing::targetOf(*dataset, analysis, 0), {{0, 5}}));
        state.keepRerun(testing::keptRerun(testing::targetOf(*dataset, analysis, 0), {{1, 5}}));
        QCOMPARE(state.reruns().size(), std::size_t{1});
        QCOMPARE(changed.size(), 2);
        state.setDataset(dataset);
        QCOMPARE(state.reruns().size(), std::size_t{1});
        state.setReruns(state.reruns());
        QCOMPARE(changed.size(), 2);
    }

    void wantingAReRunMakesTheKeyCurrent() {
        ViewState state;
        QSignalSpy wanted(&state, &ViewState::rerunWanted);
        state.wantRerun(KeyIndex{0}, {});
        QCOMPARE(wanted.size(), 0);  // there is no such key
        state.setDataset(testing::matmulRuns());
        state.wantRerun(KeyIndex{1}, {CandidateIndex{2}});
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{1}));
        QCOMPARE(wanted.size(), 1);
        state.proposeKey(KeyIndex{0});
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{1}));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestViewState)
#include "tst_view_state.moc"
