#pragma once

#include "core/handover/handover.h"
#include "core/report/document.h"

#include <string>

namespace flipscope {

// What making a report leaves to say, as a document and as JSON (docs/json.schema.json).
[[nodiscard]] Document handoverAnswer(const WrittenHandover& written);
[[nodiscard]] std::string handoverJson(const WrittenHandover& written);

}  // namespace flipscope
