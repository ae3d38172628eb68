#include "core/report/text_report.h"
#include "core/report/trial_report.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

ForcedVariant variantOf(std::optional<std::size_t> number, const std::vector<std::string>& outcomes,
                        std::optional<std::size_t> group, const std::string& because = {}) {
    ForcedVariant variant;
    variant.variant = number;
    variant.group = group;
    for (const std::string& outcome : outcomes) {
        ForcedTrial trial;
        trial.check.counts = because.empty();
        trial.check.because = because;
        trial.outcome.text = outcome;
        variant.trials.push_back(trial);
        if (because.empty()) variant.outcomes.push_back({outcome, 1});
    }
    return variant;
}

std::string answerOf(std::vector<ForcedVariant> variants, bool asksClasses = false) {
    ForcingPlan plan;
    Pin pin;
    pin.keyId = "aabb";
    plan.variants = {{pin}, {pin}};
    Forcing forcing;
    forcing.variants = std::move(variants);
    const ForcingView view{plan, forcing, "run7", asksClasses};
    const std::string text = toText(forceDocument(view), {});
    CHECK(text.find("aabb=0") != std::string::npos);
    return nlohmann::json::parse(forceJson(view))["answer"];
}

}  // namespace

TEST_CASE("what forcing showed, in one sentence") {
    const ForcedVariant base = variantOf(std::nullopt, {"7"}, 0);
    CHECK(answerOf({base, variantOf(0, {"7"}, 0)}).find("changes nothing") != std::string::npos);
    CHECK(
        answerOf({base, variantOf(0, {"8"}, 1)}) ==
        "The forced choice changes the outcome. Of programs whose outcome is the toss of a coin 1 of 2 would look like "
        "this; a larger --repeat makes it rarer.");
    ForcedVariant often = base, forced = variantOf(0, {"8"}, 1);
    often.trials.resize(4, often.trials.front());
    forced.trials.resize(3, forced.trials.front());
    CHECK(answerOf({often, forced}).find(" 1 of 64 would") != std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7", "8"}, {})}).find("varies") != std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7"}, {}, "it hung")}).find("could not be tried: it hung") !=
          std::string::npos);
    CHECK(answerOf({variantOf(std::nullopt, {"7", "8"}, {}), variantOf(0, {"8"}, {})})
              .find("although all choices of run7") != std::string::npos);
    CHECK(answerOf({variantOf(std::nullopt, {"7"}, {}, "no database"), variantOf(0, {"7"}, {})})
              .find("nothing can be said") != std::string::npos);
    CHECK(answerOf({variantOf(std::nullopt, {"7"}, {}), variantOf(0, {"7"}, {})}).find("does not count") !=
          std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7"}, 0), variantOf(1, {"8"}, 1)}, true).find("2 classes") !=
          std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7"}, 0), variantOf(1, {"8"}, 1)}, true).find("Each ran once") !=
          std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7"}, 0), variantOf(1, {"7"}, 0)}, true).find("Each ran once") ==
          std::string::npos);
}

TEST_CASE("a change in the course of time is said, as certain as the number of runs allows, and no effect") {
    ForcingPlan plan;
    plan.variants = {{}};
    Forcing forcing;
    forcing.variants = {variantOf(std::nullopt, {"7", "7", "8"}, {}), variantOf(0, {"8"}, {})};
    forcing.change = OutcomeChange{"7", "8", 2, 1, 2.0 / 3};
    const ForcingView view{plan, forcing, "run7", false};
    const auto few = nlohmann::json::parse(forceJson(view));
    CHECK(few["drifts"] == false);
    CHECK(few["change"]["runsBefore"] == 2);
    CHECK(few["change"]["runsAfter"] == 1);
    CHECK(few["answer"].get<std::string>().find("at first 7 (2 runs) and at last 8 (1 run)") != std::string::npos);
    CHECK(few["answer"].get<std::string>().find("vary by itself") != std::string::npos);
    CHECK(few["variants"][1]["changes"].is_null());
    forcing.change = OutcomeChange{"7", "8", 3, 5, 2.0 / 56};
    const auto many = nlohmann::json::parse(forceJson(view));
    CHECK(many["drifts"] == true);
    CHECK(many["answer"].get<std::string>().find("It changes in the course of time") != std::string::npos);
}

TEST_CASE("what was tuned besides, what was kept and what was found there is told") {
    ForcingPlan plan;
    plan.variants = {{}};
    Forcing forcing;
    forcing.variants = {variantOf(std::nullopt, {"7"}, 0), variantOf(0, {"7"}, 0)};
    Pin pin;
    pin.keyId = "ccdd";
    pin.label = "fused matmul";
    pin.candidate = CandidateIndex{5};
    pin.candidateName = "fused_gemm";
    forcing.added = {pin};
    forcing.found = 1;
    forcing.damaged = 2;
    forcing.remarks = {"trial1: a remark."};
    const ForcingView view{plan, forcing, "run7", false};
    TextStyle wide;
    wide.width = 400;
    const std::string text = toText(forceDocument(view), wide);
    CHECK(text.find("fused matmul (ccdd, which chose 5 fused_gemm)") != std::string::npos);
    CHECK(text.find("1 trial of 2 was made by an earlier start") != std::string::npos);
    CHECK(text.find("2 lines of trials.jsonl") != std::string::npos);
    CHECK(text.find("trial1: a remark.") != std::string::npos);
    const auto json = nlohmann::json::parse(forceJson(view));
    CHECK(json["added"][0]["key"] == "ccdd");
    CHECK(json["added"][0]["index"] == 5);
    CHECK(json["trialsFound"] == 1);
    CHECK(json["damagedLines"] == 2);
    CHECK(json["remarks"][0] == "trial1: a remark.");
}
