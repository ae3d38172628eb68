#include "tests/support/qt_warning_guard.h"
#include "tests/ui/rerun_page_fixture.h"
#include "ui/models/rerun_table_model.h"
#include "ui/panels/rerun_place.h"
#include "ui/panels/rerun_plan_box.h"

#include <QComboBox>
#include <QLabel>
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
            QCOMPARE(rerun->report.rounds.size(), std::size_t{1});
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

    void aCommandIsReadAsAShellReadsIt() {
        RerunPlace place(FLIPSCOPE_WORKER);
        RerunOrder order;
        place.chooseCommand(QStringLiteral("ssh 'my host' -v \"a 'b\" c\\ d"));
        QCOMPARE(place.problem(), QString());
        place.fill(order);
        QVERIFY((order.worker.arguments == std::vector<std::string>{"ssh", "my host", "-v", "a 'b", "c d"}));
        place.chooseCommand(QStringLiteral("ssh 'my host"));
        QVERIFY(place.problem().contains(QStringLiteral("never closed")));
        place.chooseCommand(QStringLiteral(" "));
        QVERIFY(place.problem().contains(QStringLiteral("Give the command")));
    }

    void cardsNameTheirEvidence() {
        RerunPlace place(FLIPSCOPE_WORKER);
        const int hopper = place.combo().findText(QStringLiteral("Hopper"), Qt::MatchStartsWith);
        QVERIFY(place.combo().itemText(hopper).contains(QStringLiteral("whole kernels checked")));
        QVERIFY(place.chooseCard(QStringLiteral("/nonexistent/card.json")).size() > 0);
        QVERIFY(!place.problem().isEmpty());
        QCOMPARE(place.chooseCard(QStringLiteral(FLIPSCOPE_SOURCE_DIR "/resources/cards/volta.json")), QString());
        place.offerDevices({WorkerDevice{"0", "GPU <b>", "9.0", "", 0, ""}});
        QVERIFY(place.combo().findText(QStringLiteral("GPU <b> in this machine")) > 0);
        QVERIFY(place.isEmulated());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunPage)
#include "tst_rerun_page.moc"
