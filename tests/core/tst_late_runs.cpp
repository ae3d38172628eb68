#include "core/drive/late_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const KeySet kA{}, kB{0, 1}, kC{1};

std::vector<TrialRun> runsOf(const std::vector<KeySet>& configs) {
    std::vector<TrialRun> runs;
    for (const KeySet& config : configs)
        runs.push_back({config, config.empty() ? TrialOutcome::good : TrialOutcome::bad, {}});
    return runs;
}

}  // namespace

TEST_CASE("only the runs behind the last of something else are late") {
    const auto runs = runsOf({kA, kB, kC, kA, kB, kB});
    const auto late = lateTallies(runs, 0, {kA, kB}, false);
    CHECK(late[0].good == 1);
    CHECK(late[1].bad == 2);
    CHECK(lateTallies(runs, 0, {kA, kB, kC}, false)[0].good == 2);
    CHECK(lateTallies(runs, 4, {kA, kB}, false)[0].counted() == 0);
    CHECK(lateTallies(runs, 4, {kA, kB}, false)[1].counted() == 2);
    CHECK(lateTallies({}, 0, {kA}, true)[0].counted() == 0);
}

TEST_CASE("three in a row are no rounds") {
    const auto runs = runsOf({kA, kB, kB, kB, kA, kA, kB});
    CHECK(lateTallies(runs, 0, {kA, kB}, true)[0].good == 2);
    CHECK(lateTallies(runs, 0, {kA, kB}, true)[1].bad == 1);
    CHECK(lateTallies(runs, 0, {kA, kB}, false)[1].bad == 4);
}

TEST_CASE("the ends were first apart where the exact test says so, and what is no end is passed over") {
    std::vector<KeySet> configs;
    for (int i = 0; i < 12; ++i)
        configs.insert(configs.end(), {kA, kC, kB});
    const auto runs = runsOf(configs);
    CHECK(endsApartAfter(runs, kB, {}) == 30);  // ten of each: 1 of 184,756
    CHECK(endsApartAfter({runs.begin(), runs.begin() + 29}, kB, {}) == 29);
    CHECK(endsApartAfter({}, kB, {}) == 0);
}
