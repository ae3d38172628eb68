#include "core/report/next_bisection.h"

#include "core/analyse/outcome_number.h"
#include "core/analyse/outcome_sides.h"
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
    SideOrder order;
    std::string goodName, badName;
};

// A run of each of the two largest groups; of numbers that are not grouped the smallest and the largest.
std::optional<Sides> sidesOf(const Outcome& outcome, std::string_view said) {
    if (const auto sides = outcomeSides(outcome, said)) {
        const OutcomeGroup &good = outcome.groups[sides->good], &bad = outcome.groups[sides->bad];
        return Sides{good.members.front(), bad.members.front(), sides->order, good.name, bad.name};
    }
    std::vector<std::pair<std::pair<bool, double>, std::size_t>> numbers;
    for (std::size_t i = 0; i < outcome.values.size(); ++i) {
        const auto number = outcome.values[i] ? outcomeNumber(*outcome.values[i]) : std::nullopt;
        if (number) numbers.emplace_back(numberOrder(*number), i);
    }
    if (numbers.size() < 2) return std::nullopt;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    std::size_t good = least->second, bad = most->second;
    const SideOrder order = sideOrder(*outcome.values[good], *outcome.values[bad], said);
    if (!order.isFirstGood) std::swap(good, bad);
    return Sides{good, bad, order, *outcome.values[good], *outcome.values[bad]};
}

// What is to be thought of which side is called good.
std::string orderInWords(const SideOrder& order) {
    if (order.isKnown && order.word.empty()) return {};
    const std::string exchange = "exchange them if it is the other way round";
    return order.isKnown ? "; so taken by the word “" + std::string(order.word) + "”: " + exchange
                         : "; which of them is good is not known: " + exchange;
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
    const std::string said =
        options.outcome + " " + outcome.source + (found.empty() ? "" : " " + found.front().outcomeWord);
    if (const auto sides = sidesOf(outcome, said)) {
        const auto nameRun = [&](std::size_t position, std::string& word) {
            const Run& run = runOf(dataset, analysis.matrix.runs[position]);
            if (const std::string place = placeOf(run); !place.empty()) word = quotedForShell(place);
            return printable(run.id, 120);
        };
        const std::string goodRun = nameRun(sides->good, good), badRun = nameRun(sides->bad, bad);
        meaning += ", between a run of each group: " + goodRun + " (“" + printable(sides->goodName, 60) +
                   "”) as good, " + badRun + " (“" + printable(sides->badName, 60) + "”) as bad";
        meaning += orderInWords(sides->order);
    }
    document.command(
        "flipscope-cli bisect --good " + good + " --bad " + bad + " " + judgedBy(found, options) + " -- YOUR PROGRAM",
        meaning + ":");
}

}  // namespace flipscope
