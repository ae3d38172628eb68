#include "core/read/loader.h"
#include "tests/ui/log_fixture.h"
#include "ui/models/class_names.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestClassNames : public QObject {
    Q_OBJECT
private slots:
    // Every class that some card and generator give is named, Volta's too, and no other.
    void namesAreThoseOfTheOpenAssumptions() {
        const QTemporaryDir folder;
        testing::writeFourRuns(folder.path());
        Dataset dataset = loadRuns({folder.path().toStdString()}).value();
        for (CandidateSet& set : dataset.candidateSets)
            set.names = {"matmul_simple_cyclic_mma", "matmul_specialized_cyclic_cmma"};
        const TuningKey& key = dataset.keys.front();
        const CandidateSet& set = setOf(dataset, dataset.runs.front().decisions.front().set);
        QStringList all;
        for (const Card card : kAllCards) {
            for (const CodeGenerator generator : {CodeGenerator::cudaCpp, CodeGenerator::llvm}) {
                const PredictedClass one = predictClass(key, set, CandidateIndex{0}, card, generator);
                const QStringList names = classNames(key, set, CandidateIndex{0}, {card, generator});
                QCOMPARE(names.size(), one.known ? 1 : 0);
                for (const QString& name : names)
                    if (!all.contains(name)) all += name;
            }
        }
        QVERIFY(!all.isEmpty());
        QCOMPARE(classNames(key, set, CandidateIndex{0}, {}), all);
    }

    void idsTellApartWhatNamesDo() {
        const QTemporaryDir folder;
        testing::writeFourRuns(folder.path());
        Dataset dataset = loadRuns({folder.path().toStdString()}).value();
        for (CandidateSet& set : dataset.candidateSets)
            set.names = {"matmul_simple_cyclic_mma", "matmul_specialized_cyclic_cmma"};
        const TuningKey& key = dataset.keys.front();
        const CandidateSet& set = setOf(dataset, dataset.runs.front().decisions.front().set);
        const ClassAssumptions hopper{Card::hopper, CodeGenerator::cudaCpp};
        const QStringList first = classIds(key, set, CandidateIndex{0}, hopper);
        QCOMPARE(first.size(), 1);
        QCOMPARE(
            first.front(),
            QString::fromStdString(predictClass(key, set, CandidateIndex{0}, Card::hopper, CodeGenerator::cudaCpp).id));
        QVERIFY(first != classIds(key, set, CandidateIndex{1}, hopper));
    }

    void bitsInFewWords() {
        ClassStatement statement;
        QCOMPARE(bitsInWords(statement), QStringLiteral("not known"));
        statement.answer = ClassAnswer::dependsOnCard;
        QCOMPARE(bitsInWords(statement), QStringLiteral("by card"));
        statement.answer = ClassAnswer::differentBits;
        QCOMPARE(bitsInWords(statement), QStringLiteral("differ"));
        statement.answer = ClassAnswer::sameBits;
        QCOMPARE(bitsInWords(statement), QStringLiteral("same"));
        statement.basis = ClassBasis::emulated;
        QCOMPARE(bitsInWords(statement), QStringLiteral("same, emulated"));
        statement.basis = ClassBasis::real;
        QCOMPARE(bitsInWords(statement), QStringLiteral("same, measured"));
    }

    void aClassOfAReRunSaysByWhatAndWhere() {
        Analysis analysis;
        analysis.measured[KeyIndex{4}] = {ClassBasis::emulated, "Hopper", "", {{CandidateIndex{7}, 1}}};
        QCOMPARE(measuredClassInWords(analysis, KeyIndex{4}, CandidateIndex{7}),
                 QStringLiteral("B, emulated on Hopper"));
        QCOMPARE(measuredClassInWords(analysis, KeyIndex{4}, CandidateIndex{8}), QString());
        QCOMPARE(measuredClassInWords(analysis, KeyIndex{5}, CandidateIndex{7}), QString());
    }

    void inWords() {
        QCOMPARE(classNamesInWords({}), QStringLiteral("not predicted"));
        QCOMPARE(classNamesInWords({QStringLiteral("A")}), QStringLiteral("A"));
        QCOMPARE(classNamesInWords({QStringLiteral("A"), QStringLiteral("B")}), QStringLiteral("A or B"));
    }
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestClassNames)
#include "tst_class_names.moc"
