#include "core/read/loader.h"
#include "tests/support/sample_database.h"
#include "tests/support/sample_log.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include <archive.h>
#include <archive_entry.h>
#include <doctest/doctest.h>
#include <sys/stat.h>

using namespace flipscope;
using namespace flipscope::testing;
namespace fs = std::filesystem;

namespace {

const std::string kRuns = FLIPSCOPE_TEST_DATA "/runs";
const std::string kShared = FLIPSCOPE_SHARED_DATA "/burn-0.22-h200";

Dataset loaded(const std::vector<std::string>& paths, const LoadOptions& options = {}) {
    Result<Dataset> result = loadRuns(paths, options);
    REQUIRE_MESSAGE(result.hasValue(), result.errorMessage());
    return std::move(result).value();
}

std::vector<std::string> idsOf(const Dataset& dataset) {
    std::vector<std::string> ids;
    for (const Run& run : dataset.runs)
        ids.push_back(run.id);
    return ids;
}

std::size_t countOf(const Dataset& dataset, NoteKind kind) {
    std::size_t count = 0;
    for (const Note& note : dataset.report.notes)
        count += note.kind == kind ? 1U : 0U;
    return count;
}

void pack(const std::string& path, const std::vector<std::pair<std::string, std::string>>& files) {
    archive* writer = archive_write_new();
    archive_write_set_format_zip(writer);
    REQUIRE(archive_write_open_filename(writer, path.c_str()) == ARCHIVE_OK);
    for (const auto& [name, content] : files) {
        archive_entry* entry = archive_entry_new();
        archive_entry_set_pathname(entry, name.c_str());
        archive_entry_set_filetype(entry, AE_IFREG);
        archive_entry_set_perm(entry, 0600);
        archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
        archive_write_header(writer, entry);
        archive_write_data(writer, content.data(), content.size());
        archive_entry_free(entry);
    }
    archive_write_close(writer);
    archive_write_free(writer);
}

void makeRun(const std::string& folder, const std::string& log, const std::string& output) {
    fs::create_directories(folder);
    writeFile(folder + "/decisions.jsonl", log);
    if (!output.empty()) writeFile(folder + "/stdout.log", output);
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a folder of runs: every decision read, named by folder, in natural order") {
    const Dataset dataset = loaded({kRuns});
    CHECK(idsOf(dataset) == Ids{"appended#1", "appended#2", "run13", "run14", "run30"});
    CHECK(dataset.report.problemCount == 0);
    CHECK(dataset.report.recordsRead == 19);
    CHECK(countOf(dataset, NoteKind::splitLog) == 1);
    for (const Run& run : dataset.runs)
        CHECK(run.decisions.size() == (run.id == "appended#1" ? 3 : 4));
    const Run& run13 = dataset.runs[2];
    CHECK(run13.outputs.at(0).text.find("step 0: loss 7.064027") != std::string::npos);
    CHECK(run13.environment.at("autotune level threshold") == "0.8 (balanced)");
    CHECK(run13.environment.at("launch overhead") == "6.45 µs");
    CHECK(findRun(dataset, "run30").has_value());
}

TEST_CASE("a single file, a single folder and several at once") {
    CHECK(idsOf(loaded({kRuns + "/run13/decisions.jsonl"})) == Ids{"run13"});
    CHECK(idsOf(loaded({kRuns + "/run14"})) == Ids{"run14"});
    const Dataset overlapping = loaded({kRuns + "/run14", kRuns + "/run14/decisions.jsonl", kRuns, kRuns + "/run13"});
    CHECK(idsOf(overlapping) == Ids{"appended#1", "appended#2", "run13", "run14", "run30"});
    CHECK(countOf(overlapping, NoteKind::duplicateRun) == 3);
}

TEST_CASE("the answer does not depend on threads or on the order of paths") {
    LoadOptions one;
    one.threads = 1;
    LoadOptions many;
    many.threads = 8;
    const Dataset a = loaded({kRuns + "/run13", kRuns + "/run30", kRuns + "/run14"}, one);
    for (int repeat = 0; repeat < 10; ++repeat) {
        const Dataset b = loaded({kRuns + "/run30", kRuns + "/run14", kRuns + "/run13"}, many);
        CHECK(idsOf(a) == idsOf(b));
        REQUIRE(a.keys.size() == b.keys.size());
        for (std::size_t i = 0; i < a.keys.size(); ++i)
            CHECK(a.keys[i].id == b.keys[i].id);
        CHECK(a.texts == b.texts);
        REQUIRE(a.candidateSets.size() == b.candidateSets.size());
        for (std::size_t r = 0; r < a.runs.size(); ++r) {
            for (std::size_t d = 0; d < a.runs[r].decisions.size(); ++d) {
                CHECK(a.runs[r].decisions[d].key == b.runs[r].decisions[d].key);
                CHECK(a.runs[r].decisions[d].usedWinner == b.runs[r].decisions[d].usedWinner);
            }
        }
    }
}

TEST_CASE("a copy of a run is counted once, the same choices with other output are another run") {
    const TemporaryFolder folder;
    const std::string log = decisionLog({1, 2}, 100);
    makeRun(folder.file("a/run1"), log, "loss 7\n");
    makeRun(folder.file("b/run1"), log, "loss 7\n");
    makeRun(folder.file("c/run1"), log, "loss 8\n");
    makeRun(folder.file("d"), "", "");
    makeRun(folder.file("e"), "", "");
    const Dataset dataset = loaded({folder.path()});
    CHECK(idsOf(dataset) == Ids{"a/run1", "c/run1", "d", "e"});
    CHECK(countOf(dataset, NoteKind::duplicateRun) == 1);
    CHECK(dataset.runs[2].choicesUnknown);
    CHECK(countOf(dataset, NoteKind::cachedChoices) == 2);
}

TEST_CASE("an archive holds runs like a folder, database and write-ahead log included") {
    const TemporaryFolder folder;
    SampleDatabase database(folder.file("e.db"), SampleDatabase::Journal::wal);
    database.add(kMatmulNamespace, sampleKey(64, "ab"), {{"fastest_index", 1}, {"results", nlohmann::json::array()}});
    fs::create_directory(folder.file("copy"));
    database.copyFilesTo(folder.file("copy/e.db"));
    pack(folder.file("runs.zip"), {{"runs/run1/decisions.jsonl", decisionLog({1, 2}, 100)},
                                   {"runs/run1/stdout.log", "loss 7\n"},
                                   {"runs/run2/e.db", readFile(folder.file("copy/e.db"))},
                                   {"runs/run2/e.db-wal", readFile(folder.file("copy/e.db-wal"))}});
    const Dataset dataset = loaded({folder.file("runs.zip")});
    CHECK(idsOf(dataset) == Ids{"e", "run1"});
    CHECK(dataset.report.problemCount == 0);
    CHECK(dataset.runs[1].sources.at(0) == folder.file("runs.zip") + "!/runs/run1/decisions.jsonl");
    REQUIRE(dataset.runs[0].decisions.size() == 1);
    CHECK(dataset.runs[0].decisions[0].usedWinner == CandidateIndex{1});
    CHECK(setOf(dataset, dataset.runs[0].decisions[0].set).checksum == "ab");
    // The same runs unpacked and packed are the same runs.
    makeRun(folder.file("runs/run1"), decisionLog({1, 2}, 100), "loss 7\n");
    CHECK(idsOf(loaded({folder.file("runs"), folder.file("runs.zip")})) == Ids{"e", "run1"});
}

TEST_CASE("archives inside archives are opened, within one limit and not without end") {
    const TemporaryFolder folder;
    pack(folder.file("run1.zip"), {{"decisions.jsonl", decisionLog({1, 2}, 100)}});
    pack(folder.file("b.zip"), {{"run1.zip", readFile(folder.file("run1.zip"))}});
    CHECK(idsOf(loaded({folder.file("b.zip")})) == Ids{"run1"});
    pack(folder.file("c.zip"), {{"b.zip", readFile(folder.file("b.zip"))}});
    pack(folder.file("d.zip"), {{"c.zip", readFile(folder.file("c.zip"))}});
    CHECK(loadRuns({folder.file("d.zip")}).errorMessage().find("this deep") != std::string::npos);
}

TEST_CASE("a flat folder, exit statuses and a hostile neighbourhood") {
    const TemporaryFolder folder;
    for (const std::string run : {"run1", "run2", "run10"}) {
        writeFile(folder.file(run + ".jsonl"), decisionLog({1, 2}, static_cast<std::uint32_t>(100 * run.size()) +
                                                                       static_cast<std::uint8_t>(run.back())));
        writeFile(folder.file(run + ".log"), "output of " + run + "\n");
    }
    writeFile(folder.file("run2.rc"), "101\n");
    writeFile(folder.file("picture.png"), "\x89PNG\r\n\x1a\n");
    writeFile(folder.file("not\xffutf8.bin"), std::string(100, '\0'));
    REQUIRE(::mkfifo(folder.file("pipe.jsonl").c_str(), 0600) == 0);
    const Dataset dataset = loaded({folder.path()});
    CHECK(idsOf(dataset) == Ids{"run1", "run2", "run10"});
    CHECK(dataset.runs[1].exitStatus == 101);
    CHECK(dataset.runs[2].outputs.at(0).text == "output of run10\n");
    CHECK(dataset.report.problemCount == 0);
}

TEST_CASE("a partial repeat can be split by hand, by id") {
    const TemporaryFolder folder;
    makeRun(folder.file("run1"), decisionLog({1, 2, 3, 4}, 100) + decisionLog({2, 4}, 500), "x\n");
    makeRun(folder.file("run2"), decisionLog({1, 2, 3, 4}, 900), "x\n");
    const Dataset one = loaded({folder.path()});
    CHECK(idsOf(one) == Ids{"run1", "run2"});
    CHECK(one.runs[0].perhapsTwoProcesses);
    LoadOptions options;
    options.splitByHand = {"run1"};
    CHECK(idsOf(loaded({folder.path()}, options)) == Ids{"run1#1", "run1#2", "run2"});
}

TEST_CASE("damage is a problem with its line and keeps its neighbours") {
    const TemporaryFolder folder;
    makeRun(folder.file("run1"),
            decisionLog({1}, 100) + "{\"key\":{\"m\":}\n" + decisionLog({2}, 100) + "{\"key\":{\"de", "");
    const Dataset dataset = loaded({folder.path()});
    CHECK(dataset.runs.at(0).decisions.size() == 2);
    CHECK(dataset.report.recordsSkipped == 2);
    REQUIRE(dataset.report.problems.size() == 2);
    CHECK(dataset.report.problems[0].line == 2);
    CHECK(dataset.report.problems[1].line == 4);
}

TEST_CASE("without decisions the error says what there is; with some, a wrong file is a problem") {
    const TemporaryFolder folder;
    writeFile(folder.file("a.png"), "\x89PNG\r\n\x1a\n");
    writeFile(folder.file("b.csv"), "a,b\n1,2\n");
    CHECK(loadRuns({folder.file("a.png")}).errorMessage().find("a PNG image") != std::string::npos);
    CHECK(loadRuns({folder.path()}).errorMessage().find("a CSV table") != std::string::npos);
    CHECK(loadRuns({folder.file("absent")}).errorMessage().find("No such file") != std::string::npos);
    CHECK_FALSE(loadRuns({}).hasValue());
    const Dataset dataset = loaded({kRuns + "/run13", folder.file("b.csv")});
    REQUIRE(dataset.report.problems.size() == 1);
    CHECK((dataset.report.problems[0].kind == ProblemKind::notDecisionData));
    CHECK(dataset.report.problems[0].message.find("a CSV table") != std::string::npos);
}

TEST_CASE("progress ends at its totals, a stop is obeyed and is no error") {
    LoadOptions options;
    LoadProgress last;
    options.progress = [&](const LoadProgress& progress) { last = progress; };
    (void)loaded({kRuns}, options);
    CHECK(last.filesTotal > 0);
    CHECK(last.filesDone == last.filesTotal);
    CHECK(last.bytesDone == last.bytesTotal);
    std::stop_source stop;
    stop.request_stop();
    options.stop = stop.get_token();
    CHECK(loadRuns({kRuns}, options).cancelled());
}

TEST_CASE("the database that cubecl puts above the runs is no run, and its session is that of one of them") {
    if (!fs::exists(kShared)) return;
    const TemporaryFolder folder;
    for (const char* run : {"run13", "run31", "run33"}) {
        fs::create_directories(folder.file(run));
        fs::copy_file(kShared + "/" + run + "/decisions.jsonl", folder.file(std::string(run) + "/decisions.jsonl"));
    }
    for (const char* place : {"target/environment", "env", "elsewhere/else", "."}) {
        fs::create_directories(folder.file(place));
        const std::string database = folder.file(place) + "/default.db";
        fs::copy_file(kShared + "/run13/environment.db", database);
        LoadOptions options;
        for (int byHand = 0; byHand < 2; ++byHand) {
            const Dataset dataset = loaded({folder.path()}, options);
            CHECK(idsOf(dataset) == Ids{"run13", "run31", "run33"});
            CHECK(dataset.runs[0].session.has_value());
            CHECK_FALSE(dataset.runs[1].session.has_value());
            CHECK(countOf(dataset, NoteKind::otherSessions) == 1);
            options.splitByHand = {"run31"};
        }
        fs::remove(database);
    }
}

TEST_CASE("a write-ahead log that cannot be used is a problem, whatever it is") {
    const std::string log = readFile(kRuns + "/run13/decisions.jsonl");
    const std::vector<std::function<void(const std::string&)>> makers{
        [](const std::string& wal) { fs::create_directory(wal); },
        [](const std::string& wal) { REQUIRE(::mkfifo(wal.c_str(), 0600) == 0); },
        [](const std::string& wal) { fs::create_symlink("/dev/zero", wal); },
        [](const std::string& wal) { writeFile(wal, std::string(50000, '\x91')); },
    };
    for (const auto& make : makers) {
        const TemporaryFolder folder;
        makeRun(folder.file("run1"), log, "");
        { const SampleDatabase made(folder.file("run1/e.db")); }
        CHECK(loaded({folder.path()}).report.problemCount == 0);
        make(folder.file("run1/e.db-wal"));
        const Dataset dataset = loaded({folder.path()});
        CHECK(dataset.runs.size() == 1);
        REQUIRE(dataset.report.problems.size() == 1);
        CHECK((dataset.report.problems[0].kind == ProblemKind::unreadableFile));
        CHECK(dataset.report.problems[0].path.find("run1/e.db") != std::string::npos);
    }
}

TEST_CASE("the recorded runs load without a problem") {
    if (!fs::exists(kShared)) return;
    std::vector<std::string> paths;
    for (int run = 13; run <= 40; ++run)
        paths.push_back(kShared + "/run" + std::to_string(run));
    const Dataset clean = loaded(paths);
    CHECK(clean.runs.size() == 28);
    CHECK(clean.keys.size() == 42);
    CHECK(clean.report.problemCount == 0);
    for (const Run& run : clean.runs) {
        CHECK(run.decisions.size() == 42);
        for (const Decision& decision : run.decisions)
            CHECK(decision.usedWinner == decision.loggedWinner);
    }
    const std::set<std::string> withDatabase{"run13", "run14", "run16", "run30"};
    for (const Run& run : clean.runs) {
        CHECK(run.session.has_value() == (withDatabase.count(run.id) != 0));
        const WinnerSource source = run.session ? WinnerSource::database : WinnerSource::log;
        for (const Decision& decision : run.decisions)
            CHECK((decision.source == source));
    }

    const Dataset all = loaded({kShared});
    CHECK(all.runs.size() == 31);
    CHECK(idsOf(all)[0] == "appended-run2#1");
    CHECK(idsOf(all)[1] == "appended-run2#2");
    CHECK(all.runs[0].outputs.empty());
    CHECK_FALSE(all.runs[0].session.has_value());
    CHECK(all.runs[1].session.has_value());
    CHECK(idsOf(all)[2] == "cached-run1");
    CHECK(all.runs[2].session.has_value());
    CHECK(all.report.problemCount == 0);
    CHECK(countOf(all, NoteKind::textOfOtherProcess) == 1);
    CHECK(countOf(all, NoteKind::otherSessions) == 6);
}
