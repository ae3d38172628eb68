#include "core/analyse/sign_test.h"

#include <doctest/doctest.h>

using flipscope::signTest;

TEST_CASE("no throws and even throws say nothing") {
    CHECK(signTest(0, 0) == 1.0);
    CHECK(signTest(7, 7) == 1.0);
    CHECK(signTest(4, 5) == 1.0);
}

TEST_CASE("all one way is twice one half to the power of the throws") {
    CHECK(signTest(5, 0) == doctest::Approx(0.0625));
    CHECK(signTest(0, 6) == doctest::Approx(0.03125));
    CHECK(signTest(7, 0) == doctest::Approx(0.015625));
}

TEST_CASE("both tails of the binomial are counted") {
    // 2 * (1 + 10 + 45) / 1024
    CHECK(signTest(8, 2) == doctest::Approx(112.0 / 1024.0));
    CHECK(signTest(2, 8) == signTest(8, 2));
    // 2 * (1 + 9) / 512
    CHECK(signTest(1, 8) == doctest::Approx(20.0 / 512.0));
}

TEST_CASE("many thousand throws stay finite") {
    // Normal approximation with continuity: z = (5200 - 5000 - 0.5) / 50 = 3.99.
    CHECK(signTest(5200, 4800) == doctest::Approx(6.6e-5).epsilon(0.02));
    CHECK(signTest(100000, 0) >= 0.0);
    CHECK(signTest(100000, 0) < 1e-300);
    CHECK(signTest(1000000, 1000001) == doctest::Approx(1.0));
}
