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
    CHECK(answerOf({base, variantOf(0, {"8"}, 1)}) == "The forced choice changes the outcome.");
    CHECK(answerOf({base, variantOf(0, {"7", "8"}, {})}).find("varies") != std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7"}, {}, "it hung")}).find("could not be tried: it hung") !=
          std::string::npos);
    CHECK(answerOf({variantOf(std::nullopt, {"7", "8"}, {}), variantOf(0, {"8"}, {})})
              .find("although all choices of run7") != std::string::npos);
    CHECK(answerOf({variantOf(std::nullopt, {"7"}, {}, "no database"), variantOf(0, {"7"}, {})})
              .find("nothing can be said") != std::string::npos);
    CHECK(answerOf({base, variantOf(0, {"7"}, 0), variantOf(1, {"8"}, 1)}, true).find("2 classes") !=
          std::string::npos);
}
