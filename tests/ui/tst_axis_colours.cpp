#include "tests/support/qt_warning_guard.h"
#include "ui/plots/axis_colours.h"
#include "ui/plots/band_plot.h"
#include "ui/plots/ulp_plot.h"

#include <QtTest/QtTest>
#include <qcustomplot.h>

namespace flipscope {
namespace {

class TestAxisColours : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void axesTakeTheColoursAndTheFontOfTheWindow() {
        QCustomPlot plot;
        QPalette palette;
        palette.setColor(QPalette::WindowText, QColor(10, 20, 30));
        palette.setColor(QPalette::Base, QColor(200, 210, 220));
        QFont font;
        font.setPointSize(17);
        colourAxes(plot, palette, font);
        for (const QCPAxis* axis : {plot.xAxis, plot.yAxis}) {
            QCOMPARE(axis->basePen().color(), QColor(10, 20, 30));
            QCOMPARE(axis->tickPen().color(), QColor(10, 20, 30));
            QCOMPARE(axis->tickLabelColor(), QColor(10, 20, 30));
            QCOMPARE(axis->labelColor(), QColor(10, 20, 30));
            QCOMPARE(axis->labelFont().pointSize(), 17);
            QVERIFY(axis->grid()->pen().color().alpha() < 100);
            QCOMPARE(axis->grid()->zeroLinePen().style(), Qt::NoPen);
        }
    }

    void bothPlotsFollowAPaletteThatChanges() {
        BandPlot bands;
        UlpPlot errors;
        for (QWidget* plot : {static_cast<QWidget*>(&bands), static_cast<QWidget*>(&errors)}) {
            QPalette palette = plot->palette();
            palette.setColor(QPalette::WindowText, QColor(1, 200, 3));
            plot->setPalette(palette);
            QCOMPARE(plot->findChild<QCustomPlot*>()->xAxis->labelColor(), QColor(1, 200, 3));
        }
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestAxisColours)
#include "tst_axis_colours.moc"
