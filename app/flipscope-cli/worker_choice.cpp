#include "app/flipscope-cli/worker_choice.h"

#include "core/report/format.h"
#include "core/rerun/device_choice.h"
#include "core/rerun/own_worker.h"
#include "core/rerun/product_names.h"
#include "core/write/whole_file.h"

#include <utility>

namespace flipscope::cli {

namespace {

// The numbers of a file are read once and go to the worker in a file of ours: a pipe gives them only once, and a worker
// that is lost is started again.
Result<WorkerChoice> emulatedCard(const std::string& nameOrFile) {
    Result<CardNumbers> numbers = findCard(nameOrFile);
    if (!numbers) return Error{numbers.errorMessage()};
    if (builtInCardNamed(nameOrFile) != nullptr)
        return WorkerChoice{ownWorkerCommand(ownWorker(), "emulate", {}), numbers.value(), false, {}, {}};
    Result<PrivateFolder> folder = PrivateFolder::create();
    if (!folder) return Error{folder.errorMessage()};
    const std::string file = folder.value().path() + "/card.json";
    if (auto failure = writeWholeFile(file, cardText(numbers.value()))) return std::move(*failure);
    return WorkerChoice{ownWorkerCommand(ownWorker(), "emulate", file), std::move(numbers).value(), false, nameOrFile,
                        std::move(folder).value()};
}

}  // namespace

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
    if (backend == "worker") return WorkerChoice{{options.workerCommand}, {}, false, {}, {}};
    if (backend == "cuda") return WorkerChoice{ownWorkerCommand(ownWorker(), "cuda", {}), {}, true, {}, {}};
    if (!backend.starts_with(kEmulate)) {
        return Error{"--backend takes cuda, emulate:CARD or worker, not “" + printable(backend, 100) + "”"};
    }
    return emulatedCard(backend.substr(kEmulate.size()));
}

Result<WorkerDevice> chosenDevice(const Options& options, const WorkerChoice& choice, const WorkerHello& hello) {
    return choice.emulated ? flipscope::chosenDevice(hello, {}, choice.emulated->name)
                           : flipscope::chosenDevice(hello, options.device, {});
}

}  // namespace flipscope::cli
