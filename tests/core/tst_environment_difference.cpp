#include "core/analyse/run_comparison.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;
using flipscope::testing::DatasetBuilder;

namespace {

std::vector<EnvironmentDifference> differencesOf(const std::string& name, const std::vector<std::string>& values) {
    DatasetBuilder builder;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto run = builder.addRun("run" + std::to_string(i));
        if (!values[i].empty()) builder.dataset().runs[run.value].environment[name] = values[i];
        builder.dataset().runs[run.value].environment["os"] = "linux";
    }
    const Dataset dataset = builder.take();
    return environmentDifferences(dataset, buildWinnerMatrix(dataset));
}

}  // namespace

TEST_CASE("a value that differs between runs names the runs, the most common value first") {
    const auto differences = differencesOf("producer", {"0.11.0", "0.11.3", "", "0.11.3"});
    REQUIRE(differences.size() == 1);
    CHECK(differences[0].name == "producer");
    CHECK_FALSE(differences[0].range.has_value());
    REQUIRE(differences[0].values.size() == 2);
    CHECK(differences[0].values[0].first == "0.11.3");
    CHECK(differences[0].values[0].second == std::vector<RunIndex>{{1}, {3}});
    CHECK(differences[0].values[1].second == std::vector<RunIndex>{{0}});
}

TEST_CASE("equal values are no difference") {
    CHECK(differencesOf("device", {"H200", "H200", ""}).empty());
}

TEST_CASE("a number of its own in most runs is one range") {
    const auto differences =
        differencesOf("compute peak", {"3.51e14 /s", "3.49e14 /s", "3.53e14 /s", "3.53e14 /s", "", "3.50e14 /s"});
    REQUIRE(differences.size() == 1);
    REQUIRE(differences[0].range.has_value());
    CHECK(differences[0].range->smallest == doctest::Approx(3.49e14));
    CHECK(differences[0].range->largest == doctest::Approx(3.53e14));
    CHECK(differences[0].range->unit == " /s");
    CHECK(differences[0].range->distinct == 4);
    REQUIRE(differences[0].values.size() == 1);
    CHECK(differences[0].values[0].first == "3.49e14 /s … 3.53e14 /s");
    CHECK(differences[0].values[0].second == std::vector<RunIndex>{{0}, {1}, {2}, {3}, {5}});
}

TEST_CASE("two runs, a few values over many runs, versions and mixed units stay as they are") {
    CHECK_FALSE(differencesOf("peak", {"1.0", "2.0"})[0].range.has_value());
    CHECK_FALSE(differencesOf("level", {"1", "2", "3", "1", "2", "3", "1"})[0].range.has_value());
    CHECK_FALSE(differencesOf("producer", {"0.11.0", "0.11.1", "0.11.2"})[0].range.has_value());
    CHECK_FALSE(differencesOf("overhead", {"1 us", "2 us", "3 ms"})[0].range.has_value());
    CHECK_FALSE(differencesOf("label", {"a", "b", "c"})[0].range.has_value());
}
