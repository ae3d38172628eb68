#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "tests/support/report_fixture.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string firstLines(const std::string& csv, std::size_t lines) {
    std::size_t end = 0;
    for (std::size_t i = 0; i < lines && end != std::string::npos; ++i)
        end = csv.find("\r\n", end) + 2;
    return csv.substr(0, end);
}

}  // namespace

TEST_CASE("winners: a row a key with the names of what was used, a column a run, empty where unknown") {
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(toCsv(winnersTable(dataset, analysis)) ==
          "id,label,candidates,run1,run2,run3,run4\r\nflip,flip,0 red; 1 green,0,0,1,1\r\n"
          "steady,steady,2 blue,2,2,2,2\r\nlate,late,0 red,,,0,0\r\n");
}

TEST_CASE("sources: why a winner is known or not") {
    const auto [dataset, analysis] = testing::reportFixture();
    CHECK(toCsv(winnerSourcesTable(dataset, analysis)) ==
          "id,label,run1,run2,run3,run4\r\nflip,flip,log,log,log,log\r\nsteady,steady,log,log,log,log\r\n"
          "late,late,keyAbsent,keyAbsent,log,log\r\n");
}

TEST_CASE("keys: verdict and numbers of the main pair, then the winners") {
    auto [dataset, analysis] = testing::reportFixture();
    const DataTable table = keysTable(dataset, analysis);
    REQUIRE(table.rows.size() == 3);
    CHECK(table.columns.size() == 17);
    CHECK(table.rows[0].size() == 17);
    CHECK(toPlainText(table.rows[0][3]) == "true");
    CHECK(toPlainText(table.rows[0][5]) == "coinFlip");
    CHECK(toPlainText(table.rows[0][7]) == "0.01");
    CHECK(toPlainText(table.rows[0][8]) == "10");
    CHECK(toPlainText(table.rows[0][11]) == "2");
    CHECK(toPlainText(table.rows[0][16]) == "1");
    CHECK(toPlainText(table.rows[1][3]) == "false");
    CHECK(table.columns[12] == "predicted_bits");
    CHECK(toPlainText(table.rows[0][12]) == "unknown");
    for (const auto& [basis, bits] : {std::pair(ClassBasis::emulated, "sameBits"), {ClassBasis::real, ""}}) {
        takeMeasured(analysis, {{KeyIndex{0}, {basis, "", "", {{{0}, 1}, {{1}, 1}}}}});
        CHECK(toPlainText(keysTable(dataset, analysis).rows[0][12]) == bits);
    }
}

TEST_CASE("timings: a row a candidate of a key, a column a run") {
    const auto [dataset, analysis] = testing::reportFixture();
    const DataTable medians = timingsTable(dataset, analysis, TimingField::median);
    CHECK(medians.name == "medians");
    REQUIRE(medians.rows.size() == 5);  // three of flip, two of steady
    CHECK(toPlainText(medians.rows[1][3]) == "1");
    CHECK(toPlainText(medians.rows[1][4]) == "green");
    CHECK(toPlainText(medians.rows[1][5]) == "1010");
    CHECK(toPlainText(timingsTable(dataset, analysis, TimingField::minimum).rows[0][5]) == "900");
    CHECK(toPlainText(timingsTable(dataset, analysis, TimingField::maximum).rows[0][5]) == "1200");
    CHECK(timingsTable(dataset, analysis, TimingField::mean).name == "means");
}

TEST_CASE("candidates: runs and medians of each") {
    const auto [dataset, analysis] = testing::reportFixture();
    const DataTable table = candidatesTable(dataset, analysis, {KeyIndex{0}});
    REQUIRE(table.rows.size() == 3);
    CHECK(toPlainText(table.rows[0][3]) == "red");
    CHECK(toPlainText(table.rows[0][4]) == "2");
    CHECK(toPlainText(table.rows[0][9]) == "1000");
}

TEST_CASE("runs, drift, environment and problems keep their columns") {
    auto [dataset, analysis] = testing::reportFixture();
    analysis.drift = {{KeyIndex{0}, CandidateIndex{1}, 4, 0.25, 0.001}};
    dataset.runs[0].environment = {{"device", "cuda:0"}, {"driver", "580"}};
    dataset.runs[1].environment = {{"device", "cuda:1"}, {"driver", "580"}};
    analysis.environment = {{"device", {{"cuda:0", {RunIndex{0}}}, {"cuda:1", {RunIndex{1}, RunIndex{2}}}}, {}}};
    CHECK(firstLines(toCsv(runsTable(dataset, analysis)), 1) ==
          "run,decisions,exit_status,choices_unknown,perhaps_two_processes,regret_ns,regret_keys_counted,"
          "regret_keys_not_counted,worst_key,worst_ns\r\n");
    CHECK(runsTable(dataset, analysis).rows.size() == 4);
    CHECK(toCsv(driftTable(dataset, analysis)) ==
          "id,label,candidate,runs,relative_change,trend_p\r\nflip,flip,1,4,0.25,0.001\r\n");
    CHECK(toCsv(environmentTable(dataset, analysis)) ==
          "name,value,run,differs\r\ndevice,cuda:0,run1,true\r\ndevice,cuda:1,run2,true\r\n"
          "driver,580,run1,false\r\ndriver,580,run2,false\r\n");
    CHECK(environmentTable(dataset, analysis).note.empty());
    analysis.environment.clear();
    CHECK(environmentTable(dataset, analysis).note == "Nothing that the runs state about their environment differs.");
    for (Run& run : dataset.runs)
        run.environment.clear();
    CHECK(environmentTable(dataset, analysis).note == "No run states anything about its environment.");
    CHECK(toCsv(problemsTable(dataset)) == "kind,path,line,message\r\ndamagedRecord,run1/log,7,not JSON\r\n");
}
