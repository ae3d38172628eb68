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

    void onlyRunsThatArePerhapsTwoAreSplit() {
        ViewState state;
        RunsPage page(state);
        page.show();
        QAction& split = action(page, QStringLiteral("Split into processes"));
        QAction& join = action(page, QStringLiteral("Join again"));
        state.setDataset(testing::smallDataset());
        QVERIFY(!split.isVisible() && !join.isVisible());
        Dataset dataset = *testing::smallDataset();
        dataset.runs[1].perhapsTwoProcesses = true;
        dataset.runs[2].id = "old#1";
        dataset.runs[3].id = "old#2";
        state.setDataset(std::make_shared<const Dataset>(std::move(dataset)), {"old"});
        QVERIFY(split.isVisible() && !split.isEnabled() && join.isVisible() && !join.isEnabled());
        QSignalSpy wanted(&page, &RunsPage::splitWanted);
        auto* table = page.findChild<QTableView*>();
        table->selectAll();
        split.trigger();
        join.trigger();
        QCOMPARE(wanted.size(), 2);
        QCOMPARE(wanted[0][0].value<std::vector<std::string>>(), std::vector<std::string>{"run2"});
        QVERIFY(wanted[0][1].toBool());
        QCOMPARE(wanted[1][0].value<std::vector<std::string>>(), std::vector<std::string>{"old"});
        QVERIFY(!wanted[1][1].toBool());
        table->selectRow(0);
        QVERIFY(!split.isEnabled() && !join.isEnabled());
    }

private:
    static QAction& action(RunsPage& page, const QString& text) {
        for (QAction* action : page.findChild<QTableView*>()->actions())
            if (QString(action->text()).remove(QLatin1Char('&')) == text) return *action;
        qFatal("the table has no action %s", qPrintable(text));
    }
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
