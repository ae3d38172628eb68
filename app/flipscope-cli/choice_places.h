#pragma once

#include "core/analyse/analysis.h"
#include "core/report/forcing.h"

#include <stop_token>
#include <vector>

namespace flipscope::cli {

// Where the databases of the runs keep their choices for the key, in the order of the runs. Databases inside archives,
// and those that cannot be read again, are passed over.
[[nodiscard]] std::vector<ChoicePlace> choicePlaces(const Dataset& dataset, const Analysis& analysis, KeyIndex key,
                                                    const std::stop_token& stop);

}  // namespace flipscope::cli
