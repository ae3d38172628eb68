#include "ui/delegates/cell_palette.h"

#include <algorithm>
#include <cmath>

namespace flipscope {
namespace {

// The hues of Okabe and Ito, in the order in which neighbours differ most.
constexpr std::array<QRgb, 7> kHues{0xffe69f00, 0xff56b4e9, 0xffd55e00, 0xff00a87b, 0xfff0e442, 0xffcc79a7, 0xff0072b2};

QColor readableOn(const QColor& fill) {
    return contrastRatio(fill, Qt::black) >= contrastRatio(fill, Qt::white) ? QColor(Qt::black) : QColor(Qt::white);
}

double luminance(const QColor& colour) {
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF());
}

}  // namespace

const CellColours& CellPalette::of(CellKind kind, std::uint8_t slot) const {
    switch (kind) {
        case CellKind::winner:
            return winners[std::min<std::size_t>(slot, winners.size() - 1)];
        case CellKind::otherSet:
            return otherSet;
        case CellKind::unknownClass:
            return unknownClass;
        case CellKind::none:
            break;
    }
    return none;
}

bool isDark(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

CellPalette cellPalette(bool dark) {
    CellPalette palette;
    palette.winners[0] = dark ? CellColours{QColor(0x2f, 0x37, 0x42), QColor(0xc3, 0xca, 0xd4)}
                              : CellColours{QColor(0xe6, 0xeb, 0xf1), QColor(0x3c, 0x46, 0x52)};
    for (std::size_t i = 0; i < kHues.size(); ++i) {
        const QColor fill = QColor::fromRgb(kHues[i]);
        palette.winners[i + 1] = {fill, readableOn(fill)};
    }
    palette.otherSet = dark ? CellColours{QColor(0x55, 0x4a, 0x66), QColor(0xf2, 0xec, 0xfa), true}
                            : CellColours{QColor(0xd8, 0xcc, 0xe8), QColor(0x2c, 0x1f, 0x3d), true};
    palette.unknownClass = dark ? CellColours{QColor(0x45, 0x45, 0x45), QColor(0xe0, 0xe0, 0xe0), true}
                                : CellColours{QColor(0xd4, 0xd4, 0xd4), QColor(0x2a, 0x2a, 0x2a), true};
    palette.none = dark ? CellColours{QColor(0x1c, 0x1f, 0x24), QColor(0xa8, 0xa8, 0xa8), true}
                        : CellColours{QColor(0xff, 0xff, 0xff), QColor(0x5f, 0x5f, 0x5f), true};
    return palette;
}

CellColours groupColours(int group, bool dark) {
    static const std::array<CellColours, 4> light{{{QColor(0x3d, 0x46, 0x53), Qt::white},
                                                   {QColor(0xff, 0xff, 0xff), QColor(0x1b, 0x21, 0x29)},
                                                   {QColor(0x9a, 0xa5, 0xb4), Qt::black},
                                                   {QColor(0xdf, 0xe4, 0xea), QColor(0x1b, 0x21, 0x29), true}}};
    static const std::array<CellColours, 4> night{{{QColor(0xd5, 0xdb, 0xe3), Qt::black},
                                                   {QColor(0x14, 0x17, 0x1b), QColor(0xe6, 0xea, 0xef)},
                                                   {QColor(0x86, 0x91, 0xa1), Qt::black},
                                                   {QColor(0x34, 0x3b, 0x45), QColor(0xe6, 0xea, 0xef), true}}};
    if (group < 0)
        return dark ? CellColours{QColor(0x2b, 0x30, 0x38), QColor(0xb4, 0xba, 0xc2)}
                    : CellColours{QColor(0xf3, 0xf4, 0xf6), QColor(0x55, 0x5c, 0x66)};
    return (dark ? night : light)[static_cast<std::size_t>(group) % light.size()];
}

QColor verdictColour(Verdict verdict, bool dark) {
    switch (verdict) {
        case Verdict::realWin:
            return dark ? QColor(0x56, 0xb4, 0xe9) : QColor(0x00, 0x72, 0xb2);
        case Verdict::coinFlip:
            return dark ? QColor(0xe6, 0x9f, 0x00) : QColor(0xc8, 0x85, 0x00);
        case Verdict::disturbed:
            return dark ? QColor(0xff, 0x7f, 0x3f) : QColor(0xd5, 0x5e, 0x00);
        case Verdict::cannotTell:
            break;
    }
    return dark ? QColor(0x9a, 0xa2, 0xac) : QColor(0x80, 0x88, 0x92);
}

double contrastRatio(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace flipscope
