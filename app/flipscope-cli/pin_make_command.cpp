#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/pin/measurement_file.h"
#include "core/pin/measurement_merge.h"
#include "core/pin/pin_file.h"
#include "core/pin/pin_places.h"
#include "core/pin/pin_rules.h"
#include "core/read/given_file.h"
#include "core/report/csv_report.h"
#include "core/report/format.h"
#include "core/report/key_choice.h"
#include "core/report/pin_report.h"
#include "core/write/whole_file.h"

#include <charconv>
#include <filesystem>

namespace flipscope::cli {

namespace {

// "KEY=INDEX".
Result<HandPin> handPin(const Dataset& dataset, const std::string& words) {
    const std::size_t at = words.rfind('=');
    std::uint32_t index = 0;
    const char* end = words.data() + words.size();
    if (at == std::string::npos) return Error{"--key takes KEY=INDEX, not “" + printable(words) + "”"};
    const auto read = std::from_chars(words.data() + at + 1, end, index);
    if (read.ec != std::errc() || read.ptr != end) {
        return Error{"--key takes KEY=INDEX, where INDEX is the number of a candidate, not “" + printable(words) + "”"};
    }
    const Result<KeyIndex> key = chosenKey(dataset, words.substr(0, at));
    if (!key) return Error{key.errorMessage()};
    return HandPin{key.value(), {index}};
}

// conflicts: what several reports say differently.
std::optional<Error> addMeasurements(const Options& options, const Loaded& loaded, const std::stop_token& stop,
                                     Measurements& measurements, std::vector<PinWarning>& conflicts) {
    constexpr std::size_t kLongestReport = std::size_t{64} << 20;
    std::size_t number = 0;
    for (const std::string& path : options.rerunReports) {
        const Result<GivenFile> file = readGivenFile(path, kLongestReport, stop);
        if (!file) return Error{path + ": " + file.errorMessage()};
        Result<Measurements> found = measurementsIn(file.value().content, loaded.dataset, loaded.analysis);
        if (!found) return Error{path + ": " + found.errorMessage()};
        const std::vector<PinWarning> told = mergeMeasurements(measurements, found.value(), ++number);
        conflicts.insert(conflicts.end(), told.begin(), told.end());
    }
    return std::nullopt;
}

Result<PinRequest> requestOf(const Options& options, const Loaded& loaded, const std::stop_token& stop,
                             std::vector<PinWarning>& conflicts) {
    PinRequest request;
    if (!options.pinRule.empty()) {
        const Result<PinRule> rule = parsePinRule(options.pinRule);
        if (!rule) return Error{rule.errorMessage()};
        request.rule = rule.value();
    }
    for (const std::string& words : options.handPins) {
        const Result<HandPin> pin = handPin(loaded.dataset, words);
        if (!pin) return Error{pin.errorMessage()};
        request.byHand.push_back(pin.value());
    }
    if (const auto error = addMeasurements(options, loaded, stop, request.measurements, conflicts)) return *error;
    request.by = options.pinnedBy;
    request.assumptions = options.assumptions;
    request.places = placesOfRuns(loaded.dataset, loaded.analysis.matrix, stop);
    return request;
}

std::optional<Error> refuseOut(const Options& options) {
    std::error_code error;
    if (!options.overwrites && std::filesystem::exists(std::filesystem::symlink_status(options.out, error))) {
        return Error{options.out + " exists already; --force replaces it"};
    }
    return std::nullopt;
}

}  // namespace

Result<Answer> runPinMake(const Options& options, const std::stop_token& stop) {
    if (const auto error = refuseOut(options)) return *error;
    const Result<Loaded> loaded = loadAndAnalyse(options, stop);
    if (loaded.cancelled()) return Cancelled();
    if (!loaded) return Error{loaded.errorMessage()};
    const auto& [dataset, analysis] = loaded.value();
    std::vector<PinWarning> conflicts;
    const Result<PinRequest> request = requestOf(options, loaded.value(), stop, conflicts);
    if (stop.stop_requested()) return Cancelled();
    if (!request) return Error{request.errorMessage()};
    Result<PinChoice> choice = choosePins(dataset, analysis, request.value());
    if (!choice) return Error{choice.errorMessage()};
    choice.value().warnings.insert(choice.value().warnings.begin(), conflicts.begin(), conflicts.end());
    if (choice.value().pins.empty()) {
        const auto& unpinned = choice.value().unpinned;
        return Error{"no key can be pinned" + (unpinned.empty() ? "" : "; for the first: " + unpinned.front().because)};
    }
    if (const auto error = writeWholeFile(options.out, pinFileText(choice.value().pins))) return *error;
    Answer answer;
    if (options.format == Format::json) {
        answer.text = pinsMadeJson(dataset, choice.value(), options.out);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(pinsTable(choice.value().pins));
    } else {
        answer.text = render(options, pinsMadeDocument(dataset, choice.value(), options.out));
    }
    return answer;
}

}  // namespace flipscope::cli
