#include "core/read/dataset_builder.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

LoadedPlace place(const std::string& folder, const std::string& contentId, const std::string& outputId = "") {
    LoadedPlace made;
    made.place.folder = folder;
    made.path = folder + "/decisions.jsonl";
    made.contentId = contentId;
    made.outputId = outputId;
    return made;
}

Decision decision(KeyIndex key, CandidateSetIndex set) {
    Decision made;
    made.key = key;
    made.set = set;
    made.loggedWinner = CandidateIndex{0};
    return made;
}

}  // namespace

TEST_CASE("equal content and equal output is one run; without content nothing is") {
    std::vector<LoadedPlace> places{place("/a", "x", "1"), place("/b", "x", "1"), place("/c", "x", "2"),
                                    place("/d", ""), place("/e", "")};
    std::vector<Note> notes;
    dropDuplicates(places, notes);
    CHECK(places.size() == 4);
    REQUIRE(notes.size() == 1);
    CHECK((notes[0].kind == NoteKind::duplicateRun));
    CHECK(notes[0].path == "/b/decisions.jsonl");
    CHECK(notes[0].message.find("/a/decisions.jsonl") != std::string::npos);
    nameAll(places);
    CHECK(places[1].id == "c");
}

TEST_CASE("order and numbers depend on the runs, not on the order of interning") {
    for (const bool reversed : {false, true}) {
        InternPool pool;
        const CandidateSetIndex set = pool.internSet({"x", "y"});
        if (reversed) (void)pool.internKey(R"({"m":3})", set);
        const KeyIndex second = pool.internKey(R"({"m":2})", set);
        const KeyIndex first = pool.internKey(R"({"m":1})", set);
        const std::uint32_t reason = pool.internText("no such kernel");
        std::vector<LoadedPlace> places{place("/run10", "x"), place("/run9", "y")};
        nameAll(places);
        places[0].assembled.runs.resize(1);
        places[0].assembled.runs[0].decisions = {decision(second, set)};
        places[1].assembled.runs.resize(2);  // a split log
        places[1].assembled.runs[0].decisions = {decision(first, set), decision(second, set)};
        places[1].assembled.runs[0].decisions[0].failed.push_back({{1}, CandidateStatus::failed, reason});
        places[1].assembled.disagreements.push_back({second, set, {0}, {1}, "the database", "e.db", 12});
        const Dataset dataset = buildDataset(std::move(places), pool.take(), {});
        REQUIRE(dataset.runs.size() == 3);
        CHECK(dataset.runs[0].id == "run9#1");
        CHECK(dataset.runs[1].id == "run9#2");
        CHECK(dataset.runs[2].id == "run10");
        REQUIRE(dataset.keys.size() == 2);
        CHECK(dataset.keys[0].canonicalJson == R"({"m":1})");
        CHECK(dataset.runs[2].decisions[0].key == KeyIndex{1});
        CHECK(dataset.candidateSets.size() == 1);
        CHECK(dataset.texts.at(0).empty());
        CHECK(dataset.texts.at(dataset.runs[0].decisions[0].failed[0].reason) == "no such kernel");
        CHECK(dataset.report.recordsRead == 3);
        REQUIRE(dataset.report.problems.size() == 1);
        const Problem& problem = dataset.report.problems[0];
        CHECK((problem.kind == ProblemKind::databaseDisagreement));
        CHECK(problem.line == 12);
        CHECK(problem.message.find(dataset.keys[1].id) != std::string::npos);
        CHECK(problem.message.find("names 0 x") != std::string::npos);
        CHECK(problem.message.find("1 y") != std::string::npos);
    }
}

TEST_CASE("a set known by checksum only is the set of that checksum, else one without names") {
    InternPool pool;
    const CandidateSetIndex known = pool.internSet({"x", "y"});
    const CandidateSetIndex empty = pool.internSet({});
    const std::string checksum = pool.checksumOf(known);
    const KeyIndex key = pool.internKey(R"({"m":1})", known);
    std::vector<LoadedPlace> places{place("/run1", "x")};
    nameAll(places);
    AssembledRuns& assembled = places[0].assembled;
    assembled.runs.resize(1);
    assembled.runs[0].decisions = {decision(key, empty), decision(key, empty)};
    assembled.unnamedSets = {{0, 0, checksum}, {0, 1, "other"}};
    const Dataset dataset = buildDataset(std::move(places), pool.take(), {});
    CHECK(setOf(dataset, dataset.runs[0].decisions[0].set).names.size() == 2);
    CHECK(setOf(dataset, dataset.runs[0].decisions[1].set).names.empty());
    CHECK(setOf(dataset, dataset.runs[0].decisions[1].set).checksum == "other");
}

TEST_CASE("a key that one run tuned with two candidate sets is said, with its run") {
    InternPool pool;
    const CandidateSetIndex set = pool.internSet({"x", "y"});
    const CandidateSetIndex other = pool.internSet({"x", "y", "z"});
    const KeyIndex twice = pool.internKey(R"({"definition":{"m":1}})", set);
    const KeyIndex once = pool.internKey(R"({"definition":{"m":2}})", set);
    std::vector<LoadedPlace> places{place("/run1", "x"), place("/run2", "y")};
    nameAll(places);
    places[0].assembled.runs.resize(1);
    places[0].assembled.runs[0].decisions = {decision(twice, set), decision(once, set), decision(twice, other)};
    places[1].assembled.runs.resize(1);
    places[1].assembled.runs[0].decisions = {decision(twice, other), decision(once, set), decision(once, set)};
    const Dataset dataset = buildDataset(std::move(places), pool.take(), {});
    REQUIRE(dataset.report.notes.size() == 1);
    CHECK(dataset.report.notes[0].path == "/run1/decisions.jsonl");
    CHECK(dataset.report.notes[0].message ==
          "run run1 tuned 1 key with more than one candidate set, so no used winner is given: " + dataset.keys[0].id +
              " (" + dataset.keys[0].label + ")");
}

TEST_CASE("the ids of split logs are never those of other runs, whatever the order") {
    std::vector<std::string> folders{"/x", "/x#1", "/x#2", "/x~2#2", "/y"};
    std::sort(folders.begin(), folders.end());
    do {
        std::vector<LoadedPlace> places;
        for (const std::string& folder : folders)
            places.push_back(place(folder, folder));
        nameAll(places);
        for (LoadedPlace& made : places)
            made.assembled.runs.resize(made.id == "x" || made.id == "y" ? 2 : 1);
        InternPool pool;
        const Dataset dataset = buildDataset(std::move(places), pool.take(), {});
        std::vector<std::string> ids;
        for (const Run& run : dataset.runs)
            ids.push_back(run.id);
        CHECK(ids == std::vector<std::string>{"x#1", "x#2", "x~2#2", "x~3#1", "x~3#2", "y#1", "y#2"});
    } while (std::next_permutation(folders.begin(), folders.end()));
}

TEST_CASE("the report says which runs were merged into which, with the ids that a user would name") {
    std::vector<LoadedPlace> places{place("/r0", "x", "1"), place("/r1", "y", "1"), place("/r2", "x", "1"),
                                    place("/b/r1", "y", "1")};
    std::vector<Note> notes;
    dropDuplicates(places, notes);
    nameAll(places);
    places[0].assembled.runs.resize(2);
    places[1].assembled.runs.resize(1);
    InternPool pool;
    const LoadReport report = buildDataset(std::move(places), pool.take(), {}).report;
    REQUIRE(report.mergedRuns.size() == 2);
    CHECK(report.mergedRuns[0].id == "r2");
    CHECK(report.mergedRuns[0].path == "/r2/decisions.jsonl");
    CHECK(report.mergedRuns[0].into == std::vector<std::string>{"r0#1", "r0#2"});
    CHECK(report.mergedRuns[1].id == "b/r1");
    CHECK(report.mergedRuns[1].into == std::vector<std::string>{"r1"});
}

TEST_CASE("a row that names a candidate behind the end of its list, known from another run, is skipped and said") {
    InternPool pool;
    const CandidateSetIndex known = pool.internSet({"x", "y"});
    const CandidateSetIndex empty = pool.internSet({});
    const std::string checksum = pool.checksumOf(known);
    std::vector<LoadedPlace> places{place("/run1", "x")};
    nameAll(places);
    AssembledRuns& assembled = places[0].assembled;
    assembled.runs.resize(1);
    for (const std::uint32_t winner : {0U, 200U, 1U, 2U}) {
        Decision& made = assembled.runs[0].decisions.emplace_back(
            decision(pool.internKey("{\"m\":" + std::to_string(winner) + "}", known), empty));
        made.usedWinner = CandidateIndex{winner};
        assembled.unnamedSets.push_back({0, assembled.unnamedSets.size(), winner == 2 ? "other" : checksum});
    }
    const Dataset dataset = buildDataset(std::move(places), pool.take(), {});
    REQUIRE(dataset.runs[0].decisions.size() == 3);
    CHECK(dataset.runs[0].decisions[1].usedWinner == CandidateIndex{1});
    CHECK(dataset.runs[0].decisions[2].usedWinner == CandidateIndex{2});
    REQUIRE(dataset.report.problemCount == 1);
    CHECK(dataset.report.recordsSkipped == 1);
    CHECK(dataset.report.problems[0].message.find("names candidate 200 in a list of 2") != std::string::npos);
}
