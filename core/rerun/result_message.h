#pragma once

#include "core/rerun/message_fields.h"
#include "core/rerun/rerun_result.h"

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace flipscope {

// The members of a result message (docs/worker-protocol.md), without type and id.
[[nodiscard]] nlohmann::ordered_json resultToJson(const RerunResult& result);
// What is wrong is the fault of `fields`, impossible numbers too. `means`: for results that do not say it.
[[nodiscard]] RerunResult readResult(MessageFields& fields, RerunMeans means);
// What cannot be said of an output of this size; empty when nothing is.
[[nodiscard]] std::string faultOf(const RerunResult& result, const RerunProblem& problem);
// What cannot be an answer to this request, for its size or its repeats; empty when nothing is.
[[nodiscard]] std::string faultOf(const RerunResult& result, const RerunRequest& request);

[[nodiscard]] std::optional<RerunMeans> meansFromString(std::string_view name);

}  // namespace flipscope
