#include "core/analyse/analysis.h"
#include "core/analyse/suspects.h"
#include "core/drive/run_record.h"
#include "core/handover/handover.h"
#include "core/pin/pin_file.h"
#include "core/read/loader.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "tests/support/sample_database.h"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using Json = nlohmann::json;
using testing::readFile;
using testing::TemporaryFolder;
using testing::writeFile;
namespace fs = std::filesystem;

namespace {

const std::string kShared = FLIPSCOPE_SHARED_DATA "/burn-0.22-h200";

struct Given {
    explicit Given(const std::vector<std::string>& paths, const std::optional<OutcomePattern>& pattern = {})
        : dataset(loadRuns(paths).value()), analysis(analyse(dataset, forHopper()).value()) {
        if (!pattern) return;
        const auto values = valuesByPattern(dataset, analysis.matrix.runs, *pattern).value();
        outcome = NamedOutcome{groupOutcome(values, Grouping::automatic).value(),
                               {OutcomeNaming::By::pattern, *pattern, Grouping::automatic, {}}};
    }
    static AnalysisOptions forHopper() {
        AnalysisOptions options;
        options.assumptions.card = Card::hopper;
        return options;
    }
    [[nodiscard]] HandoverRequest request(const std::vector<std::string>& paths) const {
        HandoverRequest request{dataset, {}, {}, {}, outcome, {}, {}, {}, "", paths, "1.0"};
        request.assumptions.card = Card::hopper;
        return request;
    }
    [[nodiscard]] std::string suspects() const {
        const auto found = findSuspects(analysis.matrix, analysis.groups, outcome->outcome).value();
        return toCsv(suspectsTable(dataset, analysis, outcome->outcome, found));
    }
    Dataset dataset;
    Analysis analysis;
    std::optional<NamedOutcome> outcome;
};

std::map<std::string, std::string> filesIn(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            files[fs::relative(entry.path(), folder).string()] = readFile(entry.path().string());
    }
    return files;
}

// Winners of all runs by their names, and the medians of all candidates.
std::string tablesOf(const Given& given) {
    return toCsv(winnersTable(given.dataset, given.analysis)) +
           toCsv(timingsTable(given.dataset, given.analysis, TimingField::median)) +
           toCsv(timingsTable(given.dataset, given.analysis, TimingField::maximum));
}

// A copy of the sample runs where somebody keeps private things.
struct PrivateRuns {
    PrivateRuns() {
        ::setenv("USER", "alexandria", 1);
        fs::create_directories(folder.file("home/alexandria/My Runs"));
        runs = folder.file("home/alexandria/My Runs");
        fs::copy(FLIPSCOPE_TEST_DATA "/runs", runs, fs::copy_options::recursive);
        RunRecord record;
        record.command = {runs + "/bin/train", "--data", runs + "/set 1", "--tag", "alexandria"};
        record.folder = runs + "/run13";
        record.machine = {"node7-of-alexandria", {"NVIDIA H200"}, "580.65.06"};
        writeFile(runs + "/run13/run.json", toJson(record));
    }
    TemporaryFolder folder;
    std::string runs;
};

Json keyIn(const std::string& report, const std::string& id) {
    const Json summary = Json::parse(readFile(report + "/data/summary.json"));
    for (const Json& key : summary.at("keys"))
        if (key.at("id") == id) return key;
    return {};
}

const OutcomePattern kFirstLoss{"step 0: loss (\\S+)", PatternMatch::first, 1};

}  // namespace

TEST_CASE("the enclosed runs give the same winners, timings, suspects and p without the originals") {
    const TemporaryFolder folder;
    std::vector<std::string> samples{FLIPSCOPE_TEST_DATA "/runs", FLIPSCOPE_TEST_DATA "/cli/runs"};
    if (fs::exists(kShared)) {
        samples.push_back(kShared);
    } else {
        std::cout << "no shared runs: the samples alone are tried\n";
    }
    for (std::size_t i = 0; i < samples.size(); ++i) {
        CAPTURE(samples[i]);
        const OutcomePattern pattern = i == 1 ? OutcomePattern{"loss ([0-9.]+)", PatternMatch::last, 1} : kFirstLoss;
        const Given given({samples[i]}, pattern);
        const std::string out = folder.file("report" + std::to_string(i));
        const auto written = writeHandover(given.request({samples[i]}), out, {});
        REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
        const Given again({out + "/data/runs"}, pattern);
        CHECK(again.dataset.report.problemCount == 0);
        CHECK(again.dataset.runs.size() == given.dataset.runs.size());
        // Runs of a split log have other names.
        if (i != 0 && i != 2) CHECK(tablesOf(again) == tablesOf(given));
        CHECK(again.suspects() == given.suspects());
        CHECK(written.value().flippingKeys == given.analysis.flippingKeys);
        CHECK(readFile(out + "/data/suspects.csv") == again.suspects());
    }
}

TEST_CASE("neither path nor user nor host is in any file") {
    const PrivateRuns runs;
    const Given given({runs.runs}, kFirstLoss);
    HandoverRequest request = given.request({runs.runs});
    request.title = "Flips of alexandria in " + runs.runs;
    const std::string out = runs.folder.file("report");
    const auto written = writeHandover(request, out, {});
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    const auto files = filesIn(out);
    CHECK(files.size() == written.value().files.size());
    for (const auto& each : files) {
        const auto& name = each.first;
        const auto& content = each.second;
        CAPTURE(name);
        for (const std::string& secret : {runs.runs, runs.folder.path(), std::string("alexandria"),
                                          std::string("node7"), std::string("My Runs"), std::string("/home")}) {
            CHECK(content.find(secret) == std::string::npos);
            CHECK(name.find(secret) == std::string::npos);
        }
    }
    const std::string& page = files.at("README.md");
    CHECK(page.find("NVIDIA H200 (1 run)") != std::string::npos);
    CHECK(page.find("580.65.06 (1 run)") != std::string::npos);
    CHECK(page.find("…/train --data '…/set 1' --tag user") != std::string::npos);
    CHECK(files.at("report.html").find("<script") == std::string::npos);
    CHECK(files.at("data/runs/run13/stdout.log").find('\n') == files.at("data/runs/run13/stdout.log").size() - 1);
}

TEST_CASE("the checksums of the named keys are enclosed") {
    const TemporaryFolder folder;
    const Given given({FLIPSCOPE_TEST_DATA "/runs"}, kFirstLoss);
    HandoverRequest request = given.request({FLIPSCOPE_TEST_DATA "/runs"});
    for (std::uint32_t i = 0; i < given.dataset.keys.size(); ++i) {
        if (given.dataset.keys[i].label == "matmul 512×1024×128 f32") request.keys.push_back(KeyIndex{i});
    }
    REQUIRE(request.keys.size() == 1);
    const std::string id = given.dataset.keys[request.keys[0].value].id;
    const auto written = writeHandover(request, folder.file("out"), {});
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(written.value().emulated == 1);
    // As the kernel on the card gave it to run14.
    CHECK(readFile(folder.file("out/data/checksums/" + id + ".txt")).find("19 4e3a3f59fd737d6e\n") !=
          std::string::npos);
    const std::string page = readFile(folder.file("out/README.md"));
    CHECK(page.find("rerun --shape 512x1024x128") != std::string::npos);
    CHECK(page.find("4e3a3f59fd737d6e") != std::string::npos);
    CHECK(readFile(folder.file("out/repeat.sh")).find("checksums " + id + " 1 hopper") != std::string::npos);
    // An emulated answer is told as a prediction, one of the card as what it is.
    Json key = keyIn(folder.file("out"), id);
    CHECK(key["class"]["basis"] == "emulated");
    CHECK(key["predictedHarmless"] == true);
    CHECK(key["harmless"] == false);
    std::string measured = readFile(folder.file("out/data/rerun-" + id + ".json"));
    const std::string means = "emulated\"";
    for (std::size_t at = measured.find(means); at != std::string::npos; at = measured.find(means, at))
        measured.replace(at, means.size(), "real\"");
    writeFile(folder.file("measured.json"), measured);
    request.measured = {folder.file("measured.json")};
    const auto again = writeHandover(request, folder.file("again"), {});
    REQUIRE_MESSAGE(again.hasValue(), again.errorMessage());
    key = keyIn(folder.file("again"), id);
    CHECK(key["class"]["basis"] == "real");
    CHECK(key["predictedHarmless"] == false);
    CHECK(key["harmless"] == true);
}

TEST_CASE("without an outcome it is about flips, and says that nothing was tested") {
    const TemporaryFolder folder;
    const Given given({FLIPSCOPE_TEST_DATA "/cli/runs"});
    const auto written = writeHandover(given.request({}), folder.file("out"), {});
    REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
    CHECK(!written.value().p);
    CHECK(readFile(folder.file("out/README.md")).find("No outcome was named") != std::string::npos);
    CHECK(readFile(folder.file("out/repeat.sh")).find("this report names no outcome") != std::string::npos);
}

TEST_CASE("what is in the way, and what does not fit, is an error that leaves nothing") {
    const TemporaryFolder folder;
    const PrivateRuns runs;
    const Given given({runs.runs}, kFirstLoss);
    const auto fault = [&](const HandoverRequest& request, const std::string& out) {
        return writeHandover(request, out, {}).errorMessage();
    };
    fs::create_directory(folder.file("full"));
    writeFile(folder.file("full/x"), "1");
    CHECK(fault(given.request({runs.runs}), folder.file("full")).find("not empty") != std::string::npos);
    CHECK(fault(given.request({runs.runs}), runs.runs + "/report").find("inside the input") != std::string::npos);
    HandoverRequest request = given.request({runs.runs});
    request.trials = {folder.file("none")};
    CHECK(fault(request, folder.file("out")).find("none/trials.jsonl") != std::string::npos);
    request.trials.clear();
    request.measured = {folder.file("full/x")};
    CHECK(fault(request, folder.file("out")).find("full/x") != std::string::npos);
    CHECK(folder.names() == std::vector<std::string>{"full"});
    std::stop_source stop;
    stop.request_stop();
    CHECK(writeHandover(given.request({runs.runs}), folder.file("out"), stop.get_token()).cancelled());
    CHECK(folder.names() == std::vector<std::string>{"full"});
}
