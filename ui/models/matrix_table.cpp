#include "ui/models/matrix_table.h"

#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/models/class_names.h"
#include "ui/text.h"

#include <algorithm>
#include <array>
#include <map>

namespace flipscope {
namespace {

std::uint8_t slotOf(std::size_t rank) {
    return static_cast<std::uint8_t>(std::min<std::size_t>(rank, kColourSlots - 1));
}

// How each winner of one key is painted.
struct WinnerLook {
    CandidateIndex index;
    std::uint8_t candidateSlot = 0, classSlot = 0;
    CellKind classKind = CellKind::winner;
};

// Puts a winner into the class of the first representative it is predicted to equal, or into a new one.
void findClass(const TuningKey& key, const CandidateSet& set, const ClassAssumptions& assumptions, WinnerLook& winner,
               std::vector<CandidateIndex>& representatives) {
    for (std::size_t slot = 0; slot < representatives.size(); ++slot) {
        const ClassAnswer answer = compareClasses(key, set, {representatives[slot], winner.index}, assumptions).answer;
        if (answer == ClassAnswer::unknown) winner.classKind = CellKind::unknownClass;
        if (answer != ClassAnswer::sameBits) continue;
        winner.classKind = CellKind::winner;
        winner.classSlot = slotOf(slot);
        return;
    }
    if (winner.classKind == CellKind::unknownClass) return;
    winner.classSlot = slotOf(representatives.size());
    representatives.push_back(winner.index);
}

// Classes of winners that were re-run take the place of predicted ones where the key's statement rests on the re-run:
// by their frequency, as predicted ones; a winner that did not run is in no known class.
void takeMeasuredClasses(const MeasuredBits& bits, std::vector<WinnerLook>& looks) {
    std::map<std::size_t, std::uint8_t> known;
    for (WinnerLook& look : looks) {
        const auto found = bits.classOf.find(look.index);
        look.classKind = found == bits.classOf.end() ? CellKind::unknownClass : CellKind::winner;
        if (found == bits.classOf.end()) continue;
        look.classSlot = known.try_emplace(found->second, slotOf(known.size())).first->second;
    }
}

std::vector<WinnerLook> lookOfWinners(const Dataset& dataset, const Analysis& analysis, const KeyVerdict& verdict,
                                      const ClassAssumptions& assumptions, KeyRow& row) {
    std::vector<WinnerLook> looks;
    if (!verdict.set) return looks;
    const TuningKey& key = keyOf(dataset, verdict.key);
    const CandidateSet& set = setOf(dataset, *verdict.set);
    std::vector<CandidateIndex> representatives;
    for (const WinnerCount& winner : verdict.winners) {
        const QStringList names = classNames(key, set, winner.winner, assumptions);
        WinnerLook look{winner.winner, slotOf(looks.size()), 0, CellKind::winner};
        if (names.isEmpty()) look.classKind = CellKind::unknownClass;
        findClass(key, set, assumptions, look, representatives);
        looks.push_back(look);
        const QString measured = measuredClassInWords(analysis, verdict.key, winner.winner);
        row.names.push_back({winner.winner, shown(candidateLabel(set, winner.winner)),
                             measured.isEmpty() ? QStringLiteral("predicted class: ") + classNamesInWords(names)
                                                : QStringLiteral("class ") + measured});
    }
    const auto bits = analysis.measured.find(verdict.key);
    if (bits != analysis.measured.end() && analysis.classes[verdict.key.value].basis != ClassBasis::predicted)
        takeMeasuredClasses(bits->second, looks);
    return looks;
}

KeyRow rowOf(const Dataset& dataset, const Analysis& analysis, std::size_t position) {
    const KeyVerdict& verdict = analysis.keys[position];
    const TuningKey& key = dataset.keys[position];
    KeyRow row;
    row.key = KeyIndex{static_cast<std::uint32_t>(position)};
    row.label = shown(key.label);
    row.id = shown(key.id);
    row.flips = verdict.flips;
    row.winners = verdict.winners.size();
    row.winnersText = QString::number(row.winners);
    if (!verdict.pairs.empty()) {
        row.verdict = verdict.pairs.front().verdict;
        row.margin = verdict.pairs.front().evidence.relativeMargin;
    }
    row.verdictText = verdict.flips ? shown(verdictInWords(row.verdict)) : QStringLiteral("no flip");
    const auto proven = analysis.proven.find(row.key);
    if (proven != analysis.proven.end()) {
        row.verdictText = QStringLiteral("proven, ") + row.verdictText;
        row.provenText = QString::fromStdString(provenSentence(proven->second));
    }
    row.marginText = row.margin ? QString::fromStdString(formatPercent(*row.margin)) : QStringLiteral("–");
    const ClassStatement statement = position < analysis.classes.size() ? analysis.classes[position] : ClassStatement();
    row.classes = statement.answer;
    row.classText = verdict.flips ? bitsInWords(statement) : QStringLiteral("–");
    row.groupText = QStringLiteral("–");
    row.searchText = row.label + '\n' + row.id + '\n' + shown(key.tuner) + '\n' + row.classText + '\n' + row.provenText;
    for (const std::string& alias : key.aliases)
        row.searchText += '\n' + shown(alias);
    return row;
}

void fillCells(MatrixTable& table, std::size_t position, const std::vector<WinnerLook>& looks) {
    const WinnerMatrix& matrix = table.analysis->matrix;
    const auto& comparedSet = table.analysis->keys[position].set;
    for (std::size_t column = 0; column < table.columns; ++column) {
        const WinnerCell& cell = matrix.at(table.rows[position].key, column);
        CellLook& look = table.cells[position * table.columns + column];
        look.source = cell.source;
        if (!cell.winner) continue;
        look.candidate = cell.winner->value;
        look.candidateKind = look.classKind = CellKind::otherSet;
        if (cell.set != comparedSet) continue;
        const auto found = std::find_if(looks.begin(), looks.end(),
                                        [&](const WinnerLook& winner) { return winner.index == *cell.winner; });
        if (found == looks.end()) continue;
        look.candidateKind = CellKind::winner;
        look.classKind = found->classKind;
        look.candidateSlot = found->candidateSlot;
        look.classSlot = found->classSlot;
    }
}

void notePresent(const CellLook& cell, CellsPresent& present) {
    switch (cell.candidateKind) {
        case CellKind::none:
            present.withoutWinner.insert(cell.source);
            return;
        case CellKind::otherSet:
            present.otherSet = true;
            return;
        default:
            break;
    }
    present.candidateSlots = std::max<std::uint8_t>(present.candidateSlots, cell.candidateSlot + 1);
    if (cell.classKind == CellKind::unknownClass) {
        present.unknownClass = true;
    } else {
        present.classSlots = std::max<std::uint8_t>(present.classSlots, cell.classSlot + 1);
    }
}

}  // namespace

const QString& signOf(WinnerSource source) {
    static const QString absent = QStringLiteral("·"), notProvable = QStringLiteral("?"),
                         notDecided = QStringLiteral("×"), cached = QStringLiteral("c"),
                         contradictory = QStringLiteral("≠");
    switch (source) {
        case WinnerSource::none_notProvable:
            return notProvable;
        case WinnerSource::none_notDecided:
            return notDecided;
        case WinnerSource::none_choicesCached:
            return cached;
        case WinnerSource::none_contradictory:
            return contradictory;
        default:
            return absent;
    }
}

Result<std::shared_ptr<const MatrixTable>> buildMatrixTable(std::shared_ptr<const Dataset> dataset,
                                                            std::shared_ptr<const Analysis> analysis,
                                                            const ClassAssumptions& assumptions,
                                                            const std::stop_token& stop) {
    auto table = std::make_shared<MatrixTable>();
    table->dataset = std::move(dataset);
    table->analysis = std::move(analysis);
    const Analysis& a = *table->analysis;
    table->columns = a.matrix.runs.size();
    table->cells.resize(a.keys.size() * table->columns);
    for (std::size_t i = 0; i < a.keys.size(); ++i) {
        if (stop.stop_requested()) return Cancelled{};
        table->rows.push_back(rowOf(*table->dataset, a, i));
        const auto looks = lookOfWinners(*table->dataset, a, a.keys[i], assumptions, table->rows.back());
        fillCells(*table, i, looks);
    }
    for (std::size_t g = 0; g < a.groups.size(); ++g) {
        for (const KeyIndex key : a.groups[g].keys) {
            table->rows[key.value].group = g;
            table->rows[key.value].groupText = QStringLiteral("G%1").arg(g + 1);
        }
    }
    for (const CellLook& cell : table->cells)
        notePresent(cell, table->present);
    for (KeyRow& row : table->rows) {
        for (const WinnerName& name : row.names)
            row.searchText += '\n' + name.label;
        row.searchText = row.searchText.toLower();
    }
    return std::shared_ptr<const MatrixTable>(std::move(table));
}

}  // namespace flipscope
