#pragma once

#include "core/analyse/analysis.h"
#include "core/model/dataset.h"

#include <QString>
#include <cstddef>
#include <optional>
#include <vector>

namespace flipscope {

// A time as a place on the plot's axis, which counts nanoseconds.
[[nodiscard]] inline double onAxis(Nanoseconds time) {
    return static_cast<double>(time.value);
}

// One candidate of a key, a row of the plot. Times in nanoseconds.
struct BandRow {
    CandidateIndex index;
    QString label;                            // "15 matmul_simple_cyclic_mma_multi_rows", printable
    double lower = 0, middle = 0, upper = 0;  // smallest, middle and largest median over the runs
    std::size_t runsMeasured = 0, runsWon = 0;
};

// One candidate in one run. Times in nanoseconds.
struct BandPoint {
    std::size_t row = 0;
    double y = 0;  // row plus the run's own small offset, so that bands of many runs lie side by side
    double median = 0;
    std::optional<double> bandLower, bandUpper;  // null: unknown (one sample)
    bool won = false;
    RunIndex run;
};

// The finished arrays of the plot of one key: rows from fast to slow (by middle), points ascending by row, then run.
struct CandidateBands {
    std::vector<BandRow> rows;
    std::vector<BandPoint> points;
    double smallest = 0, largest = 0;  // over medians and bands; both 0 without points
    // What the bars are, below the time axis; %1 stands for the unit.
    QString axisWords = QStringLiteral("median time in %1; thick: medians over the runs, thin: band inside a run");
};

// Share of the distance between two rows that the runs of one row may take.
inline constexpr double kRowSpread = 0.6;

// Candidates that were measured in some run of the analysis, inside the candidate set that the verdict compares.
[[nodiscard]] CandidateBands candidateBands(const Dataset& dataset, const Analysis& analysis, KeyIndex key);

// The points as CSV: run, index, candidate, median_ns, band_lower_ns, band_upper_ns, won.
[[nodiscard]] QString bandsAsCsv(const Dataset& dataset, const CandidateBands& bands);

// The point nearest to (time, y) where a step of one in y is as far as `timePerRow` in time; null without points.
[[nodiscard]] const BandPoint* nearestPoint(const CandidateBands& bands, double time, double y, double timePerRow);

}  // namespace flipscope
