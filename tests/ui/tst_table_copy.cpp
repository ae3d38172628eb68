#include "tests/support/qt_warning_guard.h"
#include "ui/table_copy.h"

#include <QClipboard>
#include <QStandardItemModel>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

const TextTable kTable{
    {QStringLiteral("name"), QStringLiteral("n")},
    {{QStringLiteral("a|b"), QStringLiteral("1")}, {QStringLiteral("say \"x,y\"\nz"), QStringLiteral("20")}}};

class TestTableCopy : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void textIsAlignedWithoutTrailingSpace() {
        QCOMPARE(toAlignedText(kTable), QStringLiteral("name         n\n"
                                                       "a|b          1\n"
                                                       "say \"x,y\" z  20\n"));
    }

    void markdownKeepsMarkupOfCellsAsText() {
        QCOMPARE(toMarkdown(kTable), QStringLiteral("| name | n |\n"
                                                    "| --- | --- |\n"
                                                    "| a\\|b | 1 |\n"
                                                    "| say &quot;x,y&quot; z | 20 |\n"));
        QCOMPARE(toMarkdown({{QStringLiteral("<b>_x_")}, {}}), QStringLiteral("| &lt;b&gt;\\_x\\_ |\n| --- |\n"));
    }

    void csvQuotesWhatNeedsQuotesAndDisarmsFormulas() {
        QCOMPARE(toCsv(kTable), QStringLiteral("name,n\r\n"
                                               "a|b,1\r\n"
                                               "\"say \"\"x,y\"\"␤z\",20\r\n"));
        QCOMPARE(toCsv({{QStringLiteral("=1+1")}, {}}), QStringLiteral("'=1+1\r\n"));
    }

    void aSelectionKeepsItsRowsAndColumns() {
        QStandardItemModel model(3, 3);
        for (int row = 0; row < 3; ++row)
            for (int column = 0; column < 3; ++column)
                model.setItem(row, column, new QStandardItem(QString::number(10 * row + column)));
        const TextTable table = textOf({model.index(2, 2), model.index(0, 0)});
        QCOMPARE(table.header, (QStringList{QStringLiteral("1"), QStringLiteral("3")}));
        QCOMPARE(table.rows.at(0), (QStringList{QStringLiteral("0"), QString()}));
        QCOMPARE(table.rows.at(1), (QStringList{QString(), QStringLiteral("22")}));
        QVERIFY(textOf(QModelIndexList()).rows.empty());
    }

    void controlCCopiesTheSelectedCells() {
        QStandardItemModel model(1, 2);
        model.setItem(0, 0, new QStandardItem(QStringLiteral("x")));
        model.setItem(0, 1, new QStandardItem(QStringLiteral("y")));
        model.setHorizontalHeaderLabels({QStringLiteral("A"), QStringLiteral("B")});
        QTableView view;
        view.setModel(&model);
        addTableCopy(view);
        view.show();
        view.setFocus();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        view.selectAll();
        QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("A\tB\nx\ty\n"));
    }

    void checkBoxesAreWritten() {
        QStandardItemModel model(1, 1);
        auto* item = new QStandardItem(QStringLiteral("run1"));
        item->setCheckable(true);
        item->setCheckState(Qt::Checked);
        model.setItem(0, 0, item);
        QCOMPARE(textOf(model).rows.at(0).at(0), QStringLiteral("[x] run1"));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestTableCopy)
#include "tst_table_copy.moc"
