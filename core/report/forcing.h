#pragma once

#include "core/model/strong.h"

#include <string>

namespace flipscope {

// Where the environment database of a run keeps its choice for a key.
struct ChoicePlace {
    std::string run, path;  // id; file as the user named it
    std::string table, rowid, nameSpace;
    CandidateIndex holds;
};

}  // namespace flipscope
