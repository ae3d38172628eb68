#include "core/report/rerun_report.h"
#include "core/rerun/reported_rerun.h"
#include "tests/support/kept_rerun_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;
using Json = nlohmann::json;

namespace {

struct Fixture {
    std::shared_ptr<const Dataset> dataset = testing::matmulRuns();
    Analysis analysis = analyse(*dataset).value();
    RerunTarget target = testing::targetOf(*dataset, analysis, 0);

    [[nodiscard]] Json json(const KeptRerun& rerun) const {
        return Json::parse(rerunJson(viewOf(rerun, findingsOf(rerun.report, {}))));
    }
    [[nodiscard]] Json json() const {
        return json(testing::keptRerun(target, {{0, 5}, {1, 6}}, RerunMeans::real, "H200"));
    }
    [[nodiscard]] Result<ReportedRerun> read(const Json& report) const {
        return reportedRerun(report.dump(), *dataset, analysis);
    }
    [[nodiscard]] std::string fault(const Json& report) const {
        const auto read = this->read(report);
        return read ? std::string() : read.errorMessage();
    }
};

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a report that was written is read back") {
    const Fixture fixture;
    KeptRerun rerun = testing::keptRerun(fixture.target, {{0, 5}, {1, 6}}, RerunMeans::real, "H200");
    RerunResult& first = rerun.report.rounds[0].results[0];
    first.errors = {{PrecisionModel::f32, 1e-7, 2e-8, 3, {}}};
    first.comparedRepeats = 1;
    first.gridFilled = true;
    rerun.report.rounds[0].results[1].status = RerunStatus::timedOut;
    rerun.report.rounds[0].results[1].byAsker = true;
    rerun.report.rounds[0].request.codeGenerator = CodeGenerator::llvm;
    RerunRound strided = rerun.report.rounds[0];
    strided.request.placement.lhsStride = 68;
    strided.request.check = RerunCheck::strided;
    rerun.report.rounds.push_back(strided);
    const auto read = fixture.read(fixture.json(rerun));
    REQUIRE_MESSAGE(read.hasValue(), read.errorMessage());
    const KeptRerun& back = read.value().rerun;
    CHECK(back.device == "H200");
    CHECK((back.report.hello->means == RerunMeans::real));
    REQUIRE(back.report.rounds.size() == 2);
    const RerunResult& result = back.report.rounds[0].results[0];
    CHECK(result.checksum == first.checksum);
    CHECK(result.errors[0].largestBeyondRounding == 2e-8);
    CHECK(result.comparedRepeats == 1);
    CHECK(back.report.rounds[0].results[1].byAsker);
    CHECK((back.report.rounds[1].request.check == RerunCheck::strided));
    CHECK(back.report.rounds[1].request.placement.lhsStride == 68);
    CHECK((generatorOf(back) == CodeGenerator::llvm));
    CHECK(isOwnProblem(back.report.rounds[0].request, fixture.target));
    CHECK_FALSE(isOwnProblem(back.report.rounds[1].request, fixture.target));
}

TEST_CASE("a report from before it named the code generator is of CUDA C++; another name is none") {
    const Fixture fixture;
    Json report = fixture.json();
    report["rounds"][0].erase("codeGenerator");
    REQUIRE(fixture.read(report).hasValue());
    CHECK((generatorOf(fixture.read(report).value().rerun) == CodeGenerator::cudaCpp));
    report["rounds"][0]["codeGenerator"] = "hip";
    CHECK(holds(fixture.fault(report), "codeGenerator"));
}

TEST_CASE("where a request lies is told by the key, not by the report") {
    const Fixture fixture;
    Json report = fixture.json();
    report["rounds"][0]["problem"]["n"] = 1;
    report["rounds"][0]["place"] = "inside";
    const auto read = fixture.read(report);
    REQUIRE(read.hasValue());
    const RerunRequest& request = read.value().rerun.report.rounds[0].request;
    CHECK((request.check == RerunCheck::otherSizes));
    CHECK((request.place != BucketPlace::inside));
    CHECK(roundsOfKey(read.value().rerun.report.rounds, fixture.target).empty());
}

TEST_CASE("what does not fit is refused, and why is said") {
    const Fixture fixture;
    const auto changed = [&](const char* name, const Json& value) {
        Json report = fixture.json();
        report[name] = value;
        return fixture.fault(report);
    };
    CHECK(holds(changed("schema", "flipscope/2"), "flipscope/2"));
    CHECK(holds(changed("schema", nullptr), "version"));
    CHECK(holds(changed("command", "key"), "no JSON report"));
    CHECK(holds(changed("key", "ffffffff"), "ffffffff"));
    CHECK(holds(changed("rounds", Json::array()), "no rounds"));
    CHECK(holds(changed("rounds", 5), "no rounds"));
    CHECK(holds(changed("rounds", Json::array({1})), "round 1"));
    const auto edited = [&](const char* name, const Json& value) {
        Json report = fixture.json();
        report["rounds"][0]["results"][1][name] = value;
        return fixture.fault(report);
    };
    CHECK(holds(edited("name", "z"), "another candidate set"));
    CHECK(holds(edited("index", 400), "another candidate set"));
    CHECK(holds(edited("checksum", nullptr), "checksum"));
    CHECK(holds(edited("unwritten", 1 << 20), "unwritten"));
    CHECK(holds(edited("status", "fine"), "status"));
    CHECK(edited("index", nullptr).empty());
    Json report = fixture.json();
    report["rounds"][0]["problem"]["m"] = 0;
    CHECK(holds(fixture.fault(report), "problem"));
    CHECK_FALSE(reportedRerun("[1", *fixture.dataset, fixture.analysis).hasValue());
}
