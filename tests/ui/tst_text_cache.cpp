#include "ui/delegates/text_cache.h"

#include <QImage>

#include <QtTest/QtTest>

namespace flipscope {
namespace {

class TestTextCache : public QObject {
    Q_OBJECT
private slots:
    void drawsInsideItsPlaceOnTheSideAskedFor() {
        TextCache cache;
        const QRect place(20, 0, 200, 24);
        QVERIFY(inked(draw(cache, place, Qt::AlignLeft, QStringLiteral("abc"))).left() < 30);
        QVERIFY(inked(draw(cache, place, Qt::AlignRight, QStringLiteral("abc"))).right() > 210);
        QVERIFY(inked(draw(cache, place, Qt::AlignLeft, QString())).isNull());
    }

    void elidesWhatIsTooLong() {
        TextCache cache;
        const QRect place(20, 0, 60, 24);
        const QRect ink = inked(draw(cache, place, Qt::AlignLeft, QString(80, QLatin1Char('m'))));
        QVERIFY(!ink.isNull());
        QVERIFY(place.adjusted(-1, 0, 1, 0).contains(ink));
    }

    void laysEachTextOutOnce() {
        TextCache cache;
        const QRect place(20, 0, 200, 24);
        const QImage first = draw(cache, place, Qt::AlignLeft, QStringLiteral("run <b>1</b>"));
        const QImage again = draw(cache, place, Qt::AlignLeft, QStringLiteral("run <b>1</b>"));
        QCOMPARE(first, again);
        QCOMPARE(cache.size(), 1);
        draw(cache, place.adjusted(0, 0, 9, 0), Qt::AlignLeft, QStringLiteral("run <b>1</b>"));
        QCOMPARE(cache.size(), 2);
    }

    void anotherFontForgetsTheOldLayouts() {
        TextCache cache;
        const QRect place(20, 0, 200, 40);
        QFont large;
        large.setPointSizeF(large.pointSizeF() * 2);
        const QRect small = inked(draw(cache, place, Qt::AlignLeft, QStringLiteral("abc")));
        QVERIFY(inked(draw(cache, place, Qt::AlignLeft, QStringLiteral("abc"), large)).width() > small.width());
        QCOMPARE(cache.size(), 1);
    }

private:
    static QImage draw(TextCache& cache, const QRect& place, Qt::AlignmentFlag side, const QString& text,
                       const QFont& font = {}) {
        QImage image(260, 40, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        painter.setFont(font);
        painter.setPen(Qt::black);
        cache.draw(painter, place, side, text);
        return image;
    }
    static QRect inked(const QImage& image) {
        QRect ink;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                if (image.pixelColor(x, y).lightness() < 128) ink |= QRect(x, y, 1, 1);
        return ink;
    }
};

}  // namespace
}  // namespace flipscope

QTEST_MAIN(flipscope::TestTextCache)
#include "tst_text_cache.moc"
