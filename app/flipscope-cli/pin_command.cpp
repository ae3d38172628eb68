#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/pin/cubecl_database_writer.h"
#include "core/pin/pin_check.h"
#include "core/pin/pin_file.h"
#include "core/process/command_words.h"
#include "core/read/choice_rows.h"
#include "core/read/loader.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/pin_report.h"

#include <filesystem>
#include <utility>

namespace flipscope::cli {

namespace {

// Runs first and pin file behind them is the order of most other commands, and of none here.
std::optional<Error> orderFault(const Options& options) {
    std::error_code error;
    if (!std::filesystem::is_directory(options.pinFile, error)) return std::nullopt;
    for (const std::string& path : options.paths) {
        if (!path.ends_with(".json") || !std::filesystem::is_regular_file(path, error)) continue;
        return Error{"the pin file stands first: flipscope-cli pin check " + quotedForShell(path) + " " +
                     quotedForShell(options.pinFile)};
    }
    return std::nullopt;
}

// The database of a run whose folder was named in its place.
Result<std::string> baseDatabase(const std::string& base, const std::stop_token& stop) {
    std::error_code error;
    if (!std::filesystem::is_directory(base, error)) return base;
    LoadOptions load;
    load.stop = stop;
    const Result<Dataset> dataset = loadRuns({base}, load);
    if (dataset.cancelled()) return Cancelled();
    std::vector<std::string> databases;
    for (std::size_t i = 0; dataset && i < dataset.value().runs.size(); ++i) {
        for (std::string& path : databasesOf(dataset.value().runs[i]))
            databases.push_back(std::move(path));
    }
    if (databases.size() == 1) return databases.front();
    if (databases.empty()) return Error{base + " is a folder, and no environment database lies in it"};
    constexpr std::size_t kNamed = 6;
    return Error{base +
                 " is a folder with several environment databases; name one of them: " + joinList(databases, kNamed)};
}

}  // namespace

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
    const Result<std::string> base = baseDatabase(options.base, stop);
    if (base.cancelled()) return Cancelled();
    if (!base) return Error{base.errorMessage()};
    const auto written = writePins(pins.value(), base.value(), options.out, how);
    if (written.cancelled()) return Cancelled();
    if (!written) return Error{written.errorMessage()};
    const PinsWritten view{pins.value(), written.value(), base.value(), options.out};
    return Answer{inFormat(
        options, [&] { return pinsWrittenJson(view); }, [&] { return pinsWrittenTable(view); },
        [&] { return pinsWrittenDocument(view); })};
}

Result<Answer> runPinCheck(const Options& options, const std::stop_token& stop) {
    if (const auto fault = orderFault(options)) return *fault;
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
    Answer answer{inFormat(
        options, [&] { return pinCheckJson(pins.value(), dataset, check); },
        [&] { return pinCheckTable(pins.value(), dataset, check); },
        [&] { return pinCheckDocument(pins.value(), dataset, check); })};
    if (options.isStrict && !isInEffectEverywhere(check)) answer.exitStatus = kFound;
    return answer;
}

}  // namespace flipscope::cli
