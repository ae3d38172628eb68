#include "core/rerun/worker_messages.h"

#include "core/rerun/message_fields.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/result_message.h"
#include "core/rerun/run_message.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

std::string oneLine(const OrderedJson& message) {
    return message.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
}

OrderedJson toJson(const WorkerHello& hello) {
    OrderedJson devices = OrderedJson::array();
    for (const WorkerDevice& device : hello.devices) {
        OrderedJson item = {{"id", device.id}, {"name", device.name}};
        if (!device.computeCapability.empty()) item["computeCapability"] = device.computeCapability;
        if (!device.driver.empty()) item["driver"] = device.driver;
        if (device.memoryBytes > 0) item["memoryBytes"] = device.memoryBytes;
        if (!device.evidence.empty()) item["evidence"] = device.evidence;
        devices.push_back(std::move(item));
    }
    return {{"type", "hello"},
            {"protocol", hello.protocol},
            {"name", hello.name},
            {"version", hello.version},
            {"backend", hello.backend},
            {"means", toString(hello.means)},
            {"devices", std::move(devices)},
            {"candidates", hello.candidates},
            {"notes", hello.notes},
            {"givenOperands", hello.givenOperands},
            {"transposedLhs", hello.transposedLhs},
            {"placedOperands", hello.placedOperands}};
}

OrderedJson toJson(const WorkerProgress& progress) {
    OrderedJson message = {{"type", "progress"},
                           {"id", progress.id},
                           {"done", progress.done},
                           {"total", progress.total},
                           {"text", progress.text}};
    if (progress.index) message["index"] = progress.index->value;
    return message;
}

OrderedJson toJson(const WorkerAnswer& answer) {
    OrderedJson message = {{"type", "result"}, {"id", answer.id}};
    message.update(resultToJson(answer.result));
    return message;
}

OrderedJson toJson(const WorkerDone& done) {
    return {{"type", "done"}, {"id", done.id}, {"stopped", done.stopped}};
}

OrderedJson toJson(const WorkerError& error) {
    OrderedJson message = {{"type", "error"}};
    if (!error.id.empty()) message["id"] = error.id;
    message["message"] = error.message;
    return message;
}

OrderedJson toJson(const RerunRequest& request) {
    OrderedJson message = {{"type", "run"}};
    message.update(requestToJson(request));
    return message;
}

OrderedJson toJson(const WorkerCancel& cancel) {
    return {{"type", "cancel"}, {"id", cancel.id}};
}

OrderedJson toJson(const WorkerQuit&) {
    return {{"type", "quit"}};
}

OrderedJson toJson(const UnknownMessage& message) {
    return {{"type", message.type}};
}

// The texts of an array that may be absent; what is no text is passed over.
std::vector<std::string> readTexts(MessageFields& fields, const char* name) {
    std::vector<std::string> texts;
    if (!fields.has(name) || !fields.isArray(name)) return texts;
    for (const Json& item : fields.at(name)) {
        if (item.is_string()) texts.push_back(item.get<std::string>());
    }
    return texts;
}

WorkerHello readHello(MessageFields& fields) {
    WorkerHello hello;
    hello.protocol = fields.count("protocol");
    hello.name = fields.text("name");
    hello.version = fields.textOr("version", {});
    hello.backend = fields.textOr("backend", {});
    const auto means = meansFromString(fields.textOr("means", "real"));
    if (!means) fields.wrong("means", "none of emulated, replica and real");
    hello.means = means.value_or(RerunMeans::real);
    if (fields.isArray("devices")) {
        for (const Json& item : fields.at("devices")) {
            if (!item.is_object()) {
                fields.wrong("devices", "no array of objects");
                break;
            }
            MessageFields device(item);
            hello.devices.push_back({device.text("id"), device.textOr("name", {}),
                                     device.textOr("computeCapability", {}), device.textOr("driver", {}),
                                     device.countOr("memoryBytes", 0), device.textOr("evidence", {})});
            if (!device.fault().empty()) fields.wrong("devices", "an array with a device that is damaged");
        }
    }
    hello.candidates = readTexts(fields, "candidates");
    hello.notes = readTexts(fields, "notes");
    hello.givenOperands = fields.flagOr("givenOperands", false);
    hello.transposedLhs = fields.flagOr("transposedLhs", false);
    hello.placedOperands = fields.flagOr("placedOperands", false);
    return hello;
}

// The object of a line, or what is wrong with it.
Result<Json> objectOf(std::string_view line) {
    if (line.size() > kLongestMessage)
        return Error{"a message of " + std::to_string(line.size()) + " bytes is too long"};
    Json message = Json::parse(line, nullptr, false);
    if (message.is_discarded()) return Error{"the line is no JSON"};
    if (!message.is_object()) return Error{"the line is no JSON object"};
    if (!message.contains("type") || !message["type"].is_string()) return Error{"the message has no \"type\""};
    return message;
}

template <class Message>
Result<Message> checked(Message message, const MessageFields& fields, const std::string& type) {
    if (!fields.fault().empty()) return Error{"the message \"" + type + "\" is damaged: " + fields.fault()};
    return message;
}

}  // namespace

std::string toLine(const MessageFromWorker& message) {
    return oneLine(std::visit([](const auto& value) { return toJson(value); }, message));
}

std::string toLine(const MessageToWorker& message) {
    return oneLine(std::visit([](const auto& value) { return toJson(value); }, message));
}

Result<MessageFromWorker> parseFromWorker(std::string_view line, RerunMeans means, LineWriter writer) {
    const Result<Json> object = objectOf(line);
    if (!object) return Error{object.errorMessage()};
    MessageFields fields(object.value());
    const std::string type = fields.text("type");
    MessageFromWorker message = UnknownMessage{type};
    if (type == "hello") {
        message = readHello(fields);
    } else if (type == "progress") {
        WorkerProgress progress{fields.text("id"), fields.countOr("done", 0), fields.countOr("total", 0),
                                fields.textOr("text", {})};
        if (fields.has("index")) progress.index = CandidateIndex{fields.smallCountOr("index", 0)};
        message = std::move(progress);
    } else if (type == "result") {
        WorkerAnswer answer;
        answer.id = fields.text("id");
        answer.result = readResult(fields, means);
        // A worker cannot take back what speaks against its candidate.
        if (writer == LineWriter::worker) answer.result.byAsker = false;
        message = std::move(answer);
    } else if (type == "done") {
        message = WorkerDone{fields.text("id"), fields.flagOr("stopped", false)};
    } else if (type == "error") {
        message = WorkerError{fields.textOr("id", {}), fields.text("message")};
    }
    return checked(std::move(message), fields, type);
}

Result<MessageToWorker> parseToWorker(std::string_view line) {
    const Result<Json> object = objectOf(line);
    if (!object) return Error{object.errorMessage()};
    MessageFields fields(object.value());
    const std::string type = fields.text("type");
    MessageToWorker message = UnknownMessage{type};
    if (type == "run") {
        message = readRequest(fields);
    } else if (type == "cancel") {
        message = WorkerCancel{fields.text("id")};
    } else if (type == "quit") {
        message = WorkerQuit{};
    }
    return checked(std::move(message), fields, type);
}

std::string idOfLine(std::string_view line) {
    const Result<Json> object = objectOf(line);
    if (!object) return {};
    MessageFields fields(object.value());
    return fields.textOr("id", {});
}

const WorkerDevice* findDevice(const WorkerHello& hello, const std::string& name) {
    if (name.empty()) return hello.devices.empty() ? nullptr : &hello.devices.front();
    const auto found = std::find_if(hello.devices.rbegin(), hello.devices.rend(),
                                    [&](const WorkerDevice& device) { return device.name == name; });
    return found == hello.devices.rend() ? nullptr : &*found;
}

}  // namespace flipscope
