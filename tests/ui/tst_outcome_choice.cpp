#include "ui/outcome_choice.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

FoundOutcome found(const char* description, const char* source, const char* pattern = "") {
    FoundOutcome outcome;
    outcome.description = description;
    outcome.values.source = source;
    outcome.suggestedPattern = pattern;
    outcome.suggested = Grouping::byGap;
    return outcome;
}

class TestOutcomeChoice : public QObject {
    Q_OBJECT
private slots:
    void untilTheUserChoosesTheBestIsTaken() {
        const OutcomeChoice nothing;
        QVERIFY(nothing.kind == OutcomeKind::best);
        QCOMPARE(chosenOf({found("a", "line 1"), found("b", "line 2")}, nothing), std::optional<std::size_t>(0));
        QCOMPARE(chosenOf({}, nothing), std::nullopt);
    }

    void choosingBringsTheGroupingThatSuits() {
        const OutcomeChoice choice = choiceOfFound({found("a", "line 1")}, 0);
        QVERIFY(choice.kind == OutcomeKind::found);
        QVERIFY(choice.grouping == Grouping::byGap);
    }

    void equalDescriptionsAreToldApart() {
        const std::vector<FoundOutcome> all{found("loss ‹1›", "line 1"), found("loss ‹1›", "line 2"),
                                            found("loss ‹1›", "line 2")};
        for (std::size_t i = 0; i < all.size(); ++i)
            QCOMPARE(chosenOf(all, choiceOfFound(all, i)), std::optional(i));
        QVERIFY(!sameOutcome(choiceOfFound(all, 1), choiceOfFound(all, 2)));
    }

    void itIsKnownAgainInAnotherOrderAndByItsPattern() {
        const OutcomeChoice choice = choiceOfFound({found("a", "line 1", "a ([0-9]+)")}, 0);
        QCOMPARE(chosenOf({found("b", "line 9"), found("a", "line 1")}, choice), std::optional<std::size_t>(1));
        QCOMPARE(chosenOf({found("b", "line 9"), found("a moved", "line 2", "a ([0-9]+)")}, choice),
                 std::optional<std::size_t>(1));
        QCOMPARE(chosenOf({found("b", "line 9"), found("a", "line 7")}, choice), std::nullopt);
    }

    void anOldSessionKnowsTheDescriptionOnly() {
        OutcomeChoice choice;
        choice.kind = OutcomeKind::found;
        choice.found.description = "a";
        QCOMPARE(chosenOf({found("b", "line 1"), found("a", "line 2")}, choice), std::optional<std::size_t>(1));
    }

    void whatAKindDoesNotUseDoesNotCount() {
        OutcomeChoice a, b;
        a.kind = b.kind = OutcomeKind::labels;
        b.pattern.regex = "x";
        QVERIFY(sameOutcome(a, b));
        a.kind = b.kind = OutcomeKind::pattern;
        QVERIFY(!sameOutcome(a, b));
        a.pattern = b.pattern;
        b.threshold = 2.0;
        QVERIFY(!sameOutcome(a, b));
    }
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestOutcomeChoice)
#include "tst_outcome_choice.moc"
