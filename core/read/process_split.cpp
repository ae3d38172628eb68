#include "core/read/process_split.h"

#include <algorithm>
#include <span>
#include <unordered_set>

namespace flipscope {

namespace {

using Step = std::uint64_t;  // one decision: key and candidate set
using Steps = std::vector<Step>;
using Part = std::span<const Step>;

constexpr std::size_t kLeastRepeat = 2;  // one repeated key can be a program that tunes a key twice

Steps stepsOf(const std::vector<Decision>& decisions) {
    Steps steps;
    steps.reserve(decisions.size());
    for (const Decision& decision : decisions) {
        steps.push_back((Step{decision.key.value} << 32U) | decision.set.value);
    }
    return steps;
}

bool hasRepeat(Part part) {
    std::unordered_set<Step> seen;
    return std::any_of(part.begin(), part.end(), [&](Step step) { return !seen.insert(step).second; });
}

// Nothing but one key, several times: processes of a program with one key, or several devices. Nobody can tell.
bool isOneKeyAgain(const Steps& steps) {
    return steps.size() > 1 && std::all_of(steps.begin(), steps.end(), [&](Step step) { return step == steps[0]; });
}

// Length of the common beginning of the sequence and of itself from each position on (Z algorithm).
std::vector<std::size_t> commonBeginnings(const Steps& steps) {
    std::vector<std::size_t> z(steps.size(), 0);
    std::size_t left = 0;
    std::size_t right = 0;
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (i < right) z[i] = std::min(right - i, z[i - left]);
        while (i + z[i] < steps.size() && steps[z[i]] == steps[i + z[i]])
            ++z[i];
        if (i + z[i] > right) {
            left = i;
            right = i + z[i];
        }
    }
    return z;
}

// The starts when the whole sequence is one pattern at least twice, maybe cut off at the end; empty otherwise.
std::vector<std::size_t> startsOfPattern(const Steps& steps, const std::vector<std::size_t>& z) {
    for (std::size_t period = kLeastRepeat; 2 * period <= steps.size(); ++period) {
        const bool oneKeyOnly = z[1] + 1 >= period;  // a key tuned again and again is no pattern of processes
        if (oneKeyOnly || z[period] != steps.size() - period) continue;
        std::vector<std::size_t> starts;
        for (std::size_t at = 0; at < steps.size(); at += period)
            starts.push_back(at);
        return starts;
    }
    return {};
}

// A process as a beginning of the longest one.
struct Reach {
    std::uint64_t gaps = 0;  // steps that are missing in one of the two
    std::size_t end = 0;     // how far along the longest one it comes
};

Reach reachOf(Part part, Part whole, const std::unordered_set<Step>& known) {
    Reach reach;
    std::size_t i = 0;
    while (i < part.size()) {
        const bool inWhole = known.count(part[i]) != 0;
        if (reach.end < whole.size() && part[i] == whole[reach.end]) {
            ++i;
            ++reach.end;
        } else if (!inWhole || reach.end == whole.size()) {
            ++i;
            ++reach.gaps;
        } else {
            ++reach.end;
            ++reach.gaps;
        }
    }
    return reach;
}

std::vector<Part> partsOf(const Steps& steps, const std::vector<std::size_t>& starts) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::size_t end = i + 1 < starts.size() ? starts[i + 1] : steps.size();
        parts.push_back(Part(steps).subspan(starts[i], end - starts[i]));
    }
    return parts;
}

std::vector<Reach> reachesOf(const std::vector<Part>& parts) {
    const Part longest =
        *std::max_element(parts.begin(), parts.end(), [](Part a, Part b) { return a.size() < b.size(); });
    const std::unordered_set<Step> known(longest.begin(), longest.end());
    std::vector<Reach> reaches;
    for (const Part part : parts)
        reaches.push_back(reachOf(part, longest, known));
    return reaches;
}

std::uint64_t gapsOf(const std::vector<Reach>& reaches) {
    std::uint64_t gaps = 0;
    for (const Reach& reach : reaches)
        gaps += reach.gaps;
    return gaps;
}

// Each process holds no key twice and is the beginning of the longest one, no more records missing than were skipped.
bool explainsAll(const Steps& steps, const std::vector<std::size_t>& starts, std::uint64_t skipped) {
    const std::vector<Part> parts = partsOf(steps, starts);
    return std::none_of(parts.begin(), parts.end(), hasRepeat) && gapsOf(reachesOf(parts)) <= skipped;
}

// A part that does not come to the end of one before it repeats that one only partly: it stays with the part before it,
// which is then perhaps two processes. As many records as were skipped may be missing at the ends.
SplitPlan planOf(const Steps& steps, const std::vector<std::size_t>& starts, std::uint64_t skipped) {
    const std::vector<Reach> reaches = reachesOf(partsOf(steps, starts));
    const std::uint64_t gaps = gapsOf(reaches);
    std::uint64_t left = skipped > gaps ? skipped - gaps : 0;
    SplitPlan plan;
    std::size_t farthest = reaches.front().end;
    for (std::size_t i = 1; i < starts.size(); ++i) {
        const std::uint64_t missing = farthest - std::min(farthest, reaches[i].end);
        if (missing > left) {
            plan.perhaps.back() = true;
            continue;
        }
        left -= missing;
        farthest = std::max(farthest, reaches[i].end);
        plan.starts.push_back(starts[i]);
        plan.perhaps.push_back(false);
    }
    return plan;
}

// When the record that was lost is the first of the log, the other processes begin one step earlier, all with the key
// that the first process misses. Empty when they do not.
std::vector<std::size_t> startsBeforeLostKey(const Steps& steps, std::vector<std::size_t> starts) {
    if (starts[1] < 2) return {};
    const Step lost = steps[starts[1] - 1];
    for (std::size_t i = 1; i < starts.size(); ++i) {
        if (steps[--starts[i]] != lost) return {};
    }
    return starts;
}

// The starts when each place where the first steps come again begins a process; empty when that does not explain all.
std::vector<std::size_t> startsOfBeginnings(const Steps& steps, const std::vector<std::size_t>& z,
                                            std::uint64_t skipped, bool firstIsLost) {
    std::vector<std::size_t> starts{0};
    for (std::size_t i = 1; i < steps.size(); ++i) {
        if (z[i] >= kLeastRepeat) starts.push_back(i);
    }
    if (starts.size() < 2) return {};
    if (std::vector<std::size_t> earlier = startsBeforeLostKey(steps, starts); firstIsLost && !earlier.empty()) {
        if (explainsAll(steps, earlier, skipped)) return earlier;
    }
    return explainsAll(steps, starts, skipped) ? starts : std::vector<std::size_t>{};
}

Steps withoutImmediateRepeats(const Steps& steps) {
    Steps kept = steps;
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    return kept;
}

}  // namespace

SplitPlan planSplit(const std::vector<Decision>& decisions, std::uint64_t skipped) {
    const Steps steps = stepsOf(decisions);
    if (!hasRepeat(steps)) return {};
    if (isOneKeyAgain(steps)) return {{0}, {true}};
    const std::vector<std::size_t> z = commonBeginnings(steps);
    const bool firstIsLost = skipped > 0 && decisions.front().line > 1;
    std::vector<std::size_t> starts = startsOfBeginnings(steps, z, skipped, firstIsLost);
    if (starts.empty()) starts = startsOfPattern(steps, z);
    if (!starts.empty()) return planOf(steps, starts, skipped);
    return {{0}, {hasRepeat(withoutImmediateRepeats(steps))}};
}

SplitPlan splitAtRepeats(const std::vector<Decision>& decisions) {
    const Steps steps = stepsOf(decisions);
    SplitPlan plan;
    std::unordered_set<Step> seen;
    const bool oneKey = isOneKeyAgain(steps);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bool immediate = !oneKey && i > 0 && steps[i] == steps[i - 1];
        if (immediate || seen.insert(steps[i]).second) continue;
        plan.starts.push_back(i);
        plan.perhaps.push_back(false);
        seen.clear();
        seen.insert(steps[i]);
    }
    return plan;
}

}  // namespace flipscope
