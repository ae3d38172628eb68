#include "core/analyse/unknown_winners.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Three runs that all used candidate 0 of one key, but for what `change` does to them.
template <class Change>
UnknownWinners unknownAfter(Change change) {
    testing::DatasetBuilder builder;
    builder.addWinners({{0, 0, 0}});
    builder.addSet({"x", "y"});  // set 1
    Dataset dataset = builder.take();
    change(dataset);
    return findUnknownWinners(analyse(dataset).value());
}

void lose(Run& run, WinnerSource why) {
    run.decisions.at(0).usedWinner.reset();
    run.decisions.at(0).source = why;
}

}  // namespace

TEST_CASE("known winners, and keys that other runs never tuned, are not unknown") {
    CHECK(unknownAfter([](Dataset&) {}).keys.empty());
    CHECK(unknownAfter([](Dataset& dataset) { dataset.runs[2].decisions.clear(); }).keys.empty());
}

TEST_CASE("one run without a known winner is enough, and the reason is counted") {
    const UnknownWinners unknown =
        unknownAfter([](Dataset& dataset) { lose(dataset.runs[1], WinnerSource::none_notProvable); });
    CHECK(unknown.keys == std::vector<KeyIndex>{{0}});
    CHECK(unknown.notProvable == 1);
    CHECK(unknown.notDecided + unknown.choicesCached + unknown.contradictory + unknown.severalSets == 0);
}

TEST_CASE("each reason of a key counts once") {
    const UnknownWinners unknown = unknownAfter([](Dataset& dataset) {
        lose(dataset.runs[0], WinnerSource::none_notDecided);
        lose(dataset.runs[1], WinnerSource::none_notDecided);
        dataset.runs[2].decisions.clear();
        dataset.runs[2].choicesUnknown = true;
    });
    CHECK(unknown.keys.size() == 1);
    CHECK(unknown.notDecided == 1);
    CHECK(unknown.choicesCached == 1);
}

TEST_CASE("several decisions in one run, and other candidates in another one") {
    const UnknownWinners unknown = unknownAfter([](Dataset& dataset) {
        Run& run = dataset.runs[0];
        run.decisions.push_back(run.decisions[0]);
        run.decisions[1].usedWinner = CandidateIndex{1};
        dataset.runs[1].decisions[0].set.value = 1;
    });
    CHECK(unknown.keys.size() == 1);
    CHECK(unknown.contradictory == 1);
    CHECK(unknown.setChanged == 1);
}

TEST_CASE("a key that is seen to flip is none, nor one that a single run of several has") {
    CHECK(unknownAfter([](Dataset& dataset) {
              dataset.runs[0].decisions[0].usedWinner = CandidateIndex{1};
              lose(dataset.runs[1], WinnerSource::none_notProvable);
          }).keys.empty());
    const auto alone = [](Dataset& dataset) {
        lose(dataset.runs[0], WinnerSource::none_notProvable);
        dataset.runs[1].decisions.clear();
        dataset.runs[2].decisions.clear();
    };
    CHECK(unknownAfter(alone).keys.empty());
    CHECK(unknownAfter([&](Dataset& dataset) {
              alone(dataset);
              dataset.runs.resize(1);
          }).keys.size() == 1);
}

TEST_CASE("only runs with a value of the outcome count") {
    testing::DatasetBuilder builder;
    builder.addWinners({{0, 0, 0}});
    Dataset dataset = builder.take();
    lose(dataset.runs[2], WinnerSource::none_notProvable);
    const Analysis analysis = analyse(dataset).value();
    Outcome outcome;
    outcome.values = {"a", "b", std::nullopt};
    CHECK(findUnknownWinners(analysis, outcome).keys.empty());
    outcome.values[2] = "b";
    CHECK(findUnknownWinners(analysis, outcome).keys.size() == 1);
}
