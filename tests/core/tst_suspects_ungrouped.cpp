// findSuspects with the numbers of the outcome as they are.
#include "core/analyse/suspects.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

struct Runs {
    Dataset dataset;
    Analysis analysis;
};

// One key a row of winners.
Runs runsWith(const std::vector<std::vector<int>>& winnersOfKey) {
    testing::DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet({"a", "b", "c", "d"});
    std::vector<KeyIndex> keys;
    for (std::size_t key = 0; key < winnersOfKey.size(); ++key)
        keys.push_back(builder.addKey("key" + std::to_string(key)));
    for (std::size_t run = 0; run < winnersOfKey[0].size(); ++run) {
        const RunIndex index = builder.addRun("run" + std::to_string(run));
        for (std::size_t key = 0; key < keys.size(); ++key) {
            const int winner = winnersOfKey[key][run];
            if (winner >= 0) builder.decide(index, keys[key], set, static_cast<std::uint32_t>(winner));
        }
    }
    Runs runs{builder.take(), {}};
    auto analysis = analyse(runs.dataset);
    REQUIRE(analysis.hasValue());
    runs.analysis = std::move(analysis).value();
    return runs;
}

Result<SuspectsResult> suspectsOf(const Runs& runs, const std::vector<std::string>& texts) {
    OutcomeValues values;
    values.source = "test";
    for (const std::string& text : texts)
        values.values.push_back(text == "?" ? std::nullopt : std::optional(text));
    const auto outcome = groupOutcome(values, Grouping::ungrouped);
    if (!outcome) return Error{outcome.errorMessage()};
    return findSuspects(runs.analysis.matrix, runs.analysis.groups, outcome.value());
}

}  // namespace

TEST_CASE("ungrouped numbers: the key whose winners part them comes first, by Kruskal-Wallis") {
    const Runs runs = runsWith({{0, 1, 0, 1, 0, 1, 0, 1}, {2, 2, 2, 2, 3, 3, 3, 3}});
    const auto result = suspectsOf(runs, {"1.1", "1.2", "1.3", "1.4", "5.1", "5.2", "5.3", "nan"});
    REQUIRE(result);
    const SuspectsResult& found = result.value();
    REQUIRE(found.suspects.size() == 2);
    const Suspect& first = found.suspects[0];
    CHECK(first.keys == std::vector<KeyIndex>{{1}});
    CHECK(first.p.exact);
    CHECK(first.p.p == doctest::Approx(2.0 / 70));  // the low four to one winner or to the other
    CHECK(first.pMin == doctest::Approx(2.0 / 70));
    // Both groups have blocks 4:4: 2 labelings of 70 each are as extreme, and they are different ones.
    CHECK(first.pAdjusted == doctest::Approx(4.0 / 70));
    CHECK_FALSE(first.tooFinelySplit);
    CHECK_FALSE(first.separates);
    CHECK(first.effect == doctest::Approx(16.0 / 21));
    REQUIRE(first.winners[0].winners.size() == 2);
    CHECK(first.winners[0].winners[0].runs == 4);
    CHECK(*first.winners[0].winners[0].median == doctest::Approx(1.25));
    CHECK(*first.winners[0].winners[1].median == doctest::Approx(5.25));
    CHECK_FALSE(found.chance.known);
    CHECK(found.runsUsed == 8);
    CHECK(found.adjustedExact);
    CHECK(found.permutations == 40'320);
    CHECK(found.method.find("Kruskal-Wallis") != std::string::npos);
    CHECK(found.method.find("all 40320 ways to deal the numbers out") != std::string::npos);
    CHECK_FALSE(found.decide.runsNeeded);
    CHECK(found.decide.forceThese == std::vector<KeyIndex>{{1}});
}

TEST_CASE("runs without number or winner leave the counts, few runs cannot be evidence") {
    const Runs runs = runsWith({{0, 0, 1, 1, -1, 1}});
    const auto result = suspectsOf(runs, {"1", "2", "3", "4", "5", "?"});
    REQUIRE(result);
    const Suspect& suspect = result.value().suspects[0];
    CHECK(suspect.p.p == doctest::Approx(2.0 / 6));
    CHECK(suspect.tooFinelySplit);
    CHECK(suspect.pAdjusted >= suspect.p.p);
    CHECK(suspect.winners[0].runsLeftOut == 2);
    CHECK(result.value().runsUsed == 5);
    CHECK(result.value().runsWithoutLabel == 1);
}

TEST_CASE("more runs than can be walked are sampled, and one far key still is exact by itself") {
    std::vector<std::vector<int>> winners(2, std::vector<int>(20));
    std::vector<std::string> texts;
    for (std::size_t run = 0; run < 20; ++run) {
        winners[0][run] = run < 4 ? 0 : 1;
        winners[1][run] = static_cast<int>(run % 3);
        texts.push_back(std::to_string(run + 1));
    }
    const auto result = suspectsOf(runsWith(winners), texts);
    REQUIRE(result);
    const Suspect& first = result.value().suspects[0];
    CHECK(first.keys[0] == KeyIndex{0});
    CHECK(first.p.exact);
    CHECK(first.p.p == doctest::Approx(2.0 / 4'845));
    CHECK_FALSE(result.value().adjustedExact);
    REQUIRE(first.pAdjustedInterval);
    CHECK(first.pAdjusted < 0.01);
    CHECK(result.value().method.find("random labelings") != std::string::npos);
}

TEST_CASE("what cannot be ranked is an error that says why") {
    const Runs runs = runsWith({{0, 0, 1}});
    CHECK(suspectsOf(runs, {"1", "1.0", "1"}).errorMessage().find("have the same one") != std::string::npos);
    CHECK(suspectsOf(runs, {"1", "clean", "2"}).errorMessage().find("\"clean\" is no number") != std::string::npos);
    CHECK(suspectsOf(runs, {"?", "?", "?"}).errorMessage().find("no run has a value") != std::string::npos);
    CHECK(suspectsOf(runs, {"1", "2"}).errorMessage().find("2 labels for 3 runs") != std::string::npos);
}
