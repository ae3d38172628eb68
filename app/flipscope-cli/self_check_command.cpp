#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/output.h"
#include "app/flipscope-cli/worker_choice.h"
#include "core/report/self_check_report.h"
#include "core/rerun/emulate_backend.h"

#include <array>
#include <ctime>

namespace flipscope::cli {

namespace {

#ifdef FLIPSCOPE_WITH_CUDA
constexpr bool kHasCuda = true;
#else
constexpr bool kHasCuda = false;
#endif

constexpr Card kMeasuredCard = Card::hopper;

std::string dateNow() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    std::array<char, 32> text{};
    if (gmtime_r(&now, &parts) == nullptr) return {};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

const CardNumbers& measuredCard() {
    return *builtInCardOf("H200", {});
}

// The numbers that the device is compared with.
Result<CardNumbers> cardOf(const Options& options, const WorkerDevice& device) {
    if (!options.cardFile.empty()) return findCard(options.cardFile);
    if (const CardNumbers* card = builtInCardOf(device.name, device.computeCapability)) return *card;
    return Error{
        "the numbers of this card are not known; calibrate first: flipscope-cli calibrate --name NAME --out "
        "card.json, then flipscope-cli self-check --card-file card.json"};
}

// The device part; what keeps it from running is written to view.skipped. An Error when a worker that was asked for
// cannot be started.
std::optional<Error> checkDevicePart(const Options& options, const std::stop_token& stop, SelfCheckView& view) {
    const Result<WorkerChoice> choice = chosenWorker(options);
    if (!choice) return Error{choice.errorMessage()};
    if (choice.value().isOwnGpu && !kHasCuda) {
        view.skipped = "this build has no CUDA back end";
        return std::nullopt;
    }
    view.mustRun = !choice.value().isOwnGpu;
    Result<WorkerClient> worker = WorkerClient::start(choice.value().command, {}, stop);
    if (worker.cancelled()) return std::nullopt;
    if (!worker && !choice.value().isOwnGpu) return Error{worker.errorMessage()};
    if (!worker) {
        view.skipped = "the worker beside this program failed: " + worker.errorMessage();
        view.mustRun = true;
        return std::nullopt;
    }
    const WorkerHello& hello = worker.value().hello();
    const Result<WorkerDevice> device = chosenDevice(options, choice.value(), hello);
    if (!device) {
        view.skipped = device.errorMessage();
        view.mustRun = view.mustRun || !hello.devices.empty();
        return std::nullopt;
    }
    view.device = device.value();
    if (hello.means == RerunMeans::emulated) {
        view.skipped =
            "the worker emulates, so nothing independent was compared for what was asked for: the emulator would be "
            "compared with itself; this check does not pass";
        return std::nullopt;
    }
    view.mustRun = true;
    const Result<CardNumbers> card = cardOf(options, device.value());
    if (!card) {
        view.skipped = card.errorMessage();
        return std::nullopt;
    }
    view.cardName = card.value().name;
    const RequestRunner run = runnerOf(worker.value(), stop);
    if (generationOfCapability(device.value().computeCapability) == kMeasuredCard) {
        view.deviceCells = checkCells(builtInMeasuredCells(), run, device.value().id);
    }
    view.deviceShapes = checkDevice(card.value(), run,
                                    {.device = device.value().id,
                                     .seed = options.checkSeed,
                                     .givenOperands = hello.givenOperands,
                                     .placedOperands = hello.placedOperands});
    return std::nullopt;
}

}  // namespace

Result<Answer> runSelfCheck(const Options& options, const std::stop_token& stop) {
    SelfCheckView view;
    view.version = FLIPSCOPE_VERSION;
    view.date = dateNow();
    EmulateBackend emulator({measuredCard()});
    view.emulator = checkCells(builtInMeasuredCells(), runnerOf(emulator, stop), "0");
    const auto error = checkDevicePart(options, stop, view);
    if (stop.stop_requested()) return Cancelled();
    if (error) return *error;
    std::string text = inFormat(
        options, [&] { return selfCheckJson(view); }, [&] { return selfCheckTable(view); },
        [&] { return selfCheckDocument(view); });
    return Answer{std::move(text), view.passed() ? kDone : kFailed};
}

}  // namespace flipscope::cli
