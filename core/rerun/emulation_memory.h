#pragma once

#include "core/rerun/emulator.h"
#include "core/rerun/rerun_request.h"

#include <cstdint>
#include <optional>
#include <string>

namespace flipscope {

// Upper estimate of the bytes that it takes at a time to emulate the request, whatever its candidates; saturates.
// options: those of emulate, whose threads and lanes decide how much is packed at a time.
[[nodiscard]] std::uint64_t emulationBytes(const RerunRequest& request, const EmulationOptions& options = {});

// What this machine can still give without paging (MemAvailable of /proc/meminfo), in bytes; null where that cannot be
// told. Any thread.
[[nodiscard]] std::optional<std::uint64_t> availableMemory();

// Why the request is not begun: it would take more than is available. A clause; empty: it can be begun.
[[nodiscard]] std::string memoryFault(const RerunRequest& request, std::optional<std::uint64_t> available);

}  // namespace flipscope
