#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <stop_token>
#include <system_error>
#include <thread>
#include <vector>

namespace flipscope {

inline constexpr unsigned kGroupThreads = 2;

// Calls work(index, worker) once for each index below count, spread over the calling thread and at most threads - 1
// others; worker, below threads, says which of them it is, so that each can have values of its own. Threads that the
// system does not give are done without. Returns when all are done, and early when stop was requested, a call returned
// false, or a call threw: the first exception comes out here, once no thread is left that could still use the
// arguments. Returns false when a call did.
template <class Work>
bool forEachGroup(std::size_t count, unsigned threads, const std::stop_token& stop, const Work& work) {
    std::atomic<std::size_t> next{0};
    std::atomic<bool> failed{false};
    std::mutex mutex;
    std::exception_ptr thrown;  // guarded by mutex
    const auto run = [&](std::size_t worker) {
        try {
            while (!stop.stop_requested() && !failed) {
                const std::size_t index = next++;
                if (index >= count) return;
                if (!work(index, worker)) failed = true;
            }
        } catch (...) {
            failed = true;
            const std::lock_guard lock(mutex);
            if (!thrown) thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        others.reserve(threads);
        for (std::size_t worker = 1; worker < threads; ++worker) {
            try {
                others.emplace_back(run, worker);
            } catch (const std::system_error&) {
                break;  // no more threads to be had: the others do the work
            }
        }
        run(0);
    }
    if (thrown) std::rethrow_exception(thrown);
    return !failed;
}

}  // namespace flipscope
