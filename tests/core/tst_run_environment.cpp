#include "core/read/run_environment.h"

#include <limits>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("measured values keep three digits") {
    CHECK(withSiPrefix(61791085714285.71) == "61.8 T");
    CHECK(withSiPrefix(999.4) == "999 ");
    CHECK(withSiPrefix(999.6) == "1.00 k");
    CHECK(withSiPrefix(3.97e12) == "3.97 T");
    CHECK(withSiPrefix(0) == "0.00 ");
}

TEST_CASE("surroundings come from the bounds and the database, only what is known") {
    Run run;
    CHECK(describeEnvironment(run, "", "").empty());
    Decision& first = run.decisions.emplace_back();
    first.bounds = {{1, 2e12, 0.8F}, {1, 3e11, 0.8F}};
    first.launchOverhead = Nanoseconds{6448};
    Decision& second = run.decisions.emplace_back();
    second.bounds = {{1, 5e12, 0.8F}, {1, std::numeric_limits<double>::quiet_NaN(), 0.8F}};
    using Values = std::map<std::string, std::string>;
    CHECK(describeEnvironment(run, "device-0-0-cuda", "0.11.3") ==
          Values{{"producer", "cubecl 0.11.3"},
                 {"device", "device-0-0-cuda"},
                 {"compute peak", "5.00 Top/s"},
                 {"memory peak", "300 GB/s"},
                 {"launch overhead", "6.45 µs"},
                 {"autotune level threshold", "0.8 (balanced)"}});
    run.session = DatabaseSession{1, 2, "0.11.0", "linux", "x86_64", "", 3, 4};
    CHECK(describeEnvironment(run, "", "")["producer"] == "cubecl 0.11.0");
    CHECK(describeEnvironment(run, "", "")["arch"] == "x86_64");
}

TEST_CASE("each level has its threshold, no bounds is a value of its own") {
    const auto level = [](std::vector<RooflineBound> bounds) {
        Run run;
        run.decisions.emplace_back().bounds = std::move(bounds);
        return describeEnvironment(run, "", "")["autotune level threshold"];
    };
    CHECK(level({{1, 1, 0.6}}) == "0.6 (minimal)");
    CHECK(level({{1, 1, 0.95}}) == "0.95 (extensive)");
    CHECK(level({{1, 1, 0.5}}) == "0.5");
    CHECK(level({{1, 1, 0.6}, {1, 1, 0.8}}) == "0.6 (minimal), 0.8 (balanced)");
    CHECK(level({}) == "none (full, or no bounds)");
}
