#include "tests/support/qt_warning_guard.h"
#include "ui/document_words.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestDocumentWords : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theAnswerIsBoldAndAllIsEscaped() {
        Document document;
        QCOMPARE(wordsOf(document), QString());
        document.paragraph("Proven: <b>&");
        document.heading("Why");
        document.list({"one", "two"});
        document.table({});
        document.command("rm -r /", "never");
        document.paragraph("More.");
        QCOMPARE(wordsOf(document),
                 QStringLiteral("<b>Proven: &lt;b&gt;&amp;</b><br><b>Why</b><br>• one<br>• two<br>More."));
    }

private:
    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestDocumentWords)
#include "tst_document_words.moc"
