#include "kernels/clock_watch.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("the clock of the first GPU can be read, and the driver names its version") {
    const ClockWatch watch(0);
    const auto reading = watch.read();
    REQUIRE(reading);
    CHECK(reading->megahertz > 0);
    CHECK(reading->megahertz < 10'000);
    CHECK(nvidiaDriverVersion().find('.') != std::string::npos);
}

TEST_CASE("a GPU that is not there has no clock") {
    CHECK_FALSE(ClockWatch(4711).read());
}
