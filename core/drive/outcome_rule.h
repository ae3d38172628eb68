#pragma once

#include "core/drive/trial_evidence.h"
#include "core/model/result.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace flipscope {

// Tells a good outcome from a bad one by those of runs whose side is known.
class OutcomeRule {
public:
    // By text, unless asked for a gap or a threshold, or unless all are numbers (nan and inf included) of which a side
    // has different ones: then by the place between the sides. An Error: a side without outcome, an outcome on both
    // sides, numbers whose ranges overlap, a threshold with both sides on one side of it.
    [[nodiscard]] static Result<OutcomeRule> from(const std::vector<std::string>& good,
                                                  const std::vector<std::string>& bad, bool byGap,
                                                  std::optional<double> threshold);

    // A number in the third of the gap that lies in its middle is `other`; so is any text of neither side.
    [[nodiscard]] TrialOutcome judge(const std::string& outcome) const;
    // "“7.0625” is good, “NaN” is bad"; "up to 7.03 is good".
    [[nodiscard]] std::string inWords() const;
    // A question where what is not finite is called good and a number bad, which is seldom meant; else empty.
    [[nodiscard]] std::string swapQuestion() const;

private:
    std::set<std::string> m_good, m_bad;
    bool m_isNumeric = false;
    // Numeric: bounds of the sides that face each other. A side of nothing but nan and inf has none.
    std::optional<double> m_goodEdge, m_badEdge;
    bool m_isGoodBelow = true;
};

}  // namespace flipscope
