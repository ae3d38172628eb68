#pragma once

#include "core/analyse/numerical_class.h"
#include "core/analyse/winner_matrix.h"
#include "core/drive/run_record.h"
#include "core/handover/scrubber.h"
#include "core/model/dataset.h"
#include "core/rerun/card_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// What is known of where the runs ran.
struct EnvironmentFact {
    std::string name;  // "GPU", "driver", "framework" …
    std::vector<std::pair<std::string, std::size_t>>
        values;  // with the number of runs, most frequent first; empty: not recorded

    // "NVIDIA H200 (28 runs)", or "not recorded".
    [[nodiscard]] std::string inWords() const;
};

// The built-in card that all runs ran on, where their records name one; null where they name none or several. Any
// thread.
[[nodiscard]] const CardNumbers* recordedCard(const std::vector<std::optional<RunRecord>>& records);

// Of the runs of the matrix: what their logs and databases tell, and what `collect` noted. GPU, driver, framework and
// code generator are there in any case. A pure function; any thread.
[[nodiscard]] std::vector<EnvironmentFact> environmentFacts(const Dataset& dataset, const WinnerMatrix& matrix,
                                                            const std::vector<std::optional<RunRecord>>& records,
                                                            const ClassAssumptions& assumptions,
                                                            const Scrubber& scrubber);

}  // namespace flipscope
