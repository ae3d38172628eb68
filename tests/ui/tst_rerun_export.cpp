#include "tests/support/document_text.h"
#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/matmul_keys.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/rerun_export.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace flipscope {
namespace {

class TestRerunExport : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void everyFormatHoldsTheResults() {
        const QTemporaryDir folder;
        KeptRerun kept = testing::keptRerun(reportedRepro()[0], {{13, 0xabcdef0123456789}, {15, 5}});
        kept.label = "<script>alert(1)</script>";
        for (const char* ending : {"json", "csv", "md", "html", "txt"}) {
            const QString path = folder.filePath(QStringLiteral("out.") + QLatin1String(ending));
            QCOMPARE(exportRerun(kept, path), QString());
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(file.readAll());
            QVERIFY2(text.contains(QStringLiteral("abcdef01")), ending);
            QVERIFY2(text.contains(QStringLiteral("matmul_simple_cyclic_mma")) ||
                         text.contains(QStringLiteral("matmul\\_simple\\_cyclic\\_mma")),
                     ending);
            if (QLatin1String(ending) == QLatin1String("html"))
                QVERIFY(!text.contains(QStringLiteral("<script>alert")));
            if (QLatin1String(ending) == QLatin1String("json"))
                QVERIFY(QJsonDocument::fromJson(text.toUtf8()).object()["results"].isArray());
        }
    }

    void aBlocklistIsTheFileOfTheCommandLine() {
        const QTemporaryDir folder;
        KeptRerun kept = testing::keptRerun(reportedRepro()[0], {{13, 5}, {15, 5}}, RerunMeans::real, "H200");
        kept.keyId = "1234";
        kept.subject = {R"({"m":64})", "matmul", "0abc"};
        RerunResult& refused = kept.report.rounds[0].results[1];
        refused.status = RerunStatus::refused;
        refused.because = "k must be odd";
        const QString path = folder.filePath(QStringLiteral("blocklist.json"));
        QCOMPARE(exportBlocklist(kept, path), QString());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const RerunFindings findings = findingsOf(kept);
        const RerunView view = viewOf(kept, findings);
        QCOMPARE(file.readAll().toStdString(), blocklistJson(view, {"1234", kept.label, R"({"m":64})", "0abc"}));
        file.seek(0);
        const QJsonObject json = QJsonDocument::fromJson(file.readAll()).object();
        QCOMPARE(json["command"].toString(), QStringLiteral("blocklist"));
        QCOMPARE(json["key"].toObject()["json"].toObject()["m"].toInt(), 64);
        QCOMPARE(json["candidates"].toArray().size(), 1);
        QCOMPARE(json["candidates"].toArray()[0].toObject()["index"].toInt(), 15);
        QVERIFY(
            exportBlocklist(kept, QStringLiteral("/nonexistent/list.json")).contains(QStringLiteral("cannot write")));
    }

    void thePlanIsToldFromTheResults() {
        KeptRerun kept = testing::keptRerun(reportedRepro()[0], {{13, 5}});
        QVERIFY(!planOf(kept).standardChecks);
        QVERIFY(!planOf(kept).sweep);
        QVERIFY(planOf(kept).onlyDense);
        QVERIFY(!planOf(kept).bucket);
        const TuningKey key = test::keyOf({64, 128, 256, 10, 9});
        kept.subject.keyJson = key.canonicalJson;
        kept.report.rounds.push_back(kept.report.rounds.front());
        kept.report.rounds[1].request.check = RerunCheck::narrow;
        kept.report.rounds[1].request.problem.m = 1;
        QVERIFY(planOf(kept).standardChecks);
        QVERIFY(planOf(kept).bucket);
        const RerunFindings findings = findingsOf(kept);
        const RerunPlan plan = planOf(kept);
        const std::string text = test::textOf(rerunDocument(viewOf(kept, findings, &plan)));
        QVERIFY(test::holds(text, "Not tried: misaligned buffers and padded rows."));
        kept.report.rounds[1].request.check = RerunCheck::bucketMember;
        QVERIFY(planOf(kept).sweep);
    }

    void whatCannotBeWrittenIsSaid() {
        const KeptRerun kept = testing::keptRerun(reportedRepro()[0], {{13, 1}});
        QVERIFY(exportRerun(kept, QStringLiteral("/nonexistent/out.html")).contains(QStringLiteral("cannot write")));
        QVERIFY(exportRerun(kept, QStringLiteral("/tmp/out.exe")).contains(QStringLiteral("endings")));
        QVERIFY(!QFile::exists(QStringLiteral("/tmp/out.exe")));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestRerunExport)
#include "tst_rerun_export.moc"
