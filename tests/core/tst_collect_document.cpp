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
