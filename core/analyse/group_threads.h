#pragma once

#include <atomic>
#include <cstddef>
#include <future>
#include <stop_token>
#include <vector>

namespace flipscope {

inline constexpr unsigned kGroupThreads = 2;

// Calls work(index, worker) once for each index below count, spread over the calling thread and threads - 1 others;
// worker, below threads, says which of them it is, so that each can have values of its own. Returns when all are done,
// and early when stop was requested or a call returned false. An exception of any call comes out here. Returns false
// when a call did.
template <class Work>
bool forEachGroup(std::size_t count, unsigned threads, const std::stop_token& stop, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    const auto run = [&](std::size_t worker) {
        while (!stop.stop_requested() && !failed) {
            const std::size_t index = next++;
            if (index >= count) return;
            if (!work(index, worker)) failed = true;
        }
    };
    std::vector<std::future<void>> others;
    for (std::size_t worker = 1; worker < threads; ++worker) {
        others.push_back(std::async(std::launch::async, run, worker));
    }
    run(0);
    for (auto& other : others)
        other.get();
    return !failed;
}

}  // namespace flipscope
