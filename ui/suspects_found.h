#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"
#include "core/analyse/suspects.h"
#include "core/model/dataset.h"

#include <memory>

namespace flipscope {

// What findSuspects found, with the values it was found on: kept together, so that texts never mix two states.
struct SuspectsFound {
    std::shared_ptr<const Dataset> dataset;
    std::shared_ptr<const Analysis> analysis;
    std::shared_ptr<const Outcome> outcome;
    SuspectsResult result;
};

}  // namespace flipscope
