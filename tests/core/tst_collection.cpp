#include "core/drive/collection.h"
#include "tests/support/simulated_program.h"

using namespace flipscope;
using namespace flipscope::testing;

namespace {

CollectionPlan planIn(const TemporaryFolder& folder, const std::string& script) {
    CollectionPlan plan;
    plan.program.command = {"sh", "-c", script};
    plan.program.folder = folder.path();
    plan.folder = folder.file("runs");
    plan.runs = 3;
    return plan;
}

}  // namespace

TEST_CASE("all runs are made, side by side too, and those that are there are not made again") {
    const TemporaryFolder folder;
    CollectionPlan plan = planIn(folder, "basename $PWD; exit 4");
    plan.parallel = 2;
    std::size_t last = 0;
    const auto progress = [&last](const CollectionProgress& now) { last = now.done; };
    const auto made = collectRuns(plan, progress, {});
    REQUIRE_MESSAGE(made, made.errorMessage());
    REQUIRE(made.value().runs.size() == 3);
    CHECK(last == 3);
    for (std::size_t i = 0; i < 3; ++i) {
        const RecordedRun& run = made.value().runs[i];
        CHECK(run.folder == folder.file("runs/run" + std::to_string(i + 1)));
        CHECK(readFile(run.folder + "/stdout.log") == "run" + std::to_string(i + 1) + "\n");
        CHECK(run.record.exitStatus == 4);
    }
    plan.runs = 4;
    const auto more = collectRuns(plan, {}, {});
    CHECK(more.value().found == 3);
    CHECK(more.value().runs.size() == 4);
    CHECK(more.value().runs[0].record.started == made.value().runs[0].record.started);
    plan.program.command.back() = "true";
    CHECK(collectRuns(plan, {}, {}).errorMessage().find("another command") != std::string::npos);
}

TEST_CASE("a run without its record was interrupted: it is set aside and made again") {
    const TemporaryFolder folder;
    writeFile(folder.file("x"), "");
    REQUIRE(std::system(("mkdir -p " + folder.file("runs/run2")).c_str()) == 0);
    writeFile(folder.file("runs/run2/stdout.log"), "half");
    const auto made = collectRuns(planIn(folder, "true"), {}, {});
    REQUIRE(made);
    CHECK(made.value().setAside == std::vector<std::string>{folder.file("runs/.interrupted/run2-1")});
    CHECK(readFile(folder.file("runs/.interrupted/run2-1/stdout.log")) == "half");
    CHECK(made.value().runs.size() == 3);
}

TEST_CASE("a task makes its one run") {
    const TemporaryFolder folder;
    const CollectionPlan plan = planIn(folder, "date +%N");
    const auto run = collectOneRun(plan, 2, {});
    REQUIRE(run);
    CHECK(run.value().folder == folder.file("runs/run2"));
    const std::string output = readFile(folder.file("runs/run2/stdout.log"));
    REQUIRE(collectOneRun(plan, 2, {}));
    CHECK(readFile(folder.file("runs/run2/stdout.log")) == output);
}

TEST_CASE("a stop request before the first run makes none") {
    const TemporaryFolder folder;
    std::stop_source stop;
    stop.request_stop();
    const auto made = collectRuns(planIn(folder, "true"), {}, stop.get_token());
    REQUIRE(made);
    CHECK(made.value().stopped);
    CHECK(made.value().runs.empty());
}
