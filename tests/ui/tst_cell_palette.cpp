#include "tests/support/qt_warning_guard.h"
#include "ui/delegates/cell_palette.h"

#include <vector>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

std::vector<CellColours> allOf(const CellPalette& palette) {
    std::vector<CellColours> all(palette.winners.begin(), palette.winners.end());
    all.insert(all.end(), {palette.otherSet, palette.unknownClass, palette.none});
    return all;
}

class TestCellPalette : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void everyTextIsReadableOnItsFill_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void everyTextIsReadableOnItsFill() {
        QFETCH(bool, dark);
        for (const CellColours& colours : allOf(cellPalette(dark)))
            QVERIFY2(contrastRatio(colours.fill, colours.text) >= 4.5, qPrintable(colours.fill.name()));
    }

    void noTwoWinnersLookAlike() {
        for (const bool dark : {false, true}) {
            const auto all = allOf(cellPalette(dark));
            for (std::size_t a = 0; a < all.size(); ++a)
                for (std::size_t b = a + 1; b < all.size(); ++b)
                    QVERIFY(all[a].fill != all[b].fill);
        }
    }

    void contrastIsThatOfTheGuidelines() {
        QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
        QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
        QVERIFY(std::abs(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void rareWinnersShareTheLastColour() {
        const CellPalette palette = cellPalette(false);
        QCOMPARE(palette.of(CellKind::winner, 200).fill, palette.winners.back().fill);
    }

    void darkIsSeenFromThePalette() {
        QPalette palette;
        palette.setColor(QPalette::Window, Qt::black);
        palette.setColor(QPalette::WindowText, Qt::white);
        QVERIFY(isDark(palette));
        palette.setColor(QPalette::Window, Qt::white);
        palette.setColor(QPalette::WindowText, Qt::black);
        QVERIFY(!isDark(palette));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestCellPalette)
#include "tst_cell_palette.moc"
