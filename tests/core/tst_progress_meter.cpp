#include "core/read/progress_meter.h"

#include <thread>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("progress is passed on rarely and one call at a time, the end always") {
    int calls = 0;  // not atomic on purpose
    LoadProgress last;
    ProgressMeter meter([&](const LoadProgress& progress) {
        ++calls;
        last = progress;
    });
    meter.filesSeen(7);
    meter.setTotal(400, 4000);
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < 4; ++t) {
            threads.emplace_back([&] {
                for (int i = 0; i < 100; ++i)
                    meter.fileDone("x", 10);
            });
        }
    }
    CHECK(calls < 100);
    meter.finish();
    CHECK(last.filesDone == 400);
    CHECK(last.bytesDone == 4000);
    CHECK(last.bytesTotal == 4000);
    CHECK(last.current == "x");
}

TEST_CASE("nobody needs to listen") {
    ProgressMeter meter({});
    meter.fileDone("x", 1);
    meter.finish();
}
