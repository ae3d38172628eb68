#include "core/drive/choice_plan.h"
#include "core/drive/forced_trial.h"
#include "core/read/choice_rows.h"
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
        settings.baseDatabase = databasesOf(dataset.runs.front()).at(0);
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

TEST_CASE("a trial that fails behind its last line counts only where the given runs ended so") {
    const TemporaryFolder folder;
    Recorded recorded(folder);
    nlohmann::json scenario = {{"keys", 6}};
    scenario["panics"] = nlohmann::json::array({nlohmann::json::array({0, recorded.pins[0].candidate.value})});
    recorded.settings.usual = {{0}, true};
    std::size_t number = 0;
    const auto trial = [&] { return recorded.trial(scenario, ++number); };
    for (const auto by : {OutcomeReading::By::wholeOutput, OutcomeReading::By::pattern}) {
        recorded.settings.reading.by = by;
        recorded.settings.reading.pattern.regex = R"(loss (\S+))";
        const ForcedTrial panicked = trial();
        CHECK(!panicked.check.counts);
        CHECK(!panicked.check.isHopeless);
        CHECK(panicked.check.because.find("failed: exit status 101; its last words: “thread 'main' panicked") !=
              std::string::npos);
        CHECK(panicked.check.because.ends_with("none ended so"));
    }
    recorded.settings.usual = {{0}, false};
    CHECK(trial().check.because.find("exit_status in a run's folder") != std::string::npos);
    recorded.settings.usual = {{0, 101}, true};
    CHECK(trial().outcome.text == "7.0625");
    recorded.settings.usual = {{0}, true};
    recorded.settings.reading.by = OutcomeReading::By::exitStatus;
    CHECK(trial().outcome.text == "exit 101");
    // Nor does it speak against a program that fails as a rule and now does not.
    recorded.settings.usual = {{3}, true};
    recorded.settings.reading.by = OutcomeReading::By::wholeOutput;
    scenario.erase("panics");
    CHECK(trial().check.counts);
}

TEST_CASE("how runs ended, as far as it is known") {
    Dataset dataset;
    dataset.runs.resize(3);
    dataset.runs[0].exitStatus = 0;
    dataset.runs[1].exitStatus = 101;
    const UsualEnds known = usualEnds(dataset, {RunIndex{0}, RunIndex{1}});
    CHECK(known.areAllKnown);
    CHECK(known.statuses == std::set<int>{0, 101});
    CHECK(!usualEnds(dataset, {RunIndex{0}, RunIndex{2}}).areAllKnown);
}

TEST_CASE("a key that is tuned on a second device only later is forced there, too") {
    const TemporaryFolder folder;
    Recorded recorded(folder);
    const ForcedTrial first = recorded.trial({{"keys", 7}, {"favourites", {{"6", 4}}}});
    REQUIRE(first.check.missing.size() == 1);
    recorded.pins.push_back(first.check.missing[0]);
    const nlohmann::json both = {{"keys", 7}, {"twice", {6}}, {"favouritesThere", {{"6", 2}}}};
    const ForcedTrial second = recorded.trial(both, 2);
    CHECK(!second.check.isHopeless);
    REQUIRE_MESSAGE(second.check.missing.size() == 1, second.check.because);
    CHECK(second.check.missing[0].candidate == CandidateIndex{2});
    CHECK(second.check.missing[0].places != first.check.missing[0].places);
    recorded.pins.push_back(second.check.missing[0]);
    const ForcedTrial third = recorded.trial(both, 3);
    CHECK_MESSAGE(third.check.counts, third.check.because);
    // One of the given run's own choices is forced wherever its database has the key: a choice of the program's own is
    // none that was asked for.
    CHECK(recorded.trial({{"keys", 7}, {"twice", {0, 6}}}, 4).check.because.find("chose anew for forced keys") !=
          std::string::npos);
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
