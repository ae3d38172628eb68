#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/panels/report_page.h"

#include <QTableView>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestReportPage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theLoadReportShowsWhatWasDropped() {
        ViewState state;
        ReportPage page(state);
        Dataset dataset = *testing::smallDataset();
        dataset.report.problems = {{ProblemKind::damagedRecord, "a.jsonl", 3, "cut"}};
        dataset.report.problemCount = 5;
        dataset.report.recordsSkipped = 5;
        state.setDataset(std::make_shared<const Dataset>(std::move(dataset)));
        QStringList texts;
        for (const QLabel* label : page.findChildren<QLabel*>())
            texts.append(label->text());
        const QString all = texts.join(QLatin1Char('\n'));
        QVERIFY2(all.contains(QStringLiteral("5 problems (4 not listed")), qPrintable(all));
        QVERIFY(all.contains(QStringLiteral("No notes")));
        for (const QTableView* table : page.findChildren<QTableView*>())
            QCOMPARE(table->model()->rowCount(), table->accessibleName() == QLatin1String("Problems") ? 1 : 0);
    }

    void countersAreWords() {
        LoadReport report;
        report.filesRead = 1;
        report.bytesRead = 2'500'000;
        report.recordsRead = 1234;
        QCOMPARE(countersInWords(report),
                 QStringLiteral("1 file, 2.5 MB, 1,234 records read; 0 records skipped; 0 problems."));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestReportPage)
#include "tst_report_page.moc"
