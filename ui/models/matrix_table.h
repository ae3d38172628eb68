#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"

#include <QString>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <vector>

namespace flipscope {

// Colour slots of a cell, by frequency inside its key: 0 is the key's favourite, 1 the next one … The last slot is
// shared by all that are rarer.
inline constexpr std::uint8_t kColourSlots = 8;

enum class CellKind : std::uint8_t {
    winner,
    otherSet,      // a winner, but of another candidate set than the one compared
    unknownClass,  // a winner whose numerical class is not predicted (only when coloured by class)
    none,          // no winner: see CellLook::source
};

// What is painted of one cell, small because a table has millions of them.
struct CellLook {
    std::uint32_t candidate = 0;  // CandidateIndex, when there is a winner
    std::uint8_t candidateSlot = 0, classSlot = 0;
    CellKind candidateKind = CellKind::none, classKind = CellKind::none;
    WinnerSource source = WinnerSource::none_keyAbsent;
};

// One candidate that won a key somewhere, with its numerical class in words.
struct WinnerName {
    CandidateIndex index;
    QString label, className;  // "predicted class: …", "class A, emulated on Hopper"
};

// The key columns of one row, as shown.
struct KeyRow {
    KeyIndex key;
    QString label, id, verdictText, winnersText, marginText, groupText, classText;
    QString provenText;  // what forcing has proven of the key; empty: nothing
    QString searchText;  // lower case: what the text filter looks at
    bool flips = false;
    Verdict verdict = Verdict::cannotTell;
    std::size_t winners = 0;
    std::optional<double> margin;      // of the main pair
    std::optional<std::size_t> group;  // position in Analysis::groups
    ClassAnswer classes = ClassAnswer::unknown;
    std::vector<WinnerName> names;  // most frequent first
};

// Which kinds of cells a table holds: what a legend has to explain.
struct CellsPresent {
    std::uint8_t candidateSlots = 0, classSlots = 0;  // slots 0 … n-1 are in use
    bool otherSet = false, unknownClass = false;
    std::set<WinnerSource> withoutWinner;
};

// The winner matrix made ready for painting. Keeps its dataset and analysis alive; never changed after it was built.
struct MatrixTable {
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<const Analysis> analysis;
    std::vector<KeyRow> rows;     // by KeyIndex
    std::vector<CellLook> cells;  // row-major: key * columns + matrix column
    std::size_t columns = 0;
    CellsPresent present;

    [[nodiscard]] const CellLook& at(std::size_t key, std::size_t column) const {
        return cells[key * columns + column];
    }
};

// What a cell without a winner shows instead of an index.
[[nodiscard]] const QString& signOf(WinnerSource source);

// Any thread. The analysis must be of the dataset. Without a card in `assumptions` two candidates share a class only
// when they do on every card.
[[nodiscard]] Result<std::shared_ptr<const MatrixTable>> buildMatrixTable(std::shared_ptr<const Dataset> dataset,
                                                                          std::shared_ptr<const Analysis> analysis,
                                                                          const ClassAssumptions& assumptions,
                                                                          const std::stop_token& stop = {});

}  // namespace flipscope
