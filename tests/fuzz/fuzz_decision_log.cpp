#include "core/read/decision_log.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any bytes are read without a crash, every line is accounted for, and each decision is sound in itself.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    InternPool pool;
    (void)looksLikeDecisionLog(text);
    const ParsedLog log = readDecisionLog(text, false, "fuzz", pool);
    if (log.problems.size() > kMaxProblemsKept || log.problems.size() > log.problemCount) std::abort();
    const InternPool::Contents contents = pool.take();
    for (const Decision& decision : log.decisions) {
        const std::size_t candidates = contents.sets.at(decision.set.value).names.size();
        if (decision.line == 0 || contents.keys.at(decision.key.value).label.empty()) std::abort();
        if (decision.usedWinner.has_value() != (decision.source <= WinnerSource::humanLog)) std::abort();
        for (const MeasuredCandidate& measured : decision.measured) {
            if (measured.index.value >= candidates) std::abort();
        }
        for (const FailedCandidate& failed : decision.failed) {
            if (failed.index.value >= candidates || failed.reason >= contents.texts.size()) std::abort();
        }
    }
    return 0;
}
