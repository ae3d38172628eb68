#include "core/rerun/candidate_classes.h"
#include "tests/support/random_cases.h"

#include <algorithm>
#include <map>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// One round an input; a candidate a row, a checksum a column, '.' where it was refused.
std::vector<RerunRound> roundsOf(const std::vector<std::pair<std::string, std::string>>& rows) {
    std::vector<RerunRound> rounds(rows.front().second.size());
    for (std::size_t input = 0; input < rounds.size(); ++input) {
        rounds[input].request.problem = {input + 1, 1, 1};
        for (const auto& [name, checksums] : rows) {
            RerunResult& result = rounds[input].results.emplace_back();
            result.candidate.name = name;
            const char checksum = checksums[input];
            result.status = checksum == '.' ? RerunStatus::refused : RerunStatus::ok;
            result.checksum = static_cast<std::uint64_t>(checksum);
        }
    }
    return rounds;
}

std::string names(const std::vector<RerunCandidate>& candidates) {
    std::string text;
    for (const RerunCandidate& candidate : candidates)
        text += candidate.name;
    return text;
}

std::string reasonText(NoClassReason reason) {
    static const std::map<NoClassReason, std::string> kTexts = {{NoClassReason::neverRan, "never"},
                                                                {NoClassReason::notReproducible, "notOwn"},
                                                                {NoClassReason::severalFit, "several"},
                                                                {NoClassReason::nothingInCommon, "noCommon"},
                                                                {NoClassReason::contradicted, "contradicted"}};
    return kTexts.at(reason);
}

// "ab:12 c(c):3. | d several 0 1": members, those with fewer inputs, checksums; then the candidates without a class.
std::string textOf(const CandidateClasses& classes) {
    std::string text;
    for (const MeasuredClass& c : classes.classes) {
        text += names(c.members);
        if (!c.partialMembers.empty()) text += "(" + names(c.partialMembers) + ")";
        text += ":";
        for (const auto& checksum : c.checksums)
            text += checksum ? static_cast<char>(*checksum) : '.';
        text += " ";
    }
    text += "|";
    for (const CandidatesWithoutClass& group : classes.without) {
        text += " " + names(group.members) + " " + reasonText(group.reason);
        for (const std::size_t possible : group.possible)
            text += " " + std::to_string(possible);
    }
    return text;
}

std::string classify(const std::vector<std::pair<std::string, std::string>>& rows) {
    return textOf(classifyCandidates(roundsOf(rows)));
}

}  // namespace

TEST_CASE("equal checksums over all inputs are one class, one different checksum makes two") {
    CHECK(classify({{"a", "123"}, {"b", "124"}, {"c", "123"}}) == "ac:123 b:124 |");
    CHECK(classify({{"a", "1"}, {"b", "1"}, {"c", "2"}}) == "ab:1 c:2 |");
}

TEST_CASE("the order of the classes hangs on the candidates' numbers, not on who was asked first") {
    auto rounds = roundsOf({{"own", "9"}, {"w19", "1"}, {"w24", "2"}, {"w17", "1"}, {"early", "2"}, {"odd", "."}});
    auto& results = rounds[0].results;
    results[1].candidate.index = CandidateIndex{19};
    results[2].candidate.index = CandidateIndex{24};
    results[3].candidate.index = CandidateIndex{17};
    results[4].candidate.index = CandidateIndex{0};
    const std::string asAsked = textOf(classifyCandidates(rounds));
    CHECK(asAsked == "w24early:2 w19w17:1 own:9 | odd never");
    std::reverse(results.begin(), results.end());
    const CandidateClasses reversed = classifyCandidates(rounds);
    CHECK(names(reversed.classes[0].members) == "earlyw24");
    CHECK(names(reversed.classes[2].members) == "own");
}

TEST_CASE("the classes that a candidate may belong to are told by their places in that order") {
    auto rounds = roundsOf({{"a", "12"}, {"b", "13"}, {"c", "45"}, {"d", "1."}});
    for (RerunRound& round : rounds) {
        round.results[0].candidate.index = CandidateIndex{9};
        round.results[1].candidate.index = CandidateIndex{8};
        round.results[2].candidate.index = CandidateIndex{1};
    }
    CHECK(textOf(classifyCandidates(rounds)) == "c:45 b:13 a:12 | d several 1 2");
}

TEST_CASE("nothing was run") {
    CHECK(textOf(classifyCandidates({})) == "|");
    const auto refused = classifyCandidates(roundsOf({{"a", "."}, {"b", "."}}));
    CHECK(textOf(refused) == "| ab never");
    CHECK(refused.inputs.empty());
}

TEST_CASE("a candidate that lacks inputs joins the only class it fits") {
    CHECK(classify({{"a", "12"}, {"b", "13"}, {"c", ".3"}}) == "a:12 bc(c):13 |");
    CHECK(classify({{"c", ".2"}, {"a", "12"}, {"b", "34"}}) == "ca(c):12 b:34 |");
}

TEST_CASE("one that fits several cannot tell which; one that fits none is a class of its own") {
    CHECK(classify({{"a", "12"}, {"b", "13"}, {"c", "1."}, {"d", "1."}}) == "a:12 b:13 | cd several 0 1");
    CHECK(classify({{"a", "12"}, {"b", "13"}, {"c", "4."}}) == "a:12 b:13 c:4. |");
}

TEST_CASE("sharing no input proves nothing") {
    CHECK(classify({{"a", "12."}, {"b", "..3"}}) == "a:12. | b noCommon 0");
}

TEST_CASE("a class founded later is a choice for those looked at before") {
    // b is proven to differ from a, so c could be either.
    CHECK(classify({{"a", "123"}, {"c", "12."}, {"b", "..4"}}) == "a:123 b:..4 | c several 0 1");
}

TEST_CASE("members that differ where their founder did not run leave the class") {
    CHECK(classify({{"a", "123."}, {"b", "1..5"}, {"c", "1..6"}, {"d", "1..."}}) ==
          "ad(d):123. | b contradicted 0 c contradicted 0");
    // Where they agree, what they ran beyond the founder belongs to the class.
    CHECK(classify({{"a", "123."}, {"b", "1..5"}, {"c", "1..5"}}) == "abc(abc):1235 |");
}

TEST_CASE("bits that are not a candidate's own say nothing of its class") {
    for (int fault = 0; fault < 3; ++fault) {
        auto rounds = roundsOf({{"a", "12"}, {"b", "12"}, {"c", "12"}});
        RerunResult& result = rounds[1].results[1];
        if (fault == 0) result.unwritten = 1;
        if (fault == 1) result.dependsOnFill = true;
        if (fault == 2) result.differentRepeats = 1;
        CHECK(textOf(classifyCandidates(rounds)) == "ac:12 | b notOwn");
    }
}

TEST_CASE("the same input asked for again with other bits is not reproducible") {
    auto rounds = roundsOf({{"a", "11"}, {"b", "12"}});
    rounds[1].request = rounds[0].request;
    const auto classes = classifyCandidates(rounds);
    CHECK(textOf(classes) == "a:1 | b notOwn");
    CHECK(classes.inputs.size() == 1);
}

TEST_CASE("problem, placement and seeds make the input; index and name the candidate") {
    auto rounds = roundsOf({{"a", "1111"}, {"b", "1112"}});
    for (RerunRound& round : rounds)
        round.request.problem = {};
    rounds[1].request.lhsSeed = 9;
    rounds[2].request.placement.offset = 1;
    rounds[3].request.problem.rhsTransposed = true;
    const auto classes = classifyCandidates(rounds);
    CHECK(classes.inputs.size() == 4);
    CHECK(classes.inputs[1].lhsSeed == 9);
    CHECK(classes.inputs[2].placement.offset == 1);
    CHECK(textOf(classes) == "a:1111 b:1112 |");
    auto named = roundsOf({{"a", "1"}, {"a", "2"}});
    named[0].results[0].candidate.index = CandidateIndex{0};
    named[0].results[1].candidate.index = CandidateIndex{1};
    CHECK(classifyCandidates(named).classes.size() == 2);
}

TEST_CASE("whatever ran where: members never differ, classes always do, nobody is lost or counted twice") {
    SeededRandom random(5);
    const auto differ = [](const std::string& a, const std::string& b) {
        for (std::size_t i = 0; i < a.size(); ++i) {
            if (a[i] != '.' && b[i] != '.' && a[i] != b[i]) return true;
        }
        return false;
    };
    for (int trial = 0; trial < 500; ++trial) {
        const bool complete = random.below(4) == 0;
        const std::string marks = complete ? "12" : "12..";
        std::vector<std::pair<std::string, std::string>> rows(1 + random.below(9));
        std::map<std::string, std::string> checksumsOf;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].first = std::string(1, static_cast<char>('a' + i));
            for (int input = 0; input < 4; ++input)
                rows[i].second += marks[random.below(static_cast<std::uint32_t>(marks.size()))];
            checksumsOf.insert(rows[i]);
        }
        const CandidateClasses classes = classifyCandidates(roundsOf(rows));
        CAPTURE(textOf(classes));
        std::string all;
        const auto anyPair = [&](const MeasuredClass& a, const MeasuredClass& b) {
            return std::any_of(a.members.begin(), a.members.end(), [&](const RerunCandidate& x) {
                return std::any_of(b.members.begin(), b.members.end(), [&](const RerunCandidate& y) {
                    return differ(checksumsOf[x.name], checksumsOf[y.name]);
                });
            });
        };
        for (const MeasuredClass& a : classes.classes) {
            all += names(a.members);
            for (const MeasuredClass& b : classes.classes)
                CHECK(anyPair(a, b) == (&a != &b));
        }
        for (const CandidatesWithoutClass& group : classes.without)
            all += names(group.members);
        if (complete) CHECK(classes.without.empty());
        std::sort(all.begin(), all.end());
        CHECK(all == std::string("abcdefghi").substr(0, rows.size()));
    }
}

TEST_CASE("the same input is problem, placement, seeds and code generator") {
    const RerunRequest request;
    CHECK(sameInput(request, request));
    const auto differs = [&](auto change) {
        RerunRequest other = request;
        change(other);
        return !sameInput(request, other);
    };
    CHECK(differs([](RerunRequest& r) { r.problem.k += 1; }));
    CHECK(differs([](RerunRequest& r) { r.placement.offset = 1; }));
    CHECK(differs([](RerunRequest& r) { r.rhsSeed += 1; }));
    CHECK(differs([](RerunRequest& r) { r.codeGenerator = CodeGenerator::llvm; }));
    CHECK_FALSE(differs([](RerunRequest& r) { r.device = "1"; }));
}
