#include "core/analyse/group_statement.h"

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("of a group the gravest answer counts, with its weakest basis, wherever its key stands") {
    Analysis analysis;
    analysis.classes.resize(5);
    const auto set = [&](std::size_t key, ClassAnswer answer, ClassBasis basis) {
        analysis.classes[key].answer = answer;
        analysis.classes[key].basis = basis;
    };
    set(0, ClassAnswer::sameBits, ClassBasis::real);
    set(1, ClassAnswer::sameBits, ClassBasis::predicted);
    set(2, ClassAnswer::unknown, ClassBasis::predicted);
    set(3, ClassAnswer::dependsOnCard, ClassBasis::predicted);
    set(4, ClassAnswer::differentBits, ClassBasis::emulated);
    const auto of = [&](const std::vector<KeyIndex>& keys) {
        return &groupStatement(analysis, keys) - &analysis.classes[0];
    };
    CHECK(of({KeyIndex{0}}) == 0);
    CHECK(of({KeyIndex{0}, KeyIndex{1}}) == 1);
    CHECK(of({KeyIndex{1}, KeyIndex{0}}) == 1);
    CHECK(of({KeyIndex{0}, KeyIndex{2}, KeyIndex{1}}) == 2);
    CHECK(of({KeyIndex{3}, KeyIndex{2}}) == 3);
    CHECK(of({KeyIndex{0}, KeyIndex{4}, KeyIndex{3}}) == 4);
}
