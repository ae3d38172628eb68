#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "ui/handover_plan.h"
#include "ui/jobs/pipeline.h"
#include "ui/view_state.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestHandoverPlan : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::writeFourRuns(at("runs"));
        m_pipeline.open({at("runs")});
        QVERIFY(waitForRuns());
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theOutcomeIsNamedAsTheCommandLineNamesIt() {
        QVERIFY(plan().outcome.has_value());
        QVERIFY(plan().outcome->naming.by == OutcomeNaming::By::pattern);  // the best found one
        OutcomeChoice choice;
        choice.kind = OutcomeKind::none;
        m_state.chooseOutcome(choice);
        QVERIFY(!plan().outcome.has_value());
        choice.kind = OutcomeKind::labels;
        m_state.setLabels({{"run1", "a"}, {"run2", "a"}, {"run3", "b"}, {"run4", "b"}});
        m_state.chooseOutcome(choice);
        QVERIFY(plan().outcome->naming.by == OutcomeNaming::By::labels);
        m_state.chooseOutcome({});
        QVERIFY(waitForRuns());
    }

    void theReportIsOfTheRunsAndOutcomeInView() {
        const auto made = writePlanned(plan(), file("whole"), {});
        QVERIFY2(made.hasValue(), made ? "" : made.errorMessage().c_str());
        QCOMPARE(made.value().runs, std::size_t{4});
        QCOMPARE(made.value().flippingKeys, std::size_t{1});
        QVERIFY(made.value().p.has_value());
        QVERIFY(QFile::exists(at("whole/report.html")));
        QVERIFY(writePlanned(plan(), file("whole"), {}).errorMessage().find("not empty") != std::string::npos);
        m_state.setChecked(RunIndex{1}, false);
        QVERIFY(waitForRuns());
        QCOMPARE(writePlanned(plan(), file("three"), {}).value().runs, std::size_t{3});
        m_state.setChecked(RunIndex{1}, true);
        QVERIFY(waitForRuns());
    }

    void reRunsOfItsKeysAreEnclosedAndOthersLeftOut() {
        const RerunTarget target = testing::targetOf(*m_state.dataset(), *m_state.analysis(), 0);
        m_state.keepRerun(testing::keptRerun(target, {{0, 11}, {1, 12}}, RerunMeans::real));
        KeptRerun unknown = testing::keptRerun(target, {{0, 11}}, RerunMeans::real, "another device");
        unknown.subject.setChecksum = "of another version";
        m_state.keepRerun(unknown);
        QVERIFY(waitForRuns());
        const auto made = writePlanned(plan(), file("measured"), {});
        QVERIFY2(made.hasValue(), made ? "" : made.errorMessage().c_str());
        QVERIFY(QFile::exists(at("measured/data/measured-1.json")));
        QVERIFY(!QFile::exists(at("measured/data/measured-2.json")));
    }

    void trialsAreTakenOnlyWhereForcingHasProvenSomething() {
        DriveSettings settings;
        settings.folder = m_folder.path();
        testing::writeFile(at("flipscope-trials/trials.jsonl"), "not ours");
        m_state.setDriveSettings(settings);
        QVERIFY(plan().trials.empty());
        Analysis proven = *m_state.analysis();
        proven.proven[KeyIndex{0}] = {};
        const auto before = m_state.analysis();
        m_state.setAnalysis(std::make_shared<const Analysis>(std::move(proven)));
        QCOMPARE(plan().trials, std::vector<std::string>{file("flipscope-trials")});
        QVERIFY(writePlanned(plan(), file("none"), {}).errorMessage().find("is no journal of trials") !=
                std::string::npos);
        QVERIFY(!QFile::exists(at("none")));
        settings.trialFolder = QStringLiteral("elsewhere");
        m_state.setDriveSettings(settings);
        QVERIFY(plan().trials.empty());
        m_state.setAnalysis(before);
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] std::string file(const char* name) const { return at(name).toStdString(); }
    [[nodiscard]] HandoverPlan plan() const { return handoverPlanOf(m_state, {at("runs")}); }
    [[nodiscard]] bool waitForRuns() const {
        return QTest::qWaitFor([this] { return m_state.outcome() != nullptr && m_state.busyWith().empty(); }, 60'000);
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
    ViewState m_state;
    Pipeline m_pipeline{m_state};
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestHandoverPlan)
#include "tst_handover_plan.moc"
