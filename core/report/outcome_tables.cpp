#include "core/report/data_tables.h"
#include "core/report/data_values.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

namespace flipscope {

namespace {

// "24×6 19×2" for one outcome group.
std::string usedIn(const SuspectWinners& winners, std::size_t group) {
    std::string words;
    for (const auto& count : winners.winners) {
        if (group >= count.runsInGroup.size() || count.runsInGroup[group] == 0) continue;
        words += (words.empty() ? "" : " ") + std::to_string(count.winner.value) + "×" +
                 std::to_string(count.runsInGroup[group]);
    }
    return words;
}

}  // namespace

std::string_view toString(DifferenceKind kind) {
    switch (kind) {
        case DifferenceKind::same:
            return "same";
        case DifferenceKind::flipped:
            return "flipped";
        case DifferenceKind::setChanged:
            return "setChanged";
        case DifferenceKind::onlyInA:
            return "onlyInA";
        case DifferenceKind::onlyInB:
            return "onlyInB";
        case DifferenceKind::unknown:
            return "unknown";
    }
    return "unknown";
}

std::string_view toString(Grouping grouping) {
    switch (grouping) {
        case Grouping::automatic:
            return "automatic";
        case Grouping::byText:
            return "byText";
        case Grouping::byThreshold:
            return "byThreshold";
        case Grouping::byGap:
            return "byGap";
    }
    return "byText";
}

DataTable suspectsTable(const Dataset& dataset, const Outcome& outcome, const SuspectsResult& result) {
    DataTable table{"suspects",
                    {"rank", "id", "label", "separates", "too_finely_split", "p", "p_min", "p_adjusted",
                     "p_benjamini_hochberg", "effect"},
                    {}};
    for (const OutcomeGroup& group : outcome.groups)
        table.columns.push_back("winners in " + group.name);
    for (std::size_t rank = 0; rank < result.suspects.size(); ++rank) {
        const Suspect& suspect = result.suspects[rank];
        for (std::size_t k = 0; k < suspect.keys.size(); ++k) {
            const KeyIndex key = suspect.keys[k];
            std::vector<DataValue> row{wholeValue(rank + 1),
                                       textValue(keyId(dataset, key)),
                                       textValue(keyOf(dataset, key).label),
                                       suspect.separates,
                                       suspect.tooFinelySplit,
                                       suspect.p.p,
                                       suspect.pMin,
                                       suspect.pAdjusted,
                                       suspect.pBenjaminiHochberg,
                                       suspect.effect};
            for (std::size_t group = 0; group < outcome.groups.size(); ++group) {
                row.push_back(k < suspect.winners.size() ? textValue(usedIn(suspect.winners[k], group)) : DataValue{});
            }
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

DataTable outcomesTable(const std::vector<FoundOutcome>& found) {
    DataTable table{"outcomes", {"rank", "description", "source", "distinct", "support", "grouping", "pattern"}, {}};
    for (std::size_t i = 0; i < found.size(); ++i) {
        const FoundOutcome& outcome = found[i];
        table.rows.push_back({wholeValue(i + 1), textValue(outcome.description), textValue(outcome.values.source),
                              wholeValue(outcome.distinct), outcome.support, textValue(toString(outcome.suggested)),
                              outcome.suggestedPattern.empty() ? DataValue{} : textValue(outcome.suggestedPattern)});
    }
    return table;
}

DataTable differenceTable(const Dataset& dataset, const RunDifference& difference) {
    DataTable table{"diff", {"id", "label", "difference", "winner_a", "winner_b", "source_a", "source_b"}, {}};
    for (const KeyDifference& key : difference.keys) {
        table.rows.push_back({textValue(keyId(dataset, key.key)), textValue(keyOf(dataset, key.key).label),
                              textValue(toString(key.kind)), indexValue(key.a.winner), indexValue(key.b.winner),
                              textValue(toString(key.a.source)), textValue(toString(key.b.source))});
    }
    return table;
}

}  // namespace flipscope
