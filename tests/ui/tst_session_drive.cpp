#include "tests/support/qt_warning_guard.h"
#include "ui/session_drive.h"

#include <QJsonArray>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

FoundKey keyNamed(const char* name) {
    return {std::string("{\"key\":\"") + name + "\"}", "tuner", "1234", "abcd0123", name};
}

class TestSessionDrive : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void whatTheUserSaidComesBack() {
        DriveSettings settings;
        settings.command = QStringLiteral("./train --name 'two words'");
        settings.folder = QStringLiteral("/home/me");
        settings.keepsFolder = true;
        settings.limitSeconds = 12.5;
        settings.trialFolder = QStringLiteral("t");
        settings.forceFolder = QStringLiteral("f");
        settings.runFolder = QStringLiteral("r");
        settings.test = QStringLiteral("./judge");
        settings.repeats = 3;
        settings.runs = 40;
        settings.parallel = 2;
        settings.launcher = QStringLiteral("srun -n1");
        settings.triton = false;
        settings.xla = false;
        settings.inductor = true;
        QVERIFY((settingsFromJson(settingsToJson(settings)) == settings));
    }

    void whatIsMissingOrWrongIsAsIfNeverSaid() {
        QVERIFY((settingsFromJson({}) == DriveSettings()));
        const QJsonObject wrong{{"command", 7}, {"repeats", -1},  {"runs", 0},          {"parallel", 1e9},
                                {"xla", "yes"}, {"folder", true}, {"limitSeconds", -3}, {"triton", QJsonArray{}}};
        QVERIFY((settingsFromJson(wrong) == DriveSettings()));
    }

    void culpritsAndClassesComeBack() {
        DriveFindings findings;
        findings.culprits.push_back(
            {keyNamed("a"), {CandidateIndex{4}, CandidateIndex{9}, "run14", "run13", "by loss", 2, 3}});
        findings.classes.push_back(
            {keyNamed("b"), "run14", "whole output", "H200", {{CandidateIndex{0}, 0}, {CandidateIndex{7}, 1}}});
        QVERIFY((findingsFromJson(findingsToJson(findings)) == findings));
    }

    void damagedEntriesAreLeftOutAndTheirNeighboursStay() {
        DriveFindings findings;
        findings.culprits.push_back({keyNamed("a"), {CandidateIndex{4}, CandidateIndex{9}, "x", "y", "o", 1, 1}});
        findings.classes.push_back({keyNamed("b"), "x", "o", "d", {{CandidateIndex{0}, 0}}});
        QJsonObject json = findingsToJson(findings);
        QJsonArray culprits = json["culprits"].toArray(), classes = json["classes"].toArray();
        QJsonObject noCandidate = culprits[0].toObject();
        noCandidate["bad"] = -1;
        QJsonObject noPair = classes[0].toObject();
        noPair["classes"] = QJsonArray{QJsonArray{0}};
        culprits.append(noCandidate);
        culprits.append(QStringLiteral("text"));
        classes.append(noPair);
        json["culprits"] = culprits;
        json["classes"] = classes;
        QVERIFY((findingsFromJson(json) == findings));
        QVERIFY((findingsFromJson({{"culprits", 3}}) == DriveFindings()));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestSessionDrive)
#include "tst_session_drive.moc"
