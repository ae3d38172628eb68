#include "tests/support/qt_warning_guard.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/panels/outcome_combo.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

FoundOutcome found(const char* source) {
    FoundOutcome outcome;
    outcome.description = "loss ‹1›";
    outcome.values.source = source;
    outcome.values.values = {"a", "a", "b", "b"};
    outcome.distinct = 2;
    outcome.values.outcomesLookedAt = 57;  // more than are offered
    outcome.suggested = Grouping::byText;
    return outcome;
}

class TestOutcomeCombo : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void showsTheBestUntilSomethingIsChosen() {
        ViewState state;
        const OutcomeCombo combo(state);
        state.setDataset(testing::smallDataset());
        QVERIFY(combo.currentText() == QStringLiteral("none chosen"));
        state.setFoundOutcomes({found("line 1"), found("line 2")});
        QCOMPARE(combo.currentIndex(), 1);
        QVERIFY(combo.currentText().contains(QStringLiteral("best supported of 57")));
        QVERIFY(state.outcomeChoice().kind == OutcomeKind::best);
    }

    void takesTheEntryEvenWhenTwoReadAlike() {
        ViewState state;
        OutcomeCombo combo(state);
        state.setDataset(testing::smallDataset());
        state.setFoundOutcomes({found("line 1"), found("line 2")});
        combo.setCurrentIndex(2);
        emit combo.activated(2);
        QCOMPARE(state.outcomeChoice().found.source, std::string("line 2"));
        QCOMPARE(combo.currentIndex(), 2);
        QCOMPARE(state.outcomeValues().source, std::string("line 2"));
    }

    void noneStaysNone() {
        ViewState state;
        OutcomeCombo combo(state);
        state.setDataset(testing::smallDataset());
        state.setFoundOutcomes({found("line 1")});
        combo.setCurrentIndex(0);
        emit combo.activated(0);
        QVERIFY(state.outcomeChoice().kind == OutcomeKind::none);
        state.setFoundOutcomes({found("line 1")});
        QCOMPARE(combo.currentIndex(), 0);
        QVERIFY(state.outcomeValues().values.empty());
    }

    void aPatternOfBeforeComesBack() {
        ViewState state;
        OutcomeCombo combo(state);
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = "loss (.*)";
        state.chooseOutcome(choice);
        for (const char* entry : {"labels", "pattern in the text output"}) {
            combo.setCurrentIndex(combo.findText(QString::fromLatin1(entry)));
            emit combo.activated(combo.currentIndex());
        }
        QVERIFY(state.outcomeChoice().kind == OutcomeKind::pattern);
        QCOMPARE(state.outcomeChoice().pattern.regex, std::string("loss (.*)"));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestOutcomeCombo)
#include "tst_outcome_combo.moc"
