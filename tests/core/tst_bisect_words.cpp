#include "core/report/trial_report.h"
#include "tests/support/bisection_fixture.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

std::string wordsOf(const BisectAnswer& answer, const std::string& because = {}) {
    testing::BisectionFixture fixture;
    fixture.bisection.answer = answer;
    fixture.bisection.because = because;
    std::string text;
    for (const std::string& sentence : bisectSentences(fixture.view()))
        text += sentence + "\n";
    return text;
}

}  // namespace

TEST_CASE("a proven culprit, alone, together and several") {
    const std::string one = wordsOf({BisectVerdict::proven, BisectReason::bothWays, {{1}}, {}, 0});
    CHECK(one.find("Proven: key2 (key2: 2 c2 in run1, 0 c0 in run2) makes the difference.\n") == 0);
    CHECK(one.find("All choices of run1 with only this one of run2 turn out bad") != std::string::npos);
    const std::string two = wordsOf({BisectVerdict::proven, BisectReason::bothWays, {{0, 2}}, {}, 0});
    CHECK(two.find("make the difference together.") != std::string::npos);
    CHECK(two.find("With any one of them left out, good does not turn into bad.\n") != std::string::npos);
    const std::string groups = wordsOf({BisectVerdict::proven, BisectReason::bothWays, {{0}, {2}}, {}, 0});
    CHECK(
        groups.find("2 independent causes, each of which turns good into bad by itself; undoing all of them turns bad "
                    "into good, undoing all but one of them does not.") != std::string::npos);
    CHECK(groups.find("Cause 2: key3") != std::string::npos);
}

TEST_CASE("a proof that luck could give says so, in words and in JSON") {
    testing::BisectionFixture fixture;
    const auto chanceOf = [&fixture](const BisectAnswer& answer) {
        fixture.bisection.answer = answer;
        return nlohmann::json::parse(bisectJson(fixture.view()))["chance"];
    };
    const BisectAnswer seldom{BisectVerdict::proven, BisectReason::bothWays, {{1}}, {}, 1.0 / (1U << 24U)};
    CHECK(wordsOf(seldom).find("luck") == std::string::npos);
    CHECK(chanceOf(seldom) == 1.0 / (1U << 24U));
    BisectAnswer few = seldom;
    few.chance = 1.0 / 4096;
    CHECK(wordsOf(few).find("up to 1 of 4096 would end like this.") != std::string::npos);
    few.verdict = BisectVerdict::undecided;
    CHECK(chanceOf(few).is_null());
}

TEST_CASE("answers that prove nothing never say proven") {
    for (const BisectReason reason :
         {BisectReason::outcomeVaries, BisectReason::endsInvalid, BisectReason::trialsInvalid, BisectReason::tooVaried,
          BisectReason::thirdOutcome, BisectReason::tooManyGroups, BisectReason::otherProgram}) {
        const std::string text = wordsOf({BisectVerdict::undecided, reason, {{1}}, {}}, "it hung");
        CHECK(text.find("Undecided: ") == 0);
        CHECK(text.find("Proven") == std::string::npos);
        CHECK(text.find("not proven: key2") != std::string::npos);
        CHECK(text.find("does not count: it hung.") != std::string::npos);
    }
    CHECK(wordsOf({BisectVerdict::undecided, BisectReason::trialsInvalid, {}, {0, 1}}).find("inside these: key1") !=
          std::string::npos);
    for (const BisectReason reason :
         {BisectReason::noDifference, BisectReason::goodEndIsNotGood, BisectReason::badEndIsNotBad}) {
        CHECK(wordsOf({BisectVerdict::notAmongChoices, reason, {}, {}}).find("Not among these choices: ") == 0);
    }
}

TEST_CASE("keys that could not be tried are named, with why") {
    testing::BisectionFixture fixture;
    fixture.plan.choices.leftOut = {{KeyIndex{0}, LeftOutKey::Because::otherCandidates},
                                    {KeyIndex{1}, LeftOutKey::Because::onlyBadTells},
                                    {KeyIndex{2}, LeftOutKey::Because::onlyBadTells}};
    const std::string words = leftOutInWords(fixture.view());
    CHECK(words.find("Of one key run1 and run2 chose from different candidates, and the choice of run1 was held: key1 "
                     "(key1).") != std::string::npos);
    CHECK(words.find("Of 2 keys only run2 tells its choice, which was held: key2 (key2)") != std::string::npos);
    fixture.bisection.answer = {BisectVerdict::undecided, BisectReason::keysLeftOut, {}, {}};
    CHECK(bisectSentences(fixture.view()).front().find("the cause may be a key that could not be tried. Of one key") !=
          std::string::npos);
    const auto json = nlohmann::json::parse(bisectJson(fixture.view()));
    CHECK(json["reason"] == "keysLeftOut");
    CHECK(json["leftOut"].size() == 3);
    CHECK(json["leftOut"][0]["because"] == "otherCandidates");
    fixture.bisection.answer = {BisectVerdict::proven, BisectReason::bothWays, {{1}}, {}, 0};
    CHECK(nlohmann::json::parse(bisectJson(fixture.view()))["warnings"].dump().find("only run2 tells") !=
          std::string::npos);
}

TEST_CASE("a configuration is named by what differs less") {
    const testing::BisectionFixture fixture;
    CHECK(configurationInWords(fixture.view(), {}) == "all of run1");
    CHECK(configurationInWords(fixture.view(), {0, 1, 2}) == "all of run2");
    CHECK(configurationInWords(fixture.view(), {1}) == "run1 with key2 of run2");
    CHECK(configurationInWords(fixture.view(), {0, 2}) == "run2 with key2 of run1");
}

TEST_CASE("keys that were tuned besides are named with what they chose") {
    testing::BisectionFixture fixture;
    fixture.bisection.answer = {BisectVerdict::notAmongChoices, BisectReason::badEndIsNotBad, {}, {}};
    Pin pin;
    pin.keyId = "ccdd";
    pin.label = "matmul 64";
    pin.candidate = CandidateIndex{5};
    pin.candidateName = "c5";
    fixture.bisection.added = {pin};
    const std::vector<std::string> sentences = bisectSentences(fixture.view());
    REQUIRE(sentences.size() == 3);
    CHECK(sentences[1].find(
              "1 key that neither run has was tuned while choices were forced: matmul 64 (ccdd, which chose "
              "5 c5).") == 0);
    fixture.bisection.remarks = {"trial2: a remark."};
    const auto json = nlohmann::json::parse(bisectJson(fixture.view()));
    CHECK(json["added"][0]["name"] == "c5");
    CHECK(json["warnings"].back() == "trial2: a remark.");
    CHECK(damagedLines(1) == "1 line of trials.jsonl could not be read and was passed over.");
}
