#include "core/pin/pin_file.h"
#include "core/report/json_parts.h"
#include "core/report/json_writer.h"
#include "core/report/names.h"
#include "core/report/pin_report.h"

#include <algorithm>

namespace flipscope {

namespace {

using json::Json;

// As they stand in a pin file.
Json pinList(const std::vector<Pin>& pins) {
    return Json::parse(pinFileText(pins))["pins"];
}

Json keyName(const Dataset& dataset, KeyIndex key) {
    return {{"id", keyId(dataset, key)}, {"label", keyOf(dataset, key).label}};
}

void addKeyNames(JsonWriter& writer, const char* name, const Dataset& dataset, const std::vector<KeyIndex>& keys) {
    writer.addArray(name, keys.size(), [&](std::size_t i) { return keyName(dataset, keys[i]); });
}

}  // namespace

std::string pinsMadeJson(const Dataset& dataset, const PinChoice& choice, const std::string& file) {
    JsonWriter writer("pin make");
    writer.add("file", file);
    writer.add("pins", pinList(choice.pins));
    writer.addArray("unpinned", choice.unpinned.size(), [&](std::size_t i) {
        Json value = keyName(dataset, choice.unpinned[i].key);
        json::append(value, "because", choice.unpinned[i].because);
        return value;
    });
    writer.addArray("warnings", choice.warnings.size(), [&](std::size_t i) {
        Json value = keyName(dataset, choice.warnings[i].key);
        json::append(value, "words", choice.warnings[i].words);
        return value;
    });
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

std::string pinsJson(const std::vector<Pin>& pins) {
    JsonWriter writer("pin show");
    writer.add("pins", pinList(pins));
    return writer.take();
}

std::string pinsWrittenJson(const PinsWritten& view) {
    const WrittenPins& written = view.written;
    JsonWriter writer("pin write");
    writer.add("to", "cubecl-db");
    writer.add("base", view.base.empty() ? Json(nullptr) : Json(view.base));
    writer.add("out", view.out);
    writer.addArray("rows", written.rows.size(), [&](std::size_t i) {
        const WrittenPin& row = written.rows[i];
        return Json{{"id", view.pins[row.pin].keyId},
                    {"candidate", view.pins[row.pin].candidate.value},
                    {"place", row.nameSpace}};
    });
    writer.add("otherChoicesKept", written.otherChoicesKept);
    writer.add("otherChoicesDropped", written.otherChoicesDropped);
    writer.add("otherRowsKept", written.otherRowsKept);
    writer.add("otherRowsDropped", written.otherRowsDropped);
    writer.addArray("notInBase", written.notInBase.size(),
                    [&](std::size_t i) { return Json(view.pins[written.notInBase[i]].keyId); });
    writer.add("warnings", written.warnings);
    return writer.take();
}

std::string pinCheckJson(const std::vector<Pin>& pins, const Dataset& dataset, const PinCheck& check) {
    JsonWriter writer("pin check");
    writer.add("stale", check.stale);
    writer.add("notObeyed", check.notObeyed);
    writer.add("tunedAnew", check.tunedAnew);
    writer.add("failed", check.failed);
    writer.add("otherName", check.otherName);
    writer.add("otherTuner", check.otherTuner);
    writer.add("unknownKey", check.unknownKey);
    writer.addArray("pins", check.pins.size(), [&](std::size_t i) {
        const CheckedPin& checked = check.pins[i];
        const Pin& pin = pins[checked.pin];
        Json states = Json::object();
        Json used = Json::object();
        Json because = Json::object();
        for (const PinnedRun& run : checked.runs) {
            const std::string& id = runOf(dataset, run.run).id;
            json::append(states, id, toString(run.state));
            if (run.used) json::append(used, id, run.used->value);
            if (!run.because.empty()) json::append(because, id, run.because);
        }
        return Json{{"id", pin.keyId},
                    {"label", pin.label},
                    {"candidate", pin.candidate.value},
                    {"known", checked.key.has_value()},
                    {"states", std::move(states)},
                    {"used", std::move(used)},
                    {"because", std::move(because)},
                    {"failedIn", json::runIds(dataset, checked.failedIn)},
                    {"disagreement", checked.disagreement.empty() ? Json(nullptr) : Json(checked.disagreement)},
                    {"unknownKey", checked.isUnknown},
                    {"otherTuners", checked.otherTuners}};
    });
    addKeyNames(writer, "keysWithoutPin", dataset, check.keysWithoutPin);
    json::addLoadReport(writer, dataset.report);
    return writer.take();
}

}  // namespace flipscope
