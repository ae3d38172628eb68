#include "ui/delegates/cell_palette.h"
#include "ui/theme.h"

#include <QApplication>
#include <QCheckBox>
#include <QStandardItemModel>
#include <QStyleOptionButton>
#include <QTableView>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

// The largest contrast of any pixel of the area to the colour around it.
double contrastIn(const QImage& image, const QRect& area, const QColor& around) {
    double most = 1;
    for (int y = area.top(); y <= area.bottom(); ++y)
        for (int x = area.left(); x <= area.right(); ++x)
            most = std::max(most, contrastRatio(image.pixelColor(x, y), around));
    return most;
}

class TestThemeStyle : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { applyTheme(Theme::system); }

    void themes_data() {
        QTest::addColumn<Theme>("theme");
        QTest::newRow("light") << Theme::light;
        QTest::newRow("dark") << Theme::dark;
    }

    // WCAG 2.1: what is needed to understand a control stands out by at least 3 to 1.
    void uncheckedBoxesCanBeSeen_data() { themes_data(); }
    void uncheckedBoxesCanBeSeen() {
        QFETCH(Theme, theme);
        applyTheme(theme);
        QCheckBox box(QStringLiteral("x"));
        box.resize(box.sizeHint());
        QStyleOptionButton option;
        option.initFrom(&box);
        const QRect mark = box.style()->subElementRect(QStyle::SE_CheckBoxIndicator, &option, &box);
        const QColor window = box.palette().color(QPalette::Window);
        QVERIFY(contrastIn(box.grab().toImage(), mark, window) >= 3);
    }

    void uncheckedBoxesInTablesCanBeSeen_data() { themes_data(); }
    void uncheckedBoxesInTablesCanBeSeen() {
        QFETCH(Theme, theme);
        applyTheme(theme);
        QStandardItemModel model(1, 1);
        auto* item = new QStandardItem;
        item->setCheckable(true);
        model.setItem(0, 0, item);
        QTableView table;
        table.setShowGrid(false);
        table.setModel(&model);
        const QImage image = table.viewport()->grab().toImage();
        const QRect cell = table.visualRect(model.index(0, 0)).adjusted(1, 1, -1, -1);
        QVERIFY(contrastIn(image, cell, table.palette().color(QPalette::Base)) >= 3);
    }

    void textCanBeRead_data() { themes_data(); }
    void textCanBeRead() {
        QFETCH(Theme, theme);
        const QPalette palette = theme == Theme::dark ? darkPalette() : lightPalette();
        using Pair = std::pair<QPalette::ColorRole, QPalette::ColorRole>;
        for (const auto& [text, ground] : {Pair{QPalette::WindowText, QPalette::Window},
                                           {QPalette::Text, QPalette::Base},
                                           {QPalette::Text, QPalette::AlternateBase},
                                           {QPalette::ButtonText, QPalette::Button},
                                           {QPalette::HighlightedText, QPalette::Highlight},
                                           {QPalette::Link, QPalette::Base},
                                           {QPalette::ToolTipText, QPalette::ToolTipBase}})
            QVERIFY2(contrastRatio(palette.color(text), palette.color(ground)) >= 4.5,
                     qPrintable(QString::number(text) + QLatin1Char('/') + QString::number(ground)));
    }
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestThemeStyle)
#include "tst_theme_style.moc"
