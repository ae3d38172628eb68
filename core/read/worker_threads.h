#pragma once

#include "core/model/result.h"

#include <functional>
#include <optional>
#include <thread>

namespace flipscope {

// Starts a thread; throws std::system_error when the system refuses, as std::jthread does.
using StartThread = std::function<std::jthread(const std::function<void()>&)>;

// Calls `work` once on each of `threads` threads, the calling one included, and returns when all calls have; fewer when
// the system gives no more threads, so work must share itself out. An exception of a call (memory ran out) ends that
// call only and comes back as an Error, the first one when there are several.
[[nodiscard]] std::optional<Error> runOnThreads(unsigned threads, const std::function<void()>& work,
                                                const StartThread& start = {});

}  // namespace flipscope
