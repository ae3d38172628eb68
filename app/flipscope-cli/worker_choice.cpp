#include "app/flipscope-cli/worker_choice.h"

#include "core/report/format.h"
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
    if (hello.devices.empty()) {
        std::string because = "the worker has no device";
        for (const std::string& note : hello.notes)
            because += "; it says: " + note;
        return Error{because};
    }
    // The worker lists the cards that are built in first.
    if (choice.emulated) return hello.devices.back();
    if (options.device.empty()) return hello.devices.front();
    std::vector<std::string> known;
    for (const WorkerDevice& device : hello.devices) {
        if (device.id == options.device) return device;
        known.push_back(printable(device.id, 100) + " (" + printable(device.name, 100) + ")");
    }
    return Error{"the worker has no device “" + printable(options.device, 100) + "”; it has " + joinList(known)};
}

}  // namespace flipscope::cli
