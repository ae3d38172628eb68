#include "core/analyse/analysis.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/models/candidate_table_model.h"
#include "ui/models/matrix_model.h"

#include <QAbstractItemModelTester>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

using Column = CandidateTableModel::Column;

class TestCandidateTableModel : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void listsCandidatesFromFastToSlowAndThoseThatFailedLast() {
        testing::DatasetBuilder builder;
        builder.dataset().texts = {"", "out of <b>shared</b> memory"};
        const auto set = builder.addSet({"slow", "fast", "refused", "never"});
        const auto key = builder.addKey("k");
        builder.decide(builder.addRun("run1"), key, set, 1, {{1, 100, 90, 130}, {0, 200, 190, 260}})
            .failed.push_back({CandidateIndex{2}, CandidateStatus::failed, 1});
        builder.decide(builder.addRun("run2"), key, set, 1, {{1, 120, 90, 130}});
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        const auto analysis = std::make_shared<const Analysis>(analyse(*dataset).value());

        CandidateTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setKey(dataset, analysis, KeyIndex{0}, {});
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(text(model, 0, Column::name), QStringLiteral("fast"));
        QCOMPARE(text(model, 0, Column::won), QStringLiteral("2"));
        QCOMPARE(text(model, 0, Column::middle), QStringLiteral("110 ns"));
        QCOMPARE(number(model, 0, Column::middle).toLongLong(), 110);
        QCOMPARE(text(model, 1, Column::name), QStringLiteral("slow"));
        QCOMPARE(number(model, 1, Column::behind).toDouble(), 90.0 / 110.0);
        QCOMPARE(text(model, 2, Column::name), QStringLiteral("refused"));
        QCOMPARE(text(model, 2, Column::middle), QStringLiteral("–"));
        QVERIFY(!number(model, 2, Column::middle).isValid());
        const QString why = model.index(2, static_cast<int>(Column::failed)).data(Qt::ToolTipRole).toString();
        QVERIFY2(!why.contains(QStringLiteral("<b>")) && why.contains(QStringLiteral("memory")), qPrintable(why));
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }

    void aClassIsShownByItsIdAndNamedByTheToolTip() {
        testing::DatasetBuilder builder;
        const auto set = builder.addSet({"a", "b"});
        builder.decide(builder.addRun("run1"), builder.addKey("k"), set, 1, {{0, 100, 90, 130}, {1, 200, 190, 260}});
        const auto dataset = std::make_shared<const Dataset>(builder.take());
        CandidateTableModel model;
        model.setKey(dataset, std::make_shared<const Analysis>(analyse(*dataset).value()), KeyIndex{0}, {});
        QCOMPARE(text(model, 0, Column::name), QStringLiteral("b"));  // the winner, though slower
        QCOMPARE(text(model, 0, Column::className), QStringLiteral("not known"));
        const QModelIndex cell = model.index(0, static_cast<int>(Column::className));
        QVERIFY(cell.data(Qt::ToolTipRole).toString().contains(QStringLiteral("not predicted")));
    }

    void everyColumnHasATitleAndAnExplanation() {
        const CandidateTableModel model;
        for (int column = 0; column < model.columnCount(); ++column) {
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().isEmpty());
            QVERIFY(!model.headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().isEmpty());
        }
        QVERIFY(!model.headerData(model.columnCount(), Qt::Horizontal, Qt::DisplayRole).isValid());
    }

private:
    static QString text(const CandidateTableModel& model, int row, Column column) {
        return model.index(row, static_cast<int>(column)).data().toString();
    }
    static QVariant number(const CandidateTableModel& model, int row, Column column) {
        return model.index(row, static_cast<int>(column)).data(kSortRole);
    }
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestCandidateTableModel)
#include "tst_candidate_table_model.moc"
