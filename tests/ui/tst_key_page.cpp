#include "tests/support/qt_warning_guard.h"
#include "tests/ui/suspects_fixture.h"
#include "ui/panels/key_page.h"

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

QString allText(const QWidget& page) {
    QString text;
    for (const QLabel* label : page.findChildren<QLabel*>())
        text += label->text() + QLatin1Char('\n');
    return text;
}

class TestKeyPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_runs = testing::labelledRuns(); }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void saysWhatToDoBeforeAKeyIsChosen() {
        ViewState state;
        const KeyPage page(state);
        QVERIFY(allText(page).contains(QStringLiteral("Open some runs")));
        state.setDataset(m_runs.dataset);
        QVERIFY(allText(page).contains(QStringLiteral("Choose a key")));
    }

    void startsWithTheFirstKeyThatFlips() {
        ViewState state;
        const KeyPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{0}));
        QVERIFY(allText(page).contains(QStringLiteral("key1")));
    }

    void startsWithTheStrongestSuspectUnlessAKeyWasChosen() {
        ViewState state;
        const KeyPage page(state);
        const auto runs = testing::labelledRuns();
        state.setDataset(runs.dataset);
        state.setAnalysis(runs.analysis);
        RunLabels labels;
        for (int run = 1; run <= 8; ++run)
            labels["run" + std::to_string(run)] = run % 2 == 0 ? "good" : "bad";  // as key2 flips
        state.setLabels(labels);
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        state.chooseOutcome(choice);
        SuspectsFound found = *runs.found;
        found.outcome = state.outcome();
        found.result = findSuspects(found.analysis->matrix, found.analysis->groups, *found.outcome).value();
        state.setSuspects(std::make_shared<const SuspectsFound>(found));
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{1}));
        state.setCurrentKey(KeyIndex{2});
        state.setSuspects(std::make_shared<const SuspectsFound>(found));
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{2}));
    }

    void showsTheCurrentKeyInWordsAndItsCandidates() {
        ViewState state;
        const KeyPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        state.setCurrentKey(KeyIndex{1});
        QVERIFY(allText(page).contains(QStringLiteral("key2")));
        QVERIFY(page.findChild<QTableView*>()->model()->rowCount() >= 2);
    }

    void controlPAsksToPinTheCandidateOfTheRow() {
        ViewState state;
        KeyPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        state.setCurrentKey(KeyIndex{1});
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QSignalSpy wanted(&state, &ViewState::pinWanted);
        auto* table = page.findChild<QTableView*>();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(1, 0));
        QTest::keyClick(table, Qt::Key_P, Qt::ControlModifier);
        QCOMPARE(wanted.size(), 1);
        QCOMPARE(wanted.front().at(0).value<KeyIndex>(), KeyIndex{1});
        const auto candidate = wanted.front().at(1).value<std::optional<CandidateIndex>>();
        QCOMPARE(QString::number(candidate->value), table->model()->index(1, 0).data().toString());
    }

    void stepsThroughTheKeysThatFlip() {
        ViewState state;
        const KeyPage page(state);
        state.setDataset(m_runs.dataset);
        state.setAnalysis(m_runs.analysis);
        QPushButton* next = nullptr;
        for (QPushButton* button : page.findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("Next"))) next = button;
        }
        QVERIFY(next != nullptr);
        next->click();
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{1}));
        next->click();
        QCOMPARE(state.currentKey(), std::optional(KeyIndex{0}));
    }

private:
    testing::QtWarningGuard m_guard;
    testing::LabelledRuns m_runs;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestKeyPage)
#include "tst_key_page.moc"
