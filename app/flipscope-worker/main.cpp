// A worker of docs/worker-protocol.md: runs candidates on the GPU of this machine, or emulates them.

#include "core/rerun/card_file.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/worker_loop.h"
#ifdef FLIPSCOPE_WITH_CUDA
#include "kernels/cuda_backend.h"
#endif

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

#include <CLI/CLI.hpp>
#include <poll.h>
#include <unistd.h>

namespace {

using namespace flipscope;

#ifdef FLIPSCOPE_WITH_CUDA
constexpr const char* kDefaultBackend = "cuda";
#else
constexpr const char* kDefaultBackend = "emulate";
#endif

Result<std::unique_ptr<WorkerBackend>> makeBackend(const std::string& name, const std::vector<std::string>& cardFiles) {
#ifdef FLIPSCOPE_WITH_CUDA
    if (name == "cuda") return makeCudaBackend();
#endif
    if (name == "emulate") return makeEmulateBackend(cardFiles);
    return Error{"this build has no back end \"" + name + "\""};
}

constexpr int kCouldNot = 2;

// Ends the program when nobody can read its answers any more: an asker that was killed sends neither cancel nor quit,
// and the end of the input ends nothing, for what was asked before it is still answered. A write would end the program
// too, but a request may compute for minutes before the next one.
void endWithoutReader() {
    pollfd output{STDOUT_FILENO, 0, 0};  // errors and hang-ups are told without being asked for
    while (::poll(&output, 1, -1) < 0 && errno == EINTR) {
    }
    if (output.revents != 0) std::_Exit(kCouldNot);
}

// A back end that is lost: all it found out is written, and the asker starts another worker for the rest. Nothing is
// torn down, for a GPU in an error state may never answer.
[[noreturn]] void endLost(const std::string& because) {
    std::cerr << "flipscope-worker: " << because << std::endl;
    std::_Exit(kCouldNot);
}

}  // namespace

int main(int count, char** arguments) {
    CLI::App app("Runs matmul candidates for Flipscope. Speaks docs/worker-protocol.md on standard input and output.");
    app.footer(
        "Example:\n  echo '{\"type\":\"run\",\"id\":\"1\",\"problem\":{\"m\":64,\"n\":64,\"k\":64,\"type\":\"f32\"},"
        "\"candidates\":[{\"name\":\"matmul_naive\"}]}' | flipscope-worker --backend emulate");
    std::string backend = kDefaultBackend;
    std::vector<std::string> cards;
    app.add_option("--backend", backend, "cuda (a GPU of this machine) or emulate (no GPU needed)")
        ->capture_default_str();
    app.add_option("--card", cards, "Card file to emulate, beside those that are built in (may be given again)");
    app.set_version_flag("--version", std::string("flipscope-worker ") + FLIPSCOPE_VERSION);
    CLI11_PARSE(app, count, arguments);
    const auto running = makeBackend(backend, cards);
    if (!running) {
        std::cerr << "flipscope-worker: " << running.errorMessage() << '\n';
        return kCouldNot;
    }
    std::thread(endWithoutReader).detach();
    std::ios::sync_with_stdio(false);
    return runWorker(std::cin, std::cout, *running.value(), FLIPSCOPE_VERSION, endLost);
}
