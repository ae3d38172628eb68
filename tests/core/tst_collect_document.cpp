#include "core/report/collect_report.h"
#include "core/report/text_report.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

Collection collectionOf(ChoiceKeeping keeping) {
    Collection collection;
    for (const char* name : {"/runs/run1", "/runs/run2"}) {
        RecordedRun run;
        run.folder = name;
        run.record.seconds = 1.25;
        run.record.machine = {"node", {"NVIDIA H200", "NVIDIA H200"}, "580.1"};
        run.diagnosis = {keeping, std::string(name) + "/env/default.db", false};
        collection.runs.push_back(run);
    }
    collection.runs[1].record.exitStatus = 3;
    collection.found = 1;
    return collection;
}

CollectionPlan planOf() {
    CollectionPlan plan;
    plan.folder = "/runs";
    plan.runs = 2;
    return plan;
}

std::string textOf(const Collection& collection) {
    TextStyle style;
    style.width = 200;
    return toText(collectDocument(planOf(), collection), style);
}

}  // namespace

TEST_CASE("what was collected, on what, and what to do with it") {
    const std::string text = textOf(collectionOf(ChoiceKeeping::kept));
    CHECK(text.find("2 runs are complete in /runs, 1 of them from before; 1 ended with a failure") !=
          std::string::npos);
    CHECK(text.find("2 × NVIDIA H200 and driver 580.1 on node") != std::string::npos);
    CHECK(text.find("flipscope-cli summary /runs") != std::string::npos);
    CHECK(text.find("persistence") == std::string::npos);
}

TEST_CASE("a diagnosis stands once for all runs that it is about") {
    Collection collection = collectionOf(ChoiceKeeping::keptLogOnly);
    collection.missing = {"run3: no node"};
    collection.setAside = {"/runs/.interrupted/run1-1"};
    collection.stopped = true;
    const std::string text = textOf(collection);
    CHECK(text.find("run1 and run2: log, no database") != std::string::npos);
    CHECK(text.find("built without persistence") == text.rfind("built without persistence"));
    CHECK(text.find("run3: no node") != std::string::npos);
    CHECK(text.find(".interrupted/run1-1") != std::string::npos);
    CHECK(text.find("the same command goes on") != std::string::npos);
}

TEST_CASE("where every run failed the first sentence says so, and nothing is diagnosed from them") {
    Collection collection = collectionOf(ChoiceKeeping::configNotRead);
    collection.found = 0;
    for (RecordedRun& run : collection.runs) {
        run.record.exitStatus = 3;
        run.record.note = "no module named torch";
    }
    const std::string text = textOf(collection);
    CHECK_MESSAGE(text.find("All 2 runs failed (exit status 3). Last words of run1: “no module named torch”; see "
                            "/runs/run1/stderr.log.") != std::string::npos,
                  text);
    for (const char* words : {"complete", "cubecl", "persistence", "flipscope-cli summary"})
        CHECK_MESSAGE(text.find(words) == std::string::npos, words);
    collection.runs[1].record.exitStatus = 134;
    collection.runs[1].record.signal = 6;
    CHECK(textOf(collection).find("(1 × exit status 3 and 1 × signal 6 (Aborted))") != std::string::npos);
}

TEST_CASE("of some that failed before any choice their words are told, of the others the diagnosis") {
    Collection collection = collectionOf(ChoiceKeeping::configNotRead);
    collection.runs[1].record.note = "oh";
    const std::string text = textOf(collection);
    CHECK(text.find("run1: no choices") != std::string::npos);
    CHECK(text.find("run2: failed before any choice") != std::string::npos);
    CHECK(text.find("its last words: “oh”; see /runs/run2/stderr.log.") != std::string::npos);
    // One that failed after it had chosen keeps its choices like any other.
    collection = collectionOf(ChoiceKeeping::kept);
    CHECK(textOf(collection).find("failed before") == std::string::npos);
}

TEST_CASE("the JSON carries the same") {
    const auto json = nlohmann::json::parse(collectJson(planOf(), collectionOf(ChoiceKeeping::keptLogOnly)));
    CHECK(json["command"] == "collect");
    CHECK(json["found"] == 1);
    REQUIRE(json["runs"].size() == 2);
    CHECK(json["runs"][1]["exitStatus"] == 3);
    CHECK(json["runs"][0]["choices"] == "keptLogOnly");
    CHECK(json["runs"][0]["signal"].is_null());
    CHECK(json["runs"][0]["advice"].size() == 2);
}
