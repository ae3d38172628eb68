#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/models/matrix_table.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestMatrixTable : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void coloursWinnersByFrequencyInsideTheirKey() {
        const auto dataset = testing::smallDataset();
        const auto built = buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {});
        QVERIFY(built.hasValue());
        const MatrixTable& table = *built.value();
        QCOMPARE(table.columns, std::size_t{4});
        const auto slot = [&](std::size_t key, std::size_t column) { return int{table.at(key, column).candidateSlot}; };
        QCOMPARE(slot(0, 0), 0);
        QCOMPARE(slot(0, 2), 1);
        QCOMPARE(slot(2, 0), 0);  // 15 won twice
        QCOMPARE(slot(2, 2), 1);  // 7 before 19, as in the verdict
        QCOMPARE(slot(2, 1), 2);
    }

    void aRunWithoutWinnerKeepsTheReason() {
        const auto dataset = testing::smallDataset();
        const auto built = buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {});
        const CellLook& cell = built.value()->at(1, 3);
        QVERIFY(cell.candidateKind == CellKind::none);
        QVERIFY(cell.source == WinnerSource::none_keyAbsent);
    }

    void winnersOfAnotherSetAreNotCompared() {
        testing::DatasetBuilder builder;
        const auto setA = builder.addSet({"a", "b"});
        const auto setB = builder.addSet({"b", "a"});
        const auto key = builder.addKey("k");
        for (int i = 0; i < 2; ++i)
            builder.decide(builder.addRun("a" + std::to_string(i)), key, setA, 0);
        builder.decide(builder.addRun("b"), key, setB, 0);
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        Analysis analysis;
        analysis.matrix = buildWinnerMatrix(*dataset);
        analysis.keys = {testing::keyVerdict(0, {{CandidateIndex{0}, 2}}, Verdict::cannotTell, setA)};
        analysis.classes.resize(1);
        const auto built = buildMatrixTable(dataset, std::make_shared<const Analysis>(analysis), {});
        QVERIFY(built.value()->at(0, 0).candidateKind == CellKind::winner);
        QVERIFY(built.value()->at(0, 2).candidateKind == CellKind::otherSet);
        QVERIFY(built.value()->at(0, 2).classKind == CellKind::otherSet);
    }

    void classesOfAReRunTakeThePlaceOfPredictedOnes() {
        const auto dataset = testing::smallDataset();
        Analysis analysis = *testing::smallAnalysis(*dataset);
        // key3 was won by 15, 19, 7 and 15.
        takeMeasured(
            analysis,
            {{KeyIndex{2}, {ClassBasis::replica, "H200", "", {{CandidateIndex{15}, 4}, {CandidateIndex{7}, 4}}}}});
        auto built = buildMatrixTable(dataset, std::make_shared<const Analysis>(analysis), {}).value();
        QCOMPARE(built->rows[2].classText, QStringLiteral("not known"));  // 19 did not run: no answer, so no change
        takeMeasured(analysis, {{KeyIndex{2},
                                 {ClassBasis::replica,
                                  "H200",
                                  "",
                                  {{CandidateIndex{15}, 4}, {CandidateIndex{7}, 4}, {CandidateIndex{19}, 0}}}}});
        built = buildMatrixTable(dataset, std::make_shared<const Analysis>(analysis), {}).value();
        QCOMPARE(built->rows[2].classText, QStringLiteral("differ, measured"));
        QCOMPARE(built->at(2, 0).classSlot, built->at(2, 2).classSlot);
        QVERIFY(built->at(2, 0).classSlot != built->at(2, 1).classSlot);
        QVERIFY(built->at(2, 1).classKind == CellKind::winner);
        QVERIFY(built->rows[2].names.front().className.contains(QStringLiteral("E, measured on H200")));
        QVERIFY(built->rows[0].names.front().className.startsWith(QStringLiteral("predicted class")));
    }

    void provenCulpritsAreMarked() {
        const auto dataset = testing::smallDataset();
        Analysis analysis = *testing::smallAnalysis(*dataset);
        analysis.proven[KeyIndex{0}] = {CandidateIndex{4}, CandidateIndex{9}, "run14", "run13", "by loss", 1, 1};
        const auto built = buildMatrixTable(dataset, std::make_shared<const Analysis>(analysis), {}).value();
        QCOMPARE(built->rows[0].verdictText, QStringLiteral("proven, coin flip"));
        QVERIFY(built->rows[0].provenText.contains(QStringLiteral("9 of run13")));
        QVERIFY(built->rows[0].searchText.contains(QStringLiteral("proven")));
        QVERIFY(built->rows[2].provenText.isEmpty());
        QVERIFY(!built->rows[2].verdictText.contains(QStringLiteral("proven")));
    }

    void candidatesOfOnePredictedClassShareAColour() {
        testing::DatasetBuilder builder;
        const auto set =
            builder.addSet({"matmul_simple_cyclic_mma_multi_rows", "matmul_simple_cyclic_mma", "gemm_None"});
        const auto key = builder.addMatmulKey("matmul", testing::matmulProblem(512, 1024, 128));
        for (const std::uint32_t winner : {0U, 1U, 2U})
            builder.decide(builder.addRun("run" + std::to_string(winner)), key, set, winner);
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        Analysis analysis;
        analysis.matrix = buildWinnerMatrix(*dataset);
        std::vector<WinnerCount> winners;
        for (const std::uint32_t winner : {0U, 1U, 2U})
            winners.push_back({CandidateIndex{winner}, 1});
        analysis.keys = {testing::keyVerdict(0, winners, Verdict::coinFlip, set)};
        analysis.classes.resize(1);
        ClassAssumptions assumptions{Card::hopper, CodeGenerator::cudaCpp};
        const auto built = buildMatrixTable(dataset, std::make_shared<const Analysis>(analysis), assumptions);
        const MatrixTable& table = *built.value();
        const auto same = [&](std::uint32_t a, std::uint32_t b) {
            return compareClasses(dataset->keys[0], dataset->candidateSets[0], {CandidateIndex{a}, CandidateIndex{b}},
                                  assumptions)
                       .answer == ClassAnswer::sameBits;
        };
        QVERIFY(same(0, 1) && !same(0, 2));  // the input tells the two cases apart
        QCOMPARE(table.at(0, 0).classSlot, table.at(0, 1).classSlot);
        const CellLook& other = table.at(0, 2);
        QVERIFY(other.classKind == CellKind::unknownClass || other.classSlot != table.at(0, 0).classSlot);
        QCOMPARE(table.rows[0].names.size(), std::size_t{3});
    }

    void rowsSayWhatTheVerdictIs() {
        const auto dataset = testing::smallDataset();
        const auto built = buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {});
        const auto& rows = built.value()->rows;
        QCOMPARE(rows[0].verdictText, QStringLiteral("coin flip"));
        QCOMPARE(rows[0].groupText, QStringLiteral("G1"));
        QCOMPARE(rows[0].classText, QStringLiteral("same"));
        QCOMPARE(rows[1].verdictText, QStringLiteral("no flip"));
        QCOMPARE(rows[1].groupText, QStringLiteral("–"));
        QCOMPARE(rows[2].winnersText, QStringLiteral("3"));
        QVERIFY(rows[2].marginText.startsWith(QStringLiteral("4.0")));
        QVERIFY(rows[2].searchText.contains(QStringLiteral("19 c19")));
    }

    void stopEndsTheBuilding() {
        const auto dataset = testing::smallDataset();
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {}, stop.get_token()).cancelled());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestMatrixTable)
#include "tst_matrix_table.moc"
