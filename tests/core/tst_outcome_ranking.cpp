#include "core/analyse/outcome_ranking.h"
#include "tests/support/output_runs.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// A row an entry, best first: support and the sizes of its groups, after the first run's value.
std::string shown(const std::vector<std::string>& texts) {
    const Dataset dataset = testing::runsWithOutputs(texts);
    const auto fields = findVaryingFields(alignOutputs(dataset, testing::allRuns(dataset)));
    std::string text;
    for (const RankedField& entry : rankFields(fields)) {
        text += entry.outcome.values[0].value_or("-") + " " + std::to_string(entry.support).substr(0, 4);
        for (const OutcomeGroup& group : entry.outcome.groups)
            text += " " + std::to_string(group.members.size());
        text += " +" + std::to_string(entry.others.size()) + "\n";
    }
    return text;
}

// Runs of one text in which {} stands for the run's value of a column.
std::vector<std::string> filled(const std::string& form, const std::vector<std::vector<std::string>>& columns) {
    std::vector<std::string> texts(columns.front().size());
    for (std::size_t run = 0; run < texts.size(); ++run) {
        std::size_t column = 0;
        for (std::size_t i = 0; i < form.size(); ++i) {
            if (form.compare(i, 2, "{}") == 0) {
                texts[run] += columns[column++][run];
                ++i;
            } else {
                texts[run] += form[i];
            }
        }
    }
    return texts;
}

using Column = std::vector<std::string>;
const Column kHalves{"ok", "ok", "ok", "bad", "bad", "bad"};

}  // namespace

TEST_CASE("two groups of several runs score one, more groups and single runs less") {
    CHECK(shown(filled("a {}\nz\n", {kHalves})) == "ok 1.00 3 3 +0\n");
    // Three groups: 1 / log2(3).
    CHECK(shown(filled("a {}\nz\n", {{"u", "u", "v", "v", "w", "w"}})) == "u 0.63 2 2 2 +0\n");
    // One odd run: 5/6 of the runs are together, times 0.3.
    CHECK(shown(filled("a {}\nz\n", {{"u", "u", "u", "u", "u", "w"}})) == "u 0.25 5 1 +0\n");
}

TEST_CASE("equal partitions are one entry with the agreement of the other lines") {
    CHECK(shown(filled("a {}\nb {}\nz\n", {kHalves, {"1", "1", "1", "2", "2", "2"}})) == "ok 2.00 3 3 +1\n");
}

TEST_CASE("tight groups are clearer than spread ones") {
    const Column tight{"7.01", "7.02", "7.03", "9.01", "9.02", "9.03"};
    const Column spread{"7.0", "7.4", "7.9", "8.6", "9.0", "9.6"};
    const std::string rows = shown(filled("b {}\nz\n", {spread})) + shown(filled("a {}\nz\n", {tight}));
    // By hand: 1 - 4 · 0.9133 / 4.915.
    CHECK(rows == "7.0 0.25 3 3 +0\n7.01 0.99 3 3 +0\n");
}

TEST_CASE("a quantity that later lines follow comes before an equally clear detail") {
    // Eight runs; `top` splits them 4:4 like the three lines after it, `detail` splits them across.
    const Column detail{"x", "y", "x", "y", "x", "y", "x", "y"};
    const Column top{"1.01", "1.02", "1.03", "1.04", "2.01", "2.02", "2.03", "2.04"};
    const Column later{"5.3", "5.1", "5.4", "5.2", "6.1", "6.3", "6.4", "6.2"};
    const std::string rows = shown(filled("d {}\nt {}\nu {}\nz\n", {detail, top, later}));
    CHECK(rows.starts_with("1.01 "));
    CHECK(rows.find("\nx ") != std::string::npos);
}

TEST_CASE("a number is preferred to the bits behind it") {
    CHECK(shown(filled("v bits {} of {}\nz\n", {{"aa11bb22", "aa11bb22", "aa11bb23", "aa11bb23"},
                                                {"1.5", "1.5", "2.5", "2.5"}})) == "1.5 1.00 2 2 +1\n");
}

TEST_CASE("of fields that part the runs alike a loss gives the name, a digest only alone") {
    const Column sums{"aa11bb22", "aa11bb22", "aa11bb23", "aa11bb23"};
    const Column numbers{"1.5", "1.5", "2.5", "2.5"};
    CHECK(shown(filled("key 4: checksum {}\nnorm {}\nz\n", {sums, numbers})).starts_with("1.5 "));
    CHECK(shown(filled("norm {}\nloss {}\nz\n", {{"1", "1", "2", "2"}, numbers})) == "1.5 2.50 2 2 +1\n");
    CHECK(shown(filled("key 4: checksum {}\nz\n", {sums})) == "aa11bb22 0.80 2 2 +0\n");
}

TEST_CASE("the word of an outcome decides between about equal ones, not against what more lines follow") {
    const Column across{"1", "2", "1", "2", "1", "2"};
    const Column halves{"7", "7", "7", "8", "8", "8"};
    CHECK(shown(filled("norm {}\nloss {}\nz\n", {halves, across})).starts_with("1 1.25 "));
    CHECK(shown(filled("norm {}\nrate {}\nloss {}\nz\n", {halves, kHalves, across})).starts_with("7 2.00 "));
}

TEST_CASE("time-like fields come last and stand for none that is not") {
    CHECK(shown(filled("took {} s\na {}\nz\n", {{"1", "1", "1", "9", "9", "9"}, kHalves})) == "ok 1.00 3 3 +1\n");
    CHECK(shown(filled("took {} s\na {}\nz\n", {{"1", "9", "1", "9", "1", "9"}, {"u", "u", "u", "u", "u", "w"}})) ==
          "u 0.25 5 1 +0\n1 1.00 3 3 +0\n");
}

TEST_CASE("values of few runs weigh by the share that has one") {
    CHECK(shown({"a 1\nz\n", "a 1\nz\n", "a 2\nz\n", "a 2\nz\n", "a -\nz\n", "a -\nz\n", "a -\nz\n", "a -\nz\n"}) ==
          "1 0.50 2 2 +0\n");
}

TEST_CASE("no fields, no entries") {
    CHECK(rankFields({}).empty());
}
