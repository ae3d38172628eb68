#include "core/read/loader.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/rerun_page_fixture.h"
#include "ui/models/matrix_model.h"
#include "ui/models/rerun_table_model.h"
#include "ui/panels/rerun_place.h"
#include "ui/panels/rerun_plan_box.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTableView>

namespace flipscope {
namespace {

using testing::MatmulState;

QString allText(const QWidget& page) {
    QString text;
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (!label->isHidden()) text += label->text() + QLatin1Char('\n');
    return text;
}

QPushButton* button(const QWidget& page, const QString& text) {
    for (QPushButton* candidate : page.findChildren<QPushButton*>())
        if (QString(candidate->text()).remove(QLatin1Char('&')) == text) return candidate;
    return nullptr;
}

QCheckBox* box(const QWidget& page, const QString& text) {
    for (QCheckBox* candidate : page.findChildren<QCheckBox*>())
        if (QString(candidate->text()).remove(QLatin1Char('&')) == text) return candidate;
    return nullptr;
}

// The plain matmul key 16×64×512 of two logged runs, which chose differently, is the current one.
struct LoggedState {
    std::unique_ptr<MatmulState> runs = std::make_unique<MatmulState>();

    LoggedState() {
        const auto dataset = std::make_shared<const Dataset>(
            loadRuns({FLIPSCOPE_TEST_DATA "/runs/run13", FLIPSCOPE_TEST_DATA "/runs/run14"}).value());
        runs->state.setDataset(dataset);
        const auto analysis = std::make_shared<const Analysis>(analyse(*dataset).value());
        runs->state.setAnalysis(analysis);
        for (const KeyVerdict& key : analysis->keys) {
            const auto target = rerunTargetOf(*dataset, key);
            if (target && target.value().problem == RerunProblem{16, 64, 512}) runs->state.setCurrentKey(key.key);
        }
    }
};

class TestRerunPage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void asksWhoseCardAndStartsNothingBeforeItKnows() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        page.rerun(KeyIndex{0}, {CandidateIndex{1}});
        QVERIFY(!page.queue().running());
        QVERIFY(allText(page).contains(QStringLiteral("Whose card?")));
        QCOMPARE(page.model().checked().size(), std::size_t{1});
        runs.state.setAssumptions({Card::ampere, std::nullopt});  // the card of the analysis is the default
        QVERIFY(page.place().problem().isEmpty());
        QVERIFY(page.place().isEmulated());
    }

    void emulatesAKeyForSomebodyElsesCardAndKeepsTheClasses() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        QCOMPARE(page.place().chooseCard(QStringLiteral("hopper")), QString());
        page.rerun(KeyIndex{0}, {});
        QVERIFY(page.queue().running());
        QVERIFY(testing::waitIdle(page.queue()));
        QCOMPARE(runs.state.reruns().size(), std::size_t{1});
        const auto classOf = [&](int row) {
            return page.model().index(row, static_cast<int>(RerunTableModel::Column::bits)).data().toString();
        };
        const auto rowOf = [&](std::uint32_t index, const char* name) {
            return page.model().rowOf({CandidateIndex{index}, name});
        };
        // On Hopper both mma candidates add up alike, the cmma one does not; the fourth was not ticked.
        QCOMPARE(classOf(rowOf(1, "matmul_simple_cyclic_mma")), classOf(rowOf(2, "matmul_double_cyclic_mma")));
        QVERIFY(classOf(rowOf(0, "matmul_simple_cyclic_cmma")) != classOf(rowOf(1, "matmul_simple_cyclic_mma")));
        QCOMPARE(classOf(rowOf(3, "matmul_naive")), QStringLiteral("–"));
        QVERIFY(allText(page).contains(QStringLiteral("the winners of this key compute different bits")));
        QVERIFY(allText(page).contains(QStringLiteral("not of the card")));

        // On Ampere they fall together; the results of both cards stay.
        QCOMPARE(page.place().chooseCard(QStringLiteral("A100")), QString());
        page.rerun(KeyIndex{0}, {});
        QVERIFY(testing::waitIdle(page.queue()));
        QCOMPARE(runs.state.reruns().size(), std::size_t{2});
        QCOMPARE(classOf(rowOf(0, "matmul_simple_cyclic_cmma")), classOf(rowOf(1, "matmul_simple_cyclic_mma")));
    }

    void aCommandStartsOnlyAfterRunWasPressedForIt() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        page.place().chooseCommand(testing::faultyWorker());
        page.rerun(KeyIndex{0}, {CandidateIndex{1}});
        QVERIFY(!page.queue().running());
        button(page, QStringLiteral("Run"))->click();
        QVERIFY(page.queue().running());
        QVERIFY(testing::waitIdle(page.queue()));
        QCOMPARE(runs.state.reruns().size(), std::size_t{1});
        page.rerun(KeyIndex{0}, {CandidateIndex{2}});
        QVERIFY(page.queue().running());
        QVERIFY(testing::waitIdle(page.queue()));
        page.place().chooseCommand(testing::faultyWorker() + QStringLiteral(" good"));
        page.rerun(KeyIndex{0}, {CandidateIndex{2}});
        QVERIFY(!page.queue().running());
        QCOMPARE(runs.state.reruns().size(), std::size_t{1});  // joined: one worker, one device
        QVERIFY(allText(page).contains(QStringLiteral("The candidates themselves ran")));
    }

    void aWorkerThatCannotStartIsSaidAndNothingIsKept() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        page.place().chooseCommand(testing::faultyWorker() + QStringLiteral(" dies"));
        page.rerun(KeyIndex{1}, {});
        button(page, QStringLiteral("Run"))->click();
        QVERIFY(testing::waitIdle(page.queue()));
        QVERIFY(allText(page).contains(QStringLiteral("Nothing was re-run")));
        QVERIFY(allText(page).contains(QStringLiteral("no device")));
        QVERIFY(runs.state.reruns().empty());
        QVERIFY(!page.queue().running());
        QVERIFY(button(page, QStringLiteral("Run"))->isEnabled());
    }

    void aProblemIsOfItsKeyOnly() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        page.place().chooseCommand(testing::faultyWorker() + QStringLiteral(" dies"));
        page.rerun(KeyIndex{1}, {});
        button(page, QStringLiteral("Run"))->click();
        QVERIFY(testing::waitIdle(page.queue()));
        QVERIFY(allText(page).contains(QStringLiteral("Nothing was re-run")));
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*runs.dataset).value()));
        QVERIFY(allText(page).contains(QStringLiteral("Nothing was re-run")));
        runs.state.setCurrentKey(KeyIndex{0});
        QVERIFY(!allText(page).contains(QStringLiteral("Nothing was re-run")));
    }

    void winsFollowTheRunsThatAreCompared() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        runs.state.setCurrentKey(KeyIndex{0});
        const auto won = [&page] {
            qulonglong all = 0;
            for (int row = 0; row < page.model().rowCount(); ++row)
                all += page.model()
                           .index(row, static_cast<int>(RerunTableModel::Column::won))
                           .data(kSortRole)
                           .toULongLong();
            return all;
        };
        page.model().checkOnly({page.model().candidate(1)});
        QCOMPARE(won(), qulonglong{4});
        runs.state.setAnalysis(std::make_shared<const Analysis>(
            analyse(*runs.dataset, {{RunIndex{0}, RunIndex{1}, RunIndex{3}}, {}, {}}).value()));
        QCOMPARE(won(), qulonglong{3});
        QCOMPARE(page.model().checked().size(), std::size_t{1});
    }

    void theReportedReproductionNeedsNoRuns() {
        ViewState state;
        RerunPage page(state, FLIPSCOPE_WORKER);
        QVERIFY(allText(page).contains(QStringLiteral("Open some runs")));
        page.rerunReported();
        QVERIFY(!page.queue().running());
        QCOMPARE(page.place().chooseCard(QStringLiteral("RTX 5060 Ti")), QString());
        button(page, QStringLiteral("Run"))->click();
        QCOMPARE(page.queue().waiting(), std::size_t{2});
        QVERIFY(testing::waitIdle(page.queue()));
        QCOMPARE(state.reruns().size(), std::size_t{3});
        for (const auto& rerun : state.reruns()) {
            QCOMPARE(rerun->report.rounds.size(), std::size_t{kDefaultInputs});
            QCOMPARE(rerun->report.rounds[0].results.size(), std::size_t{33});
            QCOMPARE(rerun->report.rounds[0].request.lhsSeed, std::uint64_t{1});
        }
        QVERIFY(allText(page).contains(QStringLiteral("candidates ran; they gave ")));
        QVERIFY(allText(page).contains(QStringLiteral("64×64×64 f32, seeds 1 and 2")));
    }

    void otherSizesAreRunButSaidNotToBeTheKeys() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        QCOMPARE(page.place().chooseCard(QStringLiteral("hopper")), QString());
        runs.state.setCurrentKey(KeyIndex{1});
        QVERIFY((page.plan().problem() == RerunProblem{16, 8, 32}));
        QVERIFY(!allText(page).contains(QStringLiteral("not the key's own sizes")));
        page.plan().findChild<QComboBox*>()->setCurrentIndex(1);
        QVERIFY(allText(page).contains(QStringLiteral("not the key's own sizes")));
        QVERIFY(allText(page).contains(QStringLiteral("numbers for f16")));
        button(page, QStringLiteral("Own sizes"))->click();
        QVERIFY(!allText(page).contains(QStringLiteral("not the key's own sizes")));
    }

    void aWorkerIsAskedForItsCandidatesOnlyWhenTheUserWantsThat() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        runs.state.setCurrentKey(KeyIndex{0});
        page.place().chooseCommand(testing::faultyWorker() + QStringLiteral(" own"));
        QTest::qWait(50);
        QCOMPARE(page.model().rowCount(), 4);
        QVERIFY(button(page, QStringLiteral("All of the worker's own"))->isHidden());
        button(page, QStringLiteral("List its candidates"))->click();
        QTRY_COMPARE_WITH_TIMEOUT(page.model().rowCount(), 6, testing::kLongMs);  // matmul_naive is the set's
        QVERIFY(
            allText(page).contains(QStringLiteral("It says of itself: faulty, 1 device, 3 candidates of its own.")));
        QCOMPARE(page.model().checked().size(), std::size_t{4});
        QVERIFY(!button(page, QStringLiteral("All of the worker's own"))->isHidden());
        button(page, QStringLiteral("None"))->click();
        button(page, QStringLiteral("All of the worker's own"))->click();
        QCOMPARE(page.model().checked().size(), std::size_t{2});
        auto* filter = page.findChild<QLineEdit*>(QString(), Qt::FindDirectChildrenOnly);
        for (QLineEdit* line : page.findChildren<QLineEdit*>())
            if (line->accessibleName() == QStringLiteral("Filter candidates")) filter = line;
        filter->setText(QStringLiteral("worker's own"));
        QCOMPARE(page.findChild<QTableView*>()->model()->rowCount(), 2);
        button(page, QStringLiteral("Run"))->click();
        QVERIFY(testing::waitIdle(page.queue()));
        QCOMPARE(runs.state.reruns().size(), std::size_t{1});
        const auto& results = runs.state.reruns()[0]->report.rounds[0].results;
        QCOMPARE(results.size(), std::size_t{2});
        QVERIFY(!results[0].candidate.index);
        page.place().chooseCard(QStringLiteral("hopper"));  // which has none of them: what was found stays in sight
        QCOMPARE(page.model().rowCount(), 6);
        QVERIFY(page.model().checked().empty());
    }

    void aWorkerThatCannotBeAskedIsSaid() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        runs.state.setCurrentKey(KeyIndex{0});
        page.place().chooseCommand(testing::faultyWorker() + QStringLiteral(" dies"));
        button(page, QStringLiteral("List its candidates"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(allText(page).contains(QStringLiteral("no device")), testing::kLongMs);
        page.place().chooseCommand(testing::faultyWorker());
        QVERIFY(!allText(page).contains(QStringLiteral("no device")));
    }

    void whatCannotBeSweptSaysWhy() {
        MatmulState runs;  // whose keys are no logged ones
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        runs.state.setCurrentKey(KeyIndex{0});
        auto* sweep = box(page, QStringLiteral("sweep"));
        QVERIFY(!sweep->isEnabled());
        QVERIFY(allText(page).contains(QStringLiteral("No sweep: ")));
        page.rerunReported();
        QVERIFY(!sweep->isEnabled());
        QVERIFY(allText(page).contains(QStringLiteral("No sweep: the sizes belong to no key")));
        const LoggedState logged;
        RerunPage other(logged.runs->state, FLIPSCOPE_WORKER);
        sweep = box(other, QStringLiteral("sweep"));
        QVERIFY(sweep->isEnabled());
        sweep->setChecked(true);
        QVERIFY(allText(other).contains(QStringLiteral("other shapes that the key stands for (")));
        other.plan().findChild<QComboBox*>()->setCurrentIndex(1);
        QVERIFY(!sweep->isEnabled());
        QVERIFY(allText(other).contains(QStringLiteral("No sweep: it goes with the key's own sizes only")));
    }

    void checksAndSweepRunEmulatedAsFarAsThatGoes() {
        const LoggedState logged;
        RerunPage page(logged.runs->state, FLIPSCOPE_WORKER);
        QCOMPARE(page.place().chooseCard(QStringLiteral("hopper")), QString());
        QVERIFY(!box(page, QStringLiteral("checks"))->isChecked());
        QVERIFY(allText(page).contains(QStringLiteral("3 requests for each candidate: these sizes (3).")));
        box(page, QStringLiteral("checks"))->click();
        box(page, QStringLiteral("sweep"))->click();
        QVERIFY(allText(page).contains(QStringLiteral("Misaligned buffers and padded rows are not emulated.")));
        page.model().checkOnly({page.model().candidate(0), page.model().candidate(1)});
        button(page, QStringLiteral("Run"))->click();
        QVERIFY(testing::waitIdle(page.queue()));
        const KeptRerun& kept = *logged.runs->state.reruns().at(0);
        std::size_t narrow = 0, members = 0;
        for (const RerunRound& round : kept.report.rounds) {
            narrow += round.request.check == RerunCheck::narrow ? 1 : 0;
            members += round.request.check == RerunCheck::bucketMember ? 1 : 0;
            QVERIFY(round.request.placement == OperandPlacement{});
        }
        QCOMPARE(narrow, std::size_t{6});
        QVERIFY(members > 1);
        QVERIFY(!button(page, QStringLiteral("Export blocklist…"))->isEnabled());
        QVERIFY(button(page, QStringLiteral("Export blocklist…"))
                    ->toolTip()
                    .contains(QStringLiteral("the candidates themselves did not run")));
        // What it did on each request stands below.
        bool found = false;
        for (const QTableView* table : page.findChildren<QTableView*>())
            found = found || table->model()->rowCount() == static_cast<int>(kept.report.rounds.size());
        QVERIFY(found);
        QVERIFY(allText(page).contains(QStringLiteral("requests")));
    }

    void theBlocklistIsOfCandidatesThatRanThemselves() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        page.place().chooseCommand(testing::faultyWorker());
        page.rerun(KeyIndex{0}, {CandidateIndex{1}});
        QVERIFY(!button(page, QStringLiteral("Export blocklist…"))->isEnabled());
        button(page, QStringLiteral("Run"))->click();
        QVERIFY(testing::waitIdle(page.queue()));
        QVERIFY(button(page, QStringLiteral("Export blocklist…"))->isEnabled());
    }

    void whatCannotBeReRunIsSaid() {
        ViewState state;
        RerunPage page(state, FLIPSCOPE_WORKER);
        testing::DatasetBuilder builder;
        builder.addSet(4);
        builder.addWinners({{0, 1}});
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        state.setDataset(dataset);
        state.setAnalysis(std::make_shared<const Analysis>(analyse(*dataset).value()));
        state.setCurrentKey(KeyIndex{0});
        QVERIFY(allText(page).contains(QStringLiteral("key1 cannot be re-run")));
        QVERIFY(!button(page, QStringLiteral("Run"))->isEnabled());
        page.rerun(KeyIndex{0}, {CandidateIndex{0}});
        QVERIFY(!page.queue().running());
    }

    void ticksStayWhenTheRunsAreAnalysedAgain() {
        MatmulState runs;
        RerunPage page(runs.state, FLIPSCOPE_WORKER);
        runs.state.setCurrentKey(KeyIndex{0});
        page.model().checkOnly({page.model().candidate(1)});
        runs.state.setAnalysis(std::make_shared<const Analysis>(analyse(*runs.dataset).value()));
        QCOMPARE(page.model().checked().size(), std::size_t{1});
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunPage)
#include "tst_rerun_page.moc"
