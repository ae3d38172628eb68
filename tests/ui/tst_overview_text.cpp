#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "tests/ui/suspects_fixture.h"
#include "ui/panels/overview_text.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestOverviewText : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void countsWhatFlips() {
        const auto dataset = testing::smallDataset();
        const OverviewCounts counts = countOverview(*testing::smallAnalysis(*dataset));
        QCOMPARE(counts.runs, std::size_t{4});
        QCOMPARE(counts.keys, std::size_t{3});
        QCOMPARE(counts.flips, std::size_t{2});
        QCOMPARE(counts.coinFlips, std::size_t{1});
        QCOMPARE(counts.disturbed, std::size_t{1});
        QCOMPARE(counts.coinFlips + counts.disturbed + counts.cannotTell, counts.flips);  // key2 is no flip
        QCOMPARE(counts.predictedSameBits, std::size_t{1});
        QCOMPARE(counts.groups, std::size_t{2});
        QCOMPARE(counts.cellsWithoutWinner, std::size_t{0});  // an absent key is no undecided one
    }

    void saysItInWords() {
        ViewState state;
        fill(state, *testing::smallAnalysis(*testing::smallDataset()));
        const QString html = overviewHtml(state);
        QVERIFY2(html.contains(QStringLiteral("2 of 3 tuning keys got different winners over 4 runs")),
                 qPrintable(html));
        QVERIFY(html.contains(QStringLiteral("1 coin flip<")));
        QVERIFY(html.contains(QStringLiteral("2 flip groups")));
        QVERIFY(html.contains(urlOf({OverviewLink::Kind::runs, 0})));
    }

    void whatIsProvenStandsFirstAndTheRestCanBe() {
        ViewState state;
        Analysis analysis = *testing::smallAnalysis(*testing::smallDataset());
        fill(state, analysis);
        QVERIFY(overviewHtml(state).contains(urlOf({OverviewLink::Kind::prove, 0})));
        QVERIFY(!overviewHtml(state).contains(QStringLiteral("Proven by forcing")));
        analysis.proven[KeyIndex{2}] = {CandidateIndex{4}, CandidateIndex{9}, "<run14>", "run13", "by loss", 1, 1};
        fill(state, analysis);
        const QString html = overviewHtml(state);
        QVERIFY2(html.contains(QStringLiteral("Proven by forcing: with 9 of run13 in place of 4 of &lt;run14&gt;")),
                 qPrintable(html));
        QVERIFY(html.contains(urlOf({OverviewLink::Kind::key, 2})));
        QVERIFY(overviewLink(QUrl(urlOf({OverviewLink::Kind::prove, 0}))).kind == OverviewLink::Kind::prove);
    }

    void theStrongestSuspectIsNamedWithALinkToItsKey() {
        ViewState state;
        const auto runs = testing::labelledRuns();
        state.setDataset(runs.dataset);
        state.setAnalysis(runs.analysis);
        RunLabels labels;
        for (int run = 1; run <= 8; ++run)
            labels["run" + std::to_string(run)] = run % 2 == 0 ? "good" : "bad";  // as key2 flips
        state.setLabels(labels);
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        state.chooseOutcome(choice);
        SuspectsFound found = *runs.found;
        found.outcome = state.outcome();
        found.result = findSuspects(found.analysis->matrix, found.analysis->groups, *found.outcome).value();
        found.result.suspects.front().pAdjusted = 0.01;
        QVERIFY(overviewHtml(state).contains(QStringLiteral("Looking for what goes with the outcome")));
        state.setSuspects(std::make_shared<const SuspectsFound>(found));
        const QString html = overviewHtml(state);
        QVERIFY2(html.contains(QStringLiteral("Strongest suspect:")), qPrintable(html));
        // What stands out is to be proven before anything else is looked at.
        const QString next = html.mid(html.indexOf(QStringLiteral("What to do next")));
        QVERIFY(next.indexOf(QStringLiteral("Prove it")) < next.indexOf(QStringLiteral("The runs fall into")));
        SuspectsFound weak = found;
        for (Suspect& suspect : weak.result.suspects)
            suspect.pAdjusted = 0.93;
        weak.result.decide.runsNeeded = 13;
        state.setSuspects(std::make_shared<const SuspectsFound>(weak));
        const QString none = overviewHtml(state);
        QVERIFY2(none.indexOf(QStringLiteral("No key stands out")) < none.indexOf(QStringLiteral("Closest to it")),
                 qPrintable(none));
        QVERIFY(none.contains(QStringLiteral("about 13 in all")));
        QVERIFY(!none.contains(QStringLiteral("Strongest suspect:")));
        QVERIFY(html.contains(urlOf({OverviewLink::Kind::key, 1})));
        QVERIFY(html.contains(urlOf({OverviewLink::Kind::suspects, 0})));
        QVERIFY(html.contains(QStringLiteral("separates the outcome, adjusted p")));
        state.setSuspectsProblem(QStringLiteral("one group <only>"));
        QVERIFY(overviewHtml(state).contains(QStringLiteral("one group &lt;only&gt;")));
    }

    void foundOutcomesAreOffered() {
        ViewState state;
        fill(state, *testing::smallAnalysis(*testing::smallDataset()));
        FoundOutcome found;
        found.description = "loss <7>";
        state.setFoundOutcomes({found});
        const QString html = overviewHtml(state);
        QVERIFY(html.contains(QStringLiteral("loss &lt;7&gt;")));
        QVERIFY(html.contains(urlOf({OverviewLink::Kind::chooseOutcome, 0})));
    }

    void theOutcomeTakenByItselfIsNamedBesideTheOthers() {
        ViewState state;
        fill(state, *testing::smallAnalysis(*testing::smallDataset()));
        FoundOutcome best, other;
        best.description = "loss ‹7›";
        best.values.values = {"a", "b", "b", "b"};
        best.values.outcomesLookedAt = 57;  // more than are offered
        other.description = "rate ‹1›";
        other.values.values = {"x", "x", "y", "y"};
        state.setFoundOutcomes({best, other});
        const QString html = overviewHtml(state);
        QVERIFY2(html.contains(QStringLiteral("best supported of 57 things that vary")), qPrintable(html));
        QVERIFY(html.contains(QStringLiteral("loss ‹7›")) && html.contains(QStringLiteral("“b” (3 runs)")));
        QVERIFY(html.contains(urlOf({OverviewLink::Kind::chooseOutcome, 1})));
        state.chooseOutcome(choiceOfFound(state.foundOutcomes(), 1));
        QVERIFY(!overviewHtml(state).contains(QStringLiteral("best supported")));
        QVERIFY(!overviewHtml(state).contains(urlOf({OverviewLink::Kind::chooseOutcome, 0})));
    }

    void withoutFlipsItSaysWhatThatMeans() {
        ViewState state;
        Analysis analysis = *testing::smallAnalysis(*testing::smallDataset());
        for (KeyVerdict& key : analysis.keys)
            key.flips = false;
        fill(state, analysis);
        QVERIFY(overviewHtml(state).contains(QStringLiteral("No flips")));
        QVERIFY(overviewHtml(state).contains(QStringLiteral("cannot explain")));
    }

    void unknownWinnersAreNeverTheSame() {
        ViewState state;
        Analysis analysis = *testing::smallAnalysis(*testing::smallDataset());
        for (KeyVerdict& key : analysis.keys)
            key.flips = false;
        for (WinnerCell& cell : analysis.matrix.cells) {
            if (!cell.winner) continue;
            cell.winner.reset();
            cell.source = WinnerSource::none_notProvable;
        }
        fill(state, analysis);
        const QString html = overviewHtml(state);
        QVERIFY2(html.contains(QStringLiteral("No flip is seen over 4 runs, but for 3 of 3 tuning keys that cannot be "
                                              "told")),
                 qPrintable(html));
        QVERIFY(html.contains(QStringLiteral("3 keys: the log names a winner that the tuner may have eliminated")));
        QVERIFY(!html.contains(QStringLiteral("cannot explain")) && !html.contains(QStringLiteral("No flips")));
    }

    void oneRunAsksForMore() {
        ViewState state;
        Analysis analysis = *testing::smallAnalysis(*testing::smallDataset());
        analysis.matrix.runs = {RunIndex{0}};
        fill(state, analysis);
        QVERIFY(overviewHtml(state).contains(QStringLiteral("Add more runs")));
    }

    void markupFromLogsIsEscaped() {
        ViewState state;
        Analysis analysis = *testing::smallAnalysis(*testing::smallDataset());
        EnvironmentDifference difference;
        difference.name = "<img src=x>";
        difference.values = {{"<script>", {RunIndex{0}}}, {"b", {RunIndex{1}}}};
        analysis.environment = {difference};
        fill(state, analysis);
        const QString html = overviewHtml(state);
        QVERIFY(html.contains(QStringLiteral("&lt;img")) && html.contains(QStringLiteral("&lt;script&gt;")));
        QVERIFY(!html.contains(QStringLiteral("<img")) && !html.contains(QStringLiteral("<script>")));
    }

    void linksComeBack() {
        const OverviewLink link = overviewLink(QUrl(urlOf({OverviewLink::Kind::key, 17})));
        QVERIFY(link.kind == OverviewLink::Kind::key);
        QCOMPARE(link.number, std::size_t{17});
        QVERIFY(overviewLink(QUrl(QStringLiteral("https://example.org/key/1"))).kind == OverviewLink::Kind::none);
        QVERIFY(overviewLink(QUrl(QStringLiteral("flipscope:other/1"))).kind == OverviewLink::Kind::none);
    }

private:
    static void fill(ViewState& state, const Analysis& analysis) {
        state.setDataset(testing::smallDataset());
        state.setAnalysis(std::make_shared<const Analysis>(analysis));
    }

    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestOverviewText)
#include "tst_overview_text.moc"
