#include "ui/plots/rerun_bands.h"

#include "ui/text.h"

#include <algorithm>

namespace flipscope {
namespace {

struct Timed {
    const RerunCandidate* candidate;
    const TimingSummary* timing;
};

std::vector<Timed> timedOf(const RerunReport& report) {
    std::vector<Timed> all;
    for (const RerunRound& round : report.rounds) {
        for (const RerunResult& result : round.results) {
            const bool known = std::any_of(all.begin(), all.end(),
                                           [&](const Timed& other) { return *other.candidate == result.candidate; });
            if (result.timing && !known) all.push_back({&result.candidate, &*result.timing});
        }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Timed& a, const Timed& b) { return a.timing->median < b.timing->median; });
    return all;
}

}  // namespace

CandidateBands rerunBands(const RerunReport& report) {
    CandidateBands bands;
    bands.axisWords = QStringLiteral("time in %1; thick: 20th to 80th percentile, thin: smallest to largest sample");
    for (const Timed& timed : timedOf(report)) {
        const TimingSummary& timing = *timed.timing;
        BandRow row;
        row.index = timed.candidate->index.value_or(CandidateIndex{});
        row.label = (timed.candidate->index ? QString::number(row.index.value) + QLatin1Char(' ') : QString()) +
                    shown(timed.candidate->name);
        row.lower = onAxis(timing.lowerBand);
        row.middle = onAxis(timing.median);
        row.upper = onAxis(timing.upperBand);
        row.runsMeasured = 1;
        BandPoint point;
        point.row = bands.rows.size();
        point.y = static_cast<double>(point.row);
        point.median = row.middle;
        point.bandLower = onAxis(timing.min);
        point.bandUpper = onAxis(timing.max);
        bands.smallest = bands.rows.empty() ? *point.bandLower : std::min(bands.smallest, *point.bandLower);
        bands.largest = std::max(bands.largest, *point.bandUpper);
        bands.points.push_back(point);
        bands.rows.push_back(std::move(row));
    }
    return bands;
}

}  // namespace flipscope
