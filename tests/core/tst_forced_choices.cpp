#include "core/drive/choice_plan.h"
#include "core/drive/forced_choices.h"
#include "core/read/choice_rows.h"
#include "tests/support/simulated_program.h"

using namespace flipscope;
using namespace flipscope::testing;

namespace {

struct Runs {
    explicit Runs(const nlohmann::json& scenario) {
        simulatedRun(folder, {{"keys", 4}, {"favourites", {{"1", 2}}}}, "base");
        const Dataset dataset = loadedRuns({folder.file("base")});
        plan.base = choicesOf(dataset, RunIndex{0});
        plan.trials.program = simulatedProgram(folder, scenario);
        plan.trials.folder = folder.file("trials");
        plan.trials.baseDatabase = databasesOf(dataset.runs.front()).at(0);
        for (Pin pin : plan.base) {
            if (pin.setSize != 4) continue;  // key 1
            for (std::uint32_t i = 0; i < 4; ++i) {
                pin.candidate = CandidateIndex{i};
                pin.candidateName.clear();
                plan.variants.push_back({pin});
            }
        }
        REQUIRE(plan.variants.size() == 4);
    }

    TemporaryFolder folder;
    ForcingPlan plan;
};

Result<Forcing> forced(const ForcingPlan& plan, const std::function<void(const ForcingProgress&)>& progress = {},
                       const std::stop_token& stop = {}) {
    const auto claim = claimTrials(plan.trials.folder);
    REQUIRE_MESSAGE(claim, claim.errorMessage());
    return forceChoices(plan, claim.value(), progress, stop);
}

std::vector<std::size_t> groupsOf(const Forcing& forcing) {
    std::vector<std::size_t> groups;
    for (const ForcedVariant& variant : forcing.variants)
        groups.push_back(variant.group.value_or(99));
    return groups;
}

}  // namespace

TEST_CASE("candidates with equal outputs are one class; 0 is the base's") {
    const Runs runs({{"keys", 4}, {"classes", {{"1", {7, 8, 7, 9}}}}});
    std::size_t total = 0;
    const auto forcing = forced(runs.plan, [&total](const ForcingProgress& now) { total = now.total; });
    REQUIRE_MESSAGE(forcing, forcing.errorMessage());
    CHECK(groupsOf(forcing.value()) == std::vector<std::size_t>{0, 0, 1, 0, 2});
    CHECK(total == 6);
    CHECK(forcing.value().variants[0].trials.size() == 2);
    CHECK(!forcing.value().change);
}

TEST_CASE("an outcome that varies by itself has no classes") {
    Runs runs({{"keys", 4}, {"flakyGood", 0.5}});
    runs.plan.repeats = 12;
    runs.plan.variants.resize(1);
    const auto forcing = forced(runs.plan);
    REQUIRE(forcing);
    CHECK(forcing.value().variants[0].varies());
    CHECK(groupsOf(forcing.value()) == std::vector<std::size_t>{99, 99});
}

TEST_CASE("a program that never reads its database ends it after the first trial") {
    const Runs runs({{"keys", 4}, {"persistence", false}});
    const auto forcing = forced(runs.plan);
    REQUIRE(forcing);
    CHECK(forcing.value().variants.size() == 1);
    CHECK(forcing.value().variants[0].trials.size() == 1);
    CHECK(!forcing.value().variants[0].group);
}

TEST_CASE("a start that fails early ends nothing once the program took its choices, and is made again") {
    Runs runs({{"keys", 4}, {"busyAt", {3}}});
    runs.plan.variants.resize(1);
    const auto forcing = forced(runs.plan);
    REQUIRE_MESSAGE(forcing, forcing.errorMessage());
    REQUIRE(forcing.value().variants.size() == 2);
    CHECK(forcing.value().variants[0].trials.size() == 2);
    CHECK(!forcing.value().variants[0].trials[1].check.counts);
    const auto again = forced(runs.plan);
    REQUIRE_MESSAGE(again, again.errorMessage());
    CHECK(again.value().found == 2);
    CHECK(again.value().variants[0].group == 0);
}

TEST_CASE("a key that is tuned on two devices is forced on both") {
    for (const std::uint32_t there : {3U, 1U}) {
        Runs runs({{"keys", 6},
                   {"twice", {5}},
                   {"favourites", {{"5", 3}}},
                   {"favouritesThere", {{"5", there}}},
                   {"classes", {{"1", {7, 8, 7, 9}}}}});
        const auto forcing = forced(runs.plan);
        REQUIRE_MESSAGE(forcing, forcing.errorMessage());
        CHECK(groupsOf(forcing.value()) == std::vector<std::size_t>{0, 0, 1, 0, 2});
        CHECK(forcing.value().added.size() == (there == 3 ? 2 : 3));
        CHECK(forced(runs.plan).value().found == 6);
    }
}

TEST_CASE("the base is run first, last and in every round, in an order that changes") {
    ForcingPlan plan;
    const auto orderOf = [&plan] {
        std::string order;
        for (const auto& variant : forcingOrder(plan))
            order += variant ? std::to_string(*variant) : "b";
        return order;
    };
    const auto count = [](const std::string& order, char of) { return std::count(order.begin(), order.end(), of); };
    CHECK(orderOf() == "bb");
    plan.variants.resize(1);
    CHECK(orderOf() == "b0b");
    plan.repeats = 4;
    const std::string one = orderOf();
    CHECK(one.find("b0b0b0b0") == std::string::npos);
    CHECK(one.find("000") == std::string::npos);
    CHECK(count(one, '0') == 4);
    CHECK(count(one, 'b') == 5);
    plan.variants.resize(9);
    plan.repeats = 2;
    const std::string nine = orderOf();
    for (char variant = '0'; variant <= '8'; ++variant)
        CHECK(count(nine, variant) == 2);
    CHECK(nine.front() == 'b');
    CHECK(nine.back() == 'b');
    std::size_t between = 0;
    for (const char place : nine) {
        between = place == 'b' ? 0 : between + 1;
        CHECK(between <= 8);
    }
}

TEST_CASE("what makes some runs in a row bad is no effect of a choice") {
    for (int first = 1; first < 7; ++first) {
        Runs runs({{"keys", 4}, {"badAfter", first}, {"badUntil", first + 3}});
        runs.plan.variants.resize(1);
        runs.plan.repeats = 3;
        const auto forcing = forced(runs.plan);
        REQUIRE_MESSAGE(forcing, forcing.errorMessage());
        CAPTURE(first);
        CHECK(groupsOf(forcing.value()) != std::vector<std::size_t>{0, 1});
    }
}

TEST_CASE("an outcome that changes once is no effect, and drift only if chance hardly gives such an order") {
    Runs runs({{"keys", 4}, {"badAfter", 2}});
    runs.plan.variants.resize(1);
    const auto one = forced(runs.plan);
    REQUIRE_MESSAGE(one, one.errorMessage());
    REQUIRE(one.value().change);
    CHECK(one.value().change->runsBefore == 1);
    CHECK(one.value().change->runsAfter == 1);
    CHECK(one.value().change->before != one.value().change->after);
    CHECK(one.value().change->chance == doctest::Approx(1));
    CHECK(!one.value().change->drifts());
    CHECK(groupsOf(one.value()) == std::vector<std::size_t>{99, 99});

    Runs many({{"keys", 4}, {"badAfter", 8}});
    many.plan.variants.resize(1);
    many.plan.repeats = 8;
    const auto rest = forced(many.plan);
    REQUIRE_MESSAGE(rest, rest.errorMessage());
    REQUIRE(rest.value().change);
    const std::size_t before = rest.value().change->runsBefore, after = rest.value().change->runsAfter;
    CHECK(before + after == 9);
    CHECK(before >= 3);
    CHECK(after >= 3);
    CHECK(rest.value().change->chance < 0.05);
    CHECK(rest.value().change->drifts());
}

TEST_CASE("a forcing goes on after an interruption and repeats nothing") {
    const Runs runs({{"keys", 4}, {"classes", {{"1", {7, 8, 7, 9}}}}});
    std::stop_source stop;
    const auto stopped = forced(
        runs.plan,
        [&stop](const ForcingProgress& now) {
            if (now.done == 3) stop.request_stop();
        },
        stop.get_token());
    REQUIRE_MESSAGE(stopped, stopped.errorMessage());
    CHECK(stopped.value().stopped);
    const auto rest = forced(runs.plan);
    REQUIRE_MESSAGE(rest, rest.errorMessage());
    CHECK(rest.value().found == 3);
    CHECK(groupsOf(rest.value()) == std::vector<std::size_t>{0, 0, 1, 0, 2});
    const auto again = forced(runs.plan);
    REQUIRE(again);
    CHECK(again.value().found == 6);
    CHECK(groupsOf(again.value()) == groupsOf(rest.value()));
    for (std::size_t i = 0; i < again.value().variants.size(); ++i) {
        const std::vector<ForcedTrial>&now = again.value().variants[i].trials,
              &before = rest.value().variants[i].trials;
        REQUIRE(now.size() == before.size());
        for (std::size_t t = 0; t < now.size(); ++t) {
            CHECK(now[t].folder == before[t].folder);
            CHECK(now[t].outputDigest == before[t].outputDigest);
            CHECK(now[t].record.exitStatus == before[t].record.exitStatus);
        }
    }
    ForcingPlan other = runs.plan;
    other.variants.pop_back();
    CHECK(forced(other).errorMessage().find("other choices") != std::string::npos);
    other = runs.plan;
    other.base.front().candidate.value ^= 1U;
    CHECK(forced(other).errorMessage().find("another base run") != std::string::npos);
}

TEST_CASE("a program that was built anew with persistence is tried again") {
    Runs runs({{"keys", 4}, {"persistence", false}});
    REQUIRE(forced(runs.plan));
    runs.plan.trials.program = simulatedProgram(runs.folder, {{"keys", 4}});
    const auto forcing = forced(runs.plan);
    REQUIRE_MESSAGE(forcing, forcing.errorMessage());
    CHECK(forcing.value().found == 0);
    CHECK(forcing.value().variants.size() == 5);
}
