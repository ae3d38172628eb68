#include "core/model/natural_order.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("natural order counts digits as numbers") {
    const std::vector<std::string> ordered{
        "",       "1",       "2",      "10",   "10a",  "run",   "run1",
        "run1#2", "run1#10", "run01x", "run2", "run9", "run10", "run18446744073709551616"};
    for (std::size_t i = 0; i < ordered.size(); ++i) {
        for (std::size_t j = 0; j < ordered.size(); ++j) {
            CAPTURE(ordered[i]);
            CAPTURE(ordered[j]);
            CHECK(naturalLess(ordered[i], ordered[j]) == (i < j));
        }
    }
}

TEST_CASE("equal numbers written differently still have one order") {
    CHECK(naturalLess("run07", "run7"));
    CHECK_FALSE(naturalLess("run7", "run07"));
    CHECK_FALSE(naturalLess("run7", "run7"));
    CHECK(naturalLess("a00", "a1"));
}
