#include "tests/support/qt_warning_guard.h"
#include "ui/models/matrix_model.h"
#include "ui/models/report_table_model.h"

#include <QColor>
#include <QFont>
#include <QSignalSpy>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

Table trials(std::size_t rows) {
    Table table;
    table.columns = {{"trial"}, {"outcome"}, {"seconds", Align::right}};
    for (std::size_t i = 1; i <= rows; ++i)
        table.rows.push_back({{"trial" + std::to_string(i)}, {"bad", Tone::bad}, {"1.5", Tone::strong}});
    return table;
}

class TestReportTableModel : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void cellsAreShownWithTheirTones() {
        ReportTableModel model;
        model.setTable(trials(2));
        QCOMPARE(model.columnCount(), 3);
        QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), QStringLiteral("outcome"));
        QCOMPARE(model.index(1, 0).data().toString(), QStringLiteral("trial2"));
        QVERIFY(model.index(0, 1).data(Qt::ForegroundRole).value<QColor>().isValid());
        QVERIFY(!model.index(0, 0).data(Qt::ForegroundRole).isValid());
        QVERIFY(model.index(0, 2).data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(model.index(0, 2).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight);
        QCOMPARE(model.index(0, 2).data(kSortRole).toDouble(), 1.5);
    }

    void numberedNamesSortByTheirNumber() {
        ReportTableModel model;
        model.setTable(trials(12));
        QVERIFY(model.index(8, 0).data(kSortRole).toString() < model.index(11, 0).data(kSortRole).toString());
    }

    void aGrowingTableKeepsItsRows() {
        ReportTableModel model;
        model.setTable(trials(2));
        const QSignalSpy reset(&model, &QAbstractItemModel::modelReset),
            added(&model, &QAbstractItemModel::rowsInserted);
        model.setTable(trials(3));
        QCOMPARE(reset.size(), 0);
        QCOMPARE(added.size(), 1);
        QCOMPARE(model.rowCount(), 3);
        model.setTable(trials(1));
        QCOMPARE(reset.size(), 1);
        Table other = trials(3);
        other.columns[0].title = "run";
        model.setTable(other);
        QCOMPARE(reset.size(), 2);
    }

    void hostileTextsAndShortRowsAreHarmless() {
        ReportTableModel model;
        Table table = trials(1);
        table.rows[0][0].text = "\x1b[2J\n";
        table.rows.push_back({Cell{"only one"}});
        model.setTable(table);
        QVERIFY(!model.index(0, 0).data().toString().contains(QChar(0x1b)));
        QVERIFY(!model.index(1, 2).data().isValid());
    }

    void theLastTableOfADocument() {
        Document document;
        QVERIFY(lastTable(document).columns.empty());
        document.table(trials(1));
        document.paragraph("words");
        document.table(trials(4));
        QCOMPARE(lastTable(document).rows.size(), std::size_t{4});
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestReportTableModel)
#include "tst_report_table_model.moc"
