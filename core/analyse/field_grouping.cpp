#include "core/analyse/field_grouping.h"

#include "core/analyse/largest_gap.h"
#include "core/analyse/outcome_number.h"
#include "core/analyse/partition_agreement.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

[[nodiscard]] OutcomeValues valuesOf(const VaryingField& field) {
    OutcomeValues values;
    values.values.reserve(field.valueOf.size());
    for (const int value : field.valueOf)
        values.values.push_back(value < 0 ? std::nullopt : std::optional(field.texts[static_cast<std::size_t>(value)]));
    return values;
}

[[nodiscard]] std::vector<double> finiteNumbers(const Outcome& outcome) {
    std::vector<double> numbers;
    for (const auto& value : outcome.values)
        if (const auto number = value ? outcomeNumber(*value) : std::nullopt; number && std::isfinite(*number))
            numbers.push_back(*number);
    std::sort(numbers.begin(), numbers.end());
    return numbers;
}

[[nodiscard]] double clarityOf(const Outcome& outcome) {
    const std::size_t labelled = outcome.values.size() - outcome.unlabelled;
    std::size_t together = 0;
    std::size_t largerGroups = 0;
    for (const OutcomeGroup& group : outcome.groups) {
        if (group.members.size() < 2) continue;
        together += group.members.size();
        ++largerGroups;
    }
    if (outcome.groups.size() < 2 || labelled == 0) return 0;
    constexpr double kOneOddRun = 0.3;
    double clarity = static_cast<double>(together) / static_cast<double>(labelled);
    clarity /= std::log2(static_cast<double>(outcome.groups.size()));
    if (largerGroups < 2) clarity *= kOneOddRun;
    if (outcome.grouping == Grouping::byGap && outcome.cut)
        clarity *= splitClarity(finiteNumbers(outcome), *outcome.cut);
    return clarity;
}

[[nodiscard]] bool areManyMeasured(const Outcome& outcome) {
    constexpr std::size_t kMany = 5;
    if (!outcome.numeric || outcome.grouping != Grouping::byText || outcome.groups.size() < kMany) return false;
    const std::vector<double> numbers = finiteNumbers(outcome);
    return numbers.size() + outcome.unlabelled == outcome.values.size() && 3 * outcome.groups.size() > numbers.size() &&
           std::any_of(numbers.begin(), numbers.end(), [](double x) { return x != std::floor(x); });
}

}  // namespace

GroupedField groupField(const VaryingField& field) {
    GroupedField grouped;
    const OutcomeValues values = valuesOf(field);
    auto outcome = groupOutcome(values, Grouping::automatic);
    if (!outcome) return grouped;
    grouped.outcome = std::move(outcome).value();
    grouped.clarity = clarityOf(grouped.outcome);
    if (areManyMeasured(grouped.outcome)) {
        auto split = groupOutcome(values, Grouping::byGap);
        const double clarity = split ? clarityOf(split.value()) : 0;
        if (clarity > grouped.clarity) {
            grouped.outcome = std::move(split).value();
            grouped.clarity = clarity;
        }
    }
    grouped.groups = canonicalPartition(grouped.outcome.groupOf);
    return grouped;
}

}  // namespace flipscope
