#pragma once

#include "tests/support/kept_rerun_fixture.h"
#include "ui/panels/rerun_page.h"
#include "ui/view_state.h"

#include <QSignalSpy>
#include <QString>
#include <chrono>

#include <QtTest/QtTest>

namespace flipscope::testing {

inline constexpr int kLongMs = 60'000;

inline QString faultyWorker() {
    return QStringLiteral("python3 \"%1/workers/faulty_worker.py\"").arg(QStringLiteral(FLIPSCOPE_TEST_DATA));
}

// An order for the worker that misbehaves as its candidates are named.
inline RerunOrder faultyOrder(const std::string& label, const std::vector<std::string>& names) {
    RerunOrder order;
    order.target.label = label;
    order.worker = {{"python3", FLIPSCOPE_TEST_DATA "/workers/faulty_worker.py"}};
    order.plan.problem = {8, 8, 8};
    for (const std::string& name : names)
        order.plan.candidates.push_back({std::nullopt, name});
    return order;
}

// A state with matmulRuns(), analysed.
struct MatmulState {
    ViewState state;
    std::shared_ptr<const Dataset> dataset = matmulRuns();

    MatmulState() {
        state.setDataset(dataset);
        state.setAnalysis(std::make_shared<const Analysis>(analyse(*dataset).value()));
    }
};

// Whether the queue has come to rest.
inline bool waitIdle(RerunQueue& queue) {
    return !queue.running() || QSignalSpy(&queue, &RerunQueue::idle).wait(kLongMs);
}

}  // namespace flipscope::testing
