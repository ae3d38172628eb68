#include "core/handover/handover_answer.h"
#include "core/report/text_report.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

WrittenHandover sample() {
    WrittenHandover written;
    written.folder = "my report";
    written.files = {"README.md", "repeat.sh"};
    written.headline = "matmul: which kernel";
    written.runs = 28;
    written.keys = 42;
    written.flippingKeys = 1;
    written.about = {{"411e0aa0", "matmul 8192×256×128 f32"}};
    written.p = 0.031;
    written.verdict = "proven";
    written.culprits = {"411e0aa0"};
    return written;
}

}  // namespace

TEST_CASE("the answer says what is in it and how to repeat it") {
    const std::string text = toText(handoverAnswer(sample()), {400, false});
    CHECK(text.find("matmul: which kernel.") != std::string::npos);
    CHECK(text.find("28 runs, 42 tuning keys, 1 of them flips. Evidence in it: bisection: proven and p = 0.031.") !=
          std::string::npos);
    CHECK(text.find("sh 'my report/repeat.sh'") != std::string::npos);
    WrittenHandover bare = sample();
    bare.p.reset();
    bare.verdict.reset();
    CHECK(toText(handoverAnswer(bare)).find("Evidence") == std::string::npos);
}

TEST_CASE("as JSON") {
    const auto json = nlohmann::json::parse(handoverJson(sample()));
    CHECK(json["command"] == "report");
    CHECK(json["files"] == nlohmann::json{"README.md", "repeat.sh"});
    CHECK(json["about"][0]["key"] == "411e0aa0");
    CHECK(json["pAdjusted"].is_null());
    CHECK(json["verdict"] == "proven");
}
