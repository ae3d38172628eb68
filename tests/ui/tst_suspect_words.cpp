#include "tests/ui/suspects_fixture.h"
#include "ui/suspect_words.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestSuspectWords : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_found = testing::labelledRuns().found; }

    void theAnswerStandsBesideLuck() {
        QVERIFY2(answerInWords(*m_found).contains(QStringLiteral("1 key separates the outcome")),
                 qPrintable(answerInWords(*m_found)));
        QVERIFY(luckInWords(*m_found).startsWith(QStringLiteral("Luck alone gives evidence as strong as")));
        SuspectsFound none = *m_found;
        none.result.suspects.clear();
        QVERIFY(answerInWords(none).startsWith(QStringLiteral("No key flips")));
        auto analysis = std::make_shared<Analysis>(*m_found->analysis);
        for (WinnerCell& cell : analysis->matrix.cells) {
            cell.winner.reset();
            cell.source = WinnerSource::none_notProvable;
        }
        none.analysis = analysis;
        const QString open = answerInWords(none);
        QVERIFY2(open.startsWith(QStringLiteral("Cannot tell: ")) && !open.contains(QStringLiteral("can go with")),
                 qPrintable(open));
    }

    void strengthOfASuspect() {
        const auto& suspects = m_found->result.suspects;
        QVERIFY(strengthInWords(*m_found, suspects[0]).startsWith(QStringLiteral("separates the outcome, adjusted p")));
        QVERIFY(strengthInWords(*m_found, suspects[1]).startsWith(QStringLiteral("does not separate")));
    }

    void numbersThatAreNotGroupedAreRanked() {
        OutcomeValues values;
        for (const char* value : {"1", "2", "3", "4", "5", "6", "7", "8"})
            values.values.emplace_back(value);
        SuspectsFound found = *m_found;
        found.outcome = std::make_shared<const Outcome>(groupOutcome(values, Grouping::ungrouped).value());
        found.result = findSuspects(found.analysis->matrix, found.analysis->groups, *found.outcome).value();
        QVERIFY(answerInWords(found).contains(QStringLiteral("with the numbers more closely than luck")));
        QVERIFY(luckInWords(found).contains(QStringLiteral("not grouped")));
        QVERIFY(strengthInWords(found, found.result.suspects[0]).contains(QStringLiteral("variance of the ranks")));
    }

    void aSuspectPredictedHarmlessCannotBeTheCause() {
        auto analysis = std::make_shared<Analysis>(*m_found->analysis);
        SuspectsFound found = *m_found;
        const Suspect& suspect = found.result.suspects.front();
        analysis->classes[suspect.keys.front().value].answer = ClassAnswer::differentBits;
        found.analysis = analysis;
        QVERIFY(statementOn(found, suspect).answer == ClassAnswer::differentBits);
        QVERIFY(!suspectInWords(found, suspect).contains(QStringLiteral("cannot be the cause")));
        analysis->classes[suspect.keys.front().value].answer = ClassAnswer::sameBits;
        QVERIFY(suspectInWords(found, suspect).contains(QStringLiteral("cannot be the cause if the prediction holds")));
        analysis->classes[suspect.keys.front().value].basis = ClassBasis::replica;
        analysis->classes[suspect.keys.front().value].device = "H200";
        QVERIFY(suspectInWords(found, suspect).contains(QStringLiteral("measured on H200")));
        QVERIFY(verdictOf(found, suspect).has_value());
    }

private:
    std::shared_ptr<const SuspectsFound> m_found;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestSuspectWords)
#include "tst_suspect_words.moc"
