#include "core/handover/measured_report.h"
#include "core/report/rerun_report.h"
#include "tests/support/dataset_builder.h"
#include "tests/support/rerun_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::testing;

namespace {

struct Runs {
    Runs() {
        DatasetBuilder builder;
        const auto set = builder.addSet({"a", "b", "c", "d", "e"});
        const auto key = builder.addKey("k");
        for (const char* run : {"run1", "run2"})
            builder.decide(builder.addRun(run), key, set, 0);
        dataset = builder.take();
        analysis = analyse(dataset).value();
    }
    Dataset dataset;
    Analysis analysis;
};

std::string reportOf(const RerunReport& report) {
    const RerunFindings findings = findingsOf(report, {});
    RerunView view{"k", "NVIDIA H200 of alice", {}, report, findings};
    view.keyId = "k";
    return rerunJson(view);
}

}  // namespace

TEST_CASE("a report of rerun gives checksums, classes and what they rest on") {
    const Runs runs;
    const Scrubber scrubber{PrivateFacts{{}, {"alice"}, {}, {}}};
    const auto read = readMeasuredReport(reportOf(test::realRerun()), runs.dataset, runs.analysis, scrubber);
    REQUIRE(read.hasValue());
    const MeasuredReport& report = read.value();
    CHECK(report.key == KeyIndex{0});
    CHECK((report.bits.basis == ClassBasis::real));
    CHECK(report.bits.device == "NVIDIA H200 of user");
    CHECK(report.bits.inputs.starts_with("8×8×64 f32, seeds "));
    REQUIRE(report.candidates.size() == 5);
    CHECK(report.candidates[0].checksum == "abcdef0123456789");
    CHECK(report.candidates[3].status == "refused");
    CHECK(report.candidates[3].checksum.empty());
    CHECK(report.bits.classOf.at({0}) == report.bits.classOf.at({1}));
    CHECK(report.bits.classOf.at({0}) != report.bits.classOf.at({2}));
    CHECK(report.bits.classOf.count({3}) == 0);
    CHECK(report.json.find("alice") == std::string::npos);
    CHECK((readMeasuredReport(reportOf(test::smallRerun()), runs.dataset, runs.analysis, scrubber).value().bits.basis ==
           ClassBasis::emulated));
}

TEST_CASE("anything else is an error") {
    const Runs runs;
    const Scrubber scrubber{PrivateFacts{}};
    std::string other = reportOf(test::smallRerun());
    other.replace(other.find("\"key\": \"k\""), 10, "\"key\": \"z\"");
    for (const std::string& text :
         {std::string("{}"), std::string("no json"), std::string(R"({"command":"rerun"})"), other})
        CHECK(!readMeasuredReport(text, runs.dataset, runs.analysis, scrubber).hasValue());
    CHECK(!scrubbedJson("{", scrubber));
    CHECK(scrubbedJson(R"({"a":["/home/bob/x.py",1]})", scrubber) == "{\n \"a\": [\n  \"…/x.py\",\n  1\n ]\n}\n");
}
