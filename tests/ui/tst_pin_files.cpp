#include "core/pin/pin_file.h"
#include "tests/support/pin_fixture.h"
#include "tests/support/sample_database.h"
#include "tests/ui/log_fixture.h"
#include "ui/pin_files.h"

#include <QFileInfo>

#include <QtTest/QtTest>
#include <sys/stat.h>

namespace flipscope {
namespace {

class TestPinFiles : public QObject {
    Q_OBJECT
private slots:
    void aPinFileIsKnownByItsBeginning() {
        QVERIFY(!looksLikePinFile(at("missing")));
        QVERIFY(!looksLikePinFile(m_folder.path()));
        testing::writeFile(at("log.jsonl"), testing::decisionLine(64, 0));
        QVERIFY(!looksLikePinFile(at("log.jsonl")));
        testing::writeFile(at("damaged"), R"({ "version": 1, "format" : "flipscope-pins")");
        QVERIFY(looksLikePinFile(at("damaged")));
        QCOMPARE(::mkfifo(at("pipe").toLocal8Bit().constData(), 0600), 0);
        QVERIFY(!looksLikePinFile(at("pipe")));  // without waiting for a writer
    }

    void pinsAreSavedAsTheCommandLineWritesThem() {
        const testing::PinFixture fixture;
        QCOMPARE(savePinFile(fixture.pins, at("pins.json"), {}), QString());
        QCOMPARE(testing::readFile(at("pins.json").toStdString()), pinFileText(fixture.pins));
        QCOMPARE(savePinFile({fixture.pins.front()}, at("pins.json"), {}), QString());  // a pin file may be replaced
        QCOMPARE(readPinFile(at("pins.json").toStdString()).value().size(), std::size_t{1});
    }

    void otherFilesAreNeverReplaced() {
        const testing::PinFixture fixture;
        testing::writeFile(at("run1/decisions.jsonl"), "mine");
        QVERIFY(savePinFile(fixture.pins, at("run1/decisions.jsonl"), {}).contains(QStringLiteral("is no pin file")));
        QCOMPARE(testing::readFile(at("run1/decisions.jsonl").toStdString()), std::string("mine"));
        QCOMPARE(savePinFile(fixture.pins, at("input.json"), {}), QString());
        const std::string input = at("input.json").toStdString();
        QVERIFY(savePinFile({}, at("input.json"), {input}).contains(QStringLiteral("belongs to the input")));
        QCOMPARE(readPinFile(input).value().size(), fixture.pins.size());
        QVERIFY(!savePinFile(fixture.pins, at("nowhere/pins.json"), {}).isEmpty());
        QVERIFY(!savePinFile(fixture.pins, m_folder.path(), {}).isEmpty());
    }

    void filesOfRunsAreThoseOnDisk() {
        testing::writeFile(at("hey!/b.tar"), "archive");
        testing::writeFile(at("hey!/decisions.jsonl"), "log");
        const std::string folder = m_folder.path().toStdString();
        Dataset dataset;
        dataset.runs.resize(2);
        dataset.runs[0].sources = {folder + "/hey!/decisions.jsonl", "gone/default.db"};
        dataset.runs[1].sources = {folder + "/hey!/b.tar!/run1/x.zip!/default.db"};
        const std::vector<std::string> files = filesOfRuns(dataset);
        QCOMPARE(files, (std::vector<std::string>{folder + "/hey!/decisions.jsonl", "gone/default.db",
                                                  folder + "/hey!/b.tar"}));
        QVERIFY(savePinFile({}, at("hey!/b.tar"), files).contains(QStringLiteral("belongs to the input")));
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QTemporaryDir m_folder;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestPinFiles)
#include "tst_pin_files.moc"
