#include "tests/support/qt_warning_guard.h"
#include "ui/panels/start_page.h"

#include <QPushButton>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestStartPage : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void theStartPageOpensSamplesAndRecentFiles() {
        StartPage page({{QStringLiteral("A & B"), QStringLiteral("/samples/a")}});
        page.setRecent({{QStringLiteral("/x/run1")}, {QStringLiteral("/x/run2"), QStringLiteral("/x/run3")}});
        QSignalSpy opened(&page, &StartPage::openWanted);
        click(page, QStringLiteral("Sample: A && B"));
        click(page, QStringLiteral("x/run2 and 1 more"));
        QCOMPARE(opened.size(), 2);
        QCOMPARE(opened[0][0].toStringList(), QStringList{"/samples/a"});
        QCOMPARE(opened[1][0].toStringList(), (QStringList{"/x/run2", "/x/run3"}));
    }

private:
    static void click(const QWidget& page, const QString& text) {
        for (QPushButton* button : page.findChildren<QPushButton*>()) {
            const bool same = button->text() == text || QString(button->text()).remove(QLatin1Char('&')) == text;
            if (same) return button->click();
        }
        QFAIL(qPrintable(text));
    }

    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestStartPage)
#include "tst_start_page.moc"
