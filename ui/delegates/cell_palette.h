#pragma once

#include "ui/models/matrix_table.h"

#include <QColor>
#include <QPalette>
#include <array>

namespace flipscope {

struct CellColours {
    QColor fill, text;
    bool hatched = false;
};

// Colours of the winner matrix. The favourite is calm, every other winner stands out; the hues stay apart for
// colour-blind people (Okabe and Ito, "Color Universal Design", 2008) and the index is always written in the cell.
struct CellPalette {
    std::array<CellColours, kColourSlots> winners;
    CellColours otherSet, unknownClass, none;

    [[nodiscard]] const CellColours& of(CellKind kind, std::uint8_t slot) const;
};

[[nodiscard]] bool isDark(const QPalette& palette);
[[nodiscard]] CellPalette cellPalette(bool dark);

// Marks outcome groups (header strip, legends), always with their letter: greys only, so that nobody takes them for
// winners. Negative: no group. Groups beyond the palette repeat its greys.
[[nodiscard]] CellColours groupColours(int group, bool dark);

// Marks a verdict; always beside its word.
[[nodiscard]] QColor verdictColour(Verdict verdict, bool dark);

// Contrast of two opaque colours, 1…21. Source: WCAG 2.1, "contrast ratio".
[[nodiscard]] double contrastRatio(const QColor& a, const QColor& b);

}  // namespace flipscope
