#include "core/drive/collection.h"
#include "core/drive/folder_lock.h"
#include "core/drive/run_mark.h"
#include "tests/support/simulated_program.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <filesystem>
#include <thread>

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
    std::vector<std::string> told;
    const auto progress = [&](const CollectionProgress& now) {
        last = now.done;
        told.clear();
        for (const RecordedRun& run : *now.runs)
            told.push_back(run.folder);
        CHECK(told.size() == now.done);
        CHECK(std::is_sorted(told.begin(), told.end()));
    };
    const auto made = collectRuns(plan, progress, {});
    REQUIRE_MESSAGE(made, made.errorMessage());
    REQUIRE(made.value().runs.size() == 3);
    CHECK(last == 3);
    CHECK(told.size() == 3);
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

TEST_CASE("a command of which no run came to be makes room for another one") {
    const TemporaryFolder folder;
    CollectionPlan plan = planIn(folder, "true");
    plan.program.command = {folder.file("no-such-program")};
    REQUIRE(!collectRuns(plan, {}, {}));
    plan.program.command = {"sh", "-c", "true"};
    {
        const Result<FolderLock> running = FolderLock::take(plan.folder, "run1");
        REQUIRE(running);
        CHECK(collectRuns(plan, {}, {}).errorMessage().find("another command") != std::string::npos);
    }
    const auto made = collectRuns(plan, {}, {});
    REQUIRE_MESSAGE(made, made.errorMessage());
    CHECK(made.value().runs.size() == 3);
}

TEST_CASE("a run without its record was interrupted: it is set aside and made again") {
    const TemporaryFolder folder;
    writeFile(folder.file("x"), "");
    REQUIRE(!makeMarkedFolder(folder.file("runs/run2")));
    writeFile(folder.file("runs/run2/stdout.log"), "half");
    const auto made = collectRuns(planIn(folder, "true"), {}, {});
    REQUIRE(made);
    CHECK(made.value().setAside == std::vector<std::string>{folder.file("runs/.interrupted/run2-1")});
    CHECK(readFile(folder.file("runs/.interrupted/run2-1/stdout.log")) == "half");
    CHECK(made.value().runs.size() == 3);
}

TEST_CASE("a folder of the user's that is named like a run is left alone, and nothing is started") {
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.file("runs/run2"));
    writeFile(folder.file("runs/run2/process.json"), "the user's");
    const CollectionPlan plan = planIn(folder, "touch ../../started");
    CHECK(collectRuns(plan, {}, {}).errorMessage().find("runs/run2 is in the way") != std::string::npos);
    CHECK(collectOneRun(plan, 2, {}).errorMessage().find("runs/run2 is in the way") != std::string::npos);
    CHECK(readFile(folder.file("runs/run2/process.json")) == "the user's");
    CHECK(!std::filesystem::exists(folder.file("started")));
    CHECK(!std::filesystem::exists(folder.file("runs/collection.json")));
    CHECK(!std::filesystem::exists(folder.file("runs/run1")));
}

TEST_CASE("a run whose record cannot be read is set aside, and why is said") {
    const TemporaryFolder folder;
    REQUIRE(collectRuns(planIn(folder, "true"), {}, {}));
    std::string record = readFile(folder.file("runs/run2/run.json"));
    record.replace(record.find("\"exit_status\": 0"), 16, "\"exit_status\": 0.5");
    writeFile(folder.file("runs/run2/run.json"), record);
    const auto made = collectRuns(planIn(folder, "true"), {}, {});
    REQUIRE(made);
    CHECK(made.value().found == 2);
    CHECK(made.value().setAside.size() == 1);
    REQUIRE(made.value().remarks.size() == 1);
    CHECK(made.value().remarks[0].find("run2 is taken for an interrupted one: ") == 0);
    CHECK(made.value().remarks[0].find("“exit_status”") != std::string::npos);
}

TEST_CASE("another one that collects into the folder is an error, one that makes a run is left to it") {
    const TemporaryFolder folder;
    const CollectionPlan plan = planIn(folder, "true");
    {
        const auto lock = lockWholeFolder(plan.folder);
        CHECK(collectRuns(plan, {}, {}).errorMessage().find("is in use: process ") != std::string::npos);
        REQUIRE(collectOneRun(plan, 1, {}));  // tasks share the folder
    }
    const auto claim = claimRun(plan.folder + "/run2");
    CHECK(collectOneRun(plan, 2, {}).errorMessage().find("run2 is in use") != std::string::npos);
    const auto made = collectRuns(plan, {}, {});
    REQUIRE_MESSAGE(made, made.errorMessage());
    CHECK(made.value().found == 1);
    CHECK(made.value().runs.size() == 2);
    REQUIRE(made.value().missing.size() == 1);
    CHECK(made.value().missing[0].find("run2: process ") == 0);
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

TEST_CASE("of tasks with different commands that begin at the same time only one command's make runs") {
    for (int round = 0; round < 15; ++round) {
        const TemporaryFolder folder;
        constexpr std::size_t kTasks = 4;
        std::barrier begin(kTasks);
        std::array<bool, kTasks> made{};
        {
            std::vector<std::jthread> tasks;
            for (std::size_t i = 0; i < kTasks; ++i) {
                tasks.emplace_back([&, i] {
                    const CollectionPlan plan = planIn(folder, i % 2 == 0 ? "true" : "true odd");
                    begin.arrive_and_wait();
                    made[i] = collectOneRun(plan, i + 1, {}).hasValue();
                });
            }
        }
        CHECK(made[0] != made[1]);
        CHECK(made[0] == made[2]);
        CHECK(made[1] == made[3]);
        for (const auto& entry : std::filesystem::directory_iterator(folder.file("runs")))
            CHECK(entry.path().filename().string().find(".collection") == std::string::npos);
    }
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
