#include "ui/theme.h"

#include "ui/theme_style.h"

#include <QApplication>
#include <QStyle>
#include <array>
#include <utility>

namespace flipscope {
namespace {

struct Colours {
    QColor window, base, alternate, text, button, highlight, highlightedText, link, mid, light, dark;
};

QPalette paletteOf(const Colours& c) {
    QPalette palette(c.text, c.button, c.light, c.dark, c.mid, c.text, c.highlightedText, c.base, c.window);
    palette.setColor(QPalette::AlternateBase, c.alternate);
    palette.setColor(QPalette::Highlight, c.highlight);
    palette.setColor(QPalette::HighlightedText, c.highlightedText);
    palette.setColor(QPalette::Link, c.link);
    palette.setColor(QPalette::LinkVisited, c.link);
    palette.setColor(QPalette::ToolTipBase, c.alternate);
    palette.setColor(QPalette::ToolTipText, c.text);
    QColor quiet = c.text;
    quiet.setAlpha(150);
    palette.setColor(QPalette::PlaceholderText, quiet);
    for (const QPalette::ColorRole role : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText}) {
        QColor off = c.text;
        off.setAlpha(110);
        palette.setColor(QPalette::Disabled, role, off);
    }
    return palette;
}

// What the desktop gave us, remembered before the first change.
struct Desktop {
    QString style;
    QPalette palette;
};

const Desktop& desktop() {
    static const Desktop remembered{QApplication::style()->objectName(), QApplication::palette()};
    return remembered;
}

constexpr std::array<std::pair<Theme, const char*>, 3> kNames{
    {{Theme::system, "system"}, {Theme::light, "light"}, {Theme::dark, "dark"}}};

}  // namespace

QString nameOf(Theme theme) {
    for (const auto& [value, name] : kNames)
        if (value == theme) return QString::fromLatin1(name);
    return {};
}

std::optional<Theme> themeFromName(const QString& name) {
    for (const auto& [value, known] : kNames)
        if (name == QLatin1String(known)) return value;
    return std::nullopt;
}

QPalette lightPalette() {
    return paletteOf({QColor(0xf3, 0xf4, 0xf6), Qt::white, QColor(0xf6, 0xf8, 0xfa), QColor(0x1b, 0x21, 0x29),
                      QColor(0xe9, 0xec, 0xf0), QColor(0x1f, 0x6f, 0xc4), Qt::white, QColor(0x0b, 0x5c, 0xad),
                      QColor(0xb9, 0xc0, 0xc9), Qt::white, QColor(0x9a, 0xa3, 0xad)});
}

QPalette darkPalette() {
    return paletteOf({QColor(0x2b, 0x30, 0x38), QColor(0x1a, 0x1d, 0x22), QColor(0x20, 0x24, 0x2a),
                      QColor(0xe6, 0xea, 0xef), QColor(0x3a, 0x41, 0x4b), QColor(0x2b, 0x6c, 0xb8), Qt::white,
                      QColor(0x7c, 0xbb, 0xff), QColor(0x59, 0x62, 0x6e), QColor(0x4a, 0x52, 0x5d),
                      QColor(0x14, 0x17, 0x1b)});
}

void applyTheme(Theme theme) {
    const Desktop& start = desktop();
    if (theme == Theme::system) {
        QApplication::setStyle(start.style);
    } else {
        QApplication::setStyle(new ThemeStyle);  // the application takes it
    }
    QApplication::setPalette(theme == Theme::light  ? lightPalette()
                             : theme == Theme::dark ? darkPalette()
                                                    : start.palette);
}

}  // namespace flipscope
