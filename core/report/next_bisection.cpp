#include "core/report/next_bisection.h"

#include "core/analyse/outcome_number.h"
#include "core/process/command_words.h"
#include "core/report/data_tables.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace flipscope {

namespace {

// Two runs between which a bisection can be made, as positions in the list of runs.
struct Sides {
    std::size_t good = 0, bad = 0;
    bool areKnown = false;  // numbers against nan and inf
    std::string goodName, badName;
};

// A run of each of the two largest groups; of numbers that are not grouped the smallest and the largest.
std::optional<Sides> sidesOf(const Outcome& outcome) {
    std::vector<std::pair<std::size_t, std::string>> ends;  // with the name of what they stand for
    if (outcome.groups.size() > 1) {
        std::vector<const OutcomeGroup*> groups;
        for (const OutcomeGroup& group : outcome.groups)
            if (!group.members.empty()) groups.push_back(&group);
        std::stable_sort(groups.begin(), groups.end(), [](const OutcomeGroup* a, const OutcomeGroup* b) {
            return a->members.size() > b->members.size();
        });
        for (const OutcomeGroup* group : groups)
            if (ends.size() < 2) ends.emplace_back(group->members.front(), group->name);
    } else {
        std::vector<std::pair<std::pair<bool, double>, std::size_t>> numbers;
        for (std::size_t i = 0; i < outcome.values.size(); ++i) {
            const auto number = outcome.values[i] ? outcomeNumber(*outcome.values[i]) : std::nullopt;
            if (number) numbers.emplace_back(numberOrder(*number), i);
        }
        if (numbers.size() < 2) return std::nullopt;
        const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
        for (const std::size_t i : {least->second, most->second})
            ends.emplace_back(i, *outcome.values[i]);
    }
    if (ends.size() < 2) return std::nullopt;
    const auto isOff = [&outcome](const auto& end) {
        const std::optional<std::string>& value = outcome.values[end.first];
        return value && isNotFinite(*value);
    };
    const bool areKnown = isOff(ends[0]) != isOff(ends[1]);
    if (areKnown && isOff(ends[0])) std::swap(ends[0], ends[1]);
    return Sides{ends[0].first, ends[1].first, areKnown, ends[0].second, ends[1].second};
}

std::string joined(const std::vector<std::string>& words) {
    std::string line;
    for (const std::string& word : words)
        line += (line.empty() || word.empty() ? "" : " ") + word;
    return line;
}

// The options of bisect by which new runs are judged as these were grouped.
std::string judgedBy(const std::vector<FoundOutcome>& found, const DocumentOptions& options) {
    if (options.outcome.starts_with("--labels")) return "--test PROGRAM";
    if (!options.outcome.empty()) {
        const bool isCut = options.grouping == groupingOption(Grouping::byGap) ||
                           options.grouping.starts_with(groupingOption(Grouping::byThreshold));
        return joined({options.outcome, options.match, isCut ? options.grouping : std::string()});
    }
    if (found.empty() || found.front().suggestedPattern.empty()) return "--outcome-pattern REGEX";
    return joined({"--outcome-pattern", quotedForShell(found.front().suggestedPattern),
                   found.front().suggested == Grouping::byGap ? "--gap" : ""});
}

}  // namespace

void addNextBisection(Document& document, const Dataset& dataset, const Analysis& analysis, const Outcome& outcome,
                      const std::vector<FoundOutcome>& found, const DocumentOptions& options) {
    std::string good = "RUN", bad = "RUN";
    std::string meaning = "Which choice makes the difference, by running your program with choices forced";
    if (const auto sides = sidesOf(outcome)) {
        const auto nameRun = [&](std::size_t position, std::string& word) {
            const Run& run = runOf(dataset, analysis.matrix.runs[position]);
            if (const std::string place = placeOf(run); !place.empty()) word = quotedForShell(place);
            return printable(run.id, 120);
        };
        const std::string goodRun = nameRun(sides->good, good), badRun = nameRun(sides->bad, bad);
        meaning += ", between a run of each group: " + goodRun + " (“" + printable(sides->goodName, 60) +
                   "”) as good, " + badRun + " (“" + printable(sides->badName, 60) + "”) as bad";
        if (!sides->areKnown) meaning += "; exchange them if it is the other way round";
    }
    document.command(
        "flipscope-cli bisect --good " + good + " --bad " + bad + " " + judgedBy(found, options) + " -- YOUR PROGRAM",
        meaning + ":");
}

}  // namespace flipscope
