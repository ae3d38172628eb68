#pragma once

#include "core/rerun/message_fields.h"
#include "core/rerun/rerun_request.h"

#include <nlohmann/json.hpp>

namespace flipscope {

// The members of a run message (docs/worker-protocol.md), without its type.
[[nodiscard]] nlohmann::ordered_json requestToJson(const RerunRequest& request);
// What is wrong is the fault of `fields`. Sizes whose elements would not fit the address space are refused here.
[[nodiscard]] RerunRequest readRequest(MessageFields& fields);

}  // namespace flipscope
