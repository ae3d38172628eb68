#include "core/rerun/result_message.h"

#include "core/rerun/result_checksum.h"
#include "core/rerun/worker_messages.h"

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace flipscope {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::array<std::pair<RerunStatus, std::string_view>, 5> kStatusNames = {{
    {RerunStatus::ok, "ok"},
    {RerunStatus::refused, "refused"},
    {RerunStatus::failed, "failed"},
    {RerunStatus::timedOut, "timedOut"},
    {RerunStatus::notRun, "notRun"},
}};
constexpr std::array<std::pair<RerunMeans, std::string_view>, 3> kMeansNames = {{
    {RerunMeans::emulated, "emulated"},
    {RerunMeans::replica, "replica"},
    {RerunMeans::real, "real"},
}};

template <class Value, std::size_t count>
std::string_view nameIn(const std::array<std::pair<Value, std::string_view>, count>& names, Value wanted) {
    for (const auto& [value, name] : names) {
        if (value == wanted) return name;
    }
    return {};
}

template <class Value, std::size_t count>
std::optional<Value> valueIn(const std::array<std::pair<Value, std::string_view>, count>& names,
                             std::string_view wanted) {
    for (const auto& [value, name] : names) {
        if (name == wanted) return value;
    }
    return std::nullopt;
}

OrderedJson finiteOrNull(double value) {
    return std::isfinite(value) ? OrderedJson(value) : OrderedJson(nullptr);
}

OrderedJson errorsToJson(const std::vector<ErrorSummary>& errors) {
    OrderedJson list = OrderedJson::array();
    for (const ErrorSummary& error : errors) {
        OrderedJson item = {{"model", toString(error.model)}, {"largest", finiteOrNull(error.largest)}};
        if (error.largestBeyondRounding) item["largestBeyondRounding"] = finiteOrNull(*error.largestBeyondRounding);
        item["largestUlp"] = finiteOrNull(error.largestUlp);
        item["ulpHistogram"] = error.ulpHistogram;
        list.push_back(std::move(item));
    }
    return list;
}

OrderedJson timingToJson(const TimingSummary& timing) {
    OrderedJson value = {{"min", timing.min.value},
                         {"median", timing.median.value},
                         {"max", timing.max.value},
                         {"lowerBand", timing.lowerBand.value},
                         {"upperBand", timing.upperBand.value},
                         {"samples", timing.samples},
                         {"cacheFlushed", timing.cacheFlushed}};
    if (timing.clock) {
        value["lowestMegahertz"] = timing.clock->lowestMegahertz;
        value["highestMegahertz"] = timing.clock->highestMegahertz;
        value["throttled"] = timing.clock->throttled;
    }
    return value;
}

std::optional<std::uint64_t> checksumOf(std::string_view digits) {
    constexpr std::size_t kDigits = 16;
    constexpr int kBase = 16;
    std::uint64_t value = 0;
    if (digits.size() != kDigits) return std::nullopt;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, kBase);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

// A count or a time as the protocol allows them.
std::uint64_t boundedOr(MessageFields& fields, const char* name, std::uint64_t other) {
    constexpr std::uint64_t kBeyond = std::uint64_t{1} << 53;
    const std::uint64_t value = fields.countOr(name, other);
    if (value >= kBeyond) fields.wrong(name, "too large");
    return value;
}

// The size of an error: infinite at most.
double readErrorSize(MessageFields& error, const char* name) {
    const double size = error.number(name);
    if (size < 0) error.wrong(name, "negative");
    return size;
}

void readErrors(MessageFields& fields, RerunResult& result) {
    if (!fields.has("errors") || !fields.isArray("errors")) return;
    for (const Json& item : fields.at("errors")) {
        if (!item.is_object()) return fields.wrong("errors", "no array of objects");
        MessageFields error(item);
        ErrorSummary& summary = result.errors.emplace_back();
        const auto model = precisionModelFromString(error.text("model"));
        if (!model) return fields.wrong("errors", "an array with an unknown model");
        summary.model = *model;
        summary.largest = readErrorSize(error, "largest");
        if (error.has("largestBeyondRounding")) {
            summary.largestBeyondRounding = readErrorSize(error, "largestBeyondRounding");
        }
        summary.largestUlp = readErrorSize(error, "largestUlp");
        if (error.has("ulpHistogram") && error.isArray("ulpHistogram")) {
            const Json& bins = error.at("ulpHistogram");
            for (std::size_t i = 0; i < bins.size() && i < ErrorSummary::kUlpBins; ++i) {
                if (!bins[i].is_number_unsigned()) return fields.wrong("errors", "an array with a damaged histogram");
                summary.ulpHistogram[i] = bins[i].get<std::uint64_t>();
            }
        }
        if (!error.fault().empty()) return fields.wrong("errors", "an array with a damaged item");
    }
}

// What no measurement can have given, empty when there is nothing.
std::string_view timingFault(const TimingSummary& timing) {
    const auto inOrder = [](Nanoseconds a, Nanoseconds b, Nanoseconds c) {
        return a.value <= b.value && b.value <= c.value;
    };
    if (!inOrder(timing.min, timing.median, timing.max)) return "damaged: its median is not from min to max";
    if (!inOrder(timing.min, timing.lowerBand, timing.median) ||
        !inOrder(timing.median, timing.upperBand, timing.max)) {
        return "damaged: its band is not around the median, from min to max";
    }
    if (timing.samples == 0) return "damaged: it has no samples";
    if (timing.clock && timing.clock->throttled > timing.samples) {
        return "damaged: more samples are throttled than there are";
    }
    return {};
}

void readTiming(MessageFields& fields, RerunResult& result) {
    if (!fields.has("timing") || !fields.isObject("timing")) return;
    MessageFields timing(fields.at("timing"));
    const auto nanoseconds = [&](const char* name) {
        if (!timing.has(name)) timing.wrong(name, "missing");
        return Nanoseconds{static_cast<std::int64_t>(boundedOr(timing, name, 0))};
    };
    TimingSummary summary;
    summary.min = nanoseconds("min");
    summary.median = nanoseconds("median");
    summary.max = nanoseconds("max");
    summary.lowerBand = timing.has("lowerBand") ? nanoseconds("lowerBand") : summary.min;
    summary.upperBand = timing.has("upperBand") ? nanoseconds("upperBand") : summary.max;
    summary.samples = timing.smallCountOr("samples", 1);
    summary.cacheFlushed = timing.flagOr("cacheFlushed", false);
    if (timing.has("throttled")) {
        summary.clock = {timing.smallCountOr("lowestMegahertz", 0), timing.smallCountOr("highestMegahertz", 0),
                         timing.smallCountOr("throttled", 0)};
    }
    if (!timing.fault().empty()) return fields.wrong("timing", "damaged: " + timing.fault());
    if (const auto fault = timingFault(summary); !fault.empty()) return fields.wrong("timing", fault);
    result.timing = summary;
}

// Of launches, of which the first with a fill is compared with nothing.
void readRepeats(MessageFields& fields, RerunResult& result) {
    result.repeats = fields.smallCountOr("repeats", 1);
    result.comparedRepeats = fields.smallCountOr("comparedRepeats", 0);
    result.differentRepeats = fields.smallCountOr("differentRepeats", 0);
    if (result.comparedRepeats > 0 && result.comparedRepeats >= result.repeats) {
        fields.wrong("comparedRepeats", "not smaller than \"repeats\"");
    }
    if (result.differentRepeats > result.comparedRepeats) {
        fields.wrong("differentRepeats", "larger than \"comparedRepeats\"");
    }
}

void readPatterns(MessageFields& fields, RerunResult& result) {
    if (!fields.has("patterns") || !fields.isArray("patterns")) return;
    for (const Json& item : fields.at("patterns")) {
        if (!item.is_number_unsigned() || item.get<std::uint64_t>() > std::numeric_limits<std::uint32_t>::max()) {
            return fields.wrong("patterns", "no array of 32-bit patterns");
        }
        result.patterns.push_back(item.get<std::uint32_t>());
    }
}

}  // namespace

std::string_view toString(RerunStatus status) {
    return nameIn(kStatusNames, status);
}

std::string_view toString(RerunMeans means) {
    return nameIn(kMeansNames, means);
}

std::optional<RerunMeans> meansFromString(std::string_view name) {
    return valueIn(kMeansNames, name);
}

OrderedJson resultToJson(const RerunResult& result) {
    OrderedJson message = {{"name", result.candidate.name}};
    if (result.candidate.index) message["index"] = result.candidate.index->value;
    message["status"] = toString(result.status);
    if (!result.because.empty()) message["because"] = result.because;
    message["means"] = toString(result.means);
    if (!result.classId.empty()) message["class"] = result.classId;
    if (result.byAsker) message["byAsker"] = true;
    if (result.status != RerunStatus::ok) {
        if (result.unwritten > 0) message["unwritten"] = result.unwritten;
        if (result.guardBytesChanged > 0) message["guardBytesChanged"] = result.guardBytesChanged;
        return message;
    }
    message["checksum"] = checksumText(result.checksum);
    message["repeats"] = result.repeats;
    message["comparedRepeats"] = result.comparedRepeats;
    message["differentRepeats"] = result.differentRepeats;
    message["gridFilled"] = result.gridFilled;
    message["dependsOnFill"] = result.dependsOnFill;
    message["unwritten"] = result.unwritten;
    message["guardBytesChanged"] = result.guardBytesChanged;
    if (!result.errors.empty()) message["errors"] = errorsToJson(result.errors);
    if (result.timing) message["timing"] = timingToJson(*result.timing);
    if (!result.patterns.empty()) message["patterns"] = result.patterns;
    if (result.operandChecksum) message["operandChecksum"] = checksumText(*result.operandChecksum);
    return message;
}

RerunResult readResult(MessageFields& fields, RerunMeans means) {
    RerunResult result;
    result.candidate.name = fields.text("name");
    if (fields.has("index")) result.candidate.index = CandidateIndex{fields.smallCountOr("index", 0)};
    const auto status = valueIn(kStatusNames, fields.text("status"));
    if (!status) fields.wrong("status", "none of ok, refused, failed, timedOut and notRun");
    result.status = status.value_or(RerunStatus::failed);
    result.because = fields.textOr("because", {});
    const auto said = meansFromString(fields.textOr("means", std::string(toString(means))));
    if (!said) fields.wrong("means", "none of emulated, replica and real");
    result.means = said.value_or(means);
    result.classId = fields.textOr("class", {});
    // Of a launch that failed, too: the damage may be why.
    result.unwritten = boundedOr(fields, "unwritten", 0);
    result.guardBytesChanged = boundedOr(fields, "guardBytesChanged", 0);
    result.byAsker = fields.flagOr("byAsker", false);
    if (result.status != RerunStatus::ok) return result;
    const auto checksum = checksumOf(fields.text("checksum"));
    if (!checksum) fields.wrong("checksum", "no 16 hexadecimal digits");
    result.checksum = checksum.value_or(0);
    readRepeats(fields, result);
    result.gridFilled = fields.flagOr("gridFilled", false);
    result.dependsOnFill = fields.flagOr("dependsOnFill", false);
    readErrors(fields, result);
    readTiming(fields, result);
    readPatterns(fields, result);
    if (fields.has("operandChecksum")) {
        result.operandChecksum = checksumOf(fields.text("operandChecksum"));
        if (!result.operandChecksum) fields.wrong("operandChecksum", "no 16 hexadecimal digits");
    }
    return result;
}

std::string faultOf(const RerunResult& result, const RerunProblem& problem) {
    const std::uint64_t elements = std::uint64_t{problem.m} * problem.n;
    if (result.unwritten > elements) return "\"unwritten\" is more than the output has elements";
    if (result.patterns.size() > elements) return "\"patterns\" are more than the output has elements";
    for (const ErrorSummary& error : result.errors) {
        std::uint64_t rest = elements;
        for (const std::uint64_t count : error.ulpHistogram) {
            if (count > rest) return "\"ulpHistogram\" counts more elements than the output has";
            rest -= count;
        }
    }
    return {};
}

std::string faultOf(const RerunResult& result, const RerunRequest& request) {
    if (result.comparedRepeats > request.repeats) return "\"comparedRepeats\" are more than were asked for";
    return faultOf(result, request.problem);
}

}  // namespace flipscope
