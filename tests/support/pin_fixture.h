#pragma once

#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin_check.h"
#include "core/pin/pin_rules.h"
#include "tests/support/dataset_builder.h"

#include <string>
#include <utility>
#include <vector>

namespace flipscope::testing {

// Two keys in two runs. Both are pinned, the first to what run1 used, against which run2 decided; the second was tuned
// anew by both.
struct PinFixture {
    Dataset dataset;
    std::vector<Pin> pins;
    PinChoice choice;
    WrittenPins written;

    PinFixture() {
        DatasetBuilder builder;
        const auto set = builder.addSet({"naive", "mma", "evil\x1b[31m"});
        const auto first = builder.addKey(R"({"m":1})"), second = builder.addKey(R"({"m":2})"),
                   third = builder.addKey(R"({"m":3})");
        const auto run1 = builder.addRun("run1"), run2 = builder.addRun("run2");
        builder.decide(run1, first, set, 0, {{0, 100}, {1, 120}}).line = 1;
        builder.decide(run2, first, set, 1, {{0, 100}, {1, 90}}).line = 1;
        builder.decide(run1, second, set, 2, {{2, 100}}).line = 2;
        builder.decide(run2, second, set, 2, {{2, 100}}).line = 2;
        builder.decide(run2, third, set, 0, {{0, 100}}).line = 3;
        dataset = builder.take();
        PinRequest request;
        request.rule = PinRule{PinRule::Kind::run, "run1"};
        request.by = "somebody";
        choice = choosePins(dataset, analyse(dataset).value(), request).value();
        pins = choice.pins;
        choice.warnings.push_back({second, "Candidate 2 never ran."});
        written.rows = {{0, "autotune/0.11.0/device-0-0-cuda/t", "k"}, {1, "autotune/0.11.0/device-0-0-cuda/t", "l"}};
        written.otherRowsKept = 5;
        written.otherRowsDropped = 2;
        written.otherChoicesDropped = 3;
        written.warnings = {"The base keeps its choices elsewhere."};
    }

    [[nodiscard]] PinCheck check() const { return checkPins(pins, dataset, buildWinnerMatrix(dataset)); }
};

}  // namespace flipscope::testing
