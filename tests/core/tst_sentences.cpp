#include "core/report/sentences.h"

#include <set>

#include <doctest/doctest.h>

using namespace flipscope;

TEST_CASE("fixed names differ from each other") {
    std::set<std::string_view> verdicts, reasons, sources, answers;
    for (int i = 0; i <= static_cast<int>(Verdict::disturbed); ++i)
        verdicts.insert(toString(static_cast<Verdict>(i)));
    for (int i = 0; i <= static_cast<int>(VerdictReason::bandsDisagree); ++i) {
        reasons.insert(toString(static_cast<VerdictReason>(i)));
    }
    for (int i = 0; i <= static_cast<int>(WinnerSource::none_severalSets); ++i) {
        sources.insert(toString(static_cast<WinnerSource>(i)));
        CHECK_FALSE(winnerSourceSentence(static_cast<WinnerSource>(i)).empty());
    }
    for (int i = 0; i <= static_cast<int>(ClassAnswer::unknown); ++i) {
        answers.insert(toString(static_cast<ClassAnswer>(i)));
    }
    CHECK(verdicts == std::set<std::string_view>{"cannotTell", "coinFlip", "realWin", "disturbed"});
    CHECK(reasons.size() == 11);
    CHECK(sources.size() == 9);
    CHECK(answers == std::set<std::string_view>{"sameBits", "differentBits", "dependsOnCard", "unknown"});
    CHECK(verdictInWords(Verdict::coinFlip) == "coin flip");
}

TEST_CASE("a candidate is named by index and name, and by the index alone when the set does not have it") {
    const CandidateSet set{{"zero", "evil\nname"}, ""};
    CHECK(candidateLabel(set, CandidateIndex{0}) == "0 zero");
    CHECK(candidateLabel(set, CandidateIndex{1}) == "1 evil␤name");
    CHECK(candidateLabel(set, CandidateIndex{7}) == "7");
}

TEST_CASE("the caveats name selection bias, early drops and the ranking") {
    const std::string caveats(verdictCaveats());
    CHECK(caveats.find("picked by the same timings") != std::string::npos);
    CHECK(caveats.find("dropped early") != std::string::npos);
    CHECK(caveats.find("0.8 × minimum + 0.2 × median") != std::string::npos);
}
