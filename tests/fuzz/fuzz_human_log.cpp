#include "core/read/human_log.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    flipscope::InternPool pool;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    (void)flipscope::looksLikeHumanLog(text);
    const flipscope::ParsedHumanLog log = flipscope::readHumanLog(text, "fuzz", pool);
    const std::size_t keys = pool.take().keys.size();
    for (const flipscope::Decision& decision : log.decisions)
        if (decision.key.value >= keys || decision.line == 0) std::abort();
    if (log.problems.size() > flipscope::kMaxProblemsKept || log.problemCount < log.problems.size()) std::abort();
    return 0;
}
