#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/measured_bits.h"
#include "core/handover/scrubber.h"
#include "core/model/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What a re-run's JSON report (`flipscope-cli rerun --format json`) says of a candidate. Texts without what is private.
struct ReportedCandidate {
    CandidateIndex index;
    std::string name, checksum, bits, verdict,
        status;  // checksum on the first input, class of equal bits: empty for none
};

struct MeasuredReport {
    KeyIndex key;
    MeasuredBits bits;
    std::string worker;
    std::vector<ReportedCandidate> candidates;
    std::string json;  // the whole report
};

// An Error as measurementsIn (core/pin/measurement_file.h) gives it. Never throws on hostile input.
[[nodiscard]] Result<MeasuredReport> readMeasuredReport(std::string_view reportJson, const Dataset& dataset,
                                                        const Analysis& analysis, const Scrubber& scrubber);

// A JSON text with every string scrubbed; null when it is none.
[[nodiscard]] std::optional<std::string> scrubbedJson(std::string_view json, const Scrubber& scrubber);

}  // namespace flipscope
