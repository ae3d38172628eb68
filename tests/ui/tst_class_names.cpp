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
        QCOMPARE(bitsInWords(ClassAnswer::sameBits), QStringLiteral("same"));
        QCOMPARE(bitsInWords(ClassAnswer::differentBits), QStringLiteral("differ"));
        QCOMPARE(bitsInWords(ClassAnswer::dependsOnCard), QStringLiteral("by card"));
        QCOMPARE(bitsInWords(ClassAnswer::unknown), QStringLiteral("not known"));
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
