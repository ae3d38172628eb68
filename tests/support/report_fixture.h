#pragma once

#include "core/analyse/analysis.h"
#include "core/report/document.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

namespace flipscope::testing {

struct ReportFixture {
    Dataset dataset;
    Analysis analysis;
};

// Four runs and three keys with one set of three candidates. "flip": winners 0 0 1 1; "steady": always 2; "late": tuned
// in run3 and run4 only, winner 0. Candidate 1 failed in run1 for "flip". Bands of 0 and 1 overlap for "flip".
[[nodiscard]] inline ReportFixture reportFixture() {
    DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet({"red", "green", "blue"});
    const KeyIndex flip = builder.addKey("flip");
    const KeyIndex steady = builder.addKey("steady");
    const KeyIndex late = builder.addKey("late");
    for (std::uint32_t i = 0; i < 4; ++i) {
        const RunIndex run = builder.addRun("run" + std::to_string(i + 1));
        Decision& decision = builder.decide(run, flip, set, i < 2 ? 0 : 1,
                                            {{0, 1000, 900, 1200}, {1, 1010, 900, 1200}, {2, 5000, 4000, 6000}});
        if (i == 0) decision.failed.push_back({CandidateIndex{1}, CandidateStatus::failed, 0});
        builder.decide(run, steady, set, 2, {{2, 100, 90, 110}, {0, 300, 290, 310}});
        if (i >= 2) builder.decide(run, late, set, 0);
    }
    ReportFixture fixture{builder.take(), {}};
    fixture.dataset.report.problems.push_back({ProblemKind::damagedRecord, "run1/log", 7, "not JSON"});
    fixture.dataset.report.problemCount = 1;
    fixture.dataset.report.recordsSkipped = 1;
    fixture.dataset.report.notes.push_back({NoteKind::information, "run1/log", "worth knowing"});
    Result<Analysis> analysis = analyse(fixture.dataset);
    REQUIRE(analysis.hasValue());
    fixture.analysis = std::move(analysis).value();
    return fixture;
}

// Twelve runs of one key: 0 wins five, 1 four, 2 three. 0 and 1 are the faster one in turn, 2 is twice as slow in every
// run: a coin flip between the two most frequent winners, disturbed where 2 was chosen.
[[nodiscard]] inline ReportFixture twoVerdicts() {
    DatasetBuilder builder;
    const CandidateSetIndex set = builder.addSet({"red", "green", "blue"});
    const KeyIndex key = builder.addKey("flip");
    for (std::uint32_t i = 0; i < 12; ++i) {
        const RunIndex run = builder.addRun("run" + std::to_string(i + 1));
        const std::int64_t red = i % 2 == 0 ? 1000 : 1010, green = 2010 - red;
        builder.decide(run, key, set,
                       i < 5   ? 0
                       : i < 9 ? 1
                               : 2,
                       {{0, red, red - 50, red + 50}, {1, green, green - 50, green + 50}, {2, 2000, 1990, 2010}});
    }
    ReportFixture fixture{builder.take(), {}};
    Result<Analysis> analysis = analyse(fixture.dataset);
    REQUIRE(analysis.hasValue());
    fixture.analysis = std::move(analysis).value();
    return fixture;
}

// All cells of the first table whose first column has this title, row by row; empty when there is none.
[[nodiscard]] inline std::vector<std::vector<Cell>> rowsOfTable(const Document& document,
                                                                std::string_view firstColumn) {
    for (const Block& block : document.blocks) {
        const auto* table = std::get_if<Table>(&block);
        if (table != nullptr && !table->columns.empty() && table->columns.front().title == firstColumn)
            return table->rows;
    }
    return {};
}

}  // namespace flipscope::testing
