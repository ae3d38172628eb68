#pragma once

#include "core/report/document.h"
#include "core/rerun/rerun_findings.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// A re-run as a document and as JSON (docs/json.schema.json).
struct RerunView {
    std::string subject;                  // "matmul 512×1024×128 f32 (e96a7a59)"
    std::string keyId;
    std::string deviceName;               // as the worker names it
    std::vector<RerunCandidate> winners;  // of the key over the runs, most frequent first; may be empty
    const RerunReport& report;
    const RerunFindings& findings;
};

[[nodiscard]] Document rerunDocument(const RerunView& view);
[[nodiscard]] std::string rerunJson(const RerunView& view);

// "same bits as the baseline", "wrong", …
[[nodiscard]] std::string_view inWords(RerunVerdictKind kind);
// What led to the verdict, with its numbers: "error 3.1e-07 of |A||B|, 3.0e-05 allowed for tf32-rna". Empty when the
// kind says it all.
[[nodiscard]] std::string reasonOf(const RerunVerdict& verdict);
// How the bits came about, and what that is worth.
[[nodiscard]] std::string meansSentence(RerunMeans means);
// A class of measured equal bits: A, B, … Z, AA ….
[[nodiscard]] std::string className(std::size_t measuredClass);

}  // namespace flipscope
