#include "core/report/documents.h"
#include "core/report/text_report.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string textOf(const testing::SuspectsFixture& fixture, const std::vector<FoundOutcome>& found) {
    return toText(suspectsDocument(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result,
                                   found, {false, "runs"}),
                  {.width = 2000});
}

}  // namespace

TEST_CASE("outcome, answer and luck stand before the table") {
    const auto fixture = testing::suspectsFixture();
    const std::string text = textOf(fixture, {});
    CHECK(text.find("Outcome: labels.csv, grouped by equal text: “clean” in 2 runs and “exploded” in 2 runs.\n"
                    "No key stands out: none goes with the outcome more closely than luck explains (best adjusted p = "
                    "0.33). That 1 key separates the outcome without exception is no evidence here. No number of "
                    "further runs can be named that would decide it.\n"
                    "Luck alone gives evidence as strong as the strongest here in 33.3 % of random "
                    "labelings (that is its adjusted p = 0.33). Merely separating the outcome is weaker") == 0);
    CHECK(text.find("No prediction whether the winners compute the same bits") != std::string::npos);
    CHECK(text.find("too few") != std::string::npos);
    CHECK(text.find("exact: all 6 labelings") != std::string::npos);
    CHECK(text.find("Going with an outcome is not causing it.") != std::string::npos);
    CHECK(text.find("flipscope-cli key runs --key flip") != std::string::npos);
}

TEST_CASE("when the outcome was found by itself it says so and how many there were") {
    auto fixture = testing::suspectsFixture();
    FoundOutcome other = fixture.found[0];
    other.suggestedPattern = "step ([0-9]+)";
    fixture.outcome.outcomesLookedAt = 2;
    const std::string text = textOf(fixture, {fixture.found[0], other});
    CHECK(text.find("No outcome was named; of 2 found in the output the best supported one is used: loss ‹1›") == 0);
    CHECK(text.find("flipscope-cli suspects runs --outcome-pattern 'step ([0-9]+)'") != std::string::npos);
}

TEST_CASE("that nothing but times varies is said") {
    auto fixture = testing::suspectsFixture();
    const std::string sentence =
        "What varies here counts time or names a process or a place; it hardly is what came out.";
    CHECK(textOf(fixture, {fixture.found[0]}).find(sentence) == std::string::npos);
    fixture.found[0].timeLike = true;
    CHECK(textOf(fixture, {fixture.found[0]}).find(sentence) != std::string::npos);
}

TEST_CASE("the verdict of a suspect is about its own pair") {
    const std::string text = textOf(testing::suspectsFixture(), {});
    CHECK(text.find("Coin flip by noise bands between 0 red and 1 green") != std::string::npos);
    const auto fixture = testing::suspectsFixture();
    const Document document = suspectsDocument(fixture.report.dataset, fixture.report.analysis, fixture.outcome,
                                               fixture.result, {}, {false, "runs"});
    CHECK(testing::rowsOfTable(document, "#")[0][6].text == "coin flip");
}

TEST_CASE("a suspect whose pair is judged otherwise than the key's says which verdict is about which") {
    auto fixture = testing::suspectsFixture();
    fixture.report = testing::twoVerdicts();
    fixture.outcome.values.assign(12, "clean");
    fixture.outcome.groupOf.assign(12, 0);
    auto& winners = fixture.result.suspects[0].winners[0].winners;
    winners = {{CandidateIndex{0}, {5, 0}, 5}, {CandidateIndex{1}, {4, 0}, 4}, {CandidateIndex{2}, {0, 3}, 3}};
    const std::string text = textOf(fixture, {});
    CHECK(text.find("Disturbed: 0 red beats 2 blue") != std::string::npos);
    CHECK(text.find("Each verdict is about one pair, and they need not agree: coin flip for 0 against 1 (the two most "
                    "frequent winners); disturbed for 0 against 2. ") != std::string::npos);
    winners = {{CandidateIndex{0}, {5, 0}, 5}, {CandidateIndex{1}, {0, 4}, 4}};
    CHECK(textOf(fixture, {}).find("Each verdict") == std::string::npos);
}

TEST_CASE("runs without a value, a pattern that finds more, and label rows not used are told") {
    auto fixture = testing::suspectsFixture();
    fixture.outcome.values[3] = std::nullopt;
    fixture.outcome.unlabelled = 1;
    fixture.outcome.wider = WiderPattern{"loss (\\S+)", {3}, {"NaN"}};
    fixture.outcome.problems = {{ProblemKind::damagedRecord, "l.csv", 4, "\"run9\" names no run, or more than one"}};
    const std::string text = textOf(fixture, {});
    CHECK(text.find("1 run has no value and is left out: run4.") != std::string::npos);
    CHECK(text.find("The pattern passes over “NaN” in run4") != std::string::npos);
    CHECK(text.find("flipscope-cli suspects runs --outcome-pattern 'loss (\\S+)'") != std::string::npos);
    CHECK(text.find("1 row of the labels was not used:") != std::string::npos);
    CHECK(text.find("l.csv:4: \"run9\" names no run") != std::string::npos);
}

TEST_CASE("a row of several keys shows the gravest answer on their bits") {
    auto fixture = testing::suspectsFixture();
    Suspect& suspect = fixture.result.suspects[0];
    fixture.report.analysis.classes[0].answer = ClassAnswer::sameBits;
    fixture.report.analysis.classes[1].answer = ClassAnswer::differentBits;
    suspect.keys.push_back(KeyIndex{1});
    const std::string text = textOf(fixture, {});
    CHECK(text.find("+1 alike") != std::string::npos);
    CHECK(text.find("differ (1 of 2)") != std::string::npos);
    fixture.report.analysis.classes[1].answer = ClassAnswer::sameBits;
    CHECK(textOf(fixture, {}).find("of 2)") == std::string::npos);
}

TEST_CASE("ungrouped numbers: what luck separates is not known, winners stand with their medians") {
    auto fixture = testing::suspectsFixture();
    fixture.outcome.grouping = Grouping::ungrouped;
    fixture.outcome.groups.clear();
    fixture.result.chance = {};
    fixture.result.chance.known = false;
    Suspect& suspect = fixture.result.suspects[0];
    suspect.separates = false;
    suspect.winners[0].winners = {{CandidateIndex{0}, {}, 2, 7.25}, {CandidateIndex{1}, {}, 2, 9.0}};
    const std::string text = textOf(fixture, {});
    CHECK(text.find("its numbers used as they are (nan counts as above inf): 4 runs.") != std::string::npos);
    CHECK(text.find("No key stands out: none goes with the numbers more closely than luck explains") !=
          std::string::npos);
    CHECK(text.find("luck alone separates cannot be said: the numbers are not grouped") != std::string::npos);
    CHECK(text.find("0 (2 runs, median 7.25) and 1 (2 runs, median 9)") != std::string::npos);
    CHECK(text.find("0×2: 7.25, 1×2: 9") != std::string::npos);
    CHECK(text.find("separates the outcome") == std::string::npos);
    suspect.tooFinelySplit = false;
    suspect.pAdjusted = 0.01;
    CHECK(textOf(fixture, {}).find("1 flip group goes with the numbers more closely") != std::string::npos);
}

TEST_CASE("without a separating key, and without any flip, the answer is no") {
    auto fixture = testing::suspectsFixture();
    fixture.result.chance.keysSeparating = 0;
    CHECK(textOf(fixture, {}).find("separates the outcome without exception") == std::string::npos);
    fixture.result.suspects.clear();
    CHECK(textOf(fixture, {}).find("no autotune choice can go with this outcome") != std::string::npos);
}

TEST_CASE("found outcomes are listed with a command, none are answered with what to do") {
    const auto fixture = testing::suspectsFixture();
    const std::string text = toText(outcomesDocument(fixture.report.dataset, fixture.found, {false, "runs"}));
    CHECK(text.find("1 thing varies between the runs' otherwise equal outputs") == 0);
    CHECK(text.find("--outcome-pattern 'loss ([0-9]+)'") != std::string::npos);
    CHECK(toText(outcomesDocument(fixture.report.dataset, {}, {})).find("Nothing was found") == 0);
}

TEST_CASE("values that remain inside a group of numbers are counted, with a command that keeps the match") {
    auto fixture = testing::suspectsFixture();
    fixture.outcome.grouping = Grouping::byGap;
    fixture.outcome.runsWithMoreMatches = 3;
    fixture.outcome.groups = {{"≤ 2", {0, 1, 2}}, {"≥ 9", {3}}};
    fixture.outcome.values = {"1", "2", "2", "9"};
    DocumentOptions options{false, "runs --runs a", "runs"};
    const auto text = [&] {
        return toText(suspectsDocument(fixture.report.dataset, fixture.report.analysis, fixture.outcome, fixture.result,
                                       {}, options),
                      {.width = 2000});
    };
    CHECK(text().find("2 different values remain inside the group “≤ 2” (3 runs), which another key may explain.") !=
          std::string::npos);
    CHECK(text().find("matches more than once in 3 runs; the first match was used") != std::string::npos);
    options.outcome = "--outcome-pattern 'loss (.*)'";
    options.match = "--match last";
    CHECK(text().find("flipscope-cli suspects runs --runs run1,run2,run3 --outcome-pattern 'loss (.*)' --match last "
                      "--ungrouped") != std::string::npos);
    CHECK(text().find("the first match was used") == std::string::npos);
    fixture.outcome.wider = WiderPattern{"loss (\\S+)", {0}, {"nan"}};
    options.grouping = "--gap";
    CHECK(text().find("--outcome-pattern 'loss (\\S+)' --match last --gap") != std::string::npos);
}

TEST_CASE("where winners are not known no choice is declared innocent") {
    auto fixture = testing::suspectsFixture();
    for (Run& run : fixture.report.dataset.runs) {
        run.decisions.at(0).usedWinner.reset();
        run.decisions.at(0).source = WinnerSource::none_notProvable;
    }
    fixture.report.analysis = analyse(fixture.report.dataset).value();
    fixture.result.suspects.clear();
    fixture.result.chance.keysSeparating = 0;
    const std::string text = textOf(fixture, {});
    CHECK(text.find("Cannot tell: no key is seen to flip among the labelled runs, but for 1 key that is not "
                    "known.\nWhether 1 key flips (flip) cannot be told") != std::string::npos);
    CHECK(text.find("no autotune choice can") == std::string::npos);
    CHECK(text.find("no choice can") == std::string::npos);
}
