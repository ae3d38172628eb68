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

// What a re-run's JSON report (`flipscope-cli rerun --format json`) says of a candidate on the key's own problem.
struct ReportedCandidate {
    CandidateIndex index;
    std::string checksum, bits;  // on the first input, class of equal bits: empty for none
};

// Texts without what is private.
struct MeasuredReport {
    KeyIndex key;
    // By the rule of measuredBitsOf (core/rerun/measured_classes.h): in no class where the report has no round of the
    // key's own problem, or no candidate gave bits of its own there.
    MeasuredBits bits;
    std::vector<ReportedCandidate> candidates;  // of the key's own problem
    std::vector<std::string> faults;            // what went wrong in any round, a sentence a candidate
    std::string json;                           // the whole report
};

// An Error as of reportedRerun (core/rerun/reported_rerun.h). Never throws on hostile input.
[[nodiscard]] Result<MeasuredReport> readMeasuredReport(std::string_view reportJson, const Dataset& dataset,
                                                        const Analysis& analysis, const Scrubber& scrubber);

// A JSON text with every string scrubbed; null when it is none.
[[nodiscard]] std::optional<std::string> scrubbedJson(std::string_view json, const Scrubber& scrubber);

}  // namespace flipscope
