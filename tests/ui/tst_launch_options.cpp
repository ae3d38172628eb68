#include "tests/support/qt_warning_guard.h"
#include "ui/launch_options.h"

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestLaunchOptions : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { QCOMPARE(m_guard.take(), QStringList()); }

    void readsPathsAndOptionsInAnyOrder() {
        const auto parsed = parse({"a", "--page", "matrix", "--size=1024x600", "b", "--theme", "dark", "--key",
                                   "31944fb2", "--pins", "run:run1", "--outcome-pattern", "-x", "--", "--odd name"});
        QVERIFY2(parsed.hasValue(), parsed.errorMessage().c_str());
        const LaunchOptions& options = parsed.value();
        QCOMPARE(options.paths, (QStringList{"a", "b", "--odd name"}));
        QVERIFY(options.page == Page::matrix && options.theme == Theme::dark);
        QCOMPARE(options.size, QSize(1024, 600));
        QCOMPARE(options.key, QStringLiteral("31944fb2"));
        QCOMPARE(options.pins, QStringLiteral("run:run1"));
        QCOMPARE(options.outcomePattern, QStringLiteral("-x"));
        QVERIFY(options.message.isEmpty());
    }

    void namesTheOptionThatIsWrong_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("part");
        QTest::newRow("unknown") << QStringList{"--frobnicate"} << QStringLiteral("--frobnicate");
        QTest::newRow("short") << QStringList{"-x"} << QStringLiteral("-x");
        QTest::newRow("no value") << QStringList{"--page"} << QStringLiteral("--page");
        QTest::newRow("no such page") << QStringList{"--page", "cover"} << QStringLiteral("cover");
        QTest::newRow("no such theme") << QStringList{"--theme", "pink"} << QStringLiteral("pink");
        QTest::newRow("no size") << QStringList{"--size", "big"} << QStringLiteral("big");
        QTest::newRow("size too large") << QStringList{"--size", "99999x99999"} << QStringLiteral("99999");
        QTest::newRow("size too small") << QStringList{"--size", "1x1"} << QStringLiteral("1x1");
    }
    void namesTheOptionThatIsWrong() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, part);
        const auto parsed = parseLaunchOptions(arguments, QStringLiteral("1.0"));
        QVERIFY(!parsed.hasValue());
        QVERIFY2(QString::fromStdString(parsed.errorMessage()).contains(part), parsed.errorMessage().c_str());
    }

    void helpAndVersionAreTexts() {
        QVERIFY(parse({"--help", "--frobnicate"}).value().message.contains(QStringLiteral("--screenshot")));
        QCOMPARE(parse({"--version"}).value().message, QStringLiteral("flipscope 1.0\n"));
    }

    void withoutADisplayOnlyAScreenshotIsDrawn() {
        const LaunchOptions window = parse({"x"}).value();
        const LaunchOptions screenshot = parse({"x", "--screenshot", "y.png"}).value();
        QCOMPARE(findDrawingSurface(window, true, false), DrawingSurface::screen);
        QCOMPARE(findDrawingSurface(window, false, true), DrawingSurface::screen);
        QCOMPARE(findDrawingSurface(screenshot, false, false), DrawingSurface::memory);
        QCOMPARE(findDrawingSurface(window, false, false), DrawingSurface::missing);
    }

    void pagesAndThemesHaveNamesOfTheirOwn() {
        for (int i = 0; i < static_cast<int>(Page::Count); ++i) {
            const Page page = static_cast<Page>(i);
            QVERIFY(pageFromName(nameOf(page)) == page);
            QVERIFY(!titleOf(page).isEmpty());
        }
        for (const Theme theme : {Theme::system, Theme::light, Theme::dark})
            QVERIFY(themeFromName(nameOf(theme)) == theme);
        QVERIFY(!pageFromName(QStringLiteral("Matrix")));
    }

private:
    static Result<LaunchOptions> parse(const QStringList& arguments) {
        return parseLaunchOptions(arguments, QStringLiteral("1.0"));
    }

    testing::QtWarningGuard m_guard;
};

}  // namespace
}  // namespace flipscope

QTEST_GUILESS_MAIN(flipscope::TestLaunchOptions)
#include "tst_launch_options.moc"
