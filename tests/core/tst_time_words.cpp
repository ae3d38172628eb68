#include "core/analyse/time_words.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("a duration or rate is known by its unit") {
    for (const char* behind :
         {"s", "s,", " s", "ms)", " seconds", "µs", "\u03BCs", " it/s", " tok/s]", " tokens/sec", "min", " TFLOPS"}) {
        CAPTURE(behind);
        CHECK(hasTimeUnit(behind));
    }
    for (const char* behind : {"", " ", "%", " steps", " sx", " min 1", "/s", " it", " a/sum", ", s"}) {
        CAPTURE(behind);
        CHECK_FALSE(hasTimeUnit(behind));
    }
}

TEST_CASE("a machine or user is known by the name before and a name of its own behind") {
    CHECK(isNamedAsPlace("host", ": ", "gpu-17"));
    CHECK(isNamedAsPlace("HOSTNAME", "=", "node07"));
    CHECK(isNamedAsPlace("node", " ", "a.b"));
    CHECK(isNamedAsPlace("slurm.user", "=\"", "ann2"));
    CHECK_FALSE(isNamedAsPlace("node", ": ", "lost"));
    CHECK_FALSE(isNamedAsPlace("node", ", ", "node07"));
    CHECK_FALSE(isNamedAsPlace("loss", ": ", "1.5"));
    CHECK_FALSE(isNamedAsPlace("", "", "a-1"));
}

TEST_CASE("a process or time is known by its name") {
    CHECK(isNamedAsTime("pid", " "));
    CHECK(isNamedAsTime("PID", ": "));
    CHECK(isNamedAsTime("wall_time", "="));
    CHECK(isNamedAsTime("time_ms", "="));
    CHECK(isNamedAsTime("time", "\": "));
    CHECK_FALSE(isNamedAsTime("loss", " "));
    CHECK_FALSE(isNamedAsTime("times", " "));
    CHECK_FALSE(isNamedAsTime("pid", " is "));
    CHECK_FALSE(isNamedAsTime("pid", "    "));
    CHECK_FALSE(isNamedAsTime("s", " "));
    CHECK_FALSE(isNamedAsTime("", ""));
}
