#pragma once

#include "core/drive/collection.h"
#include "core/report/document.h"

#include <string>
#include <string_view>
#include <vector>

namespace flipscope {

// What collecting runs left, as a document and as JSON (docs/json.schema.json).
[[nodiscard]] Document collectDocument(const CollectionPlan& plan, const Collection& collection);
[[nodiscard]] std::string collectJson(const CollectionPlan& plan, const Collection& collection);

// The runs as rows: how each ended, how long it took, what it kept of its choices.
[[nodiscard]] Table recordedRunTable(const std::vector<RecordedRun>& runs);

// "choices kept", "no database", …: for a table.
[[nodiscard]] std::string_view keepingInWords(ChoiceKeeping keeping);
// What the diagnosis means and what to do about it; empty when all is well.
[[nodiscard]] std::vector<std::string> keepingAdvice(const RunDiagnosis& diagnosis);
// The same of a run: one that failed before any choice says nothing of how it keeps them, but why it failed.
[[nodiscard]] std::vector<std::string> recordingAdvice(const RecordedRun& run);

}  // namespace flipscope
