#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/matmul_keys.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/session_file.h"
#include "ui/session_reruns.h"

#include <QJsonDocument>
#include <QJsonObject>

namespace flipscope {
namespace {

KeptReruns twoReruns() {
    const auto dataset = testing::matmulRuns();
    const Analysis analysis = analyse(*dataset).value();
    KeptReruns reruns;
    keep(reruns, testing::keptRerun(testing::targetOf(*dataset, analysis, 0), {{0, 0xabcdef0123456789}, {1, 7}}));
    KeptRerun real =
        testing::keptRerun(testing::targetOf(*dataset, analysis, 1), {{2, 3}}, RerunMeans::real, "<b>card\n");
    real.report.stopped = true;
    real.report.workersLost = 2;
    real.report.failure = "it broke";
    keep(reruns, real);
    return reruns;
}

class TestSessionReruns : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void reRunsComeBackFromASession() {
        SavedSession session;
        session.reruns = twoReruns();
        const auto read = sessionFromJson(toJson(session, QStringLiteral("/")), QStringLiteral("/"));
        QVERIFY(read);
        QCOMPARE(read.value().damagedReruns, std::size_t{0});
        const KeptReruns& reruns = read.value().reruns;
        QCOMPARE(reruns.size(), std::size_t{2});
        QVERIFY(reruns[0]->subject == session.reruns[0]->subject);
        QVERIFY(reruns[0]->winners == session.reruns[0]->winners);
        QVERIFY(reruns[0]->generation == Card::hopper);
        QCOMPARE(reruns[0]->report.rounds[0].results[0].checksum, std::uint64_t{0xabcdef0123456789});
        QCOMPARE(reruns[1]->device, std::string("<b>card\n"));
        QVERIFY(!reruns[1]->generation);
        QVERIFY(reruns[1]->report.stopped);
        QCOMPARE(reruns[1]->report.workersLost, 2U);
        QCOMPARE(reruns[1]->report.failure, std::string("it broke"));
        QVERIFY(reruns[1]->report.hello->means == RerunMeans::real);
        QCOMPARE(rerunsToJson(reruns), rerunsToJson(session.reruns));
    }

    void checksAndWhatTheKeyStandsForComeBack() {
        KeptRerun kept = *twoReruns()[1];
        const TuningKey key = test::keyOf({64, 128, 256, 10, 9});
        kept.subject.keyJson = key.canonicalJson;
        RerunRound round = kept.report.rounds.front();
        round.request.problem = {64, 128, 255, ElementType::f32, false};
        round.request.placement = {256, 0, 0, 0};
        round.request.check = RerunCheck::bucketMember;
        round.results[0].candidate = {std::nullopt, "cublaslt_0"};
        round.request.candidates = {round.results[0].candidate};
        kept.report.rounds.push_back(round);
        round.request.problem.m = 1;
        round.request.check = RerunCheck::narrow;
        kept.report.rounds.push_back(round);
        kept.report.hello->candidates = {"cublaslt_0"};
        KeptReruns reruns;
        keep(reruns, kept);
        const QJsonArray json = rerunsToJson(reruns);
        std::size_t damaged = 0;
        const KeptReruns read = rerunsFromJson(json, damaged);
        QCOMPARE(read.size(), std::size_t{1});
        const auto& rounds = read[0]->report.rounds;
        QCOMPARE(rounds.size(), std::size_t{3});
        QVERIFY(rounds[0].request.check == RerunCheck::keySizes);
        QVERIFY(rounds[1].request.check == RerunCheck::bucketMember);
        QVERIFY(rounds[1].request.place == BucketPlace::inside);
        QVERIFY(rounds[2].request.check == RerunCheck::narrow);
        QVERIFY(rounds[2].request.place == BucketPlace::outside);
        QVERIFY(!rounds[1].results[0].candidate.index);
        QCOMPARE(read[0]->report.hello->candidates, std::vector<std::string>{"cublaslt_0"});
        QJsonObject wrong = json[0].toObject(), fewer = json[0].toObject();
        wrong["checks"] = QJsonArray{"keySizes", "bucketMember", "<b>"};
        fewer["checks"] = QJsonArray{"keySizes"};
        QVERIFY(rerunsFromJson(QJsonArray{wrong, fewer}, damaged).empty());
        QCOMPARE(damaged, std::size_t{2});
    }

    void sessionsOfEarlierVersionsHaveNoChecks() {
        QJsonObject old = rerunsToJson(twoReruns())[0].toObject();
        old.remove("checks");
        std::size_t damaged = 0;
        const KeptReruns read = rerunsFromJson(QJsonArray{old}, damaged);
        QCOMPARE(read.size(), std::size_t{1});
        QVERIFY(read[0]->report.rounds[0].request.check == RerunCheck::keySizes);
    }

    void noCommandIsKept() {
        const QByteArray json = QJsonDocument(rerunsToJson(twoReruns())).toJson();
        for (const char* word : {"command", "arguments", "python", "flipscope-worker"})
            QVERIFY2(!json.contains(word), word);
    }

    void damagedEntriesAreLeftOutAndCounted() {
        QJsonArray json = rerunsToJson(twoReruns());
        QJsonObject broken = json[0].toObject();
        QJsonArray messages = broken["messages"].toArray();
        messages[1] = QJsonObject{{"type", "result"}, {"id", "1"}, {"name", "a"}, {"status", "ok"}};
        broken["messages"] = messages;
        json.append(broken);
        QJsonObject winners = json[0].toObject();
        winners["winners"] = QJsonArray{QJsonObject{{"name", "a"}, {"index", -4}}};
        json.append(winners);
        for (const QJsonValue& other : {QJsonValue(7), QJsonValue(QJsonObject()), QJsonValue(QJsonArray{1})})
            json.append(other);
        std::size_t damaged = 0;
        QCOMPARE(rerunsFromJson(json, damaged).size(), std::size_t{2});
        QCOMPARE(damaged, std::size_t{5});
    }

    void somethingElseThanAListIsNone() {
        std::size_t damaged = 0;
        QVERIFY(rerunsFromJson(QJsonValue(QStringLiteral("x")), damaged).empty());
        QVERIFY(rerunsFromJson({}, damaged).empty());
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestSessionReruns)
#include "tst_session_reruns.moc"
