#include "tests/support/qt_warning_guard.h"
#include "tests/support/rerun_fixture.h"
#include "ui/plots/band_plot.h"
#include "ui/plots/rerun_bands.h"

namespace flipscope {
namespace {

TimingSummary timingOf(std::int64_t median) {
    TimingSummary timing;
    timing.min = {median - 10};
    timing.lowerBand = {median - 5};
    timing.median = {median};
    timing.upperBand = {median + 5};
    timing.max = {median + 30};
    return timing;
}

class TestRerunBands : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theFastestComesFirstAndWhatHasNoTimeIsLeftOut() {
        RerunReport report = test::smallRerun();
        report.rounds[0].results[0].timing = timingOf(200);
        report.rounds[0].results[2].timing = timingOf(100);
        report.rounds.push_back(report.rounds[0]);
        report.rounds[1].results[2].timing = timingOf(900);  // again: the first counts
        const CandidateBands bands = rerunBands(report);
        QCOMPARE(bands.rows.size(), std::size_t{2});
        QCOMPARE(bands.rows[0].label, QStringLiteral("2 c"));
        QCOMPARE(bands.rows[0].lower, 95.0);
        QCOMPARE(bands.rows[0].upper, 105.0);
        QCOMPARE(*bands.points[0].bandLower, 90.0);
        QCOMPARE(*bands.points[1].bandUpper, 230.0);
        QCOMPARE(bands.smallest, 90.0);
        QCOMPARE(bands.largest, 230.0);
        QVERIFY(bands.axisWords.contains(QStringLiteral("percentile")));
    }

    void withoutTimesThereIsNothing() {
        const CandidateBands bands = rerunBands(test::smallRerun());
        QVERIFY(bands.rows.empty());
        QCOMPARE(bands.largest, 0.0);
    }

    void thePlotTakesThemWithoutRuns() {
        RerunReport report = test::smallRerun();
        report.rounds[0].results[0].timing = timingOf(200);
        BandPlot plot;
        plot.resize(400, 200);
        plot.setBands(nullptr, std::make_shared<const CandidateBands>(rerunBands(report)));
        QVERIFY(!plot.exportTo(QStringLiteral("/nonexistent/x.csv")));
        QVERIFY(!plot.grab().isNull());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunBands)
#include "tst_rerun_bands.moc"
