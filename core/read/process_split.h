#pragma once

#include "core/model/decision.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// Where the processes begin that appended to one log.
struct SplitPlan {
    std::vector<std::size_t> starts{0};  // position of each process's first decision, ascending; {0}: one process
    bool perhaps = false;  // keys repeat, but not as a second process would: one run, said to be perhaps two processes
};

// Definitions "Identity": a later part that repeats the earlier part's keys from its beginning in the same order (at
// least two of them) is another process. In detail, over the sequence of (key, candidate set):
// - every place where the first two keys come again begins a process, provided that no process then holds a key twice
//   and each is the beginning of the longest one: whole processes and such as were stopped early, in any order;
// - otherwise, a sequence that is one pattern at least twice (the last time perhaps cut off) is one process a pattern,
//   though the pattern itself holds a key twice;
// - `skipped` damaged records may be missing in any of them; when one was and the log's first decision is not in line
// 1,
//   it can be the first one: then the others begin one decision earlier, if all of them do with the same key;
// - a key tuned twice in a row (two devices, two tuners) stays one run and means nothing; any other repeat is
// `perhaps`.
[[nodiscard]] SplitPlan planSplit(const std::vector<Decision>& decisions, std::uint64_t skipped);

// The user says that it is several processes: split wherever a key comes again, counted anew after each split.
[[nodiscard]] SplitPlan splitAtRepeats(const std::vector<Decision>& decisions);

}  // namespace flipscope
