#include "tests/support/qt_warning_guard.h"
#include "tests/ui/driven_fixture.h"
#include "ui/panels/program_consent.h"

namespace flipscope {
namespace {

using testing::consentBox;

class TestProgramConsent : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void itIsAskedOnceForEachText() {
        QWidget parent;
        parent.show();
        ProgramConsent consent;
        int started = 0;
        StartedWords words{{"./train", "two words"}, QStringLiteral("It runs in /home/me."), {"./judge"}, {"srun"}};
        const auto ask = [&] { consent.ask(parent, words, [&started] { ++started; }); };
        ask();
        QCOMPARE(started, 0);
        QMessageBox* box = consentBox(parent);
        QVERIFY(box != nullptr);
        for (const char* part : {"srun", "./train 'two words'", "/home/me", "./judge"})
            QVERIFY2(box->text().contains(QLatin1String(part)), part);
        testing::buttonOf(*box, QStringLiteral("Run it"))->click();
        QCOMPARE(started, 1);
        ask();
        QCOMPARE(started, 2);
        words.program.emplace_back("more");
        ask();
        QCOMPARE(started, 2);
        consentBox(parent)->button(QMessageBox::Cancel)->click();
        QCOMPARE(started, 2);
        QTRY_VERIFY(consentBox(parent) == nullptr);
        ask();  // refusing is not remembered, and is no consent
        QVERIFY(consentBox(parent) != nullptr);
        consentBox(parent)->button(QMessageBox::Cancel)->click();
        ProgramConsent other;  // nor is consent shared
        words.program.pop_back();
        other.ask(parent, words, [&started] { ++started; });
        QCOMPARE(started, 2);
        QTRY_VERIFY(consentBox(parent) != nullptr);
        consentBox(parent)->button(QMessageBox::Cancel)->click();
    }

    void theSameWordsInAnotherFolderAreAnotherProgram() {
        QWidget parent;
        parent.show();
        ProgramConsent consent;
        int started = 0;
        for (const bool keepsFolder : {false, true}) {
            DrivenProgram program;
            program.command = {"./train"};
            program.folder = "/home/me";
            program.keepsFolder = keepsFolder;
            const auto ask = [&] {
                consent.ask(parent, {program.command, whereInWords(program, "/tmp/runs"), {}, {}}, [&] { ++started; });
            };
            started = 0;
            ask();
            QMessageBox* box = consentBox(parent);
            QVERIFY(box != nullptr);
            for (const char* part : {"/home/me", "/tmp/runs"})
                QVERIFY2(box->text().contains(QLatin1String(part)), part);
            testing::buttonOf(*box, QStringLiteral("Run it"))->click();
            QCOMPARE(started, 1);
            QTRY_VERIFY(consentBox(parent) == nullptr);
            program.folder = "/home/other";
            ask();
            QCOMPARE(started, 1);
            QVERIFY(consentBox(parent) != nullptr);
            consentBox(parent)->button(QMessageBox::Cancel)->click();
            QTRY_VERIFY(consentBox(parent) == nullptr);
        }
    }

    void aLongCommandHidesNothing() {
        QWidget parent;
        parent.show();
        ProgramConsent consent;
        const StartedWords words{{"./train", std::string(5000, ' '), "rm -r /"}, QStringLiteral("Here."), {}, {}};
        consent.ask(parent, words, [] {});
        QMessageBox* box = consentBox(parent);
        QVERIFY(box != nullptr);
        QVERIFY(box->text().contains(QStringLiteral("The whole of it")));
        QVERIFY(box->detailedText().contains(QStringLiteral("rm -r /")));
        box->button(QMessageBox::Cancel)->click();
    }

    void whatMisleadsIsShown() {
        QWidget parent;
        parent.show();
        ProgramConsent consent;
        consent.ask(parent, {{"./train\xe2\x80\xae"}, {}, {}, {}}, [] {});
        QVERIFY(consentBox(parent)->text().contains(QStringLiteral("202E")));
        consentBox(parent)->button(QMessageBox::Cancel)->click();
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestProgramConsent)
#include "tst_program_consent.moc"
