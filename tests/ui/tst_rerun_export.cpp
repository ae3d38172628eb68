#include "tests/support/kept_rerun_fixture.h"
#include "tests/support/qt_warning_guard.h"
#include "ui/rerun_export.h"

#include <QFile>
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

    void whatCannotBeWrittenIsSaid() {
        const KeptRerun kept = testing::keptRerun(reportedRepro()[0], {{13, 1}});
        QVERIFY(exportRerun(kept, QStringLiteral("/nonexistent/out.html")).contains(QStringLiteral("written")));
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
