#include "core/report/data_tables.h"

#include "core/report/data_values.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace flipscope {

namespace {

void addRunColumns(DataTable& table, const Dataset& dataset, const WinnerMatrix& matrix) {
    for (const RunIndex run : matrix.runs)
        table.columns.push_back(runOf(dataset, run).id);
}

// A row a key, a column a run, with one value a cell of the matrix.
template <class ValueOfCell>
DataTable cellTable(std::string name, const Dataset& dataset, const Analysis& analysis, ValueOfCell valueOf) {
    DataTable table{std::move(name), {"id", "label"}, {}};
    addRunColumns(table, dataset, analysis.matrix);
    for (const KeyVerdict& key : analysis.keys) {
        std::vector<DataValue> row{textValue(keyId(dataset, key.key)), textValue(keyOf(dataset, key.key).label)};
        for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
            row.push_back(valueOf(analysis.matrix.at(key.key, column)));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::optional<Nanoseconds> fieldOf(const Timing& timing, TimingField field) {
    switch (field) {
        case TimingField::median:
            return timing.median;
        case TimingField::mean:
            return timing.mean;
        case TimingField::minimum:
            return timing.min;
        case TimingField::maximum:
            return timing.max;
    }
    return std::nullopt;
}

std::string_view nameOf(TimingField field) {
    switch (field) {
        case TimingField::median:
            return "medians";
        case TimingField::mean:
            return "means";
        case TimingField::minimum:
            return "minima";
        case TimingField::maximum:
            return "maxima";
    }
    return "medians";
}

// "15 matmul_…; 19 matmul_…": each candidate that a run used.
std::string namedWinners(const Dataset& dataset, const Analysis& analysis, KeyIndex key) {
    std::set<std::pair<CandidateSetIndex, CandidateIndex>> used;
    std::set<CandidateSetIndex> sets;
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        const WinnerCell& cell = analysis.matrix.at(key, column);
        if (!cell.winner || !cell.set) continue;
        used.emplace(*cell.set, *cell.winner);
        sets.insert(*cell.set);
    }
    std::string text;
    for (const auto& [set, winner] : used) {
        text += (text.empty() ? "" : "; ") + candidateLabel(setOf(dataset, set), winner);
        if (sets.size() > 1) text += " (set " + setOf(dataset, set).checksum + ")";
    }
    return text;
}

// (set, candidate) -> a value a column, of one key.
using TimingRows = std::map<std::pair<CandidateSetIndex, CandidateIndex>, std::vector<DataValue>>;

TimingRows timingRowsOf(const Dataset& dataset, const WinnerMatrix& matrix, KeyIndex key, TimingField field) {
    TimingRows rows;
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const Decision* decision = decisionOf(dataset, matrix, key, column);
        if (decision == nullptr) continue;
        for (const MeasuredCandidate& measured : decision->measured) {
            if (!measured.hasTiming) continue;
            auto& row = rows[{decision->set, measured.index}];
            row.resize(matrix.runs.size());
            row[column] = durationValue(fieldOf(measured.timing, field));
        }
    }
    return rows;
}

}  // namespace

DataTable keysTable(const Dataset& dataset, const Analysis& analysis) {
    DataTable table{"keys",
                    {"id", "label", "operation", "flips", "set_changed", "verdict", "reason", "margin_relative",
                     "margin_ns", "pairs", "sign_test_p", "distinct_winners", "predicted_bits"},
                    {}};
    addRunColumns(table, dataset, analysis.matrix);
    for (const KeyVerdict& key : analysis.keys) {
        const TuningKey& tuningKey = keyOf(dataset, key.key);
        std::vector<DataValue> row{textValue(tuningKey.id), textValue(tuningKey.label),
                                   textValue(toString(tuningKey.operation)), key.flips, key.setChanged};
        const PairVerdict& main = mainPair(key);
        row.insert(row.end(), {textValue(toString(main.verdict)), textValue(toString(main.reason)),
                               numberValue(main.evidence.relativeMargin), durationValue(main.evidence.absoluteMargin),
                               wholeValue(main.evidence.pairs), main.evidence.signTestP, wholeValue(key.winners.size()),
                               predictedBitsValue(analysis.classes[key.key.value])});
        for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
            row.push_back(indexValue(analysis.matrix.at(key.key, column).winner));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

DataTable winnersTable(const Dataset& dataset, const Analysis& analysis) {
    DataTable table =
        cellTable("winners", dataset, analysis, [](const WinnerCell& cell) { return indexValue(cell.winner); });
    constexpr std::ptrdiff_t kAfterLabel = 2;
    table.columns.insert(table.columns.begin() + kAfterLabel, "candidates");
    for (std::size_t key = 0; key < table.rows.size(); ++key) {
        const KeyIndex index = analysis.keys[key].key;
        table.rows[key].insert(table.rows[key].begin() + kAfterLabel,
                               textValue(namedWinners(dataset, analysis, index)));
    }
    return table;
}

DataTable winnerSourcesTable(const Dataset& dataset, const Analysis& analysis) {
    return cellTable("sources", dataset, analysis,
                     [](const WinnerCell& cell) { return textValue(toString(cell.source)); });
}

DataTable timingsTable(const Dataset& dataset, const Analysis& analysis, TimingField field) {
    DataTable table{std::string(nameOf(field)), {"id", "label", "set", "candidate", "name"}, {}};
    addRunColumns(table, dataset, analysis.matrix);
    for (const KeyVerdict& key : analysis.keys) {
        for (auto& [candidate, values] : timingRowsOf(dataset, analysis.matrix, key.key, field)) {
            const CandidateSet& set = setOf(dataset, candidate.first);
            const std::uint32_t position = candidate.second.value;
            std::vector<DataValue> row{textValue(keyId(dataset, key.key)), textValue(keyOf(dataset, key.key).label),
                                       textValue(set.checksum), static_cast<std::int64_t>(position),
                                       position < set.names.size() ? textValue(set.names[position]) : DataValue{}};
            row.insert(row.end(), std::make_move_iterator(values.begin()), std::make_move_iterator(values.end()));
            table.rows.push_back(std::move(row));
        }
    }
    return table;
}

DataTable candidatesTable(const Dataset& dataset, const Analysis& analysis, const std::vector<KeyIndex>& keys) {
    DataTable table{"candidates",
                    {"id", "label", "candidate", "name", "runs_won", "runs_measured", "runs_failed", "runs_skipped",
                     "smallest_median_ns", "median_of_medians_ns", "largest_median_ns"},
                    {}};
    for (const KeyIndex keyIndex : keys) {
        const KeyVerdict& key = analysis.keys[keyIndex.value];
        for (const CandidateSummary& candidate : key.candidates) {
            table.rows.push_back({textValue(keyId(dataset, keyIndex)), textValue(keyOf(dataset, keyIndex).label),
                                  static_cast<std::int64_t>(candidate.index.value),
                                  textValue(candidateNameOf(dataset, key, candidate.index)),
                                  wholeValue(candidate.runsWon), wholeValue(candidate.runsMeasured),
                                  wholeValue(candidate.runsFailed), wholeValue(candidate.runsSkipped),
                                  durationValue(candidate.smallestMedian), durationValue(candidate.medianOfMedians),
                                  durationValue(candidate.largestMedian)});
        }
    }
    return table;
}

DataTable runsTable(const Dataset& dataset, const Analysis& analysis) {
    DataTable table{"runs",
                    {"run", "decisions", "exit_status", "choices_unknown", "perhaps_two_processes", "regret_ns",
                     "regret_keys_counted", "regret_keys_not_counted", "worst_key", "worst_ns"},
                    {}};
    for (std::size_t column = 0; column < analysis.matrix.runs.size(); ++column) {
        const Run& run = runOf(dataset, analysis.matrix.runs[column]);
        std::vector<DataValue> row{textValue(run.id), wholeValue(run.decisions.size()),
                                   run.exitStatus ? DataValue{static_cast<std::int64_t>(*run.exitStatus)} : DataValue{},
                                   run.choicesUnknown, run.perhapsTwoProcesses};
        if (column < analysis.regret.size()) {
            const RunRegret& regret = analysis.regret[column];
            row.insert(row.end(), {regret.keysCounted > 0 ? durationValue(regret.total) : DataValue{},
                                   wholeValue(regret.keysCounted), wholeValue(regret.keysNotCounted),
                                   regret.worstKey ? textValue(keyId(dataset, *regret.worstKey)) : DataValue{},
                                   durationValue(regret.worst)});
        }
        row.resize(table.columns.size());
        table.rows.push_back(std::move(row));
    }
    return table;
}

DataTable driftTable(const Dataset& dataset, const Analysis& analysis) {
    DataTable table{"drift", {"id", "label", "candidate", "runs", "relative_change", "trend_p"}, {}};
    for (const Drift& drift : analysis.drift) {
        table.rows.push_back({textValue(keyId(dataset, drift.key)), textValue(keyOf(dataset, drift.key).label),
                              static_cast<std::int64_t>(drift.candidate.value), wholeValue(drift.runs),
                              drift.relativeChange, drift.trendP});
    }
    return table;
}

DataTable environmentTable(const Dataset& dataset, const Analysis& analysis) {
    std::set<std::string> different;
    for (const EnvironmentDifference& difference : analysis.environment)
        different.insert(difference.name);
    // name -> value a run, so that what is to be compared stands together.
    std::map<std::string, std::vector<std::pair<RunIndex, std::string>>> stated;
    for (const RunIndex run : analysis.matrix.runs) {
        for (const auto& [name, value] : runOf(dataset, run).environment)
            stated[name].emplace_back(run, value);
    }
    DataTable table{"environment", {"name", "value", "run", "differs"}, {}, {}};
    for (const auto& [name, values] : stated) {
        for (const auto& [run, value] : values) {
            table.rows.push_back(
                {textValue(name), textValue(value), textValue(runOf(dataset, run).id), different.count(name) > 0});
        }
    }
    if (stated.empty())
        table.note = "No run states anything about its environment.";
    else if (different.empty())
        table.note = "Nothing that the runs state about their environment differs.";
    return table;
}

DataTable problemsTable(const Dataset& dataset) {
    DataTable table{"problems", {"kind", "path", "line", "message"}, {}};
    for (const Problem& problem : dataset.report.problems) {
        table.rows.push_back({textValue(toString(problem.kind)), textValue(problem.path),
                              problem.line > 0 ? wholeValue(problem.line) : DataValue{}, textValue(problem.message)});
    }
    return table;
}

}  // namespace flipscope
