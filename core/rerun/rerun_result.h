#pragma once

#include "core/model/strong.h"
#include "core/rerun/precision_model.h"
#include "core/rerun/rerun_request.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

enum class RerunStatus : std::uint8_t {
    ok,
    refused,   // declined before launch
    failed,    // launched and failed, or the worker did
    timedOut,  // no answer in time
    notRun,    // not asked, not computable, or stopped before its turn
};

// What produced the bits: the model of the card on a processor, a kernel of ours that adds up in the same order, or the
// candidate itself. Only the last one's time is the candidate's.
enum class RerunMeans : std::uint8_t { emulated, replica, real };

// Errors of one output against the float64 product of the operands as `model` takes them.
struct ErrorSummary {
    // Bins of the distance in ULP: exactly 0, up to 1, 2, 4, … 2^(kUlpBins - 3), more; not finite counts as more.
    static constexpr std::size_t kUlpBins = 24;

    PrecisionModel model = PrecisionModel::f32;
    double largest = 0;  // max over the elements of |c - reference| / (|A|·|B|); infinite where c is not finite
    // The same after the rounding of the sum to the output's type is allowed for: |c - reference| less half a unit in
    // the last place, at least 0. Equals `largest` for f32, which is not rounded again. Null where it was not measured;
    // then a verdict on half types must allow the rounding of the largest element to every element.
    std::optional<double> largestBeyondRounding;
    double largestUlp = 0;  // max distance in units in the last place of the output type at the reference
    std::array<std::uint64_t, kUlpBins> ulpHistogram{};
};

// The clock of the card's multiprocessors over the samples of a timing.
struct ClockSummary {
    unsigned lowestMegahertz = 0, highestMegahertz = 0;
    unsigned throttled = 0;  // samples while the clock was held down by power, heat or another limit
};

struct TimingSummary {
    Nanoseconds min, median, max;
    Nanoseconds lowerBand, upperBand;  // the 20th and 80th percentile of the samples
    unsigned samples = 0;
    bool cacheFlushed = true;
    std::optional<ClockSummary> clock;  // null: it could not be read, so that throttling is not known
};

// What a worker found out about one candidate of one request.
struct RerunResult {
    RerunCandidate candidate;
    RerunStatus status = RerunStatus::notRun;
    std::string because;   // of every status but ok; may carry a remark for ok
    bool byAsker = false;  // said by the side that asked, of a worker that gave no result: it accuses nobody
    RerunMeans means = RerunMeans::emulated;
    std::string classId;  // by which rule it was computed (emulated, replica); empty for the real candidate

    std::uint64_t checksum = 0;           // of the first launch; meaningless unless status is ok
    unsigned repeats = 0;                 // launches
    unsigned comparedRepeats = 0;         // launches after the first with the same fill: the N of "0 of N"
    unsigned differentRepeats = 0;        // of these, how many have other bits than the first
    bool gridFilled = false;              // every multiprocessor was kept busy beside each of these
    bool dependsOnFill = false;           // launches into different fills differ where both wrote; why: see judge
    std::uint64_t unwritten = 0;          // elements that no launch wrote
    std::uint64_t guardBytesChanged = 0;  // outside the buffers
    std::vector<ErrorSummary> errors;     // by model, most exact first; empty when not asked for
    std::optional<TimingSummary> timing;
    std::vector<std::uint32_t> patterns;  // of the first launch when asked for
    // Of the operands that were used (given_operands.h), when the request gave some and the worker used them.
    std::optional<std::uint64_t> operandChecksum;
};

}  // namespace flipscope
