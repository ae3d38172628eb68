#include "core/drive/outcome_rule.h"

#include "core/analyse/outcome_number.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace flipscope {

namespace {

// Finite numbers of a side, and whether there are others.
struct SideNumbers {
    bool allNumbers = true, hasNotFinite = false;
    std::vector<double> finite;
};

SideNumbers numbersOf(const std::vector<std::string>& texts) {
    SideNumbers side;
    for (const std::string& text : texts) {
        const std::optional<double> number = outcomeNumber(text);
        if (!number) {
            side.allNumbers = false;
        } else if (std::isfinite(*number)) {
            side.finite.push_back(*number);
        } else {
            side.hasNotFinite = true;
        }
    }
    std::sort(side.finite.begin(), side.finite.end());
    return side;
}

std::string listed(const std::set<std::string>& texts) {
    std::string list;
    for (const std::string& text : texts)
        list += (list.empty() ? "“" : ", “") + text + "”";
    return list;
}

std::string numberText(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text.precision(9);
    text << value;
    return text.str();
}

}  // namespace

Result<OutcomeRule> OutcomeRule::from(const std::vector<std::string>& good, const std::vector<std::string>& bad,
                                      bool byGap, std::optional<double> threshold) {
    if (good.empty()) return Error{"no good run has this outcome"};
    if (bad.empty()) return Error{"no bad run has this outcome"};
    OutcomeRule rule;
    rule.m_good.insert(good.begin(), good.end());
    rule.m_bad.insert(bad.begin(), bad.end());
    for (const std::string& text : rule.m_good) {
        if (rule.m_bad.contains(text)) return Error{"the outcome “" + text + "” is one of good and of bad runs"};
    }
    const SideNumbers g = numbersOf(good), b = numbersOf(bad);
    const bool areNumbers = g.allNumbers && b.allNumbers;
    if ((byGap || threshold) && !areNumbers) return Error{"not all outcomes of these runs are numbers"};
    if (!byGap && !threshold && (!areNumbers || (rule.m_good.size() == 1 && rule.m_bad.size() == 1))) return rule;
    if (g.hasNotFinite && b.hasNotFinite) return Error{"good and bad runs have outcomes that are not finite"};
    rule.m_isNumeric = true;
    if (g.finite.empty() || b.finite.empty()) {
        if (!g.finite.empty()) rule.m_goodEdge = g.finite.back();
        if (!b.finite.empty()) rule.m_badEdge = b.finite.back();
        return rule;
    }
    rule.m_isGoodBelow = g.finite.back() < b.finite.front();
    if (!rule.m_isGoodBelow && g.finite.front() <= b.finite.back()) {
        return Error{"the numbers of good runs (" + numberText(g.finite.front()) + " to " +
                     numberText(g.finite.back()) + ") and of bad runs (" + numberText(b.finite.front()) + " to " +
                     numberText(b.finite.back()) + ") overlap"};
    }
    rule.m_goodEdge = rule.m_isGoodBelow ? g.finite.back() : g.finite.front();
    rule.m_badEdge = rule.m_isGoodBelow ? b.finite.front() : b.finite.back();
    if (threshold) {
        const bool isBetween = rule.m_isGoodBelow ? *rule.m_goodEdge <= *threshold && *threshold < *rule.m_badEdge
                                                  : *rule.m_badEdge <= *threshold && *threshold < *rule.m_goodEdge;
        if (!isBetween) return Error{"the threshold does not lie between the good and the bad runs"};
        rule.m_goodEdge = rule.m_badEdge = *threshold;
    }
    return rule;
}

std::string OutcomeRule::swapQuestion() const {
    const auto isFinite = [](const std::string& text) { return outcomeNumber(text) && !isNotFinite(text); };
    const auto good = std::find_if(m_good.begin(), m_good.end(), isNotFinite);
    const auto bad = std::find_if(m_bad.begin(), m_bad.end(), isFinite);
    const bool isOdd =
        good != m_good.end() && bad != m_bad.end() && std::none_of(m_bad.begin(), m_bad.end(), isNotFinite);
    return isOdd ? "“" + *good + "” is called good, “" + *bad + "” bad: are the sides swapped?" : std::string();
}

TrialOutcome OutcomeRule::judge(const std::string& outcome) const {
    if (!m_isNumeric) {
        if (m_good.contains(outcome)) return TrialOutcome::good;
        return m_bad.contains(outcome) ? TrialOutcome::bad : TrialOutcome::other;
    }
    const std::optional<double> number = outcomeNumber(outcome);
    if (!number) return TrialOutcome::other;
    if (!m_goodEdge || !m_badEdge) {
        return std::isfinite(*number) == m_goodEdge.has_value() ? TrialOutcome::good : TrialOutcome::bad;
    }
    if (!std::isfinite(*number)) {
        // Only one side had such runs: they belong to it; where none had, they are a third outcome.
        const auto isNotFinite = [](const std::string& text) {
            const std::optional<double> value = outcomeNumber(text);
            return value && !std::isfinite(*value);
        };
        if (std::any_of(m_good.begin(), m_good.end(), isNotFinite)) return TrialOutcome::good;
        return std::any_of(m_bad.begin(), m_bad.end(), isNotFinite) ? TrialOutcome::bad : TrialOutcome::other;
    }
    const double low = std::min(*m_goodEdge, *m_badEdge), high = std::max(*m_goodEdge, *m_badEdge);
    const double third = (high - low) / 3;
    const bool isLow = *number <= low + third;
    if (!isLow && *number < high - third) return TrialOutcome::other;
    return isLow == m_isGoodBelow ? TrialOutcome::good : TrialOutcome::bad;
}

std::string OutcomeRule::inWords() const {
    if (!m_isNumeric) return listed(m_good) + " is good, " + listed(m_bad) + " is bad";
    if (!m_goodEdge) return "what is not finite is good, numbers are bad";
    if (!m_badEdge) return "numbers are good, what is not finite is bad";
    const std::string edges = numberText(*m_goodEdge) + " is good, " + (m_isGoodBelow ? "from " : "up to ") +
                              numberText(*m_badEdge) + " is bad";
    return (m_isGoodBelow ? "up to " : "from ") + edges;
}

}  // namespace flipscope
