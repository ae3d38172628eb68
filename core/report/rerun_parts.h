#pragma once

#include "core/report/rerun_report.h"

#include <string>

namespace flipscope {

// Pieces of the document about a re-run.

// "13 matmul_…", or the name alone.
[[nodiscard]] std::string nameOf(const RerunCandidate& candidate);
[[nodiscard]] Tone toneOf(RerunVerdictKind kind);
// "2.4", "1900": of a ratio of errors.
[[nodiscard]] std::string timesInWords(double times);
// Whether a request is for a shape that the key does not stand for. Its own sizes always count as the key's.
[[nodiscard]] bool isOutside(const RerunRequest& request);

// A table of what was refused or went wrong, with the shapes where it did; candidates that share a row share all of it.
void addIncidents(Document& document, const RerunView& view);
// What the worker remarked on results that are fine, such as what their computation rests on.
void addRemarks(Document& document, const RerunView& view);
// What was tried, and what could not be.
void addInputs(Document& document, const RerunView& view);

}  // namespace flipscope
