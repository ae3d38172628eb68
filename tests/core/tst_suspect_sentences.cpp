#include "core/report/sentences.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Dataset twoKeys() {
    testing::DatasetBuilder builder;
    builder.addSet({"red", "green"});
    builder.addKey("first");
    builder.addKey("second");
    return builder.take();
}

Outcome cleanAndExploded() {
    Outcome outcome;
    outcome.groups = {{"clean", {0, 1, 2}}, {"exploded", {3, 4}}};
    return outcome;
}

Suspect separating() {
    Suspect suspect;
    suspect.keys = {KeyIndex{0}};
    suspect.winners = {{KeyIndex{0}, {{CandidateIndex{0}, {3, 0}}, {CandidateIndex{1}, {0, 2}}}, 0}};
    suspect.p.p = 0.1;
    suspect.pAdjusted = 0.4;
    suspect.separates = true;
    return suspect;
}

}  // namespace

TEST_CASE("a suspect says what goes with what, and its p values") {
    CHECK(
        suspectSentence(twoKeys(), cleanAndExploded(), separating()) ==
        "first separates the outcome: no winner is shared between its groups. Its winners: runs with “clean” used 0 (3 "
        "runs); runs with “exploded” used 1 (2 runs). p = 0.10, adjusted for all flip groups = 0.40.");
}

TEST_CASE("keys of one flip group are named together") {
    Suspect suspect = separating();
    suspect.keys = {KeyIndex{0}, KeyIndex{1}};
    const std::string sentence = suspectSentence(twoKeys(), cleanAndExploded(), suspect);
    CHECK(sentence.find("2 keys that flip in the same runs (first and second) separate the outcome") == 0);
    CHECK(sentence.find("For first: runs with") != std::string::npos);
}

TEST_CASE("a suspect never claims to be the cause") {
    Suspect suspect = separating();
    for (const bool separates : {true, false}) {
        suspect.separates = separates;
        CHECK(suspectSentence(twoKeys(), cleanAndExploded(), suspect).find("cause") == std::string::npos);
    }
    CHECK(suspectSentence(twoKeys(), cleanAndExploded(), suspect).find("does not separate the outcome") !=
          std::string::npos);
}

TEST_CASE("a too finely split suspect is called no evidence, and equivalent keys are named") {
    Suspect suspect = separating();
    suspect.tooFinelySplit = true;
    suspect.pMin = 0.2;
    suspect.equivalentForOutcome = {KeyIndex{1}};
    const std::string sentence = suspectSentence(twoKeys(), cleanAndExploded(), suspect);
    CHECK(sentence.find("no outcome could give a p below 0.20, so this is no evidence") != std::string::npos);
    CHECK(sentence.find("second separates this outcome as well.") != std::string::npos);
}

TEST_CASE("the chance sentence sets luck against what was seen") {
    ChanceFigures chance;
    chance.expectedByChance = 1.23;
    chance.expectedGroupsByChance = 1.1;
    chance.probabilityByChance = 0.69;
    chance.keysSeparating = 2;
    chance.groupsSeparating = 1;
    CHECK(chanceSentence(chance, 1) ==
          "With these block sizes luck alone gives 1.2 keys that separate the outcome on average (1.1 flip groups), "
          "and at "
          "least one in 69.0 % of random labelings; here 2 keys do (1 flip group).");
    CHECK(chanceSentence(chance, 7).find("7 outcomes were looked at") != std::string::npos);
    chance.exact = false;
    chance.interval = {{0.68, 0.7}};
    CHECK(chanceSentence(chance, 1).find("simulated, 95 % interval 68.0 % to 70.0 %") != std::string::npos);
}

TEST_CASE("what would decide it is said in runs and in forcing") {
    SuspectsResult result;
    CHECK(whatWouldDecideSentence(twoKeys(), result).find("No key is known to flip") == 0);
    result.suspects = {separating()};
    result.runsUsed = 5;
    result.decide.runsNeeded = 11;
    result.decide.forceThese = {KeyIndex{0}};
    const std::string sentence = whatWouldDecideSentence(twoKeys(), result);
    CHECK(sentence.find("These 5 runs do not decide it.") == 0);
    CHECK(sentence.find("about 11 labelled runs") != std::string::npos);
    CHECK(sentence.find("change one suspect at a time: first.") != std::string::npos);
    result.decide.alreadyDecided = true;
    CHECK(whatWouldDecideSentence(twoKeys(), result).find("association, not proof") != std::string::npos);
    result.decide = {};
    CHECK(whatWouldDecideSentence(twoKeys(), result).find("no number of further runs can be named") !=
          std::string::npos);
}

TEST_CASE("advice to force names the keys that are predicted harmless") {
    SuspectsResult result;
    result.suspects = {separating()};
    result.decide.forceThese = {KeyIndex{0}, KeyIndex{1}};
    Analysis analysis;
    analysis.classes.resize(2);
    CHECK(forcingCaveat(twoKeys(), analysis, result).empty());
    analysis.classes[0].answer = ClassAnswer::sameBits;
    result.suspects.front().keys = {KeyIndex{0}};
    CHECK(forcingCaveat(twoKeys(), analysis, result) ==
          " Of these first is predicted to compute the same bits whichever candidate wins: if that holds, forcing it "
          "changes nothing, so take it last.");
    result.suspects.front().keys = {KeyIndex{0}, KeyIndex{1}};
    CHECK(forcingCaveat(twoKeys(), analysis, result).find("Not so of second, which flips in the same runs") !=
          std::string::npos);
    CHECK(harmlessConsequence(analysis.classes[0]) == " If that holds, this key cannot be the cause.");
    CHECK(harmlessConsequence(analysis.classes[1]).empty());
    CHECK(
        harmlessConsequence(analysis.classes[0], true) ==
        " Forcing has proven that this key changes the outcome, which contradicts this prediction: it does not hold in "
        "the program, or the choice acts by something else than the bits of its own result.");
    analysis.proven[KeyIndex{0}] = ProvenKey{CandidateIndex{0}, CandidateIndex{1}, "good", "bad", "by pattern"};
    CHECK(forcingCaveat(twoKeys(), analysis, result).empty());
}
