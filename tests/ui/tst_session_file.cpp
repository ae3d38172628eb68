#include "tests/support/qt_warning_guard.h"
#include "tests/ui/log_fixture.h"
#include "tests/ui/matrix_fixture.h"
#include "ui/session_file.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

SavedSession fullSession(const QString& folder) {
    SavedSession session;
    session.paths = {folder + QStringLiteral("/run 1"), QStringLiteral("/elsewhere/<run>\n2")};
    session.labels = {{"run1", "clean"}, {"run \"2\"\n", "<b>bad</b>"}};
    session.uncheckedRuns = {"run3"};
    session.splitRuns = {"run4"};
    session.outcome.kind = OutcomeKind::pattern;
    session.outcome.pattern = {"loss ([0-9]+)\"", PatternMatch::nth, 3};
    session.outcome.grouping = Grouping::byThreshold;
    session.outcome.threshold = 7.25;
    session.page = Page::suspects;
    session.key = "31944fb2";
    session.filter.text = QStringLiteral("matmul");
    session.filter.onlyFlips = true;
    session.filter.verdict = Verdict::disturbed;
    session.theme = Theme::dark;
    session.colouring = CellColouring::byClass;
    session.runsByOutcome = false;
    session.suspectsFirst = false;
    session.assumptions = {Card::hopper, CodeGenerator::llvm};
    Pin pin;
    pin.keyJson = R"({"m":64})";
    pin.setChecksum = "ab";
    session.pins.pins = {pin};
    session.pins.file = QStringLiteral("/elsewhere/pins.json");
    session.pins.isSaved = false;
    session.pins.hasHandWork = true;
    return session;
}

constexpr char kWrongKinds[] =
    "{'format':'flipscope-session','version':1,'paths':'x','labels':[1],'uncheckedRuns':{'a':1},"
    "'outcome':{'kind':7,'n':-3,'threshold':'x'},"
    "'view':{'page':'nowhere','filter':[],'theme':9,'card':'abacus'}}";

// Ready for readers: JSON with ' for ".
QByteArray withQuotes(const char* json) {
    return QByteArray(json).replace('\'', '"');
}

class TestSessionFile : public QObject {
    Q_OBJECT
private slots:
    void everyGroupingIsRemembered() {
        for (const Grouping grouping : {Grouping::automatic, Grouping::byText, Grouping::byThreshold, Grouping::byGap,
                                        Grouping::byFinite, Grouping::ungrouped}) {
            SavedSession session;
            session.outcome.grouping = grouping;
            const auto read = sessionFromJson(toJson(session, QStringLiteral("/")), QStringLiteral("/"));
            QVERIFY(read && read.value().outcome.grouping == grouping);
        }
    }

    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void everythingComesBack() {
        const QString file = m_folder.filePath(QStringLiteral("x.flipscope-session"));
        const SavedSession saved = fullSession(m_folder.path());
        QCOMPARE(saveSession(saved, file), QString());
        const auto opened = openSession(file);
        QVERIFY2(opened.hasValue(), opened.errorMessage().c_str());
        const SavedSession& session = opened.value();
        QCOMPARE(session.paths, saved.paths);
        QVERIFY(session.labels == saved.labels);
        QVERIFY(session.uncheckedRuns == saved.uncheckedRuns);
        QVERIFY(session.splitRuns == saved.splitRuns);
        QVERIFY(session.outcome.kind == saved.outcome.kind && session.outcome.grouping == saved.outcome.grouping);
        QCOMPARE(session.outcome.pattern.regex, saved.outcome.pattern.regex);
        QVERIFY(session.outcome.pattern.match == PatternMatch::nth);
        QCOMPARE(session.outcome.pattern.n, std::size_t{3});
        QCOMPARE(session.outcome.threshold, std::optional(7.25));
        QVERIFY(session.page == Page::suspects && session.theme == Theme::dark);
        QCOMPARE(session.key, saved.key);
        QCOMPARE(session.pins.pins.size(), std::size_t{1});
        QCOMPARE(session.pins.pins.front().keyJson, saved.pins.pins.front().keyJson);
        QCOMPARE(session.pins.file, saved.pins.file);
        QVERIFY(!session.pins.isSaved && session.pins.hasHandWork && session.pins.isKept);
        QVERIFY(session.filter == saved.filter);
        QVERIFY(session.colouring == CellColouring::byClass && !session.runsByOutcome && !session.suspectsFirst);
        QVERIFY(session.assumptions.card == Card::hopper);
        QVERIFY(session.assumptions.codeGenerator == CodeGenerator::llvm);
    }

    void theCodeGeneratorIsSpelledAsEverywhereAndOldFilesStayReadable() {
        SavedSession session;
        session.assumptions.codeGenerator = CodeGenerator::cudaCpp;
        QByteArray json = toJson(session, m_folder.path());
        QVERIFY(json.contains("\"cuda-cpp\""));
        const auto generatorIn = [this](const QByteArray& text) {
            return sessionFromJson(text, m_folder.path()).value().assumptions.codeGenerator;
        };
        QVERIFY(generatorIn(json) == CodeGenerator::cudaCpp);
        QVERIFY(generatorIn(json.replace("\"cuda-cpp\"", "\"cudaCpp\"")) == CodeGenerator::cudaCpp);
        QVERIFY(!generatorIn(json.replace("\"cudaCpp\"", "\"spirv\"")));
    }

    void aFilterThatNothingCanPassIsNotTakenFromAnOldFile() {
        SavedSession session;
        session.filter.verdict = Verdict::disturbed;
        session.filter.onlyFlips = true;
        QByteArray json = toJson(session, m_folder.path());
        QVERIFY(json.contains("\"disturbed\""));
        const auto opened = sessionFromJson(json.replace("\"disturbed\"", "\"realWin\""), m_folder.path());
        QVERIFY(opened.value().filter.onlyFlips && !opened.value().filter.verdict);
    }

    void aFoundOutcomeComesBackWithAllThatNamesIt() {
        SavedSession session;
        session.outcome.kind = OutcomeKind::found;
        session.outcome.found = {"loss ‹1›", "line 3 of stdout.log", "loss (.*)", 4};
        const auto opened = sessionFromJson(toJson(session, m_folder.path()), m_folder.path());
        QVERIFY(sameOutcome(opened.value().outcome, session.outcome));
    }

    void movedFilesAreFoundBesideTheSession() {
        QTemporaryDir moved;
        QVERIFY(QDir(moved.path()).mkdir(QStringLiteral("run 1")));
        const QByteArray json = toJson(fullSession(m_folder.path()), m_folder.path());
        const auto opened = sessionFromJson(json, moved.path());
        QCOMPARE(opened.value().paths.at(0), moved.path() + QStringLiteral("/run 1"));
        QCOMPARE(opened.value().paths.at(1), QStringLiteral("/elsewhere/<run>\n2"));
    }

    void damageIsSaid_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("part");
        QTest::newRow("cut off") << withQuotes("{'format':'flipscope-session','ver") << QStringLiteral("damaged");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("damaged");
        QTest::newRow("another program's")
            << withQuotes("{'format':'other','version':1}") << QStringLiteral("no session");
        QTest::newRow("an array") << QByteArray("[1,2]") << QStringLiteral("no session");
        QTest::newRow("newer") << withQuotes("{'format':'flipscope-session','version':2}") << QStringLiteral("newer");
        QTest::newRow("no version") << withQuotes("{'format':'flipscope-session'}") << QStringLiteral("version");
        QTest::newRow("deep") << QByteArray(100000, '[') << QStringLiteral("damaged");
    }
    void damageIsSaid() {
        QFETCH(QByteArray, json);
        QFETCH(QString, part);
        const auto opened = sessionFromJson(json, m_folder.path());
        QVERIFY(!opened.hasValue());
        QVERIFY2(QString::fromStdString(opened.errorMessage()).contains(part), opened.errorMessage().c_str());
    }

    void valuesOfTheWrongKindFallBack() {
        const auto opened = sessionFromJson(withQuotes(kWrongKinds), m_folder.path());
        QVERIFY(opened.hasValue());
        QVERIFY(opened.value().paths.isEmpty());
        QVERIFY(opened.value().outcome.kind == OutcomeKind::best);
        QCOMPARE(opened.value().outcome.pattern.n, std::size_t{1});
        QVERIFY(!opened.value().outcome.threshold);
        QVERIFY(opened.value().page == Page::overview);
        QVERIFY(!opened.value().assumptions.card);
    }

    void aFileThatCannotBeWrittenIsSaidAndTheOldOneStays() {
        const QString file = m_folder.filePath(QStringLiteral("kept.flipscope-session"));
        testing::writeFile(file, "old");
        QVERIFY(!saveSession(fullSession(m_folder.path()), file + QStringLiteral("/inside")).isEmpty());
        QFile kept(file);
        QVERIFY(kept.open(QIODevice::ReadOnly));
        QCOMPARE(kept.readAll(), QByteArray("old"));
        QVERIFY(!openSession(m_folder.filePath(QStringLiteral("missing"))).hasValue());
    }

    void aStateIsRememberedAndRestored() {
        ViewState state;
        state.setDataset(testing::smallDataset());
        state.setLabel("run1", "clean");
        state.setChecked(RunIndex{2}, false);
        state.setChecked(RunIndex{0}, false);
        state.setCurrentKey(KeyIndex{1});
        state.setCellColouring(CellColouring::byClass);
        OutcomeChoice choice;
        choice.kind = OutcomeKind::labels;
        state.chooseOutcome(choice);
        const SavedSession session = remember(state);

        ViewState other;
        other.setDataset(testing::smallDataset());
        const QSignalSpy changed(&other, &ViewState::checkedRunsChanged);
        restore(other, session);
        QCOMPARE(changed.size(), 1);
        QVERIFY(other.labels() == state.labels());
        QCOMPARE(other.checkedRuns(), state.checkedRuns());
        QCOMPARE(other.currentKey(), state.currentKey());
        QVERIFY(other.cellColouring() == CellColouring::byClass);
        QVERIFY(other.outcomeChoice().kind == OutcomeKind::labels);
    }

    void runsAndKeysThatAreGoneAreLeftOut() {
        ViewState state;
        state.setDataset(testing::smallDataset());
        SavedSession session;
        session.uncheckedRuns = {"run99"};
        session.key = "ffffffff";
        restore(state, session);
        QCOMPARE(state.checkedRuns().size(), std::size_t{4});
        QVERIFY(!state.currentKey());
    }

private:
    testing::QtWarningGuard m_guard;
    QTemporaryDir m_folder;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestSessionFile)
#include "tst_session_file.moc"
