#pragma once

#include "app/flipscope-cli/options.h"
#include "core/read/private_folder.h"
#include "core/rerun/card_file.h"
#include "core/rerun/worker_client.h"

#include <optional>
#include <stop_token>
#include <string>

namespace flipscope::cli {

// The worker of --backend, not yet started.
struct WorkerChoice {
    ChildCommand command;
    std::optional<CardNumbers> emulated;  // the card of emulate:CARD
    bool isOwnGpu = false;                // cuda
    std::string cardFile;                 // whose numbers are emulated; empty: a built-in card's
    std::optional<PrivateFolder> folder;  // holds the card file that the worker reads; to be kept while it may start
};

// "cuda", "emulate:CARD" with a card's name or file, or "worker" with the command behind --. An empty --backend is
// worker where there is a command, else cuda.
[[nodiscard]] Result<WorkerChoice> chosenWorker(const Options& options);

// Of a worker's devices the one of --device, else its first; of emulate:CARD that card.
[[nodiscard]] Result<WorkerDevice> chosenDevice(const Options& options, const WorkerChoice& choice,
                                                const WorkerHello& hello);

}  // namespace flipscope::cli
