#pragma once

#include "tests/support/kept_rerun_fixture.h"
#include "ui/view_state.h"

#include <memory>

#include <QtTest/QtTest>

namespace flipscope::testing {

// matmulRuns() with keys that can be pinned: JSON objects of a tuner.
inline std::shared_ptr<const Dataset> pinnableRuns() {
    Dataset dataset = *matmulRuns();
    dataset.keys[0].canonicalJson = R"({"m":64})";
    dataset.keys[1].canonicalJson = R"({"m":16})";
    for (TuningKey& key : dataset.keys)
        key.tuner = "matmul";
    return std::make_shared<const Dataset>(std::move(dataset));
}

// A state with them, analysed.
struct PinnableState {
    ViewState state;
    std::shared_ptr<const Dataset> dataset = pinnableRuns();

    PinnableState() {
        state.setDataset(dataset);
        state.setAnalysis(std::make_shared<const Analysis>(analyse(*dataset).value()));
    }
};

// Whether all jobs have come to rest.
inline bool waitCalm(const ViewState& state) {
    return QTest::qWaitFor([&state] { return state.busyWith().empty(); }, 60'000);
}

}  // namespace flipscope::testing
