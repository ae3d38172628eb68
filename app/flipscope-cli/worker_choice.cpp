#include "app/flipscope-cli/worker_choice.h"

#include "core/report/format.h"
#include "core/rerun/device_choice.h"
#include "core/rerun/own_worker.h"

namespace flipscope::cli {

Result<WorkerChoice> chosenWorker(const Options& options) {
    constexpr std::string_view kEmulate = "emulate:";
    const bool hasCommand = !options.workerCommand.empty();
    const std::string backend = !options.backend.empty() ? options.backend : hasCommand ? "worker" : "cuda";
    if (backend == "worker" && !hasCommand) {
        const std::string place = options.command == Command::rerun ? "--worker" : "--";
        return Error{"--backend worker needs the worker's command behind " + place + ", for example " + place +
                     " ssh gpu flipscope-worker"};
    }
    if (backend != "worker" && hasCommand) {
        return Error{"a worker's command goes with --backend worker only, not with " + printable(backend, 100)};
    }
    if (backend == "worker") return WorkerChoice{{options.workerCommand}, {}, false};
    if (backend == "cuda") return WorkerChoice{ownWorkerCommand(ownWorker(), "cuda", {}), {}, true};
    if (!backend.starts_with(kEmulate)) {
        return Error{"--backend takes cuda, emulate:CARD or worker, not “" + printable(backend, 100) + "”"};
    }
    const std::string card = backend.substr(kEmulate.size());
    const Result<CardNumbers> numbers = findCard(card);
    if (!numbers) return Error{numbers.errorMessage()};
    return WorkerChoice{ownWorkerCommand(ownWorker(), "emulate", card), numbers.value(), false};
}

Result<WorkerDevice> chosenDevice(const Options& options, const WorkerChoice& choice, const WorkerHello& hello) {
    return choice.emulated ? flipscope::chosenDevice(hello, {}, choice.emulated->name)
                           : flipscope::chosenDevice(hello, options.device, {});
}

}  // namespace flipscope::cli
