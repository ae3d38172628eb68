#include "core/drive/choice_plan.h"
#include "core/drive/forced_trial.h"
#include "tests/support/simulated_program.h"

using namespace flipscope;
using namespace flipscope::testing;

namespace {

// A recorded run, and its choices as pins.
struct Recorded {
    explicit Recorded(const TemporaryFolder& place) : folder(place), run(simulatedRun(place, {{"keys", 6}}, "base")) {
        const Dataset dataset = loadedRuns({run.folder});
        pins = choicesOf(dataset, RunIndex{0});
        settings.folder = folder.file("trials");
        settings.baseDatabase = databaseOf(dataset.runs.front());
    }

    ForcedTrial trial(const nlohmann::json& scenario, std::size_t number = 1) {
        settings.program = simulatedProgram(folder, scenario);
        auto made = runForcedTrial(settings, pins, number, {}, {});
        REQUIRE_MESSAGE(made, made.errorMessage());
        return std::move(made).value();
    }

    const TemporaryFolder& folder;
    RecordedRun run;
    std::vector<Pin> pins;
    TrialSettings settings;
};

}  // namespace

TEST_CASE("a run made to repeat another one's choices gives its output and decides nothing") {
    const TemporaryFolder folder;
    Recorded recorded(folder);
    REQUIRE(recorded.pins.size() == 6);
    const std::string before = readFile(recorded.settings.baseDatabase);
    const ForcedTrial trial = recorded.trial({{"keys", 6}, {"seed", 99}});
    CHECK_MESSAGE(trial.check.counts, trial.check.because);
    CHECK(readFile(trial.folder + "/stdout.log") == readFile(recorded.run.folder + "/stdout.log"));
    CHECK(readFile(trial.folder + "/decisions.jsonl").empty());
    CHECK(trial.outcome.text == trial.outputDigest);
    CHECK(readFile(recorded.settings.baseDatabase) == before);
    // Another one changes what it names and nothing else.
    recorded.pins[2].candidate = CandidateIndex{recorded.pins[2].candidate.value == 0 ? 1U : 0U};
    recorded.pins[2].candidateName.clear();
    const ForcedTrial other = recorded.trial({{"keys", 6}}, 2);
    CHECK(other.check.counts);
    CHECK(other.outputDigest != trial.outputDigest);
}

TEST_CASE("runs that do not count, and why") {
    const TemporaryFolder folder;
    Recorded recorded(folder);
    const auto because = [&recorded](const nlohmann::json& extra) {
        nlohmann::json scenario = {{"keys", 6}};
        scenario.update(extra);
        const ForcedTrial trial = recorded.trial(scenario);
        CHECK(!trial.check.counts);
        return trial.check.because + (trial.check.isHopeless ? " (hopeless)" : "");
    };
    CHECK(because({{"persistence", false}}).find("built without persistence (hopeless)") != std::string::npos);
    CHECK(because({{"ignorePins", true}}).find("chose anew for forced keys") != std::string::npos);
    CHECK(because({{"chdir", "/"}}).find("no log of its decisions") != std::string::npos);
    const auto forced = nlohmann::json::array({0, recorded.pins[0].candidate.value});
    CHECK(because({{"refuses", {forced}}}).find("refused the problem") != std::string::npos);
    // The folders of earlier trials of that number were set aside, not lost.
    CHECK(readFile(folder.file("trials/.interrupted/trial1-1/stdout.log")).find("key 0") == 0);
}

TEST_CASE("a key that was not forced is told with what was chosen, and can be forced then") {
    const TemporaryFolder folder;
    Recorded recorded(folder);
    const ForcedTrial trial = recorded.trial({{"keys", 7}});
    CHECK(!trial.check.counts);
    CHECK(!trial.check.isHopeless);
    REQUIRE(trial.check.missing.size() == 1);
    CHECK(trial.check.missing[0].places.size() == 1);
    recorded.pins.push_back(trial.check.missing[0]);
    const ForcedTrial again = recorded.trial({{"keys", 7}}, 2);
    CHECK_MESSAGE(again.check.counts, again.check.because);
    CHECK(again.outputDigest == trial.outputDigest);
}

TEST_CASE("a stop while the trial is looked at leaves it unfinished, not invalid") {
    const TemporaryFolder folder;
    Recorded recorded(folder);
    recorded.settings.program = simulatedProgram(folder, {});
    recorded.settings.program.command = {"/bin/true"};  // says nothing: the first tick comes when it has ended
    std::stop_source source;
    const auto trial = runForcedTrial(
        recorded.settings, recorded.pins, 1, [&source](std::chrono::milliseconds) { source.request_stop(); },
        source.get_token());
    REQUIRE_MESSAGE(trial, trial.errorMessage());
    CHECK(trial.value().stopped);
}
