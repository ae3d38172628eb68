#include "core/drive/bisect_search.h"
#include "tests/support/bisect_play.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <random>
#include <set>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::playSearch;

namespace {

// A program of which everything is known: bad when all keys of any group are the bad run's.
struct World {
    std::size_t keyCount = 0;
    std::vector<KeySet> groups;
    double badWhenGood = 0, goodWhenBad = 0, invalid = 0;               // shares of runs that go otherwise
    bool exactlyOne = false;                                            // bad when an odd number of groups is complete
    std::size_t driftsAfter = std::numeric_limits<std::size_t>::max();  // runs, from which on all are as driftsTo
    TrialOutcome driftsTo = TrialOutcome::bad;
    double burstBegins = 0, burstEnds = 1;  // chances, before each run, that runs begin or cease to be bad anyway
    std::size_t badEvery = 0;               // every so many runs one is bad; 0: none

    [[nodiscard]] bool isBad(const KeySet& config) const {
        const auto complete = std::count_if(groups.begin(), groups.end(), [&](const KeySet& group) {
            return std::includes(config.begin(), config.end(), group.begin(), group.end());
        });
        return exactlyOne ? complete % 2 == 1 : complete > 0;
    }
};

KeySet allOf(std::size_t count) {
    KeySet all(count);
    for (std::size_t i = 0; i < count; ++i)
        all[i] = static_cast<std::uint32_t>(i);
    return all;
}

KeySet minus(const KeySet& a, const KeySet& b) {
    KeySet rest;
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(rest));
    return rest;
}

struct Finished {
    BisectAnswer answer;
    std::vector<TrialRun> runs;
    std::size_t configurations = 0;
};

Finished bisect(const World& world, std::uint64_t seed, bool ranked = false) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> unit(0, 1);
    bool inBurst = false;
    std::size_t made = 0;
    testing::PlayedSearch played = playSearch({world.keyCount, ranked, {}}, [&](const KeySet& config) {
        const bool bad = world.isBad(config);
        TrialOutcome outcome = bad ? TrialOutcome::bad : TrialOutcome::good;
        if (unit(random) < (bad ? world.goodWhenBad : world.badWhenGood)) {
            outcome = bad ? TrialOutcome::good : TrialOutcome::bad;
        }
        inBurst = unit(random) < (inBurst ? 1 - world.burstEnds : world.burstBegins);
        const bool hits = world.badEvery > 0 && made % world.badEvery == 0;
        if (inBurst || hits) outcome = TrialOutcome::bad;
        if (made >= world.driftsAfter) outcome = world.driftsTo;
        if (unit(random) < world.invalid) outcome = TrialOutcome::invalid;
        ++made;
        return outcome;
    });
    Finished finished{std::move(played.answer), std::move(played.runs), 0};
    finished.configurations = summariseTrials(finished.runs).size();
    return finished;
}

// Whether what the answer calls proven is so in this world.
bool isRight(const World& world, const BisectAnswer& answer) {
    KeySet culprits;
    for (const KeySet& group : answer.groups) {
        culprits.insert(culprits.end(), group.begin(), group.end());
        if (!world.isBad(group)) return false;
        for (const std::uint32_t key : group) {
            if (world.isBad(minus(group, {key}))) return false;
        }
    }
    std::sort(culprits.begin(), culprits.end());
    for (const KeySet& group : answer.groups)
        if (!world.isBad(minus(allOf(world.keyCount), minus(culprits, group)))) return false;
    return world.isBad(culprits) && !world.isBad(minus(allOf(world.keyCount), culprits));
}

KeySet someKeys(std::mt19937_64& random, std::size_t of, std::size_t count) {
    KeySet all = allOf(of);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(count);
    std::sort(all.begin(), all.end());
    return all;
}

std::size_t allowedTrials(std::size_t keys) {
    std::size_t halvings = 0;
    while ((std::size_t{1} << halvings) < keys)
        ++halvings;
    return 2 * halvings + 4;
}

}  // namespace

TEST_CASE("one steady culprit is found within the bound, wherever it stands") {
    for (std::size_t keys = 1; keys <= 70; ++keys) {
        for (std::uint32_t culprit = 0; culprit < keys; ++culprit) {
            for (const bool ranked : {false, true}) {
                const Finished finished = bisect({keys, {{culprit}}}, 1, ranked);
                CAPTURE(keys);
                CAPTURE(culprit);
                CHECK((finished.answer.verdict == BisectVerdict::proven));
                CHECK((finished.answer.groups == std::vector<KeySet>{{culprit}}));
                CHECK(finished.configurations <= allowedTrials(keys));
            }
        }
    }
}

TEST_CASE("a suspect that stands first costs no search") {
    const Finished finished = bisect({64, {{0}}}, 1, true);
    CHECK(finished.configurations == 4);  // the ends, the key alone, everything but the key
}

TEST_CASE("culprits that act only together are found, hundreds of seeds") {
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        std::mt19937_64 random(seed);
        const std::size_t keys = 2 + random() % 50;
        const KeySet group = someKeys(random, keys, 1 + random() % std::min<std::size_t>(keys, 5));
        const Finished finished = bisect({keys, {group}}, seed, seed % 2 == 0);
        CAPTURE(seed);
        CHECK((finished.answer.verdict == BisectVerdict::proven));
        CHECK((finished.answer.groups == std::vector<KeySet>{group}));
    }
}

TEST_CASE("independent culprits are all found, each with the group that it needs") {
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::mt19937_64 random(seed);
        const std::size_t keys = 8 + random() % 40;
        const KeySet taken = someKeys(random, keys, 5);
        const World world{keys, {{taken[0], taken[3]}, {taken[1]}, {taken[2], taken[4]}}};
        const Finished finished = bisect(world, seed);
        CAPTURE(seed);
        CHECK((finished.answer.verdict == BisectVerdict::proven));
        CHECK(isRight(world, finished.answer));
        CHECK((std::set<KeySet>(finished.answer.groups.begin(), finished.answer.groups.end()) ==
               std::set<KeySet>(world.groups.begin(), world.groups.end())));
    }
}

TEST_CASE("culprits that undo one another never give a wrong proof") {
    std::size_t proven = 0;
    for (std::uint64_t seed = 0; seed < 300; ++seed) {
        std::mt19937_64 random(seed);
        const std::size_t keys = 6 + random() % 30;
        World world{keys, {}};
        for (const std::uint32_t key : someKeys(random, keys, 3))
            world.groups.push_back({key});
        world.exactlyOne = true;
        const Finished finished = bisect(world, seed);
        CAPTURE(seed);
        if (finished.answer.verdict != BisectVerdict::proven) continue;
        ++proven;
        CHECK(isRight(world, finished.answer));
    }
    CHECK(proven > 0);
}

TEST_CASE("outcomes that vary: the culprits are found or it cannot be told, and a proof is never wrong") {
    std::size_t proven = 0, undecided = 0, none = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        std::mt19937_64 random(seed);
        const std::size_t keys = 2 + random() % 20;
        World world{keys, {someKeys(random, keys, 1 + random() % 2)}};
        world.badWhenGood = static_cast<double>(random() % 4) * 0.05;
        world.goodWhenBad = static_cast<double>(random() % 7) * 0.1;
        const Finished finished = bisect(world, seed);
        CAPTURE(seed);
        if (finished.answer.verdict == BisectVerdict::proven) {
            ++proven;
            CHECK((finished.answer.groups == world.groups));
        } else {
            undecided += finished.answer.verdict == BisectVerdict::undecided ? 1 : 0;
            none += finished.answer.verdict == BisectVerdict::notAmongChoices ? 1 : 0;
        }
    }
    MESSAGE("proven " << proven << ", undecided " << undecided << ", none " << none);
    CHECK(proven > 250);
}

TEST_CASE("a program that drifts is not taken for a proof") {
    std::size_t told = 0;
    for (const std::size_t keyCount : {std::size_t{1}, std::size_t{4}, std::size_t{11}, std::size_t{21}}) {
        for (std::size_t after = 0; after < 70; ++after) {
            for (const TrialOutcome to : {TrialOutcome::bad, TrialOutcome::good}) {
                World world{keyCount, {{static_cast<std::uint32_t>(keyCount / 2)}}};
                world.driftsAfter = after;
                world.driftsTo = to;
                const Finished finished = bisect(world, after);
                const bool drifted = finished.runs.size() > after;
                INFO(keyCount, " keys, drift after ", after, " runs, ", toString(finished.answer.verdict));
                if (finished.answer.verdict == BisectVerdict::proven) CHECK(isRight(world, finished.answer));
                told += drifted && finished.answer.verdict != BisectVerdict::proven ? 1U : 0U;
            }
        }
    }
    CHECK(told > 150);
}

TEST_CASE("what makes some runs in a row bad, or every second one, is not taken for a proof") {
    std::size_t proven = 0;
    for (const std::size_t keys : {2U, 6U, 12U}) {
        for (std::uint64_t seed = 1; seed <= 60; ++seed) {
            World world{keys, {{1}}};
            world.burstBegins = 0.03;
            world.burstEnds = 0.15;
            const Finished finished = bisect(world, seed);
            CAPTURE(seed);
            if (finished.answer.verdict != BisectVerdict::proven) continue;
            CHECK((finished.answer.groups == std::vector<KeySet>{{1}}));
            ++proven;
        }
    }
    CHECK(proven > 150);
    for (const std::size_t keys : {1U, 2U, 7U}) {
        for (const std::size_t period : {2U, 3U, 4U, 8U}) {
            World world{keys, {}};
            world.badEvery = period;
            CAPTURE(keys);
            CAPTURE(period);
            CHECK((bisect(world, 1).answer.verdict != BisectVerdict::proven));
        }
    }
}

TEST_CASE("an outcome that is pure chance is never blamed on a key") {
    for (std::uint64_t seed = 0; seed < 600; ++seed) {
        World world{1 + seed % 20, {}};
        world.badWhenGood = 0.1 + 0.1 * static_cast<double>(seed % 9);
        const Finished finished = bisect(world, seed);
        CAPTURE(seed);
        CHECK((finished.answer.verdict != BisectVerdict::proven));
    }
}

TEST_CASE("choices that do not matter are said to be none of the cause") {
    World allGood{10, {}};
    CHECK((bisect(allGood, 1).answer.verdict == BisectVerdict::notAmongChoices));
    CHECK((bisect(allGood, 1).answer.reason == BisectReason::badEndIsNotBad));
    World allBad{10, {{}}};
    CHECK((bisect(allBad, 1).answer.reason == BisectReason::goodEndIsNotGood));
    CHECK((bisect({0, {}}, 1).answer.reason == BisectReason::noDifference));
    CHECK(bisect(allGood, 1).configurations == 2);
}

TEST_CASE("a program that is neither good nor bad at both ends is not asked for more repeats than a proof") {
    const auto played = playSearch({5, false, {}}, [](const KeySet&) { return TrialOutcome::other; });
    CHECK((played.answer.verdict == BisectVerdict::notAmongChoices));
    CHECK(played.runs.size() == 10);
}

TEST_CASE("runs that do not count are repeated; when none counts, that is said") {
    std::size_t proven = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        World world{2 + seed % 30, {{static_cast<std::uint32_t>(seed % 2)}}};
        world.invalid = 0.2;
        const Finished finished = bisect(world, seed);
        CAPTURE(seed);
        if (finished.answer.verdict == BisectVerdict::proven) {
            ++proven;
            CHECK((finished.answer.groups == world.groups));
        }
    }
    CHECK(proven > 140);
    World broken{8, {{3}}};
    broken.invalid = 1;
    CHECK((bisect(broken, 1).answer.reason == BisectReason::endsInvalid));
}

TEST_CASE("configurations that never count are gone round where that is possible") {
    // Of ten keys the fifth is the culprit; everything with exactly five keys hangs.
    const auto answerOf = [](const std::function<bool(const KeySet&)>& hangs) {
        return playSearch({10, false, {}},
                          [&hangs](const KeySet& config) {
                              if (hangs(config)) return TrialOutcome::invalid;
                              const bool bad = std::binary_search(config.begin(), config.end(), 4U);
                              return bad ? TrialOutcome::bad : TrialOutcome::good;
                          })
            .answer;
    };
    const BisectAnswer around = answerOf([](const KeySet& config) { return config.size() == 3; });
    CHECK((around.verdict == BisectVerdict::proven));
    const BisectAnswer blocked =
        answerOf([](const KeySet& config) { return config.size() == 5 || config.size() == 4; });
    CHECK((blocked.verdict == BisectVerdict::undecided));
    CHECK((blocked.reason == BisectReason::trialsInvalid));
    CHECK(std::binary_search(blocked.suspected.begin(), blocked.suspected.end(), 4U));
}

TEST_CASE("undoing the culprit that leads to a third outcome is no proof") {
    const BisectAnswer answer = playSearch({6, false, {}}, [](const KeySet& config) {
                                    if (std::binary_search(config.begin(), config.end(), 2U)) return TrialOutcome::bad;
                                    return config.size() == 5 ? TrialOutcome::other : TrialOutcome::good;
                                }).answer;
    CHECK((answer.verdict == BisectVerdict::undecided));
    CHECK((answer.reason == BisectReason::thirdOutcome));
    CHECK((answer.groups == std::vector<KeySet>{{2}}));
}

TEST_CASE("a search goes on from any of its runs") {
    const World world{20, {{3, 11}}};
    const Finished whole = bisect(world, 1);
    BisectPlan plan;
    plan.keyCount = world.keyCount;
    for (std::size_t cut = 0; cut < whole.runs.size(); ++cut) {
        const std::vector<TrialRun> begun(whole.runs.begin(), whole.runs.begin() + static_cast<std::ptrdiff_t>(cut));
        const BisectStep step = nextBisectStep(plan, begun);
        REQUIRE(!step.isOver);
        CHECK((step.next == whole.runs[cut].fromBad));
    }
}

TEST_CASE("a configuration that is bad half of the time is seldom taken for the culprit") {
    // Key 0 alone is bad in half of its runs, with key 1 in all. Five runs are all bad by luck once in 32 times.
    std::size_t wrong = 0;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        std::mt19937_64 random(seed);
        const BisectAnswer answer = playSearch({4, false, {}}, [&random](const KeySet& config) {
                                        const bool first = !config.empty() && config.front() == 0;
                                        const bool second = std::binary_search(config.begin(), config.end(), 1U);
                                        const bool bad = first && (second || random() % 2 == 0);
                                        return bad ? TrialOutcome::bad : TrialOutcome::good;
                                    }).answer;
        if (answer.verdict == BisectVerdict::proven && answer.groups != std::vector<KeySet>{{0, 1}}) ++wrong;
    }
    CHECK(wrong <= 200 / 10);
}

TEST_CASE("over thousands of varying programs no proof is wrong" * doctest::test_suite("slow")) {
    std::size_t proven = 0;
    for (const double badWhenGood : {0.0, 0.02, 0.1, 0.3}) {
        for (const double goodWhenBad : {0.0, 0.05, 0.2, 0.4, 0.5, 0.6}) {
            for (std::uint64_t seed = 0; seed < 300; ++seed) {
                std::mt19937_64 random(seed);
                const std::size_t keys = 2 + random() % 14;
                World world{keys, {}, badWhenGood, goodWhenBad};
                const KeySet chosen = someKeys(random, keys, 2);
                if (seed % 3 == 0) world.groups = {{chosen[0]}};
                if (seed % 3 == 1) world.groups = {chosen};
                if (seed % 3 == 2) world.groups = {{chosen[0]}, {chosen[1]}};
                const Finished finished = bisect(world, seed, seed % 2 == 0);
                CAPTURE(seed);
                CAPTURE(badWhenGood);
                CAPTURE(goodWhenBad);
                if (finished.answer.verdict != BisectVerdict::proven) continue;
                ++proven;
                CHECK(isRight(world, finished.answer));
            }
        }
    }
    CHECK(proven > 3000);
}

TEST_CASE("the number of configurations that one culprit takes") {
    for (const auto& [keys, most] : std::initializer_list<std::pair<std::size_t, std::size_t>>{
             {1, 4}, {2, 6}, {3, 8}, {4, 8}, {5, 10}, {42, 16}, {1024, 24}, {1025, 26}})
        CHECK(expectedConfigurations(keys) == most);
}
