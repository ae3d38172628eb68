#include "core/rerun/steady_progress.h"

#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace std::chrono_literals;

namespace {

struct Heard {
    std::string words;
    RunSink sink{[](const RerunResult&) {},
                 [this](std::size_t done, const std::string& text) { words += std::to_string(done) + text + " "; }};
};

}  // namespace

TEST_CASE("what goes on is said again, not more often than wanted") {
    Heard heard;
    SteadyProgress progress(heard.sink, 50ms);
    progress.goOn();
    CHECK(heard.words.empty());
    progress.begin(0, "a");
    progress.begin(1, "b");
    CHECK(heard.words == "0a 1b ");
    std::this_thread::sleep_for(60ms);
    progress.goOn();
    CHECK(heard.words == "0a 1b 1b ");
    std::this_thread::sleep_for(60ms);
    progress.begin(2, "c");
    CHECK(heard.words == "0a 1b 1b 2c ");
}

TEST_CASE("however often it is called, it is said once an interval") {
    Heard heard;
    SteadyProgress progress(heard.sink, 1h);
    progress.begin(0, "a");
    for (int i = 0; i < 1000; ++i)
        progress.goOn();
    CHECK(heard.words == "0a ");
}

TEST_CASE("threads say it one at a time") {
    std::size_t said = 0;  // without a lock of its own
    const RunSink sink{[](const RerunResult&) {}, [&](std::size_t, const std::string&) { ++said; }};
    SteadyProgress progress(sink, 0ms);
    progress.begin(0, "a");
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < 4; ++i) {
            threads.emplace_back([&] {
                for (int call = 0; call < 1000; ++call)
                    progress.goOn();
            });
        }
    }
    CHECK(said > 1);
    CHECK(said <= 4001);
}
