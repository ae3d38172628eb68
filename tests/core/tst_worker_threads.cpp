#include "core/read/worker_threads.h"

#include <atomic>
#include <new>
#include <stdexcept>
#include <system_error>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("work is called on as many threads as asked for, at least on this one") {
    for (const unsigned threads : {0U, 1U, 4U}) {
        std::atomic<unsigned> calls{0};
        CHECK_FALSE(runOnThreads(threads, [&] { ++calls; }).has_value());
        CHECK(calls == (threads == 0 ? 1 : threads));
    }
}

TEST_CASE("where the system gives fewer threads, fewer do the work") {
    std::atomic<unsigned> calls{0};
    unsigned started = 0;
    const StartThread start = [&](const std::function<void()>& work) {
        if (++started == 3) throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
        return std::jthread(work);
    };
    CHECK_FALSE(runOnThreads(
                    8, [&] { ++calls; }, start)
                    .has_value());
    CHECK(calls == 3);  // two threads and this one
}

TEST_CASE("an exception of any thread is an error, the others end their work") {
    std::atomic<unsigned> calls{0};
    const auto outOfMemory = runOnThreads(4, [&] {
        if (++calls == 2) throw std::bad_alloc();
    });
    REQUIRE(outOfMemory.has_value());
    CHECK(outOfMemory->message == "not enough memory");
    CHECK(calls == 4);
    const auto other = runOnThreads(1, [] { throw std::runtime_error("why"); });
    REQUIRE(other.has_value());
    CHECK(other->message == "why");
}
