#include "core/analyse/analysis.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/plots/candidate_bands.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

// One key, candidates 0 (slow) and 1 (fast), three runs; run3 has one sample of candidate 1 and no candidate 0.
Dataset twoCandidates() {
    testing::DatasetBuilder builder;
    const auto set = builder.addSet({"slow", "fast"});
    const auto key = builder.addKey("k");
    builder.decide(builder.addRun("run1"), key, set, 1, {{1, 100, 90, 130}, {0, 200, 190, 260}});
    builder.decide(builder.addRun("run2"), key, set, 0, {{0, 110, 100, 120}, {1, 120, 110, 150}});
    builder.decide(builder.addRun("run3"), key, set, 1, {{1, 140}});
    return builder.take();
}

class TestCandidateBands : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_dataset = twoCandidates();
        m_bands = candidateBands(m_dataset, analyse(m_dataset).value(), KeyIndex{0});
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void rowsGoFromFastToSlowWithTheSpreadOfTheirMedians() {
        QCOMPARE(m_bands.rows.size(), std::size_t{2});
        QCOMPARE(m_bands.rows[0].label, QStringLiteral("1 fast"));
        QCOMPARE(m_bands.rows[0].lower, 100.0);
        QCOMPARE(m_bands.rows[0].middle, 120.0);
        QCOMPARE(m_bands.rows[0].upper, 140.0);
        QCOMPARE(m_bands.rows[0].runsWon, std::size_t{2});
        QCOMPARE(m_bands.rows[1].label, QStringLiteral("0 slow"));
        QCOMPARE(m_bands.rows[1].middle, 155.0);  // between 110 and 200
    }

    void winnersStandAboveFasterCandidatesThatNeverWon() {
        testing::DatasetBuilder builder;
        const auto set = builder.addSet({"fast", "winner"});
        const auto key = builder.addKey("k");
        builder.decide(builder.addRun("run1"), key, set, 1, {{0, 100, 90, 130}, {1, 200, 190, 260}});
        const Dataset dataset = builder.take();
        const CandidateBands bands = candidateBands(dataset, analyse(dataset).value(), KeyIndex{0});
        QCOMPARE(bands.rows.front().label, QStringLiteral("1 winner"));
    }

    void everyMeasurementIsAPointInItsRow() {
        QCOMPARE(m_bands.points.size(), std::size_t{5});
        const BandPoint& first = m_bands.points.front();
        QCOMPARE(first.row, std::size_t{0});
        QCOMPARE(first.y, -0.3);  // the first of three runs, half the spread above the row
        QCOMPARE(first.median, 100.0);
        QCOMPARE(first.bandLower, std::optional(90.0));
        QCOMPARE(first.bandUpper, std::optional(130.0));
        QVERIFY(first.won);
        QCOMPARE(m_bands.smallest, 90.0);
        QCOMPARE(m_bands.largest, 260.0);
    }

    void oneSampleHasNoBand() {
        const BandPoint& last = m_bands.points[2];
        QCOMPARE(last.run, RunIndex{2});
        QVERIFY(!last.bandLower && !last.bandUpper);
    }

    void theNearestPointWeighsTimeAgainstRows() {
        QCOMPARE(nearestPoint(m_bands, 101, -0.3, 10)->median, 100.0);
        QCOMPARE(nearestPoint(m_bands, 150, 0.7, 1e6)->row, std::size_t{1});
        QVERIFY(nearestPoint(CandidateBands{}, 0, 0, 1) == nullptr);
    }

    void csvHasALineAPoint() {
        const QStringList lines = bandsAsCsv(m_dataset, m_bands).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 6);
        QCOMPARE(lines[0], QStringLiteral("run,index,candidate,median_ns,band_lower_ns,band_upper_ns,won"));
        QCOMPARE(lines[1], QStringLiteral("run1,1,fast,100,90,130,1"));
        QCOMPARE(lines[3], QStringLiteral("run3,1,fast,140,,,1"));
    }

private:
    testing::QtWarningGuard m_guard;
    Dataset m_dataset;
    CandidateBands m_bands;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestCandidateBands)
#include "tst_candidate_bands.moc"
