// Pins from recorded runs, written into another run's recorded database. Needs the shared data.

#include "core/analyse/analysis.h"
#include "core/pin/cbor_bytes.h"
#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin_file.h"
#include "core/pin/pin_places.h"
#include "core/pin/pin_rules.h"
#include "core/read/cbor_json.h"
#include "core/read/environment_database.h"
#include "core/read/loader.h"
#include "tests/support/database_entries.h"
#include "tests/support/sample_database.h"

#include <filesystem>
#include <iostream>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

const std::string kShared = FLIPSCOPE_SHARED_DATA "/burn-0.22-h200";

std::string databaseOf(const std::string& run) {
    return kShared + "/" + run + "/environment.db";
}

bool isChoice(const DatabaseEntries::value_type& row) {
    return row.first.first.starts_with("autotune/");
}

// Pins of what a run used, through a pin file, and those of other runs for single keys.
std::vector<Pin> pinsOf(const Dataset& dataset, const std::string& run, const std::vector<HandPin>& byHand = {},
                        bool knowsPlaces = true) {
    const Analysis analysis = analyse(dataset).value();
    PinRequest request;
    request.rule = parsePinRule("run:" + run).value();
    request.byHand = byHand;
    if (knowsPlaces) request.places = placesOfRuns(dataset, analysis.matrix, {});
    const auto choice = choosePins(dataset, analysis, request);
    REQUIRE_MESSAGE(choice.hasValue(), choice.errorMessage());
    CHECK(choice.value().unpinned.empty());
    const auto pins = parsePinFile(pinFileText(choice.value().pins));
    REQUIRE_MESSAGE(pins.hasValue(), pins.errorMessage());
    return pins.value();
}

// Winner by place and key, as our reader tells them.
std::map<std::pair<std::string, std::string>, std::uint32_t> choicesIn(const std::string& path) {
    InternPool pool;
    const auto read = readEnvironmentDatabase(path, "", pool);
    REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
    CHECK(read.value().problemCount == 0);
    std::map<std::pair<std::string, std::string>, std::uint32_t> choices;
    for (const DatabaseChoice& choice : read.value().choices) {
        choices[{pool.tunerOf(choice.key) + " " + choice.checksum, pool.canonicalJsonOf(choice.key)}] =
            choice.winner.value;
    }
    return choices;
}

// Without them the test counts as skipped, by this text.
bool hasSharedRuns() {
    if (std::filesystem::exists(databaseOf("run13"))) return true;
    std::cout << "SKIPPED: no shared runs at " << kShared << '\n';
    return false;
}

struct Folders {
    TemporaryFolder out;
    std::string before = readFile(databaseOf("run13"));
    ~Folders() { CHECK(readFile(databaseOf("run13")) == before); }
};

}  // namespace

TEST_CASE("pins of one run in another run's database give the first one's choices and nothing else") {
    if (!hasSharedRuns()) return;
    const Folders folders;
    const Dataset dataset = loadRuns({kShared + "/run13", kShared + "/run14"}).value();
    for (const bool knowsPlaces : {true, false}) {  // without: from logs alone
        const std::string path = folders.out.file(knowsPlaces ? "a.db" : "b.db");
        const std::vector<Pin> pins = pinsOf(dataset, "run14", {}, knowsPlaces);
        CHECK(pins[0].places.empty() != knowsPlaces);
        const auto written = writePins(pins, databaseOf("run13"), path);
        REQUIRE_MESSAGE(written.hasValue(), written.errorMessage());
        CHECK(written.value().warnings.empty());
        DatabaseEntries expected = entriesOf(databaseOf("run13"));
        std::erase_if(expected, isChoice);
        for (const auto& [place, value] : entriesOf(databaseOf("run14"))) {
            if (!place.first.starts_with("autotune/")) continue;
            const auto winner = jsonFromCbor(value.first).value()["fastest_index"].get<std::uint32_t>();
            expected[place] = {cborOfChoice({winner}), "0"};
        }
        CHECK((entriesOf(path) == expected));
        CHECK((choicesIn(path) == choicesIn(databaseOf("run14"))));
        CHECK(metaOf(path) == metaOf(databaseOf("run13")));
    }
    CHECK(folders.out.names() == std::vector<std::string>{"a.db", "b.db"});
}

TEST_CASE("one key of another run makes a difference of one row") {
    if (!hasSharedRuns()) return;
    const Folders folders;
    const Dataset dataset = loadRuns({kShared + "/run13", kShared + "/run14"}).value();
    std::vector<HandPin> culprit;
    for (std::uint32_t i = 0; i < dataset.keys.size(); ++i) {
        const TuningKey& key = dataset.keys[i];
        if (key.label == "matmul 8192×256×128 f32") culprit.push_back({{i}, {24}});
    }
    REQUIRE(culprit.size() == 1);
    REQUIRE(writePins(pinsOf(dataset, "run14"), databaseOf("run13"), folders.out.file("a.db")));
    REQUIRE(writePins(pinsOf(dataset, "run14", culprit), databaseOf("run13"), folders.out.file("b.db")));
    const DatabaseEntries all = entriesOf(folders.out.file("a.db")), swapped = entriesOf(folders.out.file("b.db"));
    REQUIRE(all.size() == swapped.size());
    std::vector<std::pair<std::string, std::string>> different;
    for (const auto& [place, value] : all) {
        REQUIRE(swapped.count(place) == 1);
        if (swapped.at(place) != value) different.emplace_back(value.first, swapped.at(place).first);
    }
    CHECK((different == std::vector<std::pair<std::string, std::string>>{{cborOfChoice({19}), cborOfChoice({24})}}));
}

TEST_CASE("pins written without a base hold the same choices") {
    if (!hasSharedRuns()) return;
    const Folders folders;
    const Dataset dataset = loadRuns({kShared + "/run14"}).value();
    REQUIRE(writePins(pinsOf(dataset, "run14"), "", folders.out.file("new.db")));
    CHECK((choicesIn(folders.out.file("new.db")) == choicesIn(databaseOf("run14"))));
    CHECK(entriesOf(folders.out.file("new.db")).size() == 42);
}
