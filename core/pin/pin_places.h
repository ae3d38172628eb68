#pragma once

#include "core/analyse/winner_matrix.h"
#include "core/model/dataset.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

// A choice in the database of a run.
struct PlacedChoice {
    RunIndex run;
    std::string nameSpace, canonicalJson, checksum;
    CandidateIndex holds;
    std::int64_t row = 0;  // see rowNumber
};

// All choices in the databases of the matrix's runs. Databases inside archives, and those that cannot be read, are
// passed over. Opened as readEnvironmentDatabase opens them. Thread rule: any thread.
[[nodiscard]] std::vector<PlacedChoice> placesOfRuns(const Dataset& dataset, const WinnerMatrix& matrix,
                                                     const std::stop_token& stop);

// The namespaces in which these runs (matrix columns) keep the key with this set, sorted, each once: those whose row is
// the run's own choice, else all.
[[nodiscard]] std::vector<std::string> placesOfKey(const std::vector<PlacedChoice>& places, const Dataset& dataset,
                                                   const WinnerMatrix& matrix, KeyIndex key,
                                                   const std::string& checksum,
                                                   const std::vector<std::size_t>& columns);

}  // namespace flipscope
