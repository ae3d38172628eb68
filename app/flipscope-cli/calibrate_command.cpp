#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/output.h"
#include "app/flipscope-cli/worker_choice.h"
#include "core/report/calibration_report.h"
#include "core/report/format.h"
#include "core/rerun/product_names.h"
#include "core/write/whole_file.h"

namespace flipscope::cli {

namespace {

// By whose rules the device is run; no worker says it but by the compute capability.
Result<Card> generationOf(const Options& options, const WorkerChoice& choice, const WorkerDevice& device) {
    if (options.assumptions.card) return *options.assumptions.card;
    if (choice.emulated) return choice.emulated->generation;
    if (const auto generation = generationOfCapability(device.computeCapability)) return *generation;
    if (const auto generation = cardFromString(device.name)) return *generation;
    if (const CardNumbers* card = builtInCardOf(device.name, {})) return card->generation;
    return Error{"the worker does not say what kind of GPU “" + printable(device.name, 100) +
                 "” is: name the generation whose kernels it runs with --card"};
}

// A second card of the same name would hide this one.
std::optional<Error> nameFault(const std::string& name) {
    if (name.find_first_not_of(" \t\r\n") == std::string::npos) return Error{"the name of the card is empty"};
    if (name.size() > kLongestCardName) {
        return Error{"the name of the card is longer than " + std::to_string(kLongestCardName) + " bytes"};
    }
    CardNumbers named;
    named.name = name;
    const Result<CardNumbers> read = parseCard(cardText(named), "--name");
    if (!read || read.value().name != name) return Error{"the name of the card is no UTF-8 text"};
    // The generation's numbers only stand in for a product that is calibrated now.
    if (const auto known = findCard(name); known && kinshipInWords(known.value(), name).empty())
        return Error{"there is a card “" + printable(name, 100) + "” already: give this one another name"};
    return std::nullopt;
}

std::string sourceOf(const CalibrationView& view) {
    std::size_t equal = 0;
    for (const TypeCalibration& type : view.calibration.types)
        equal += type.seeded.equal + type.cancelling.equal;
    const std::string what = view.hello.means == RerunMeans::emulated  ? "an emulated device"
                             : view.hello.means == RerunMeans::replica ? "replica kernels"
                                                                       : "real kernels";
    return "calibrated by Flipscope " FLIPSCOPE_VERSION " on " + deviceInWords(view.device) + ", " + what + ": " +
           std::to_string(equal) + " checksums of random products equal, none different";
}

}  // namespace

Result<Answer> runCalibrate(const Options& options, const std::stop_token& stop) {
    if (const auto fault = nameFault(options.cardName)) return *fault;
    const Result<WorkerChoice> choice = chosenWorker(options);
    if (!choice) return Error{choice.errorMessage()};
    Result<WorkerClient> worker = WorkerClient::start(choice.value().command, {}, stop);
    if (worker.cancelled()) return Cancelled();
    if (!worker) return Error{worker.errorMessage()};
    const WorkerHello hello = worker.value().hello();
    const Result<WorkerDevice> device = chosenDevice(options, choice.value(), hello);
    if (!device) return Error{device.errorMessage()};
    if (!hello.givenOperands) {
        return Error{
            "this worker cannot calibrate: its hello does not say givenOperands, so it computes seeded inputs only"};
    }
    const Result<Card> generation = generationOf(options, choice.value(), device.value());
    if (!generation) return Error{generation.errorMessage()};

    const CardCalibration found =
        calibrateCard(runnerOf(worker.value(), stop), {device.value().id, options.checks, options.checkSeed});
    if (found.stopped) return Cancelled();
    CalibrationView view{options.cardName, options.cardOut, false, hello, device.value(), found};
    if (found.isVerified()) {
        const CardNumbers card =
            calibratedCard(found, options.cardName, generation.value(), hello.means, sourceOf(view));
        if (const auto fault = writeWholeFile(options.cardOut, cardText(card))) return *fault;
        view.isWritten = true;
    }
    std::string text = inFormat(
        options, [&] { return calibrationJson(view); }, [&] { return calibrationTable(view); },
        [&] { return calibrationDocument(view); });
    return Answer{std::move(text), view.isWritten ? kDone : kFailed};
}

}  // namespace flipscope::cli
