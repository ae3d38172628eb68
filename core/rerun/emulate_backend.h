#pragma once

#include "core/rerun/card_file.h"
#include "core/rerun/steady_progress.h"
#include "core/rerun/worker_backend.h"

#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace flipscope {

// Computes what candidates would on the cards it has numbers for. Each numerical class is computed once a request,
// whatever the number of candidates in it.
class EmulateBackend : public WorkerBackend {
public:
    // The device ids are the cards' positions in the list. progressEvery: how often what is computed is said again.
    explicit EmulateBackend(std::vector<CardNumbers> cards, std::chrono::milliseconds progressEvery = kProgressEvery)
        : m_cards(std::move(cards)), m_progressEvery(progressEvery) {}

    [[nodiscard]] WorkerHello hello() override;
    [[nodiscard]] std::optional<Error> run(const RerunRequest& request, const RunSink& sink,
                                           const std::stop_token& stop) override;

private:
    std::vector<CardNumbers> m_cards;
    std::chrono::milliseconds m_progressEvery;
};

// With the cards that are built in and those of the given card files.
[[nodiscard]] Result<std::unique_ptr<WorkerBackend>> makeEmulateBackend(const std::vector<std::string>& cardFiles);

}  // namespace flipscope
