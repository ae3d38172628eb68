// A worker of docs/worker-protocol.md: runs candidates on the GPU of this machine, or emulates them.

#include "core/rerun/card_file.h"
#include "core/rerun/emulate_backend.h"
#include "core/rerun/worker_loop.h"
#ifdef FLIPSCOPE_WITH_CUDA
#include "kernels/cuda_backend.h"
#endif

#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

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

}  // namespace

int main(int count, char** arguments) {
    constexpr int kCouldNot = 2;
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
    std::ios::sync_with_stdio(false);
    return runWorker(std::cin, std::cout, *running.value(), FLIPSCOPE_VERSION);
}
