#include "core/handover/measured_report.h"

#include "core/pin/measurement_file.h"
#include "core/report/format.h"

#include <map>

#include <nlohmann/json.hpp>

namespace flipscope {

using Json = nlohmann::ordered_json;

namespace {

void scrub(Json& value, const Scrubber& scrubber) {
    if (value.is_string()) value = scrubber.text(value.get<std::string>());
    if (!value.is_structured()) return;
    for (Json& item : value)
        scrub(item, scrubber);
}

std::string textIn(const Json& object, const char* name) {
    const auto found = object.is_object() ? object.find(name) : object.end();
    return object.is_object() && found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

const Json& listIn(const Json& object, const char* name) {
    static const Json kNone = Json::array();
    if (!object.is_object() || !object.contains(name) || !object[name].is_array()) return kNone;
    return object[name];
}

ClassBasis basisOf(const std::string& means) {
    if (means == "real") return ClassBasis::real;
    return means == "replica" ? ClassBasis::replica : ClassBasis::emulated;
}

std::string inputsInWords(const Json& report) {
    std::vector<std::string> inputs;
    for (const Json& round : listIn(report, "rounds")) {
        const Json problem = round.is_object() ? round.value("problem", Json::object()) : Json::object();
        const auto number = [](const Json& object, const char* name) {
            const bool known = object.is_object() && object.contains(name) && object[name].is_number_unsigned();
            return known ? std::to_string(object[name].get<std::uint64_t>()) : std::string("?");
        };
        inputs.push_back(number(problem, "m") + "×" + number(problem, "n") + "×" + number(problem, "k") + " " +
                         printable(textIn(problem, "type"), 20) + ", seeds " + number(round, "lhsSeed") + " and " +
                         number(round, "rhsSeed"));
    }
    return joinList(inputs, 2);
}

}  // namespace

std::optional<std::string> scrubbedJson(std::string_view json, const Scrubber& scrubber) {
    Json value = Json::parse(json, nullptr, false);
    if (value.is_discarded()) return std::nullopt;
    scrub(value, scrubber);
    return value.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<MeasuredReport> readMeasuredReport(std::string_view reportJson, const Dataset& dataset, const Analysis& analysis,
                                          const Scrubber& scrubber) {
    // Checks that it is of a key and of candidates that these runs have.
    if (const auto checked = measurementsIn(reportJson, dataset, analysis); !checked)
        return Error{checked.errorMessage()};
    Json report = Json::parse(reportJson, nullptr, false);
    if (report.is_discarded()) return Error{"it is no JSON"};
    scrub(report, scrubber);
    MeasuredReport read;
    read.key = *findKey(dataset, textIn(report, "key"));
    read.worker = textIn(report, "worker");
    read.bits.basis = basisOf(textIn(report, "means"));
    read.bits.device = textIn(report, "device");
    read.bits.inputs = inputsInWords(report);
    std::map<std::string, std::size_t> classes;
    for (const Json& result : listIn(report, "results")) {
        if (!result.is_object() || !result.contains("index") || !result["index"].is_number_unsigned()) continue;
        const auto index = result["index"].get<std::uint64_t>();
        const auto set = analysis.keys[read.key.value].set;
        if (!set || index >= setOf(dataset, *set).names.size()) continue;
        const CandidateIndex candidate{static_cast<std::uint32_t>(index)};
        const std::string bits = textIn(result, "class");
        if (!bits.empty()) read.bits.classOf[candidate] = classes.try_emplace(bits, classes.size()).first->second;
        read.candidates.push_back({candidate, textIn(result, "name"), textIn(result, "checksum"), bits,
                                   textIn(result, "verdict"), textIn(result, "status")});
    }
    read.json = report.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
    return read;
}

}  // namespace flipscope
