#include "core/analyse/line_keys.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// The key token of lines of one form; each inner list is a run.
int keyOf(const std::vector<std::vector<std::string>>& runs) {
    DistinctLines lines;
    LineFamily family;
    for (std::uint32_t run = 0; run < runs.size(); ++run)
        for (const std::string& line : runs[run])
            family.appearances.push_back({run, {lines.add(line), 1}});
    const auto key = keyToken(family, lines);
    return key ? static_cast<int>(*key) : -1;
}

}  // namespace

TEST_CASE("a token that names each appearance and is the same over the runs") {
    CHECK(keyOf({{"step 0 loss 1", "step 1 loss 2"}, {"step 0 loss 3", "step 1 loss 4"}}) == 1);
    CHECK(keyOf({{"v 4.5 of x 2", "v 4.5 of x 1"}, {"v 3.5 of x 1", "v 2 of x 2"}}) == 4);
}

TEST_CASE("a counter that not all runs reach the end of") {
    CHECK(keyOf({{"step 0 loss 1.5", "step 1 loss 2.5", "step 2 loss 1.5"}, {"step 0 loss 3.5"}}) == 1);
}

TEST_CASE("rising values that start differently in each run are no counter") {
    CHECK(keyOf({{"at 100", "at 200"}, {"at 110", "at 210"}, {"at 120", "at 220"}}) == -1);
}

TEST_CASE("lines that appear once, or are equal, have no key") {
    CHECK(keyOf({{"step 0 loss 1"}, {"step 0 loss 2"}}) == -1);
    CHECK(keyOf({{"took 1.5", "took 1.5"}, {"took 2.5", "took 3.5"}}) == -1);
    CHECK(keyOf({}) == -1);
}
