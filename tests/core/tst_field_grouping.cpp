#include "core/analyse/field_grouping.h"

#include <algorithm>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

GroupedField grouped(const std::vector<std::string>& values) {
    VaryingField field;
    field.kind = FieldKind::number;
    for (const std::string& value : values) {
        const auto known = std::find(field.texts.begin(), field.texts.end(), value);
        field.valueOf.push_back(static_cast<int>(known - field.texts.begin()));
        if (known == field.texts.end()) field.texts.push_back(value);
    }
    return groupField(field);
}

}  // namespace

TEST_CASE("many measured values in two tight groups are two groups though half of them come back") {
    const GroupedField field =
        grouped({"7.01", "7.01", "7.02", "7.02", "7.03", "7.03", "9.01", "9.01", "9.02", "9.02", "9.03", "9.03"});
    CHECK((field.outcome.grouping == Grouping::byGap));
    CHECK(field.outcome.groups.size() == 2);
    CHECK(field.clarity > 0.99);
}

TEST_CASE("whole numbers and values that come back often are classes of their own") {
    CHECK((grouped({"1", "1", "2", "2", "3", "3", "90", "90", "91", "91", "92", "92"}).outcome.grouping ==
           Grouping::byText));
    CHECK((grouped({"1.5", "1.5", "1.5", "1.6", "1.6", "1.6", "9.5", "9.5", "9.5"}).outcome.grouping ==
           Grouping::byText));
}
