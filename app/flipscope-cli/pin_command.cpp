#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin_check.h"
#include "core/pin/pin_file.h"
#include "core/report/pin_report.h"

namespace flipscope::cli {

Result<Answer> runPinShow(const Options& options, const std::stop_token& stop) {
    const auto pins = readPinFile(options.pinFile, stop);
    if (pins.cancelled()) return Cancelled();
    if (!pins) return Error{pins.errorMessage()};
    return Answer{inFormat(
        options, [&] { return pinsJson(pins.value()); }, [&] { return pinsTable(pins.value()); },
        [&] { return pinsDocument(pins.value(), options.pinFile); })};
}

Result<Answer> runPinWrite(const Options& options, const std::stop_token& stop) {
    const auto pins = readPinFile(options.pinFile, stop);
    if (pins.cancelled()) return Cancelled();
    if (!pins) return Error{pins.errorMessage()};
    const WriteOptions how{options.keepOtherChoices, options.dropRecords, options.dropKernels,
                           options.overwrites,       options.overwrites,  stop};
    const auto written = writePins(pins.value(), options.base, options.out, how);
    if (written.cancelled()) return Cancelled();
    if (!written) return Error{written.errorMessage()};
    const PinsWritten view{pins.value(), written.value(), options.base, options.out};
    return Answer{inFormat(
        options, [&] { return pinsWrittenJson(view); }, [&] { return pinsWrittenTable(view); },
        [&] { return pinsWrittenDocument(view); })};
}

Result<Answer> runPinCheck(const Options& options, const std::stop_token& stop) {
    const auto pins = readPinFile(options.pinFile, stop);
    if (pins.cancelled()) return Cancelled();
    if (!pins) return Error{pins.errorMessage()};
    const Result<Loaded> loaded = loadAndAnalyse(options, stop);
    if (loaded.cancelled()) return Cancelled();
    if (!loaded) return Error{loaded.errorMessage()};
    const Dataset& dataset = loaded.value().dataset;
    const WinnerMatrix& matrix = loaded.value().analysis.matrix;
    const PinCheck check = checkPins(pins.value(), dataset, matrix, placesOfRuns(dataset, matrix, stop),
                                     tracesOfRuns(dataset, matrix, stop));
    if (stop.stop_requested()) return Cancelled();
    return Answer{inFormat(
        options, [&] { return pinCheckJson(pins.value(), dataset, check); },
        [&] { return pinCheckTable(pins.value(), dataset, check); },
        [&] { return pinCheckDocument(pins.value(), dataset, check); })};
}

}  // namespace flipscope::cli
