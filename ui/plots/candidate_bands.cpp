#include "ui/plots/candidate_bands.h"

#include "core/report/sentences.h"
#include "ui/table_copy.h"
#include "ui/text.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace flipscope {
namespace {

std::vector<BandRow> rowsOf(const Dataset& dataset, const KeyVerdict& verdict) {
    std::vector<BandRow> rows;
    if (!verdict.set) return rows;
    for (const CandidateSummary& candidate : verdict.candidates) {
        if (!candidate.medianOfMedians) continue;
        BandRow row;
        row.index = candidate.index;
        row.label = shown(candidateLabel(setOf(dataset, *verdict.set), candidate.index));
        row.lower = onAxis(*candidate.smallestMedian);
        row.middle = onAxis(*candidate.medianOfMedians);
        row.upper = onAxis(*candidate.largestMedian);
        row.runsMeasured = candidate.runsMeasured;
        row.runsWon = candidate.runsWon;
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const BandRow& a, const BandRow& b) {
        const bool aWon = a.runsWon > 0, bWon = b.runsWon > 0;
        return aWon != bWon ? aWon : a.middle < b.middle;
    });
    return rows;
}

void stretch(CandidateBands& bands, double value) {
    const bool first = bands.largest == 0;
    bands.smallest = first ? value : std::min(bands.smallest, value);
    bands.largest = std::max(bands.largest, value);
}

void addPoint(CandidateBands& bands, const Timing& timing, BandPoint point) {
    const NoiseBand band = bandWithinRun(timing);
    point.median = onAxis(timing.median);
    stretch(bands, point.median);
    if (band.lower && band.upper) {
        point.bandLower = onAxis(*band.lower);
        point.bandUpper = onAxis(*band.upper);
        stretch(bands, *point.bandLower);
        stretch(bands, *point.bandUpper);
    }
    bands.points.push_back(point);
}

}  // namespace

CandidateBands candidateBands(const Dataset& dataset, const Analysis& analysis, KeyIndex key) {
    CandidateBands bands;
    const KeyVerdict& verdict = analysis.keys[key.value];
    bands.rows = rowsOf(dataset, verdict);
    std::map<CandidateIndex, std::size_t> rowOf;
    for (std::size_t row = 0; row < bands.rows.size(); ++row)
        rowOf.emplace(bands.rows[row].index, row);
    const std::size_t columns = analysis.matrix.runs.size();
    for (std::size_t column = 0; column < columns; ++column) {
        const WinnerCell& cell = analysis.matrix.at(key, column);
        const Decision* decision = decisionOf(dataset, analysis.matrix, key, column);
        if (decision == nullptr || cell.set != verdict.set) continue;
        const double share = columns > 1 ? static_cast<double>(column) / static_cast<double>(columns - 1) - 0.5 : 0.0;
        for (const MeasuredCandidate& measured : decision->measured) {
            const auto row = rowOf.find(measured.index);
            if (!measured.hasTiming || row == rowOf.end()) continue;
            BandPoint point;
            point.row = row->second;
            point.y = static_cast<double>(row->second) + kRowSpread * share;
            point.won = cell.winner == measured.index;
            point.run = analysis.matrix.runs[column];
            addPoint(bands, measured.timing, point);
        }
    }
    std::stable_sort(bands.points.begin(), bands.points.end(),
                     [](const BandPoint& a, const BandPoint& b) { return a.row < b.row; });
    return bands;
}

QString bandsAsCsv(const Dataset& dataset, const CandidateBands& bands) {
    TextTable table;
    table.header = {QStringLiteral("run"),       QStringLiteral("index"),         QStringLiteral("candidate"),
                    QStringLiteral("median_ns"), QStringLiteral("band_lower_ns"), QStringLiteral("band_upper_ns"),
                    QStringLiteral("won")};
    const auto whole = [](std::optional<double> value) { return value ? QString::number(*value, 'f', 0) : QString(); };
    for (const BandPoint& point : bands.points) {
        const BandRow& row = bands.rows[point.row];
        table.rows.push_back({shown(runOf(dataset, point.run).id), QString::number(row.index.value),
                              row.label.section(QLatin1Char(' '), 1), whole(point.median), whole(point.bandLower),
                              whole(point.bandUpper), point.won ? QStringLiteral("1") : QStringLiteral("0")});
    }
    return toCsv(table);
}

const BandPoint* nearestPoint(const CandidateBands& bands, double time, double y, double timePerRow) {
    const BandPoint* nearest = nullptr;
    double smallest = 0;
    for (const BandPoint& point : bands.points) {
        const double distance = std::hypot((point.median - time) / timePerRow, point.y - y);
        if (nearest != nullptr && distance >= smallest) continue;
        nearest = &point;
        smallest = distance;
    }
    return nearest;
}

}  // namespace flipscope
