#include "core/report/csv_report.h"
#include "core/report/rerun_report.h"
#include "tests/support/rerun_fixture.h"

#include <algorithm>

#include <doctest/doctest.h>

namespace flipscope {

TEST_CASE("A row a candidate and input, with its whole checksum and its verdict") {
    RerunReport report = test::smallRerun();
    report.rounds[0].results[1].timing.emplace().median = Nanoseconds{20};
    report.rounds.push_back(report.rounds[0]);
    report.rounds[1].request.lhsSeed = 3;
    report.rounds[1].request.problem.lhsTransposed = true;
    report.rounds[1].request.placement = {68, 72, 76, 1};
    report.rounds[1].request.check = RerunCheck::strided;
    report.rounds[1].request.place = BucketPlace::outside;
    report.rounds[1].request.codeGenerator = CodeGenerator::llvm;
    report.rounds[1].results[2].errors[0].largest = 4e-8;
    const RerunFindings findings = findingsOf(report, report.rounds[0].results[0].candidate);
    const DataTable table = rerunTable({"a key", "Hopper", {}, report, findings});
    REQUIRE(table.rows.size() == 10);
    const auto at = [&](std::size_t row, std::string_view column) {
        const auto place = std::find(table.columns.begin(), table.columns.end(), column);
        REQUIRE(place != table.columns.end());
        REQUIRE(table.rows[row].size() == table.columns.size());
        return toPlainText(table.rows[row][static_cast<std::size_t>(place - table.columns.begin())]);
    };
    CHECK(at(0, "checksum") == "abcdef0123456789");
    CHECK(at(1, "bits") == at(0, "bits"));
    CHECK(at(2, "bits") != at(0, "bits"));
    CHECK(at(3, "status") == "refused");
    CHECK(at(3, "checksum").empty());
    CHECK(at(3, "candidate_verdict").empty());
    CHECK(at(4, "candidate_verdict") == "writesOutside");
    CHECK(at(2, "error") == "1e-08");
    CHECK(at(7, "error") == "4e-08");
    CHECK(at(2, "largest_error") == "4e-08");
    CHECK(at(3, "largest_error").empty());
    CHECK(at(1, "median_ns") == "20");
    CHECK(at(0, "median_ns").empty());
    CHECK(at(0, "k") == "64");
    const std::vector<std::pair<std::string, std::pair<std::string, std::string>>> inputs = {
        {"lhs_transposed", {"false", "true"}},
        {"lhs_stride", {"0", "68"}},
        {"rhs_stride", {"0", "72"}},
        {"out_stride", {"0", "76"}},
        {"offset", {"0", "1"}},
        {"check", {"keySizes", "strided"}},
        {"code_generator", {"cuda-cpp", "llvm"}},
        {"place", {"unknown", "outside"}}};
    for (const auto& each : inputs) {
        const auto& column = each.first;
        const auto& values = each.second;
        CAPTURE(column);
        CHECK(at(0, column) == values.first);
        CHECK(at(5, column) == values.second);
    }
    CHECK(toCsv(table).find('\x1b') == std::string::npos);
}

TEST_CASE("The winners' answer says by what, and nothing where it cannot") {
    RerunReport report = test::smallRerun();
    const auto candidate = [&](std::size_t i) { return report.rounds[0].results[i].candidate; };
    const RerunFindings findings = findingsOf(report, candidate(0));
    const auto answer = [&](std::vector<RerunCandidate> winners) {
        return winnersAnswer({"a key", "Hopper", std::move(winners), report, findings});
    };
    CHECK(answer({}).empty());
    CHECK(answer({candidate(0)}).empty());
    CHECK(answer({candidate(0), candidate(1)}).starts_with("By the model of the card, all winners"));
    CHECK(answer({candidate(0), candidate(2)}).find("different bits") != std::string::npos);
    CHECK(answer({candidate(0), candidate(1), candidate(3)}).find("cannot be told") != std::string::npos);
    CHECK(answer({candidate(0), candidate(2), candidate(3)}).find("different bits") != std::string::npos);
    for (RerunResult& result : report.rounds[0].results)
        result.means = RerunMeans::replica;
    CHECK(answer({candidate(0), candidate(1)}).starts_with("All winners"));
}

}  // namespace flipscope
