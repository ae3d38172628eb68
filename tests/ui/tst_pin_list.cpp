#include "ui/pin_list.h"

#include <QSignalSpy>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

Pin pin(const std::string& key, std::uint32_t candidate, const std::string& place = {}) {
    Pin made;
    made.keyJson = key;
    made.tuner = "matmul";
    made.candidate = {candidate};
    if (!place.empty()) made.places = {place};
    return made;
}

std::vector<std::uint32_t> choices(const PinList& list) {
    std::vector<std::uint32_t> found;
    for (const Pin& each : list.pins())
        found.push_back(each.candidate.value);
    return found;
}

using Choices = std::vector<std::uint32_t>;

class TestPinList : public QObject {
    Q_OBJECT
private slots:
    void startsEmptyAndSaved() {
        const PinList list;
        QVERIFY(list.pins().empty() && list.isSaved() && !list.isWorkAtRisk() && !list.canUndo() && !list.canRedo());
    }

    void aChoiceByHandTakesThePlaceOfAllPinsOfItsKey() {
        PinList list;
        list.open({pin("a", 1), pin("b", 2, "device-0"), pin("b", 3, "device-1"), pin("c", 4)},
                  QStringLiteral("/p.json"));
        QVERIFY(list.isSaved());
        list.setByHand({pin("b", 7)});
        QCOMPARE(choices(list), (Choices{1, 7, 4}));
        QVERIFY(!list.isSaved() && list.hasHandWork() && list.isWorkAtRisk());
        Pin ofOtherTuner = pin("a", 9);
        ofOtherTuner.tuner = "reduce";
        list.setByHand({ofOtherTuner});
        QCOMPARE(choices(list), (Choices{1, 7, 4, 9}));
        Pin withoutTuner = pin("a", 5);
        withoutTuner.tuner.clear();
        list.setByHand({withoutTuner});
        QCOMPARE(choices(list), (Choices{5, 7, 4}));
    }

    void stepsAreUndoneAndDoneAgain() {
        PinList list;
        QSignalSpy changed(&list, &PinList::changed);
        list.replaceAll({pin("a", 1), pin("b", 2)});
        list.remove({0});
        QCOMPARE(choices(list), Choices{2});
        list.undo();
        QCOMPARE(choices(list), (Choices{1, 2}));
        QVERIFY(list.canRedo() && !list.hasHandWork());
        list.redo();
        QCOMPARE(choices(list), Choices{2});
        list.undo();
        list.setByHand({pin("b", 9)});  // what was undone is gone
        QVERIFY(!list.canRedo());
        list.undo();
        list.undo();
        QVERIFY(list.pins().empty() && list.isSaved() && !list.canUndo());
        QCOMPARE(changed.size(), 8);
        list.remove({4});
        QCOMPARE(changed.size(), 8);
    }

    void aRuleKeepsHandPinsWhereThatIsAskedFor() {
        PinList list;
        Pin byHand = pin("b", 7);
        byHand.reason.rule = "hand";
        list.replaceAll({pin("a", 1), pin("b", 2)});
        list.setByHand({byHand});
        list.replaceAll({pin("a", 3), pin("b", 3), pin("c", 3)}, true);
        QCOMPARE(choices(list), (Choices{3, 7, 3}));
        QVERIFY(list.hasHandWork());
        list.replaceAll({pin("a", 3), pin("b", 3)}, false);
        QCOMPARE(choices(list), (Choices{3, 3}));
        QVERIFY(!list.hasHandWork());
    }

    void aFileHoldsOneOfTheStepsOnly() {
        PinList list;
        list.replaceAll({pin("a", 1)});
        QVERIFY(!list.isSaved() && !list.isWorkAtRisk());  // a rule makes it again
        list.markSaved(QStringLiteral("/p.json"));
        QVERIFY(list.isSaved());
        list.setByHand({pin("a", 2)});
        QCOMPARE(list.file(), QStringLiteral("/p.json"));
        list.undo();
        QVERIFY(list.isSaved());
        list.redo();
        list.markSaved(QStringLiteral("/p.json"));
        QVERIFY(!list.isWorkAtRisk());
        list.undo();
        QVERIFY(!list.isSaved());  // the file has the later pins
    }

    void whatASessionKeepsIsNotAtRiskUntilItChanges() {
        PinList list;
        list.setByHand({pin("a", 1)});
        QVERIFY(list.isWorkAtRisk());
        list.markKept();
        QVERIFY(!list.isWorkAtRisk() && !list.isSaved());
        list.setByHand({pin("a", 2)});
        QVERIFY(list.isWorkAtRisk());
        PinList again;
        again.restore({pin("a", 1)}, QStringLiteral("/p.json"), false, true, true);
        QVERIFY(!again.isSaved() && again.hasHandWork() && !again.isWorkAtRisk());
        again.restore({pin("a", 1)}, QStringLiteral("/p.json"), false, true, true);  // as it is
        again.undo();
        QVERIFY(again.pins().empty() && !again.canUndo());
    }

    void handWorkThatOthersReplacedIsAtRiskUntilItIsSaved() {
        PinList list;
        list.setByHand({pin("a", 1)});
        list.setByHand({pin("b", 1)});
        QVERIFY(!list.isReplacedWorkAtRisk());  // the first step lives on in the second
        list.open({pin("c", 4)}, QStringLiteral("/p.json"));
        QVERIFY(!list.isWorkAtRisk() && list.isReplacedWorkAtRisk());
        list.setByHand({pin("c", 5)});
        list.markSaved(QStringLiteral("/q.json"));
        QVERIFY(!list.isWorkAtRisk() && list.isReplacedWorkAtRisk());
        list.undo();
        list.undo();
        list.markSaved(QStringLiteral("/mine.json"));
        QVERIFY(!list.isReplacedWorkAtRisk());
        list.restore({pin("d", 1)}, {}, true, false, true);
        list.undo();
        list.setByHand({pin("d", 2)});
        list.restore({pin("e", 1)}, {}, true, false, true);
        QVERIFY(list.isReplacedWorkAtRisk());
        list.undo();
        list.remove({0});  // goes on from there
        QVERIFY(list.isWorkAtRisk() && !list.isReplacedWorkAtRisk());
    }

    void thereIsAnEndOfWhatCanBeUndone() {
        PinList list;
        for (std::uint32_t i = 0; i < 2 * PinList::kMostSteps; ++i)
            list.setByHand({pin("a", i)});
        std::size_t undone = 0;
        for (; list.canUndo(); ++undone)
            list.undo();
        QCOMPARE(undone, PinList::kMostSteps);
    }
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestPinList)
#include "tst_pin_list.moc"
