#include "tests/support/qt_warning_guard.h"
#include "ui/models/report_models.h"

#include <QAbstractItemModelTester>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestReportModels : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void showsProblemsWithTheirPlace() {
        ProblemsModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows({{ProblemKind::damagedRecord, "a/x.jsonl", 17, "no \"results\""},
                       {ProblemKind::unreadableFile, "<b>y</b>", 0, "permission\ndenied"}});
        QCOMPARE(model.rowCount(), 2);
        const auto text = [&](int row, ProblemRows::Column column) {
            return model.index(row, static_cast<int>(column)).data(Qt::DisplayRole).toString();
        };
        QCOMPARE(text(0, ProblemRows::Column::kind), QStringLiteral("damaged record"));
        QCOMPARE(text(0, ProblemRows::Column::line), QStringLiteral("17"));
        QCOMPARE(text(1, ProblemRows::Column::line), QStringLiteral("–"));
        QVERIFY(!text(1, ProblemRows::Column::message).contains(QLatin1Char('\n')));
        QCOMPARE(model.index(0, static_cast<int>(ProblemRows::Column::line)).data(kSortRole).toInt(), 17);
        const QString tip =
            model.index(1, static_cast<int>(ProblemRows::Column::path)).data(Qt::ToolTipRole).toString();
        QVERIFY(tip.contains(QStringLiteral("&lt;b&gt;")));
    }

    void showsNotes() {
        NotesModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setRows({{NoteKind::splitLog, "a", "two processes"}});
        QCOMPARE(model.index(0, 0).data(Qt::DisplayRole).toString(), QStringLiteral("log split"));
        QCOMPARE(model.index(0, 2).data(Qt::DisplayRole).toString(), QStringLiteral("two processes"));
        QVERIFY(!model.data(model.index(1, 0), Qt::DisplayRole).isValid());
        QVERIFY(!model.headerData(3, Qt::Horizontal, Qt::DisplayRole).isValid());
        model.setRows({});
        QCOMPARE(model.rowCount(), 0);
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestReportModels)
#include "tst_report_models.moc"
