#pragma once

#include "core/model/decision.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flipscope {

// Where the processes begin that appended to one log.
struct SplitPlan {
    std::vector<std::size_t> starts{0};  // position of each process's first decision, ascending; {0}: one process
    // By process: keys come again in it, but not as another process would repeat them: perhaps two processes.
    std::vector<bool> perhaps{false};
};

// Definitions "Identity": a later part that repeats the earlier part's keys from its beginning in the same order (at
// least two of them, and all that the parts before it have) is another process; a partial or unordered repeat is
// `perhaps`. In detail, over the sequence of (key, candidate set):
// - every place where the first two keys come again begins a part, provided that no part then holds a key twice and
//   each is the beginning of the longest one;
// - otherwise, a sequence that is one pattern at least twice is one part a pattern, though the pattern itself holds a
//   key twice;
// - a part that comes as far as each part before it is a process: an earlier one may have been stopped early. One that
//   ends before is a partial repeat and stays with the process before it;
// - `skipped` damaged records may be missing in any of them; when one was and line 1 does not hold the log's first
//   decision, it can be the first one: then the others begin one decision earlier, if all of them do with the same key;
// - a key tuned twice in a row (two devices, two tuners) means nothing, unless the log holds no other key: then each
//   decision may be a process, and that is `perhaps`, as any other repeat is.
[[nodiscard]] SplitPlan planSplit(const std::vector<Decision>& decisions, std::uint64_t skipped);

// The user says that it is several processes: split wherever a key comes again, counted anew after each split; directly
// behind itself only in a log of one key.
[[nodiscard]] SplitPlan splitAtRepeats(const std::vector<Decision>& decisions);

}  // namespace flipscope
