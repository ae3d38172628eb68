#include "core/analyse/suspect_pair.h"
#include "core/report/data_tables.h"
#include "core/report/data_values.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

namespace flipscope {

namespace {

// The pair that a suspect is about, judged; all null without one.
void addVerdict(std::vector<DataValue>& row, const Dataset& dataset, const std::optional<PairVerdict>& pair,
                const std::optional<CandidateSetIndex>& set) {
    const auto named = [&](CandidateIndex candidate) {
        return textValue(set ? candidateLabel(setOf(dataset, *set), candidate) : std::to_string(candidate.value));
    };
    row.push_back(pair ? named(pair->evidence.a) : DataValue{});
    row.push_back(pair ? named(pair->evidence.b) : DataValue{});
    row.push_back(pair ? textValue(toString(pair->verdict)) : DataValue{});
    row.push_back(pair ? numberValue(pair->evidence.relativeMargin) : DataValue{});
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
        case Grouping::byFinite:
            return "byFinite";
        case Grouping::ungrouped:
            return "ungrouped";
    }
    return "byText";
}

std::string_view groupingOption(Grouping grouping) {
    switch (grouping) {
        case Grouping::automatic:
            return {};
        case Grouping::byText:
            return "--equal-text";
        case Grouping::byThreshold:
            return "--threshold";
        case Grouping::byGap:
            return "--gap";
        case Grouping::byFinite:
            return "--finite";
        case Grouping::ungrouped:
            return "--ungrouped";
    }
    return {};
}

DataTable suspectsTable(const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                        const SuspectsResult& result) {
    DataTable table{
        "suspects",
        {"rank", "id", "label", "separates", "too_finely_split", "p", "p_min", "p_adjusted", "p_benjamini_hochberg",
         "effect", "predicted_bits", "candidate_a", "candidate_b", "verdict", "margin_relative"},
        {}};
    const bool grouped = outcome.grouping != Grouping::ungrouped;
    for (const OutcomeGroup& group : outcome.groups)
        table.columns.push_back("winners in " + group.name);
    if (!grouped) table.columns.emplace_back("winners and medians");
    for (std::size_t rank = 0; rank < result.suspects.size(); ++rank) {
        const Suspect& suspect = result.suspects[rank];
        for (const SuspectWinners& winners : suspect.winners) {
            const KeyIndex key = winners.key;
            std::vector<DataValue> row{wholeValue(rank + 1),
                                       textValue(keyId(dataset, key)),
                                       textValue(keyOf(dataset, key).label),
                                       grouped ? DataValue{suspect.separates} : DataValue{},
                                       suspect.tooFinelySplit,
                                       suspect.p.p,
                                       suspect.pMin,
                                       suspect.pAdjusted,
                                       suspect.pBenjaminiHochberg,
                                       suspect.effect,
                                       predictedBitsValue(analysis.classes[key.value])};
            addVerdict(row, dataset, verdictOnSuspect(dataset, analysis, winners), analysis.keys[key.value].set);
            for (std::size_t group = 0; group < outcome.groups.size(); ++group)
                row.push_back(textValue(usedIn(winners, group)));
            if (!grouped) row.push_back(textValue(usedWithMedians(winners)));
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
    DataTable table{"diff",
                    {"id", "label", "difference", "winner_a", "winner_b", "source_a", "source_b", "name_a", "name_b",
                     "predicted_bits", "verdict", "margin_relative"},
                    {}};
    for (const KeyDifference& key : difference.keys) {
        const std::optional<PairVerdict>& verdict = key.verdict;
        table.rows.push_back({textValue(keyId(dataset, key.key)), textValue(keyOf(dataset, key.key).label),
                              textValue(toString(key.kind)), indexValue(key.a.winner), indexValue(key.b.winner),
                              textValue(toString(key.a.source)), textValue(toString(key.b.source)),
                              textValue(winnerNameOf(dataset, key.a)), textValue(winnerNameOf(dataset, key.b)),
                              key.bits ? predictedBitsValue(*key.bits) : DataValue{},
                              verdict ? textValue(toString(verdict->verdict)) : DataValue{},
                              verdict ? numberValue(verdict->evidence.relativeMargin) : DataValue{}});
    }
    return table;
}

}  // namespace flipscope
