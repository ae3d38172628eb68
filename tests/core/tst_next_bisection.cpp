#include "core/report/next_bisection.h"
#include "core/report/text_report.h"
#include "tests/support/suspects_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string lineFor(testing::SuspectsFixture fixture, const std::vector<FoundOutcome>& found,
                    const DocumentOptions& options) {
    for (std::size_t run = 0; run < fixture.report.dataset.runs.size(); ++run)
        fixture.report.dataset.runs[run].sources = {"my runs/r" + std::to_string(run + 1) + "/decisions.jsonl",
                                                    "my runs/r" + std::to_string(run + 1) + "/stdout.log"};
    Document document;
    addNextBisection(document, fixture.report.dataset, fixture.report.analysis, fixture.outcome, found, options);
    return toText(document, {.width = 2000});
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("runs, pattern and grouping that are known are filled in") {
    const auto fixture = testing::suspectsFixture();
    DocumentOptions options{false, "runs"};
    options.outcome = "--outcome-pattern 'loss (.*)'";
    options.match = "--match last";
    options.grouping = "--gap";
    const std::string text = lineFor(fixture, {}, options);
    CHECK(
        holds(text,
              "flipscope-cli bisect --good 'my runs/r1' --bad 'my runs/r3' --outcome-pattern 'loss (.*)' --match last "
              "--gap -- YOUR PROGRAM"));
    CHECK(holds(text,
                "run1 (“clean”) as good, run3 (“exploded”) as bad; so taken by the word “exploded”: exchange "
                "them if it is the other way round"));
    CHECK(holds(lineFor(fixture, fixture.found, {false, "runs"}), "--outcome-pattern 'loss ([0-9]+)' --"));
    options = {false, "runs"};
    options.outcome = "--labels l.csv";
    CHECK(holds(lineFor(fixture, {}, options), "--test PROGRAM -- YOUR PROGRAM"));
}

TEST_CASE("of numbers against nan the side is known, of numbers that are not grouped the ends are taken") {
    auto fixture = testing::suspectsFixture();
    fixture.outcome.values = {"NaN", "NaN", "7.5", "7.5"};
    fixture.outcome.groups = {{"NaN", {0, 1}}, {"7.5", {2, 3}}};
    std::string text = lineFor(fixture, {}, {false, "runs"});
    CHECK(holds(text, "--good 'my runs/r3' --bad 'my runs/r1'"));
    CHECK_FALSE(holds(text, "exchange"));
    fixture.outcome.values = {"9", "9", "1", "1"};
    fixture.outcome.groups = {{"1", {2, 3}}, {"9", {0, 1}}};
    text = lineFor(fixture, {}, {false, "runs"});
    CHECK(holds(text, "which of them is good is not known: exchange them"));
    DocumentOptions byLoss{false, "runs"};
    byLoss.outcome = "--outcome-pattern 'loss (.*)'";
    text = lineFor(fixture, {}, byLoss);
    CHECK(holds(text, "--good 'my runs/r3' --bad 'my runs/r1'"));
    CHECK(holds(text, "so taken by the word “loss”: exchange them"));
    fixture.outcome.values = {"3", "9", "1", "5"};
    fixture.outcome.groups.clear();
    fixture.outcome.grouping = Grouping::ungrouped;
    text = lineFor(fixture, {}, {false, "runs"});
    CHECK(holds(text, "--good 'my runs/r3' --bad 'my runs/r2'"));
    fixture.outcome.values = {std::nullopt, std::nullopt, std::nullopt, std::nullopt};
    CHECK(holds(lineFor(fixture, {}, {false, "runs"}), "--good RUN --bad RUN --outcome-pattern REGEX -- YOUR PROGRAM"));
}
