#pragma once

#include <string_view>

namespace flipscope {

// What stands as "schema" in every JSON report (docs/json.schema.json), and what a report that is read must have there.
inline constexpr std::string_view kReportVersion = "flipscope/1";

}  // namespace flipscope
