#include "tests/support/kept_rerun_fixture.h"
#include "ui/pin_measurements.h"

#include <QObject>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestPinMeasurements : public QObject {
    Q_OBJECT
private slots:
    void init() {
        m_dataset = testing::matmulRuns();
        m_analysis = analyse(*m_dataset).value();
    }

    void errorsRefusalsAndRealClassesAreTaken() {
        const Measurements found = measurementsOf({rerun(RerunMeans::real)}, *m_dataset, m_analysis, {}).found;
        QCOMPARE(found.size(), std::size_t{2});
        const CandidateMeasurement& ran = found.at({KeyIndex{0}, {0}});
        QCOMPARE(ran.error, std::optional(2e-7));
        QCOMPARE(ran.numericalClass, std::string("measured-A"));
        QCOMPARE(found.at({KeyIndex{0}, {3}}).refusal, std::string("no such shape"));
        const Measurements emulated = measurementsOf({rerun(RerunMeans::emulated)}, *m_dataset, m_analysis, {}).found;
        QVERIFY(emulated.at({KeyIndex{0}, {0}}).numericalClass.empty());  // a prediction of the class, no more
    }

    void anEmulationOfAnotherCardIsLeftOut() {
        const KeptReruns hopper{rerun(RerunMeans::emulated)};
        QVERIFY(!measurementsOf(hopper, *m_dataset, m_analysis, {Card::hopper, {}}).found.empty());
        QVERIFY(measurementsOf(hopper, *m_dataset, m_analysis, {Card::ampere, {}}).found.empty());
    }

    // Else a refusal by the other one would stand on pins of this one.
    void anEmulationOfAnotherCodeGeneratorIsLeftOut() {
        for (const RerunMeans means : {RerunMeans::emulated, RerunMeans::replica, RerunMeans::real}) {
            KeptRerun llvm = *rerun(means);
            llvm.report.rounds.front().request.codeGenerator = CodeGenerator::llvm;
            for (RerunResult& result : llvm.report.rounds.front().results)
                result.status = RerunStatus::refused;
            const KeptReruns all{std::make_shared<const KeptRerun>(llvm)};
            const auto of = [&](CodeGenerator generator) {
                return measurementsOf(all, *m_dataset, m_analysis, {Card::hopper, generator}).found;
            };
            QVERIFY(!of(CodeGenerator::llvm).empty());
            QCOMPARE(of(CodeGenerator::cudaCpp).empty(), means != RerunMeans::real);
        }
    }

    void otherProblemsKeysAndSetsAreLeftOut() {
        KeptRerun other = *rerun(RerunMeans::real);
        other.report.rounds.front().request.problem = {7, 7, 7};
        QVERIFY(measurementsOf({std::make_shared<KeptRerun>(other)}, *m_dataset, m_analysis, {}).found.empty());
        other = *rerun(RerunMeans::real);
        other.subject.setChecksum = "of another version";
        QVERIFY(measurementsOf({std::make_shared<KeptRerun>(other)}, *m_dataset, m_analysis, {}).found.empty());
        other.subject = {};
        QVERIFY(measurementsOf({std::make_shared<KeptRerun>(other)}, *m_dataset, m_analysis, {}).found.empty());
    }

    void ofSeveralReRunsTheLargerErrorAndAnyRefusalCount() {
        KeptRerun newer = *rerun(RerunMeans::real);
        auto& results = newer.report.rounds.front().results;
        results[0].errors.front().largest = 1e-7;
        results[1].status = RerunStatus::ok;
        const KeptReruns both{rerun(RerunMeans::real), std::make_shared<KeptRerun>(newer)};
        const PinMeasurements all = measurementsOf(both, *m_dataset, m_analysis, {});
        QCOMPARE(all.found.at({KeyIndex{0}, {0}}).error, std::optional(2e-7));
        QCOMPARE(all.found.at({KeyIndex{0}, {3}}).refusal, std::string("no such shape"));
        QCOMPARE(all.told.size(), std::size_t{1});
        QCOMPARE(all.told.front().key, KeyIndex{0});
        QVERIFY(all.told.front().words.find("Candidate 3 ran in one re-run and was refused in another") == 0);
    }

    // Every report begins its letters anew.
    void equalLettersOfTwoReRunsAreNotEqualBits() {
        const auto of = [this](std::uint32_t candidate, std::uint64_t checksum) {
            return std::make_shared<const KeptRerun>(testing::keptRerun(
                testing::targetOf(*m_dataset, m_analysis, 0), {{candidate, checksum}}, RerunMeans::real, "Hopper"));
        };
        const Measurements all = measurementsOf({of(0, 11), of(1, 12)}, *m_dataset, m_analysis, {}).found;
        QCOMPARE(all.at({KeyIndex{0}, {0}}).numericalClass, std::string("measured-A"));
        QVERIFY(all.at({KeyIndex{0}, {1}}).numericalClass != std::string("measured-A"));
        QVERIFY(!all.at({KeyIndex{0}, {1}}).numericalClass.empty());
    }

private:
    // Of the first key: candidate 0 ran, 3 was refused.
    [[nodiscard]] std::shared_ptr<const KeptRerun> rerun(RerunMeans means) const {
        KeptRerun kept =
            testing::keptRerun(testing::targetOf(*m_dataset, m_analysis, 0), {{0, 11}, {3, 12}}, means, "Hopper");
        auto& results = kept.report.rounds.front().results;
        ErrorSummary error;
        error.model = PrecisionModel::f32;
        error.largest = 2e-7;
        results[0].errors = {error};
        results[1].status = RerunStatus::refused;
        results[1].because = "no such shape";
        return std::make_shared<const KeptRerun>(std::move(kept));
    }

    std::shared_ptr<const Dataset> m_dataset;
    Analysis m_analysis;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestPinMeasurements)
#include "tst_pin_measurements.moc"
