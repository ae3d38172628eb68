#include "core/drive/choice_plan.h"
#include "core/drive/forced_choices.h"
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
        plan.trials.baseDatabase = databaseOf(dataset.runs.front());
        for (Pin pin : plan.base) {
            if (pin.setSize != 4) continue;  // key 1
            for (std::uint32_t i = 0; i < 4; ++i) {
                pin.candidate = CandidateIndex{i};
                plan.variants.push_back({pin});
            }
        }
        REQUIRE(plan.variants.size() == 4);
    }

    TemporaryFolder folder;
    ForcingPlan plan;
};

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
    const auto forcing = forceChoices(runs.plan, [&total](const ForcingProgress& now) { total = now.total; }, {});
    REQUIRE_MESSAGE(forcing, forcing.errorMessage());
    CHECK(groupsOf(forcing.value()) == std::vector<std::size_t>{0, 0, 1, 0, 2});
    CHECK(total == 6);
    CHECK(forcing.value().variants[0].trials.size() == 2);
}

TEST_CASE("an outcome that varies by itself has no classes") {
    Runs runs({{"keys", 4}, {"flakyGood", 0.5}});
    runs.plan.baseRepeats = 12;
    runs.plan.variants.resize(1);
    const auto forcing = forceChoices(runs.plan, {}, {});
    REQUIRE(forcing);
    CHECK(forcing.value().variants[0].varies());
    CHECK(groupsOf(forcing.value()) == std::vector<std::size_t>{99, 99});
}

TEST_CASE("a program that never reads its database ends it after the first trial") {
    const Runs runs({{"keys", 4}, {"persistence", false}});
    const auto forcing = forceChoices(runs.plan, {}, {});
    REQUIRE(forcing);
    CHECK(forcing.value().variants.size() == 1);
    CHECK(forcing.value().variants[0].trials.size() == 1);
    CHECK(!forcing.value().variants[0].group);
}
