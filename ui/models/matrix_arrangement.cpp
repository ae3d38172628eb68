#include "ui/models/matrix_arrangement.h"

#include "core/analyse/outcome_number.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace flipscope {
namespace {

bool passes(const KeyRow& row, const KeyFilter& filter, const QString& needle) {
    if (filter.onlyFlips && !row.flips) return false;
    if (filter.verdict && (!row.flips || row.verdict != *filter.verdict)) return false;
    if (filter.group && row.group != filter.group) return false;
    return needle.isEmpty() || row.searchText.contains(needle);
}

// Flipping keys first, those with the firmest answer before the open ones.
double rankOfVerdict(const KeyRow& row) {
    if (!row.flips) return 10;
    if (row.verdict == Verdict::disturbed) return 0;
    return row.verdict == Verdict::coinFlip ? 1 : 2;
}

// Texts are compared as texts; everything else by this number. Unknown values come last.
double numberOf(const MatrixTable& table, std::size_t key, const MatrixSort& sort) {
    constexpr double kLast = std::numeric_limits<double>::max();
    const KeyRow& row = table.rows[key];
    if (sort.matrixColumn) {
        if (*sort.matrixColumn >= table.columns) return kLast;
        const CellLook& look = table.at(key, *sort.matrixColumn);
        return look.candidateKind == CellKind::none ? kLast : static_cast<double>(look.candidate);
    }
    switch (sort.column) {
        case KeyColumn::verdict:
            return rankOfVerdict(row);
        case KeyColumn::winners:
            return static_cast<double>(row.winners);
        case KeyColumn::margin:
            return row.margin.value_or(kLast);
        case KeyColumn::group:
            return row.group ? static_cast<double>(*row.group) : kLast;
        case KeyColumn::classes:
            return row.flips ? static_cast<double>(row.classes) : kLast;
        default:
            return 0;
    }
}

const QString* textOf(const KeyRow& row, const MatrixSort& sort) {
    if (sort.matrixColumn) return nullptr;
    if (sort.column == KeyColumn::label) return &row.label;
    return sort.column == KeyColumn::id ? &row.id : nullptr;
}

// Runs without a label behind all others, then by group or number.
using OutcomePlace = std::tuple<bool, int, std::pair<bool, double>>;

std::vector<OutcomePlace> placesOf(const Outcome& outcome) {
    std::vector<OutcomePlace> places;
    for (std::size_t run = 0; run < outcome.groupOf.size(); ++run) {
        const bool isRanked = outcome.grouping == Grouping::ungrouped && outcome.values[run].has_value();
        const auto number = isRanked ? outcomeNumber(*outcome.values[run]) : std::nullopt;
        const int group = outcome.groupOf[run];
        places.emplace_back(group < 0 && !number, group, numberOrder(number.value_or(0.0)));
    }
    return places;
}

}  // namespace

std::vector<std::size_t> arrangeRows(const MatrixTable& table, const KeyFilter& filter, const MatrixSort& sort,
                                     const std::vector<std::size_t>& suspicion) {
    struct Entry {
        std::size_t key;
        double number;
        const QString* text;
    };
    const QString needle = filter.text.trimmed().toLower();
    std::vector<Entry> entries;
    for (std::size_t key = 0; key < table.rows.size(); ++key) {
        const KeyRow& row = table.rows[key];
        if (passes(row, filter, needle)) entries.push_back({key, numberOf(table, key, sort), textOf(row, sort)});
    }
    const auto less = [](const Entry& a, const Entry& b) {
        return a.text != nullptr ? *a.text < *b.text : a.number < b.number;
    };
    if (sort.descending) {
        std::stable_sort(entries.begin(), entries.end(),
                         [&less](const Entry& a, const Entry& b) { return less(b, a); });
    } else {
        std::stable_sort(entries.begin(), entries.end(), less);
    }
    if (suspicion.size() == table.rows.size())
        std::stable_sort(entries.begin(), entries.end(),
                         [&suspicion](const Entry& a, const Entry& b) { return suspicion[a.key] < suspicion[b.key]; });
    std::vector<std::size_t> keys;
    for (const Entry& entry : entries)
        keys.push_back(entry.key);
    return keys;
}

std::vector<std::size_t> suspicionOf(const SuspectsFound& found) {
    const std::vector<Suspect>& suspects = found.result.suspects;
    std::vector<std::size_t> places(found.dataset->keys.size(), suspects.size());
    for (std::size_t i = 0; i < suspects.size(); ++i)
        for (const KeyIndex key : suspects[i].keys)
            places[key.value] = i;
    return places;
}

ColumnOrder arrangeColumns(std::size_t columns, const Outcome* outcome, bool byOutcome) {
    ColumnOrder order;
    order.matrixColumns.resize(columns);
    std::iota(order.matrixColumns.begin(), order.matrixColumns.end(), std::size_t{0});
    const bool grouped = outcome != nullptr && outcome->groupOf.size() == columns;
    const auto groupOf = [&](std::size_t column) { return grouped ? outcome->groupOf[column] : -1; };
    if (grouped && byOutcome) {
        const std::vector<OutcomePlace> places = placesOf(*outcome);
        std::stable_sort(order.matrixColumns.begin(), order.matrixColumns.end(),
                         [&](std::size_t a, std::size_t b) { return places[a] < places[b]; });
    }
    for (const std::size_t column : order.matrixColumns)
        order.groups.push_back(groupOf(column));
    return order;
}

}  // namespace flipscope
