#include "core/drive/trial_check.h"
#include "tests/support/simulated_program.h"

#include <filesystem>

#include <sqlite3.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

// A trial's folder made by hand: a database with one pinned row, and an empty decision log.
struct Folder {
    explicit Folder(bool isOpened = true) {
        pin.keyJson = R"({"definition":{"m":64}})";
        pin.tuner = "tuner";
        pin.label = "the key";
        pin.candidate = CandidateIndex{1};
        pin.setChecksum = "abc";
        pin.places = {kMatmulNamespace};
        auto written = writePins({pin}, "", folder.file("default.db"));
        REQUIRE_MESSAGE(written, written.errorMessage());
        rows = written.value().rows;
        writeFile(folder.file("decisions.jsonl"), "");
        writeFile(folder.file("stderr.log"), "");
        writeFile(folder.file("stdout.log"), "loss 7\n");
        if (isOpened) run("PRAGMA journal_mode=WAL");  // as the program does
    }
    [[nodiscard]] TrialCheck check(const RunRecord& record = {}) const {
        return checkTrial(folder.path(), record, folder.file("default.db"), {pin}, rows, {});
    }
    void run(const std::string& sql) const {
        sqlite3* handle = nullptr;
        REQUIRE(sqlite3_open(folder.file("default.db").c_str(), &handle) == SQLITE_OK);
        CHECK(sqlite3_exec(handle, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK);
        sqlite3_close(handle);
    }

    TemporaryFolder folder;
    Pin pin;
    std::vector<WrittenPin> rows;
};

}  // namespace

TEST_CASE("rows that are as they were and an empty log count") {
    const Folder folder;
    CHECK_MESSAGE(folder.check().counts, folder.check().because);
}

TEST_CASE("a program that never opened its database took no choice, whatever it printed") {
    const Folder folder(false);
    CHECK_FALSE(folder.check().counts);
    CHECK(folder.check().because.find("no sign that the program opened its database") != std::string::npos);
}

TEST_CASE("a row that was overwritten, removed or doubled does not") {
    const Folder overwritten, removed, doubled;
    overwritten.run("UPDATE entries SET value = X'A26D666173746573745F696E6465780267726573756C747380'");
    CHECK(overwritten.check().because.find("overwritten") != std::string::npos);
    removed.run("DELETE FROM entries");
    CHECK(removed.check().because.find("no longer") != std::string::npos);
    // The same key with another checksum: CBOR of {"key":{"definition":{"m":64}},"checksum":"abd"}.
    doubled.run(
        "INSERT INTO entries SELECT namespace, X'A2636B6579A16A646566696E6974696F6EA1616D184068636865636B73756D"
        "63616264', value, 0 FROM entries");
    CHECK(doubled.check().because.find("candidates are others") != std::string::npos);
}

TEST_CASE("texts of a refusal or of settings passed over do not count") {
    for (const char* text :
         {"Should run when selected by autotune.: x", "index out of bounds: the len is 4 but the index is 9",
          "Unable to open Turso cache for 'x', using memory: y", "cubecl config: Ignoring \"x\""}) {
        const Folder folder;
        writeFile(folder.folder.file("stderr.log"), std::string("a\n") + text + "\n");
        CHECK(!folder.check().counts);
        CHECK(!folder.check().isHopeless);
    }
}

TEST_CASE("without any log it cannot be told") {
    const Folder folder;
    REQUIRE(std::remove(folder.folder.file("decisions.jsonl").c_str()) == 0);
    CHECK(folder.check().because.find("no log") != std::string::npos);
    CHECK(folder.check().because.find("cubecl.toml") != std::string::npos);
    // Nor of a program that failed; and of one that never began its settings are not to blame.
    RunRecord record;
    record.exitStatus = 127;
    record.note = "libcuda.so.1: cannot open";
    CHECK(folder.check(record).because ==
          "the program failed before it logged any choice: exit status 127; its last words: “libcuda.so.1: cannot "
          "open”");
    CHECK(folder.check(record).isHopeless);
    record.exitStatus = 1;
    CHECK(folder.check(record).because.find("cubecl.toml") != std::string::npos);
    writeFile(folder.folder.file("stdout.log"), "");
    CHECK(folder.check(record).because.find("cubecl.toml") == std::string::npos);
}

TEST_CASE("a log that cannot be read whole does not read as a run without decisions") {
    const auto expectUnreadable = [](const Folder& folder) {
        const TrialCheck check = folder.check();
        CHECK(!check.counts);
        CHECK(!check.isHopeless);
        CHECK_MESSAGE(check.because.find("its log cannot be read whole: ") == 0, check.because);
    };
    const Folder folder;
    const std::string path = folder.folder.file("decisions.jsonl");
    for (const char* text : {R"({"key":{"m":64},"checksum":"abc","fast)",
                             R"(dex":3,"outcome":{"Ok":{"median":{"secs":0,"nanos":5}}}}],"fastest_index":1})"}) {
        writeFile(path, text);
        expectUnreadable(folder);
    }
    REQUIRE(std::remove(path.c_str()) == 0);
    REQUIRE(std::filesystem::create_directory(path));
    expectUnreadable(folder);
}

TEST_CASE("an output of any size is looked through for a refusal") {
    const Folder folder;
    const std::string path = folder.folder.file("stdout.log");
    std::filesystem::resize_file(path, std::uintmax_t{300} << 20);
    CHECK_MESSAGE(folder.check().counts, folder.check().because);
    // Across two of the pieces that it is read in.
    std::filesystem::resize_file(path, (std::uintmax_t{270} << 20) - 10);
    writeFile(folder.folder.file("end"), "Should run when selected by autotune.: x");
    REQUIRE(std::system(("cat " + folder.folder.file("end") + " >> " + path).c_str()) == 0);
    CHECK(folder.check().because.find("refused the problem") != std::string::npos);
}

namespace {

// A decision for another key than the pinned one, between two candidates.
std::string decisionFor(std::uint32_t winner) {
    nlohmann::json results = nlohmann::json::array();
    for (const std::uint32_t index : {winner, 1 - winner}) {
        const nlohmann::json time = {{"secs", 0}, {"nanos", index == winner ? 10 : 20}};
        results.push_back(
            {{"outcome",
              {{"Ok",
                {{"name", index == 0 ? "a" : "b"},
                 {"index", index},
                 {"computation",
                  {{"mean", time}, {"median", time}, {"variance", time}, {"min", time}, {"max", time}}}}}}}});
    }
    return nlohmann::json({{"key", {{"definition", {{"m", 65}}}}}, {"fastest_index", winner}, {"results", results}})
               .dump() +
           "\n";
}

struct TunedTwice : Folder {
    // first, second: what it logged; rows: what its database holds in the places kMatmulNamespace + number.
    TunedTwice(std::uint32_t first, std::uint32_t second, const std::vector<std::uint32_t>& choices) {
        writeFile(folder.file("decisions.jsonl"), decisionFor(first));
        const TrialCheck check = this->check();
        REQUIRE_MESSAGE(check.missing.size() == 1, check.because);
        std::vector<Pin> pins{pin};
        for (std::size_t i = 0; i < choices.size(); ++i) {
            Pin& other = pins.emplace_back(check.missing[0]);
            other.candidate = CandidateIndex{choices[i]};
            other.candidateName.clear();
            other.places = {placeOf(i)};
        }
        std::filesystem::remove(folder.file("default.db"));
        const auto written = writePins(pins, "", folder.file("default.db"));
        REQUIRE_MESSAGE(written, written.errorMessage());
        rows = written.value().rows;
        std::erase_if(rows, [](const WrittenPin& row) { return row.pin > 0; });
        run("PRAGMA journal_mode=WAL");
        writeFile(folder.file("decisions.jsonl"), decisionFor(first) + decisionFor(second));
    }
    static std::string placeOf(std::size_t i) { return kMatmulNamespace + std::to_string(i); }
};

}  // namespace

TEST_CASE("a key that was tuned twice is missing once for each choice, where its rows tell them apart") {
    const TrialCheck equal = TunedTwice(1, 1, {1, 1}).check();
    REQUIRE_MESSAGE(equal.missing.size() == 1, equal.because);
    CHECK(equal.missing[0].places == std::vector<std::string>{TunedTwice::placeOf(0), TunedTwice::placeOf(1)});
    const TrialCheck other = TunedTwice(1, 0, {0, 1}).check();
    REQUIRE_MESSAGE(other.missing.size() == 2, other.because);
    CHECK(other.missing[0].candidate == CandidateIndex{1});
    CHECK(other.missing[0].places == std::vector<std::string>{TunedTwice::placeOf(1)});
    CHECK(other.missing[1].candidate == CandidateIndex{0});
    CHECK(other.missing[1].places == std::vector<std::string>{TunedTwice::placeOf(0)});
    // Of one place a program keeps its first choice.
    const TrialCheck lost = TunedTwice(1, 0, {1}).check();
    CHECK(lost.missing.empty());
    CHECK(!lost.counts);
    CHECK(!lost.isHopeless);
    CHECK(lost.because.find("tuned a key several times, with different choices that cannot be forced") !=
          std::string::npos);
}
