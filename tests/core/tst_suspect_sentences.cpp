#include "core/report/sentences.h"
#include "core/report/unknown_winner_words.h"
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
    SuspectsResult result;
    ChanceFigures& chance = result.chance;
    chance.expectedByChance = 1.23;
    chance.expectedGroupsByChance = 1.1;
    chance.probabilityByChance = 0.69;
    chance.keysSeparating = 2;
    chance.groupsSeparating = 1;
    const std::string separating2 =
        "Merely separating the outcome is weaker evidence, for a key with many winners does so easily: with winners "
        "spread over the runs as here, luck alone gives 1.2 separating keys on average (1.1 flip groups), and at least "
        "one in 69.0 % of random labelings; here 2 keys do (1 flip group).";
    CHECK(chanceSentence(result, 1) == separating2);
    result.suspects = {separating(), separating()};
    result.suspects[0].pAdjusted = 0.0038;
    // Both figures are true, and the sentence says which of them is about this evidence.
    CHECK(chanceSentence(result, 1) ==
          "Luck alone gives evidence as strong as the strongest here in 0.4 % of random labelings (that is "
          "its adjusted p = 0.0038). " +
              separating2);
    CHECK(chanceSentence(result, 1, &result.suspects[1])
              .find("Luck alone gives evidence as strong as that of this key in 40.0 % of random labelings") == 0);
    CHECK(chanceSentence(result, 7).find("7 outcomes were looked at") != std::string::npos);
    chance.exact = false;
    chance.interval = {{0.68, 0.7}};
    CHECK(chanceSentence(result, 1).find("simulated, 95 % interval 68.0 % to 70.0 %") != std::string::npos);
}

TEST_CASE("the answer leads with what stands out, else with what would decide it") {
    Analysis analysis;
    SuspectsResult result;
    CHECK(suspectsAnswer(analysis, result, {}) == noFlipSentence({}));
    result.suspects = {separating()};
    result.suspects[0].pAdjusted = 0.93;
    result.suspects[0].tooFinelySplit = true;
    result.chance.keysSeparating = 2;
    result.decide.runsNeeded = 13;
    CHECK(
        suspectsAnswer(analysis, result, {}) ==
        "No key stands out: none goes with the outcome more closely than luck explains (best adjusted p = 0.93). That "
        "2 keys separate the outcome without exception is no evidence here. To decide it, record more runs: about 13 "
        "in all could.");
    result.decide.runsNeeded = std::nullopt;
    CHECK(suspectsAnswer(analysis, result, {}).find("No number of further runs can be named that would decide it.") !=
          std::string::npos);
    analysis.proven[result.suspects[0].keys.front()] = {};
    CHECK(
        suspectsAnswer(analysis, result, {}) ==
        "By the recorded runs alone no key would stand out: none goes with the outcome more closely than luck explains "
        "(best adjusted p = 0.93). That 2 keys separate the outcome without exception is no evidence here. Forcing has "
        "decided it.");
    analysis.proven.clear();
    result.suspects[0].tooFinelySplit = false;
    result.suspects[0].pAdjusted = 0.01;
    CHECK(
        suspectsAnswer(analysis, result, {}) ==
        "1 flip group goes with the outcome more closely than luck explains (adjusted p at most 0.05); 2 keys separate "
        "the outcome without exception (no winner is shared between its groups).");
    result.chance.keysSeparating = 0;
    CHECK(suspectsAnswer(analysis, result, {}).find("; no key separates the outcome without exception.") !=
          std::string::npos);
    result.chance.known = false;
    CHECK(suspectsAnswer(analysis, result, {}).find("1 flip group goes with the numbers more closely") == 0);
}

TEST_CASE("what forcing has proven is no mere association any more") {
    SuspectsResult result;
    result.suspects = {separating()};
    result.decide.alreadyDecided = true;
    result.decide.forceThese = {KeyIndex{0}};
    Analysis analysis;
    analysis.classes.resize(2);
    analysis.classes[0].answer = ClassAnswer::sameBits;
    analysis.proven[KeyIndex{0}] = {};
    CHECK(whatWouldDecideSentence(twoKeys(), analysis, result) ==
          "The strongest suspect goes with the outcome more closely than luck explains (adjusted p at most 0.05). By "
          "itself that would be association; forcing has proven that the choice for first makes the difference.");
    CHECK(forcingCaveat(twoKeys(), analysis, result).empty());
    analysis.proven = {{KeyIndex{1}, {}}};  // of no suspect here
    CHECK(whatWouldDecideSentence(twoKeys(), analysis, result).find("association, not proof") != std::string::npos);
}

TEST_CASE("what would decide it is said in runs and in forcing") {
    SuspectsResult result;
    CHECK(whatWouldDecideSentence(twoKeys(), {}, result).find("No key is known to flip") == 0);
    result.suspects = {separating()};
    result.runsUsed = 5;
    result.decide.runsNeeded = 11;
    result.decide.forceThese = {KeyIndex{0}};
    const std::string sentence = whatWouldDecideSentence(twoKeys(), {}, result);
    CHECK(sentence.find("These 5 runs do not decide it.") == 0);
    CHECK(sentence.find("about 11 labelled runs") != std::string::npos);
    CHECK(sentence.find("change one suspect at a time: first.") != std::string::npos);
    result.decide.alreadyDecided = true;
    CHECK(whatWouldDecideSentence(twoKeys(), {}, result).find("association, not proof") != std::string::npos);
    result.decide = {};
    CHECK(whatWouldDecideSentence(twoKeys(), {}, result).find("no number of further runs can be named") !=
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
