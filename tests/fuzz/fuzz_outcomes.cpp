#include "core/analyse/outcomes.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace flipscope;

// The bytes are outputs of several runs, separated by 0xFE: what is found has a value or none for each run, more than
// one value, a description, and a pattern that gives these values or none.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    constexpr std::size_t kMostRuns = 40;
    Dataset dataset;
    std::vector<RunIndex> runs;
    std::string_view rest(reinterpret_cast<const char*>(data), size);
    while (!rest.empty() && runs.size() < kMostRuns) {
        const std::size_t end = std::min(rest.find('\xFE'), rest.size());
        runs.push_back(RunIndex{static_cast<std::uint32_t>(runs.size())});
        dataset.runs.emplace_back();
        dataset.runs.back().id = "run" + std::to_string(runs.size());
        dataset.runs.back().outputs.push_back({"stdout.log", std::string(rest.substr(0, end)), false});
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    for (const FoundOutcome& found : findOutcomes(dataset, runs)) {
        if (found.values.values.size() != runs.size() || found.distinct < 2 || found.description.empty()) std::abort();
        if (!groupOutcome(found.values, found.suggested)) std::abort();
        if (found.suggestedPattern.empty()) continue;
        const auto values = valuesByPattern(dataset, runs, {found.suggestedPattern, PatternMatch::first, 1});
        if (!values || values.value().values != found.values.values) std::abort();
    }
    return 0;
}
