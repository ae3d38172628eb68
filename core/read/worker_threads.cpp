#include "core/read/worker_threads.h"

#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <vector>

namespace flipscope {

namespace {

// Where calls leave what they threw.
class FirstFailure {
public:
    void call(const std::function<void()>& work) noexcept {
        try {
            work();
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            if (m_failure == nullptr) m_failure = std::current_exception();
        }
    }

    [[nodiscard]] std::optional<Error> take() const {
        if (m_failure == nullptr) return std::nullopt;
        try {
            std::rethrow_exception(m_failure);
        } catch (const std::bad_alloc&) {
            return Error{"not enough memory"};
        } catch (const std::exception& failure) {
            return Error{failure.what()};
        } catch (...) {
            return Error{"an unknown failure"};
        }
    }

private:
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

}  // namespace

std::optional<Error> runOnThreads(unsigned threads, const std::function<void()>& work, const StartThread& start) {
    FirstFailure failure;
    const std::function<void()> guarded = [&] { failure.call(work); };
    {
        std::vector<std::jthread> others;
        try {
            others.reserve(threads);
            while (others.size() + 1 < threads)
                others.push_back(start ? start(guarded) : std::jthread(guarded));
        } catch (const std::system_error&) {  // fewer threads do the same work
        } catch (const std::bad_alloc&) {
        }
        guarded();
    }
    return failure.take();
}

}  // namespace flipscope
