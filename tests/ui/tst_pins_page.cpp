#include "core/pin/pin_file.h"
#include "tests/support/qt_warning_guard.h"
#include "tests/support/sample_database.h"
#include "tests/ui/log_fixture.h"
#include "tests/ui/pins_fixture.h"
#include "ui/jobs/pipeline.h"
#include "ui/models/pin_table_model.h"
#include "ui/panels/pin_write_dialog.h"
#include "ui/panels/pins_page.h"
#include "ui/pin_list.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

namespace flipscope {
namespace {

using testing::PinnableState;
using testing::waitCalm;
using Column = PinTableModel::Column;

class TestPinsPage : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { testing::writeFourRuns(at("runs")); }
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void saysWhatToDoBeforeThereAreRunsOrPins() {
        ViewState state;
        PinsPage page(state);
        QVERIFY(summary(page).contains(QStringLiteral("Open some runs")));
        QVERIFY(!button(page, "Pin all keys")->isEnabled() && !button(page, "Save")->isEnabled());
        PinnableState runs;
        PinsPage other(runs.state);
        QVERIFY(summary(other).contains(QStringLiteral("No key is pinned")));
        QCOMPARE(other.model().rowCount(), 2);  // both without a pin
    }

    // What is asked for here and on the command line is the same: so must be the files.
    void savesTheSameBytesAsTheCommandLine() {
        ViewState state;
        load(state);
        PinsPage page(state);
        field(page, "Who pins")->setText(QStringLiteral("me"));
        const auto& dataset = *state.dataset();
        for (const char* rule : {"majority", "fastest-in-tie", "run:run3"}) {
            state.pins().replaceAll({});
            QCOMPARE(page.pinByRule(QString::fromLatin1(rule)), QString());
            QVERIFY(waitCalm(state));
            QVERIFY(same(page, {"--rule", rule, "--by", "me"}));
            const QModelIndex cell = page.model().index(1, static_cast<int>(Column::candidate));
            QVERIFY(page.model().setData(cell, 1U, Qt::EditRole));
            QVERIFY(waitCalm(state));
            const std::string byHand = keyOf(dataset, *page.model().rows()[1].key).id + "=1";
            QVERIFY(same(page, {"--rule", rule, "--by", "me", "--key", byHand}));
        }
    }

    void aChoiceByHandIsUndoneAndDoneAgain() {
        PinnableState runs;
        PinsPage page(runs.state);
        runs.state.wantPin(KeyIndex{0}, CandidateIndex{2});
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(text(page, 0, Column::candidate), QStringLiteral("2 matmul_double_cyclic_mma"));
        QVERIFY(summary(page).contains(QStringLiteral("1 by hand")) &&
                summary(page).contains(QStringLiteral("not saved")));
        QVERIFY(runs.state.pins().isWorkAtRisk());
        button(page, "Undo")->click();
        QVERIFY(runs.state.pins().pins().empty());
        QCOMPARE(text(page, 0, Column::candidate), QStringLiteral("–"));
        button(page, "Redo")->click();
        QCOMPARE(runs.state.pins().pins().size(), std::size_t{1});
        QSignalSpy said(&page, &PinsPage::said);
        runs.state.wantPin(KeyIndex{1}, std::nullopt);
        QVERIFY(said.front().front().toString().contains(QStringLiteral("Nothing is pinned")));
    }

    void theTableIsUsedByKeyboardAlone() {
        PinnableState runs;
        PinsPage page(runs.state);
        page.resize(1000, 600);
        page.show();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        QVERIFY(waitCalm(runs.state));
        auto* table = page.findChild<QTableView*>();
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_F2);
        auto* combo = table->findChild<QComboBox*>();
        QVERIFY(combo != nullptr);
        QTest::keyClick(combo, Qt::Key_Home);
        QTest::keyClick(combo, Qt::Key_Return);
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(runs.state.pins().pins().front().candidate, CandidateIndex{1});
        QSignalSpy opened(&runs.state, &ViewState::keyOpened);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(opened.size(), 1);
        QTest::keyClick(table, Qt::Key_Delete);
        QVERIFY(runs.state.pins().pins().empty());
        QCOMPARE(page.model().rowCount(), 2);
    }

    void rulesThatNeedMoreAskForIt() {
        PinnableState runs;
        PinsPage page(runs.state);
        auto* rule = combo(page, "Rule");
        auto* run = combo(page, "Run");
        QVERIFY(run->isHidden());
        rule->setCurrentIndex(rule->findData(QStringLiteral("run:")));
        QVERIFY(!run->isHidden());
        QCOMPARE(run->count(), 4);
        run->setCurrentIndex(3);
        button(page, "Pin all keys")->click();
        QVERIFY(waitCalm(runs.state));
        QCOMPARE(runs.state.pins().pins().front().reason.rule, std::string("run:run4"));
        rule->setCurrentIndex(rule->findData(QStringLiteral("class:")));
        QVERIFY(run->isEditable());
        QSignalSpy failed(&page, &PinsPage::failed);
        run->setEditText({});
        button(page, "Pin all keys")->click();
        QVERIFY(failed.front().front().toString().contains(QStringLiteral("there are: majority")));
    }

    void aPinFileIsOpenedAndADamagedOneSaid() {
        PinnableState runs;
        PinsPage page(runs.state);
        QVERIFY(page.pinByRule(QStringLiteral("majority")).isEmpty());
        QVERIFY(waitCalm(runs.state));
        const std::string made = pinFileText(runs.state.pins().pins());
        QVERIFY(page.saveTo(at("pins.json")));
        QVERIFY(runs.state.pins().isSaved() && summary(page).contains(QStringLiteral("saved in pins.json")));
        ViewState without;
        PinsPage other(without);
        other.openFile(at("pins.json"));
        QCOMPARE(other.model().rowCount(), 2);
        QCOMPARE(pinFileText(without.pins().pins()), pinFileText(parsePinFile(made).value()));
        QVERIFY(!button(other, "Check")->isEnabled() && button(other, "Save")->isEnabled());
        QSignalSpy failed(&other, &PinsPage::failed);
        testing::writeFile(at("bad.json"), "{\"format\":\"flipscope-pins\",\"version\":1,\"pins\":[{\"key\":{}}]}");
        other.openFile(at("bad.json"));
        QVERIFY(failed.takeFirst().front().toString().contains(QStringLiteral("bad.json: pin 1: ")));
        other.openFile(at("missing.json"));
        QCOMPARE(failed.size(), 1);
        QCOMPARE(other.model().rowCount(), 2);  // what was there stays
    }

    void theRuleBoxShowsTheRuleThatThePinsWereMadeBy() {
        ViewState state;
        load(state);
        PinsPage page(state);
        const auto boxes = page.findChildren<QComboBox*>();
        const auto box = [&boxes](const QString& name) {
            for (QComboBox* combo : boxes)
                if (combo->accessibleName() == name) return combo->currentText();
            return QString();
        };
        QVERIFY(page.pinByRule(QStringLiteral("run:run3")).isEmpty());
        QVERIFY(waitCalm(state));
        QCOMPARE(box(QStringLiteral("Rule")), QStringLiteral("what one run used …"));
        QCOMPARE(box(QStringLiteral("Run")), QStringLiteral("run3"));
        button(page, "Pin all keys")->click();  // the same rule again
        QVERIFY(waitCalm(state));
        QCOMPARE(state.pins().pins().front().reason.rule, std::string("run:run3"));
        QVERIFY(page.pinByRule(QStringLiteral("majority")).isEmpty());
        QVERIFY(waitCalm(state));
        QCOMPARE(box(QStringLiteral("Rule")), QStringLiteral("what most runs used"));
    }

    void theCheckSaysWhatTheCommandLineSays() {
        ViewState state;
        load(state);
        PinsPage page(state);
        QVERIFY(page.pinByRule(QStringLiteral("run:run3")).isEmpty());
        QVERIFY(waitCalm(state));
        button(page, "Check")->click();
        QVERIFY(waitCalm(state));
        QVERIFY(page.saveTo(at("checked.json")));
        const QString expected =
            QString::fromUtf8(cli({"check", at("checked.json").toStdString(), at("runs").toStdString()}));
        const QString found = textOf(page, "What the check found");
        QVERIFY(found.contains(QStringLiteral("Other candidates than the pinned ones")));
        QCOMPARE(words(found), words(expected));
        QCOMPARE(text(page, 0, Column::runs), QStringLiteral("used another candidate: 2 of 4 runs"));
        page.findChild<QTableView*>()->selectRow(0);
        QVERIFY(textOf(page, "The pin of the current row").contains(QStringLiteral("run1: used another candidate")));
        state.pins().remove({0});
        QVERIFY(textOf(page, "What the check found").contains(QStringLiteral("check again")));
        QVERIFY(text(page, 0, Column::runs).isEmpty());
    }

    void theDatabaseIsWrittenFromTheRuns() {
        PinnableState runs;
        PinsPage page(runs.state);
        QVERIFY(page.pinByRule(QStringLiteral("majority")).isEmpty());
        QVERIFY(waitCalm(runs.state));
        std::vector<Pin> pins = runs.state.pins().pins();
        for (Pin& pin : pins)
            pin.places = {testing::kMatmulNamespace};
        runs.state.pins().replaceAll(pins);
        PinWriteDialog* dialog = page.askToWrite();
        dialog->findChild<QLineEdit*>()->setText(at("out.db"));
        for (QPushButton* each : dialog->findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("&Write")) each->click();
        QTRY_VERIFY(textOf(page, "What was written").contains(QStringLiteral("What to do with it")));
        QVERIFY(QFile::exists(at("out.db")));
    }

    void hasRoomInASmallWindow() {
        PinnableState runs;
        PinsPage page(runs.state);
        page.resize(800, 520);
        page.show();
        QVERIFY(waitCalm(runs.state));
        QVERIFY2(page.minimumSizeHint().width() <= 800 && page.minimumSizeHint().height() <= 520,
                 qPrintable(
                     QStringLiteral("%1x%2").arg(page.minimumSizeHint().width()).arg(page.minimumSizeHint().height())));
    }

private:
    [[nodiscard]] QString at(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    void load(ViewState& state) const {
        Pipeline pipeline(state);
        pipeline.open({at("runs")});
        QVERIFY(QTest::qWaitFor([&state] { return state.analysis() != nullptr && state.busyWith().empty(); }, 60'000));
    }
    static QByteArray cli(const std::vector<std::string>& arguments) {
        QStringList all{QStringLiteral("pin")};
        for (const std::string& argument : arguments)
            all.append(QString::fromStdString(argument));
        QProcess process;
        process.start(QStringLiteral(FLIPSCOPE_CLI), all);
        process.waitForFinished();
        if (process.exitCode() != 0) qCritical("%s", process.readAllStandardError().constData());
        return process.readAllStandardOutput();
    }
    bool same(PinsPage& page, std::vector<std::string> options) const {
        QFile::remove(at("expected.json"));
        options.insert(options.begin(), {"make", at("runs").toStdString(), "--out", at("expected.json").toStdString()});
        cli(options);
        const std::string expected = testing::readFile(at("expected.json").toStdString());
        return page.saveTo(at("found.json")) && testing::readFile(at("found.json").toStdString()) == expected &&
               expected.size() > 100;
    }
    // Without line breaks, which depend on the width.
    static QStringList words(const QString& text) { return text.split(QRegularExpression(QStringLiteral("\\s+"))); }
    static QString text(PinsPage& page, int row, Column column) {
        return page.model().index(row, static_cast<int>(column)).data().toString();
    }
    static QString summary(const PinsPage& page) {
        QString text;
        for (const QLabel* label : page.findChildren<QLabel*>())
            text += label->text() + QLatin1Char('\n');
        return text;
    }
    static QPushButton* button(const PinsPage& page, const char* begin) {
        for (QPushButton* each : page.findChildren<QPushButton*>())
            if (QString(each->text()).remove(QLatin1Char('&')).startsWith(QLatin1String(begin))) return each;
        return nullptr;
    }
    static QComboBox* combo(const PinsPage& page, const char* name) {
        for (QComboBox* each : page.findChildren<QComboBox*>())
            if (each->accessibleName() == QLatin1String(name)) return each;
        return nullptr;
    }
    static QLineEdit* field(const PinsPage& page, const char* name) {
        for (QLineEdit* each : page.findChildren<QLineEdit*>())
            if (each->accessibleName() == QLatin1String(name)) return each;
        return nullptr;
    }
    static QString textOf(const PinsPage& page, const char* name) {
        for (const QPlainTextEdit* each : page.findChildren<QPlainTextEdit*>())
            if (each->accessibleName() == QLatin1String(name)) return each->toPlainText();
        return {};
    }

    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestPinsPage)
#include "tst_pins_page.moc"
