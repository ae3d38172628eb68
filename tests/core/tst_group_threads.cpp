#include "core/analyse/group_threads.h"

#include <algorithm>
#include <stdexcept>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("every group is worked on once, by workers below the number of threads") {
    for (const unsigned threads : {1U, 2U, 5U}) {
        std::vector<std::atomic<int>> calls(100);
        std::atomic<bool> inRange{true};
        CHECK(forEachGroup(calls.size(), threads, {}, [&](std::size_t index, std::size_t worker) {
            ++calls[index];
            if (worker >= threads) inRange = false;
            return true;
        }));
        CHECK(std::all_of(calls.begin(), calls.end(), [](const auto& count) { return count == 1; }));
        CHECK(inRange);
    }
    CHECK(forEachGroup(0, 2, {}, [](std::size_t, std::size_t) { return false; }));
}

TEST_CASE("a failed group ends the work, a stop begins none") {
    int calls = 0;
    CHECK_FALSE(forEachGroup(10, 1, {}, [&](std::size_t index, std::size_t) {
        ++calls;
        return index != 3;
    }));
    CHECK(calls == 4);
    std::stop_source source;
    source.request_stop();
    calls = 0;
    CHECK(forEachGroup(10, 2, source.get_token(), [&](std::size_t, std::size_t) { return ++calls > 0; }));
    CHECK(calls == 0);
}

TEST_CASE("an exception of another thread comes out of the call, and ends the work") {
    const auto caller = std::this_thread::get_id();
    std::atomic<int> calls{0};
    CHECK_THROWS_AS(forEachGroup(1'000'000, 2, {},
                                 [&](std::size_t, std::size_t) {
                                     ++calls;
                                     if (std::this_thread::get_id() != caller) throw std::bad_alloc();
                                     std::this_thread::yield();
                                     return true;
                                 }),
                    std::bad_alloc);
    CHECK(calls < 1'000'000);
}

TEST_CASE("an exception comes out of the call") {
    CHECK_THROWS_AS(forEachGroup(10, 2, {},
                                 [](std::size_t index, std::size_t) {
                                     if (index == 5) throw std::runtime_error("five");
                                     return true;
                                 }),
                    std::runtime_error);
}
