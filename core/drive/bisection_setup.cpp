#include "core/drive/bisection_setup.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

std::vector<std::string> valuesOf(const OutcomeValues& values, std::size_t first, std::size_t count) {
    std::vector<std::string> texts;
    for (std::size_t i = first; i < first + count; ++i)
        if (values.values[i]) texts.push_back(*values.values[i]);
    return texts;
}

std::optional<Error> sideFault(const Dataset& dataset, const BisectionWish& wish) {
    if (wish.good.empty()) return Error{"no good run is named"};
    if (wish.bad.empty()) return Error{"no bad run is named"};
    for (const RunIndex run : wish.good) {
        if (std::find(wish.bad.begin(), wish.bad.end(), run) != wish.bad.end()) {
            return Error{"the run " + runOf(dataset, run).id + " is named as good and as bad"};
        }
    }
    return std::nullopt;
}

// How good is told from bad, from the runs whose side the user named.
Result<OutcomeRule> ruleOf(const Dataset& dataset, const BisectionWish& wish, const OutcomeReading& reading,
                           const std::stop_token& stop) {
    std::vector<RunIndex> all = wish.good;
    all.insert(all.end(), wish.bad.begin(), wish.bad.end());
    Result<OutcomeValues> values = reading.by == OutcomeReading::By::exitStatus
                                       ? Result<OutcomeValues>(valuesByExitStatus(dataset, all))
                                       : valuesByPattern(dataset, all, reading.pattern, stop);
    if (values.cancelled()) return Cancelled{};
    if (!values) return Error{values.errorMessage()};
    Result<OutcomeRule> rule =
        OutcomeRule::from(valuesOf(values.value(), 0, wish.good.size()),
                          valuesOf(values.value(), wish.good.size(), wish.bad.size()), wish.byGap, wish.threshold);
    if (!rule) return Error{"the outcome does not tell good from bad: " + rule.errorMessage()};
    return rule;
}

std::string outcomeWords(const OutcomeReading& reading, const OutcomeRule& rule) {
    const bool byStatus = reading.by == OutcomeReading::By::exitStatus;
    return "Outcome by " + (byStatus ? "exit status" : "pattern " + reading.pattern.regex) + ": " + rule.inWords();
}

}  // namespace

Result<BisectionPlan> planBisection(const Dataset& dataset, const BisectionWish& wish, TrialSettings trials,
                                    const std::stop_token& stop) {
    if (auto fault = sideFault(dataset, wish)) return *fault;
    BisectionPlan plan;
    plan.trials = std::move(trials);
    const OutcomeReading& reading = plan.trials.reading;
    if (reading.by == OutcomeReading::By::wholeOutput) return Error{"it is not said how good is told from bad"};
    if (reading.by == OutcomeReading::By::test) {
        plan.outcomeInWords = "Judged by the test " + wish.testInWords;
    } else {
        Result<OutcomeRule> rule = ruleOf(dataset, wish, reading, stop);
        if (rule.cancelled()) return Cancelled{};
        if (!rule) return Error{rule.errorMessage()};
        plan.rule = std::move(rule).value();
        plan.outcomeInWords = outcomeWords(reading, *plan.rule);
        if (std::string question = plan.rule->swapQuestion(); !question.empty())
            plan.warnings.push_back(std::move(question));
    }
    std::vector<RunIndex> all = wish.good;
    all.insert(all.end(), wish.bad.begin(), wish.bad.end());
    plan.trials.usual = usualEnds(dataset, all);
    plan.choices = planChoices(dataset, wish.good, wish.bad);
    if (wish.repeats > 0) plan.limits.repeats = wish.repeats;
    return plan;
}

std::vector<RunIndex> runsForBase(const BisectionPlan& plan, const BisectionWish& wish) {
    std::vector<RunIndex> runs{plan.choices.good, plan.choices.bad};
    runs.insert(runs.end(), wish.good.begin(), wish.good.end());
    runs.insert(runs.end(), wish.bad.begin(), wish.bad.end());
    return runs;
}

}  // namespace flipscope
