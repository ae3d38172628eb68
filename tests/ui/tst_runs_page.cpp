#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/panels/runs_page.h"

#include <QLineEdit>
#include <QPushButton>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestRunsPage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void selectedRunsAreUncheckedAndCheckedAgain() {
        ViewState state;
        RunsPage page(state);
        state.setDataset(testing::smallDataset());
        auto* table = page.findChild<QTableView*>();
        table->selectRow(1);
        click(page, QStringLiteral("Uncheck selected"));
        QCOMPARE(state.checkedRuns(), (std::vector<RunIndex>{RunIndex{0}, RunIndex{2}, RunIndex{3}}));
        click(page, QStringLiteral("Check all"));
        QCOMPARE(state.checkedRuns().size(), std::size_t{4});
        table->selectRow(0);
        click(page, QStringLiteral("Uncheck selected"));
        click(page, QStringLiteral("Check selected"));
        QCOMPARE(state.checkedRuns().size(), std::size_t{4});
    }

    void rowsKeepTheirMeaningWhenSorted() {
        ViewState state;
        RunsPage page(state);
        state.setDataset(testing::smallDataset());
        auto* table = page.findChild<QTableView*>();
        table->sortByColumn(static_cast<int>(RunsModel::Column::run), Qt::DescendingOrder);
        table->selectRow(0);
        click(page, QStringLiteral("Uncheck selected"));
        QVERIFY(!state.isChecked(RunIndex{3}));
    }

    void theFilterNarrowsTheRuns() {
        ViewState state;
        RunsPage page(state);
        state.setDataset(testing::smallDataset());
        for (QLineEdit* line : page.findChildren<QLineEdit*>())
            if (line->accessibleName() == QLatin1String("Filter runs")) line->setText(QStringLiteral("RUN3"));
        QCOMPARE(page.findChild<QTableView*>()->model()->rowCount(), 1);
    }

private:
    static void click(const QWidget& page, const QString& text) {
        for (QPushButton* button : page.findChildren<QPushButton*>()) {
            const bool same = button->text() == text || QString(button->text()).remove(QLatin1Char('&')) == text;
            if (same) return button->click();
        }
        QFAIL(qPrintable(text));
    }

    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRunsPage)
#include "tst_runs_page.moc"
