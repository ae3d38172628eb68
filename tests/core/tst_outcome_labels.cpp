#include "core/analyse/outcomes.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

const std::vector<RunIndex> kAll{RunIndex{0}, RunIndex{1}, RunIndex{2}};

Dataset threeRuns() {
    testing::DatasetBuilder builder;
    for (const char* id : {"run1", "run2", "run13"})
        builder.addRun(id);
    return builder.take();
}

std::string shown(const Result<LabelValues>& result) {
    if (!result) return "error: " + result.errorMessage();
    std::string text;
    for (const auto& value : result.value().values.values)
        text += "[" + value.value_or("?") + "]";
    for (const Problem& problem : result.value().problems)
        text += "\n" + std::to_string(problem.line) + ": " + problem.message;
    return text;
}

}  // namespace

TEST_CASE("labels are read by column name in any case and order") {
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run,label\nrun1,clean\nrun13,exploded\n", "l.csv")) ==
          "[clean][?][exploded]");
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "Note;LABEL;seed;Run\nx;clean;1;run2\n", "l.csv")) ==
          "[?][clean][?]");
}

TEST_CASE("two columns need no header when the first names runs") {
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run1,a\npath/run13,b\n", "l.csv")) == "[a][?][b]");
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "x,a\ny,b\n", "l.csv")).starts_with("error: l.csv: line 1"));
}

TEST_CASE("rows that cannot be used are problems with their line, the others count") {
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run,label\nrun7,a\nrun1,b\nrun1,c\nrun1,b\nrun2\nrun13,\n",
                               "l.csv")) ==
          "[b][?][?]\n2: \"run7\" names no run, or more than one; there are run1, run2, run13\n4: \"run1\" is labelled "
          "a second time, \"c\" after "
          "\"b\"; "
          "the first counts\n6: the row has no label column");
}

TEST_CASE("a row with more cells than the header is a problem that names what is ignored") {
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run,label\nrun1,clean, mostly\nrun2,b\n", "l.csv")) ==
          "[clean][b][?]\n2: the row has 3 cells where the header has 2: \"mostly\" is ignored; a label that holds a "
          "comma must stand in quotes");
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "note;label;run\n;a;run1;x;y\n", "l.csv")) ==
          "[a][?][?]\n2: the row has 5 cells where the header has 3: \"x;y\" is ignored; a label that holds a "
          "semicolon must stand in quotes");
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run1,a\nrun2,b,c\n", "l.csv")) ==
          "[a][b][?]\n2: the row has 3 cells where the first row has 2: \"c\" is ignored; a label that holds a comma "
          "must stand in quotes");
    // Commas that a spreadsheet leaves behind lose nothing, and a quoted comma is part of the label.
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run,label\nrun1,a,,\nrun2,\"b,c\"\n", "l.csv")) == "[a][b,c][?]");
}

TEST_CASE("labels of runs that were not chosen are passed over") {
    CHECK(shown(valuesByLabels(threeRuns(), {RunIndex{2}}, "run,label\nrun1,a\nrun13,b\n", "l.csv")) == "[b]");
}

TEST_CASE("tables without rows, of the wrong kind or too large are errors") {
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "", "l.csv")).starts_with("error: l.csv: holds no rows"));
    CHECK(shown(valuesByLabels(threeRuns(), kAll,
                               "\x7f"
                               "ELF\x02\x01",
                               "l.csv"))
              .starts_with("error: l.csv: line 1"));
    CHECK(shown(valuesByLabels(threeRuns(), kAll, std::string(kMaxLabelBytes + 1, 'x'), "l.csv"))
              .starts_with("error: l.csv: more than 16 MB"));
}

TEST_CASE("only so many problems are kept, the rest is counted") {
    std::string csv = "run,label\n";
    for (int i = 0; i < 250; ++i)
        csv += "nobody,x\n";
    const auto result = valuesByLabels(threeRuns(), kAll, csv, "l.csv");
    REQUIRE(result);
    CHECK(result.value().problems.size() == kMaxProblemsKept + 1);
    CHECK(result.value().problems.back().message == "150 more rows like these");
}

TEST_CASE("a quote that is never closed is an error with its line: rows behind it may be swallowed") {
    CHECK(shown(valuesByLabels(threeRuns(), kAll, "run,label\nrun1,a\nrun2,\"b\nrun13,c\n", "l.csv"))
              .starts_with("error: l.csv: line 3: a quote is opened and never closed"));
}
