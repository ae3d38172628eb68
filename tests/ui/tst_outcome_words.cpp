#include "tests/support/dataset_builder.h"
#include "ui/outcome_words.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestOutcomeWords : public QObject {
    Q_OBJECT
private slots:
    void groupsHaveLetters() {
        QCOMPARE(groupLetter(0), QStringLiteral("A"));
        QCOMPARE(groupLetter(25), QStringLiteral("Z"));
        QCOMPARE(groupLetter(26), QStringLiteral("27"));
        QCOMPARE(groupLetter(-1), QStringLiteral("–"));
    }

    void groupsStandWithTheirRuns() {
        OutcomeValues values;
        for (const char* value : {"1.5", "nan", "2.5", "nan"})
            values.values.emplace_back(value);
        const QString text = groupsInWords(groupOutcome(values, Grouping::byFinite).value());
        QVERIFY2(text.contains(QStringLiteral("“finite” (2 runs)")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("“nan” (2 runs)")), qPrintable(text));
        values.values.emplace_back(std::nullopt);
        const QString ranked = groupsInWords(groupOutcome(values, Grouping::ungrouped).value());
        QVERIFY2(ranked.contains(QStringLiteral("4 runs are ranked")), qPrintable(ranked));
    }

    void whatAPatternPassesOverIsNamedOnceWithItsRuns() {
        testing::DatasetBuilder builder;
        builder.addWinners({{0, 0, 1}});
        const Dataset dataset = builder.take();
        const QString text = passedOverInWords(dataset, {"loss (\\S+)", {1, 2}, {"NaN", "NaN"}});
        QCOMPARE(text.count(QStringLiteral("NaN")), 1);
        QVERIFY2(text.contains(QStringLiteral("run2 and run3")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("loss (\\S+)")), qPrintable(text));
    }
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestOutcomeWords)
#include "tst_outcome_words.moc"
