#pragma once

#include "core/analyse/flip_verdict.h"
#include "core/handover/scrubber.h"
#include "core/model/dataset.h"
#include "core/model/result.h"
#include "core/rerun/card_file.h"
#include "core/rerun/kept_rerun.h"
#include "core/rerun/rerun_findings.h"
#include "core/rerun/rerun_plan.h"

#include <optional>
#include <stop_token>
#include <string>

namespace flipscope {

// Largest number of products m·n·k that is emulated for a report: some seconds.
inline constexpr std::uint64_t kMostEmulatedProducts = std::uint64_t{1} << 30;

// The winners of a key, re-run by the emulator of a card in this process.
struct EnclosedRerun {
    KeyIndex key;
    std::string keyId, label;
    std::string fault;      // why there is nothing else here: no plain matmul, too large, no card
    std::string shapeLine;  // command that re-runs the problem without any file; empty: its candidates are others
    std::string cardName;   // as --backend emulate: takes it
    RerunPlan plan;
    KeptRerun rerun;
    RerunFindings findings;
};

// card: as findCard takes it; empty when none is known. Blocks for some seconds at most. Cancelled when stop was
// requested.
[[nodiscard]] Result<EnclosedRerun> emulateWinners(const Dataset& dataset, const KeyVerdict& key,
                                                   const std::string& card,
                                                   const std::optional<CodeGenerator>& codeGenerator,
                                                   const std::stop_token& stop);

}  // namespace flipscope
