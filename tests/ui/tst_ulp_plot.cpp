#include "tests/support/qt_warning_guard.h"
#include "ui/plots/ulp_plot.h"

#include <qcustomplot.h>

namespace flipscope {
namespace {

ErrorSummary errorOf(PrecisionModel model, std::initializer_list<std::uint64_t> bins) {
    ErrorSummary error;
    error.model = model;
    std::copy(bins.begin(), bins.end(), error.ulpHistogram.begin());
    return error;
}

class TestUlpPlot : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void binsAreNamedByWhatTheyHold() {
        QCOMPARE(ulpBinName(0), QStringLiteral("0"));
        QCOMPARE(ulpBinName(1), QStringLiteral("≤ 1"));
        QCOMPARE(ulpBinName(2), QStringLiteral("≤ 2"));
        QCOMPARE(ulpBinName(5), QStringLiteral("≤ 16"));
        QCOMPARE(ulpBinName(22), QStringLiteral("≤ 2^21"));
        QCOMPARE(ulpBinName(23), QStringLiteral("more"));
    }

    void onlyBinsInUseAreShown() {
        QCOMPARE(ulpBinsUsed({}), std::size_t{2});
        QCOMPARE(ulpBinsUsed({errorOf(PrecisionModel::f32, {5, 0, 0, 1}), errorOf(PrecisionModel::tf32Away, {9})}),
                 std::size_t{4});
    }

    void aSetOfBarsAModel() {
        UlpPlot plot;
        plot.setErrors({errorOf(PrecisionModel::f32, {5, 0, 0, 100}), errorOf(PrecisionModel::tf32Away, {100, 5})});
        auto* drawn = plot.findChild<QCustomPlot*>();
        QCOMPARE(drawn->plottableCount(), 2);
        const auto* first = qobject_cast<QCPBars*>(drawn->plottable(0));
        const auto* second = qobject_cast<QCPBars*>(drawn->plottable(1));
        QCOMPARE(first->data()->at(3)->value, 100.0);
        QCOMPARE(second->data()->at(0)->value, 100.0);
        QVERIFY(first->brush().color() != second->brush().color());
        QVERIFY(first->brush().style() == Qt::SolidPattern);
        QVERIFY(plot.accessibleDescription().contains(QStringLiteral("tf32-rna")));
        plot.setErrors({});
        QCOMPARE(drawn->plottableCount(), 0);
    }

    void theLegendCoversNoBar() {
        UlpPlot plot;
        for (const QSize size : {QSize(420, 160), QSize(780, 200), QSize(1200, 400)}) {
            plot.resize(size);
            plot.setErrors({errorOf(PrecisionModel::f32, {5, 9}), errorOf(PrecisionModel::tf32Even, {5, 9}),
                            errorOf(PrecisionModel::tf32Away, {5, 9}), errorOf(PrecisionModel::tf32Truncated, {9})});
            plot.grab();
            auto* drawn = plot.findChild<QCustomPlot*>();
            drawn->replot();
            QVERIFY(drawn->legend->visible());
            QCOMPARE(drawn->legend->itemCount(), 4);
            QVERIFY(!drawn->legend->outerRect().intersects(drawn->axisRect()->outerRect()));
            QVERIFY(drawn->axisRect()->height() > drawn->legend->outerRect().height());
        }
        // One model needs none, and no room for it.
        plot.setErrors({errorOf(PrecisionModel::bf16, {5, 9})});
        plot.grab();
        auto* drawn = plot.findChild<QCustomPlot*>();
        drawn->replot();
        QVERIFY(!drawn->legend->visible());
        QVERIFY(drawn->axisRect()->outerRect().top() < 20);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestUlpPlot)
#include "tst_ulp_plot.moc"
