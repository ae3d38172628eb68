#include "tests/ui/matrix_fixture.h"
#include "ui/delegates/cell_palette.h"
#include "ui/panels/matrix_legend.h"

#include <QTextDocument>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestMatrixLegend : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        const auto dataset = testing::smallDataset();
        m_table = buildMatrixTable(dataset, testing::smallAnalysis(*dataset), {}).value();
    }

    void outcomeGroupsStandWithColourAndNumberOfRuns() {
        const Outcome outcome = testing::smallOutcome();
        for (const bool dark : {false, true}) {
            const QString html = matrixLegend(*m_table, CellColouring::byCandidate, &outcome, dark);
            const QString text = plain(html);
            QVERIFY2(text.contains(QStringLiteral("A  clean (2 runs)")), qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("B  exploded (1 run)")), qPrintable(text));
            QVERIFY2(text.contains(QStringLiteral("no value (1 run)")), qPrintable(text));
            for (const int group : {0, 1, -1})
                QVERIFY(html.contains(groupColours(group, dark).fill.name()));
        }
    }

    void onlyWhatTheTableHoldsIsExplained() {
        const QString text = plain(matrixLegend(*m_table, CellColouring::byCandidate, nullptr, false));
        QVERIFY(!text.contains(QStringLiteral("Outcome")));
        QVERIFY2(text.contains(QStringLiteral("3rd")) && !text.contains(QStringLiteral("4th")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("key absent")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("other candidate set")), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("not decided")), qPrintable(text));
    }

    void byClassItSaysWhatIsNotPredicted() {
        MatrixTable table = *m_table;
        table.present.unknownClass = true;
        table.present.otherSet = true;
        const QString text = plain(matrixLegend(table, CellColouring::byClass, nullptr, false));
        QVERIFY2(text.contains(QStringLiteral("not predicted")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("other candidate set")), qPrintable(text));
    }

    void hostileAndLongGroupNamesStayShortText() {
        Outcome outcome = testing::smallOutcome();
        outcome.groups[0].name = "<img src=x>\n" + std::string(500, 'y');
        const QString html = matrixLegend(*m_table, CellColouring::byCandidate, &outcome, false);
        QVERIFY(!html.contains(QStringLiteral("<img")));
        QVERIFY(plain(html).size() < 400);
    }

private:
    static QString plain(const QString& html) {
        QTextDocument document;
        document.setHtml(html);
        return document.toPlainText().replace(QChar::Nbsp, QLatin1Char(' '));
    }

    std::shared_ptr<const MatrixTable> m_table;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestMatrixLegend)
#include "tst_matrix_legend.moc"
