#include "core/drive/run_order.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::vector<std::size_t> orderOf(std::size_t configurations, std::size_t rounds) {
    std::vector<std::size_t> tried(configurations), order;
    for (std::size_t i = 0; i < configurations * rounds; ++i) {
        order.push_back(nextInRounds(tried));
        ++tried[order.back()];
    }
    return order;
}

}  // namespace

TEST_CASE("each is run once in every round, and the second round goes back") {
    for (std::size_t configurations = 1; configurations < 12; ++configurations) {
        CAPTURE(configurations);
        const std::vector<std::size_t> order = orderOf(configurations, 2);
        const auto middle = order.begin() + static_cast<std::ptrdiff_t>(configurations);
        std::vector<std::size_t> first(order.begin(), middle);
        CHECK(std::equal(order.rbegin(), order.rbegin() + static_cast<std::ptrdiff_t>(configurations), first.begin()));
        std::sort(first.begin(), first.end());
        for (std::size_t i = 0; i < configurations; ++i)
            CHECK(first[i] == i);
    }
}

TEST_CASE("what happens in every second to eighth run meets none in each round") {
    for (std::size_t configurations = 2; configurations < 12; ++configurations) {
        const std::vector<std::size_t> order = orderOf(configurations, 5);
        for (std::size_t period = 2; period <= 8; ++period) {
            for (std::size_t i = 0; i < configurations; ++i) {
                CAPTURE(configurations);
                CAPTURE(period);
                std::vector<bool> met(period);
                for (std::size_t run = 0; run < order.size(); ++run)
                    if (order[run] == i) met[run % period] = true;
                CHECK(std::count(met.begin(), met.end(), true) > 1);
            }
        }
    }
}

TEST_CASE("the one that was tried least often comes first") {
    CHECK(nextInRounds({3, 1, 2}) == 1);
    CHECK(nextInRounds({0}) == 0);
}
