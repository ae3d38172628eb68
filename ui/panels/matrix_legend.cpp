#include "ui/panels/matrix_legend.h"

#include "ui/delegates/cell_palette.h"
#include "ui/outcome_words.h"
#include "ui/text.h"

#include <algorithm>
#include <array>

namespace flipscope {
namespace {

constexpr std::size_t kMostGroups = 8;
constexpr qsizetype kGroupLetters = 28;

// Lines break between entries only.
QString unbroken(const QString& text) {
    return text.toHtmlEscaped().replace(QLatin1Char(' '), QStringLiteral("&nbsp;"));
}

QString swatch(const CellColours& colours, const QString& sign) {
    return QStringLiteral("<span style='background-color:%1;color:%2'>&nbsp;%3&nbsp;</span>")
        .arg(colours.fill.name(), colours.text.name(), unbroken(sign));
}

QString entry(const CellColours& colours, const QString& sign, const QString& words) {
    return swatch(colours, sign) + QStringLiteral("&nbsp;") + unbroken(words);
}

QString title(const char* words) {
    return QStringLiteral("<b>%1</b>").arg(unbroken(QString::fromLatin1(words)));
}

QString shortened(QString name) {
    if (name.size() <= kGroupLetters) return name;
    return name.replace(kGroupLetters / 2, name.size() - kGroupLetters, QStringLiteral("…"));
}

QStringList groupEntries(const Outcome& outcome, bool dark) {
    QStringList entries{title("Outcome of the run:")};
    if (outcome.grouping == Grouping::ungrouped) return entries << groupsInWords(outcome).toHtmlEscaped();
    const auto add = [&](int group, const QString& name, std::size_t runs) {
        entries += entry(groupColours(group, dark), groupLetter(group),
                         QStringLiteral("%1 (%2)").arg(name, counted(runs, "run", "runs")));
    };
    for (std::size_t i = 0; i < std::min(outcome.groups.size(), kMostGroups); ++i)
        add(static_cast<int>(i), shortened(shown(outcome.groups[i].name)), outcome.groups[i].members.size());
    if (outcome.groups.size() > kMostGroups)
        entries += unbroken(QStringLiteral("and %1 more groups").arg(outcome.groups.size() - kMostGroups));
    if (outcome.unlabelled > 0) add(-1, QStringLiteral("no value"), outcome.unlabelled);
    return entries;
}

QStringList winnerEntries(const CellPalette& palette, std::uint8_t used) {
    static constexpr std::array<const char*, kColourSlots> kRanks{"1st", "2nd", "3rd", "4th",
                                                                  "5th", "6th", "7th", "8th …"};
    QStringList entries;
    for (std::size_t slot = 0; slot < std::min(used, kColourSlots); ++slot)
        entries += swatch(palette.winners[slot], QString::fromUtf8(kRanks[slot]));
    return entries;
}

QString reason(WinnerSource source) {
    switch (source) {
        case WinnerSource::none_notProvable:
            return QStringLiteral("winner not provable");
        case WinnerSource::none_notDecided:
            return QStringLiteral("not decided");
        case WinnerSource::none_choicesCached:
            return QStringLiteral("from a cache, not logged");
        case WinnerSource::none_contradictory:
            return QStringLiteral("log contradicts itself");
        default:
            return QStringLiteral("key absent");
    }
}

}  // namespace

QString matrixLegend(const MatrixTable& table, CellColouring colouring, const Outcome* outcome, bool dark) {
    const CellPalette palette = cellPalette(dark);
    const CellsPresent& present = table.present;
    const bool byClass = colouring == CellColouring::byClass;
    QStringList entries;
    if (outcome != nullptr) entries += groupEntries(*outcome, dark);
    entries +=
        byClass ? title("Class of the winner in its row, by frequency:") : title("Winner in its row, by frequency:");
    entries += winnerEntries(palette, byClass ? present.classSlots : present.candidateSlots);
    if (byClass && present.unknownClass)
        entries += entry(palette.unknownClass, QStringLiteral("n"), QStringLiteral("class not predicted"));
    if (present.otherSet)
        entries += entry(palette.otherSet, QStringLiteral("n"), QStringLiteral("other candidate set, not compared"));
    for (const WinnerSource source : present.withoutWinner)
        entries += entry(palette.none, signOf(source), reason(source));
    return entries.join(QStringLiteral(" &nbsp; "));
}

}  // namespace flipscope
