#include "core/analyse/analysis.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/plots/band_plot.h"

#include <QFile>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestBandPlot : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        testing::DatasetBuilder builder;
        const auto set = builder.addSet({"a <b>bold</b>", "b"});
        const auto key = builder.addKey("k");
        builder.decide(builder.addRun("run1"), key, set, 0, {{0, 20000, 19000, 25000}, {1, 30000, 29000, 33000}});
        builder.decide(builder.addRun("run2"), key, set, 1, {{0, 22000, 19000, 25000}, {1, 21000, 20000, 33000}});
        m_dataset = std::make_shared<const Dataset>(builder.take());
        m_bands = std::make_shared<const CandidateBands>(
            candidateBands(*m_dataset, analyse(*m_dataset).value(), KeyIndex{0}));
    }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void drawsSomethingInBothScalesAndWithOneRunHighlighted() {
        BandPlot plot;
        plot.resize(640, 400);
        const QImage empty = plot.grab().toImage();
        plot.setBands(m_dataset, m_bands);
        QCoreApplication::processEvents();
        const QImage linear = plot.grab().toImage();
        QVERIFY(linear != empty);
        plot.setLogarithmic(true);
        QCoreApplication::processEvents();
        QVERIFY(plot.grab().toImage() != linear);
        plot.setLogarithmic(false);
        plot.highlightRun(RunIndex{0});
        QCoreApplication::processEvents();
        QVERIFY(plot.grab().toImage() != linear);
        plot.setBands(nullptr, nullptr);
        QCoreApplication::processEvents();
    }

    void theReadOutNamesRunCandidateMedianAndBand() {
        BandPlot plot;
        plot.resize(640, 400);
        plot.show();
        plot.setBands(m_dataset, m_bands);
        QCoreApplication::processEvents();
        const QSignalSpy hovered(&plot, &BandPlot::hovered);
        QWidget* canvas = plot.findChild<QWidget*>();
        QStringList texts;
        for (int y = 0; y < canvas->height(); y += 6) {
            for (int x = 0; x < canvas->width(); x += 6)
                QTest::mouseMove(canvas, QPoint(x, y));
        }
        for (const QList<QVariant>& signal : hovered)
            texts += signal.front().toString();
        QVERIFY(texts.contains(QStringLiteral(
            "run1 · 0 a <b>bold</b>: median 20.0 µs, band 19.0 µs to 25.0 µs · the winner of this run")));
        QVERIFY(texts.contains(QString()));
    }

    void keysZoomMoveAndResetTheView() {
        BandPlot plot;
        plot.resize(640, 400);
        plot.setBands(m_dataset, m_bands);
        QCoreApplication::processEvents();
        const QImage whole = plot.grab().toImage();
        QTest::keyClick(&plot, Qt::Key_Plus);
        QCoreApplication::processEvents();
        QVERIFY(plot.grab().toImage() != whole);
        QTest::keyClick(&plot, Qt::Key_Right);
        QTest::keyClick(&plot, Qt::Key_0);
        QCoreApplication::processEvents();
        QCOMPARE(plot.grab().toImage(), whole);
    }

    void rowsThatDoNotFitAreReachedByKeyboard() {
        testing::DatasetBuilder builder;
        const auto set = builder.addSet(30);
        const auto key = builder.addKey("k");
        std::vector<testing::Sample> samples;
        for (std::uint32_t candidate = 0; candidate < 30; ++candidate)
            samples.push_back({candidate, 1000 + candidate, 900, 2000});
        builder.decide(builder.addRun("run1"), key, set, 0, samples);
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        BandPlot plot;
        plot.resize(640, 240);
        plot.show();
        plot.setBands(dataset, std::make_shared<const CandidateBands>(
                                   candidateBands(*dataset, analyse(*dataset).value(), KeyIndex{0})));
        const auto* scroll = plot.findChild<QScrollBar*>();
        QVERIFY(scroll->isVisible());
        QCOMPARE(scroll->value(), 0);
        QTest::keyClick(&plot, Qt::Key_PageDown);
        QVERIFY(scroll->value() > 0);
        QTest::keyClick(&plot, Qt::Key_0);
        QCOMPARE(scroll->value(), 0);
    }

    void exportsPictureDocumentAndNumbers() {
        const QTemporaryDir folder;
        BandPlot plot;
        plot.resize(640, 400);
        plot.setBands(m_dataset, m_bands);
        for (const QString& name :
             {QStringLiteral("plot.png"), QStringLiteral("plot.pdf"), QStringLiteral("plot.csv")}) {
            QVERIFY(plot.exportTo(folder.filePath(name)));
            QVERIFY(QFile(folder.filePath(name)).size() > 100);
        }
        QVERIFY(!QImage(folder.filePath(QStringLiteral("plot.png"))).isNull());
        QVERIFY(!plot.exportTo(folder.filePath(QStringLiteral("plot.txt"))));
        QVERIFY(!plot.exportTo(folder.filePath(QStringLiteral("no/such/folder.csv"))));
    }

private:
    testing::QtWarningGuard m_guard;
    std::shared_ptr<const Dataset> m_dataset;
    std::shared_ptr<const CandidateBands> m_bands;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestBandPlot)
#include "tst_band_plot.moc"
