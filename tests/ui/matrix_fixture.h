#pragma once

#include "core/analyse/analysis.h"
#include "core/analyse/outcomes.h"
#include "tests/support/dataset_builder.h"

#include <memory>
#include <vector>

namespace flipscope::testing {

// Three keys over four runs, one set of 20 candidates:
//     key1  15 15 19 19   flips, coin flip, group 1
//     key2   3  3  3  –   does not flip, absent in run4
//     key3  15 19  7 15   flips, disturbed with a margin of 4 %, group 2
inline std::shared_ptr<const Dataset> smallDataset() {
    DatasetBuilder builder;
    builder.addSet(20);
    builder.addWinners({{15, 15, 19, 19}, {3, 3, 3, -1}, {15, 19, 7, 15}});
    return std::make_shared<const Dataset>(builder.take());
}

inline KeyVerdict keyVerdict(std::uint32_t key, std::vector<WinnerCount> winners, Verdict verdict,
                             CandidateSetIndex set) {
    KeyVerdict result;
    result.key = KeyIndex{key};
    result.flips = winners.size() > 1;
    result.set = set;
    result.winners = std::move(winners);
    PairVerdict pair;
    pair.verdict = verdict;
    if (verdict == Verdict::realWin || verdict == Verdict::disturbed) pair.evidence.relativeMargin = 0.04;
    result.pairs.push_back(pair);
    return result;
}

// By hand, so that tests of the window do not depend on the analysis.
inline std::shared_ptr<const Analysis> smallAnalysis(const Dataset& dataset) {
    Analysis analysis;
    analysis.matrix = buildWinnerMatrix(dataset);
    const CandidateSetIndex set = dataset.runs.front().decisions.front().set;
    const auto winner = [](std::uint32_t index, std::size_t runs) { return WinnerCount{CandidateIndex{index}, runs}; };
    analysis.keys = {keyVerdict(0, {winner(15, 2), winner(19, 2)}, Verdict::coinFlip, set),
                     keyVerdict(1, {winner(3, 3)}, Verdict::realWin, set),
                     keyVerdict(2, {winner(15, 2), winner(7, 1), winner(19, 1)}, Verdict::disturbed, set)};
    analysis.classes.resize(3);
    analysis.classes[0].answer = ClassAnswer::sameBits;
    analysis.groups = {FlipGroup{{KeyIndex{0}}, {0, 0, 1, 1}, 2}, FlipGroup{{KeyIndex{2}}, {0, 1, 2, 0}, 3}};
    analysis.flippingKeys = 2;
    return std::make_shared<const Analysis>(std::move(analysis));
}

// run1 and run3 clean, run2 exploded, run4 without label.
inline Outcome smallOutcome() {
    Outcome outcome;
    outcome.source = "labels";
    outcome.values = {"clean", "exploded", "clean", std::nullopt};
    outcome.groupOf = {0, 1, 0, -1};
    outcome.groups = {{"clean", {0, 2}}, {"exploded", {1}}};
    outcome.unlabelled = 1;
    return outcome;
}

}  // namespace flipscope::testing
