#include "core/read/measurement_match.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Decision measured(const std::vector<std::pair<std::uint32_t, std::int64_t>>& times) {
    Decision decision;
    for (const auto& [index, time] : times) {
        decision.measured.push_back({{index}, true, {{time}, {time}, {time - 1}, {time + 1}}});
    }
    return decision;
}

}  // namespace

TEST_CASE("one tuning is known again by its numbers, in any order") {
    const Decision a = measured({{0, 100}, {2, 120}});
    CHECK(sameMeasurements(a, measured({{0, 100}, {2, 120}})));
    CHECK(sameMeasurements(a, measured({{2, 120}, {0, 100}})));
    CHECK_FALSE(sameMeasurements(a, measured({{0, 100}, {2, 121}})));
    CHECK_FALSE(sameMeasurements(a, measured({{0, 100}, {1, 120}})));
    CHECK_FALSE(sameMeasurements(a, measured({{0, 100}})));
    CHECK_FALSE(sameMeasurements({}, {}));
}

TEST_CASE("without numbers nothing is known again") {
    Decision a = measured({{0, 100}});
    a.measured[0].hasTiming = false;
    CHECK_FALSE(sameMeasurements(a, a));
    CHECK_FALSE(sameMediansWhereKnown(a, a));
}

TEST_CASE("medians are compared where both sources know them") {
    const Decision full = measured({{0, 100}, {1, 110}, {2, 120}, {3, 130}});
    Decision few = measured({{0, 100}, {2, 120}});
    few.measured[0].timing.min = {1};  // not what is compared
    CHECK(sameMediansWhereKnown(few, full));
    CHECK_FALSE(sameMediansWhereKnown(measured({{0, 100}, {2, 121}}), full));
    CHECK_FALSE(sameMediansWhereKnown(measured({{9, 100}}), full));
}
