#include "core/analyse/field_families.h"

#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

VaryingField parted(const std::vector<int>& valueOf) {
    VaryingField field;
    field.valueOf = valueOf;
    field.texts = {"ok", "bad"};
    return field;
}

std::string shown(const FieldFamily& family) {
    std::string text;
    for (const auto& [line, alike] : family.representatives())
        text += std::to_string(line) + "+" + std::to_string(alike) + " ";
    return text;
}

}  // namespace

TEST_CASE("the first line, the last one and where the runs begin to differ most clearly stand for all") {
    FieldFamily family;
    family.add(3, parted({0, 1, 0, 0, 0, 0}));
    for (std::size_t line = 10; line < 20; ++line)
        family.add(line, parted({0, 0, 0, 1, 1, 1}));
    family.add(30, parted({0, 1, 0, 1, 0, 1}));
    // Ten lines part the runs 3:3; of the ten others of these sizes luck gives one like the first, less two deviations.
    CHECK(shown(family) == "3+0 10+6 30+0 ");
    PartitionNumbers numbers;
    family.addPartitions(numbers);
    CHECK(numbers.size() == 3);
}

TEST_CASE("a single line that parts the runs so by luck is not where they begin to differ") {
    FieldFamily family;
    family.add(0, parted({0, 1, 0, 0, 0, 0}));
    family.add(1, parted({0, 0, 0, 1, 1, 1}));
    family.add(2, parted({0, 1, 0, 0, 0, 0}));
    for (std::size_t line = 10; line < 20; ++line)
        family.add(line, parted({0, 0, 0, 1, 1, 1}));
    CHECK(shown(family).find(" 10+") != std::string::npos);
    CHECK(shown(family).find(" 1+") == std::string::npos);
}

TEST_CASE("what luck gives among many lines is not alike") {
    FieldFamily family;
    std::size_t line = 0;
    for (int repeat = 0; repeat < 20; ++repeat)
        for (int i = 0; i < 3; ++i) {
            std::vector<int> values(4, 0);
            values[0] = values[static_cast<std::size_t>(i) + 1] = 1;
            family.add(line++, parted(values));
        }
    CHECK(shown(family).find("+0 ") != std::string::npos);
    for (const auto& one : family.representatives())
        CHECK(one.alike == 0);
}

TEST_CASE("a family without lines has nobody to stand for it") {
    CHECK(FieldFamily().representatives().empty());
}
