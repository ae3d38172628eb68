#include "core/pin/pin_file.h"
#include "tests/support/pin_fixture.h"
#include "ui/pin_files.h"
#include "ui/session_pins.h"

#include <QJsonArray>

#include <QtTest/QtTest>
#include <sys/stat.h>

namespace flipscope {
namespace {

class TestSessionPins : public QObject {
    Q_OBJECT
private slots:
    void pinsAndMarksComeBack() {
        SavedPins pins;
        pins.pins = testing::PinFixture().pins;
        pins.pins.front().keyJson = R"({"big":18446744073709551615,"x":1.50})";  // no double holds them so
        pins.file = QStringLiteral("/home/x/pins.json");
        pins.isSaved = false;
        pins.hasHandWork = true;
        const SavedPins again = pinsFromJson(pinsToJson(pins));
        QCOMPARE(pinFileText(again.pins), pinFileText(parsePinFile(pinFileText(pins.pins)).value()));
        QVERIFY(pinFileText(again.pins).find("18446744073709551615") != std::string::npos);
        QVERIFY(pinFileText(again.pins).find("1.50") != std::string::npos);
        QCOMPARE(again.file, pins.file);
        QVERIFY(!again.isSaved && again.hasHandWork && again.isKept && again.problem.isEmpty());
    }

    void savedAreTheyOnlyIfTheFileHoldsThem() {
        const QTemporaryDir folder;
        SavedPins pins;
        pins.pins = testing::PinFixture().pins;
        pins.file = folder.filePath(QStringLiteral("pins.json"));
        pins.isSaved = true;
        const QJsonObject json = pinsToJson(pins);
        QVERIFY(!pinsFromJson(json).isSaved);  // there is no such file
        QCOMPARE(savePinFile(pinsFromJson(json).pins, pins.file, {}), QString());
        QVERIFY(pinsFromJson(json).isSaved);
        QCOMPARE(savePinFile({pins.pins.front()}, pins.file, {}), QString());
        QVERIFY(!pinsFromJson(json).isSaved);
        pins.file.clear();
        QVERIFY(!pinsFromJson(pinsToJson(pins)).isSaved);
        pins.file = folder.filePath(QStringLiteral("pipe"));
        QCOMPARE(::mkfifo(pins.file.toLocal8Bit().constData(), 0600), 0);
        QVERIFY(!pinsFromJson(pinsToJson(pins)).isSaved);  // without waiting for a writer
    }

    void anOlderSessionHasNone() {
        const SavedPins none = pinsFromJson(QJsonValue::Undefined);
        QVERIFY(none.pins.empty() && none.isSaved && !none.hasHandWork && none.problem.isEmpty());
    }

    void damagedPinsAreLeftOutAndSaid() {
        for (const char* text : {"", "[]", R"({"format":"flipscope-pins","version":1,"pins":[{}]})"}) {
            const SavedPins damaged = pinsFromJson(QJsonObject{{"text", QString::fromLatin1(text)}});
            QVERIFY(damaged.pins.empty() && !damaged.problem.isEmpty());
        }
        QVERIFY(pinsFromJson(QJsonArray{1, 2}).problem.isEmpty());
        QVERIFY(!pinsFromJson(QJsonObject{{"text", 7}}).problem.isEmpty());
    }
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestSessionPins)
#include "tst_session_pins.moc"
