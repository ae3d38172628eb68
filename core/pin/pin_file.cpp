#include "core/pin/pin_file.h"

#include "core/model/key_json.h"
#include "core/model/tuning_key.h"
#include "core/read/given_file.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace flipscope {

namespace {

constexpr std::string_view kFormat = "flipscope-pins";
constexpr std::size_t kMostShown = 120;  // bytes of a key in a message

std::string quoted(const std::string& text) {
    KeyJson value;
    value.kind = KeyJson::Kind::string;
    value.text = shownText(text);
    return canonicalJson(value);
}

std::string quotedOrNull(const std::string& text) {
    return text.empty() ? "null" : quoted(text);
}

std::string numberOrNull(const std::optional<double>& value) {
    if (!value || !std::isfinite(*value)) return "null";
    std::array<char, 32> digits{};
    const auto written = std::to_chars(digits.data(), digits.data() + digits.size(), *value);
    return {digits.data(), written.ptr};
}

std::string listOf(const std::vector<std::string>& texts) {
    std::string list = "[";
    for (const std::string& text : texts)
        list += (list.size() > 1 ? "," : "") + quoted(text);
    return list + "]";
}

std::string reasonText(const PinReason& reason) {
    const std::string numericalClass = reason.numericalClass.empty()
                                           ? "null"
                                           : "{\"id\":" + quoted(reason.numericalClass) + ",\"basis\":\"" +
                                                 (reason.classMeasured ? "measured" : "predicted") + "\"}";
    return "{\"rule\":" + quoted(reason.rule) + ",\"by\":" + quotedOrNull(reason.by) + ",\"class\":" + numericalClass +
           ",\"error\":" + numberOrNull(reason.error) + ",\"margin\":" + numberOrNull(reason.margin) +
           ",\"words\":" + quotedOrNull(reason.words) + "}";
}

std::string pinText(const Pin& pin) {
    const std::string size = pin.setSize == 0 ? "null" : std::to_string(pin.setSize);
    return "{\"id\":" + quoted(pin.keyId) + ",\"label\":" + quoted(pin.label) + ",\"key\":" + pin.keyJson +
           ",\"tuner\":" + quotedOrNull(pin.tuner) +
           ",\"candidate\":{\"index\":" + std::to_string(pin.candidate.value) +
           ",\"name\":" + quotedOrNull(pin.candidateName) + ",\"set\":" + quoted(pin.setChecksum) + ",\"of\":" + size +
           "},\"places\":" + listOf(pin.places) + ",\"reason\":" + reasonText(pin.reason) +
           ",\"provenance\":{\"runs\":" + listOf(pin.provenance.runs) +
           ",\"device\":" + quotedOrNull(pin.provenance.device) +
           ",\"framework\":" + quotedOrNull(pin.provenance.framework) + "}}";
}

// Text of a member; empty when it is missing, null or no text.
std::string textIn(const KeyJson* object, std::string_view name) {
    const KeyJson* value = object == nullptr ? nullptr : object->find(name);
    return value != nullptr && value->kind == KeyJson::Kind::string ? value->text : std::string();
}

std::optional<double> numberIn(const KeyJson* object, std::string_view name) {
    const KeyJson* value = object == nullptr ? nullptr : object->find(name);
    if (value == nullptr || value->kind != KeyJson::Kind::number) return std::nullopt;
    double number = 0;
    const char* end = value->text.data() + value->text.size();
    const auto read = std::from_chars(value->text.data(), end, number);
    return read.ec == std::errc() && read.ptr == end && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

std::vector<std::string> textsIn(const KeyJson* object, std::string_view name) {
    std::vector<std::string> texts;
    const KeyJson* list = object == nullptr ? nullptr : object->find(name);
    if (list == nullptr) return texts;
    for (const KeyJson& item : list->items) {
        if (item.kind == KeyJson::Kind::string) texts.push_back(item.text);
    }
    return texts;
}

// What a member says, which must be an index where it is there.
std::optional<std::uint64_t> countIn(const KeyJson* object, std::string_view name) {
    const KeyJson* value = object == nullptr ? nullptr : object->find(name);
    return value == nullptr ? std::nullopt : value->asUnsigned();
}

Result<Pin> readPin(const KeyJson& value) {
    const KeyJson* key = value.find("key");
    const KeyJson* candidate = value.find("candidate");
    if (key == nullptr || key->kind != KeyJson::Kind::object) return Error{"“key” is no JSON object"};
    const std::optional<std::uint64_t> index = countIn(candidate, "index");
    if (!index || *index > std::numeric_limits<std::uint32_t>::max()) return Error{"“candidate” has no “index”"};
    Pin pin;
    pin.keyJson = canonicalJson(*key);
    pin.tuner = textIn(&value, "tuner");
    pin.candidate = {static_cast<std::uint32_t>(*index)};
    pin.candidateName = textIn(candidate, "name");
    pin.setChecksum = textIn(candidate, "set");
    if (pin.setChecksum.empty()) return Error{"“candidate” has no “set”, the checksum of its candidate set"};
    pin.setSize = countIn(candidate, "of").value_or(0);
    if (pin.setSize > 0 && *index >= pin.setSize) {
        return Error{"candidate " + std::to_string(*index) + " is behind the end of " + std::to_string(pin.setSize) +
                     " candidates"};
    }
    pin.places = textsIn(&value, "places");
    std::sort(pin.places.begin(), pin.places.end());
    pin.places.erase(std::unique(pin.places.begin(), pin.places.end()), pin.places.end());
    const KeyJson* reason = value.find("reason");
    const KeyJson* numericalClass = reason == nullptr ? nullptr : reason->find("class");
    pin.reason = {textIn(reason, "rule"),
                  textIn(reason, "by"),
                  textIn(reason, "words"),
                  textIn(numericalClass, "id"),
                  textIn(numericalClass, "basis") == "measured",
                  numberIn(reason, "error"),
                  numberIn(reason, "margin")};
    const KeyJson* provenance = value.find("provenance");
    pin.provenance = {textsIn(provenance, "runs"), textIn(provenance, "device"), textIn(provenance, "framework")};
    return pin;
}

bool comesBefore(const Pin& a, const Pin& b) {
    return std::tie(a.tuner, a.keyJson, a.places, a.candidate) < std::tie(b.tuner, b.keyJson, b.places, b.candidate);
}

// Precondition: sorted by comesBefore, so that a key's pins lie together, first those without places.
std::optional<Error> refuseTwice(const std::vector<Pin>& pins) {
    std::set<std::string> taken;  // places of the key
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const Pin& pin = pins[i];
        const bool isSameKey = i > 0 && pins[i - 1].tuner == pin.tuner && pins[i - 1].keyJson == pin.keyJson;
        if (!isSameKey) taken.clear();
        bool isTwice = isSameKey && (pin.places.empty() || pins[i - 1].places.empty());
        for (const std::string& place : pin.places)
            isTwice = !taken.insert(place).second || isTwice;
        if (isTwice) {
            return Error{"the key " + shownText(pin.keyJson.substr(0, kMostShown)) +
                         " is pinned twice; each key has one pin, or one for each of its places"};
        }
    }
    return std::nullopt;
}

}  // namespace

void sortPins(std::vector<Pin>& pins) {
    std::sort(pins.begin(), pins.end(), comesBefore);
}

void namePins(std::vector<Pin>& pins) {
    std::map<std::pair<std::string, std::string>, std::size_t> positions;  // of key and tuner
    std::vector<TuningKey> keys;
    for (const Pin& pin : pins) {
        if (!positions.emplace(std::pair{pin.keyJson, pin.tuner}, keys.size()).second) continue;
        keys.push_back(makeTuningKey(pin.keyJson, {}, {}));
        keys.back().tuner = pin.tuner;
    }
    makeKeyNamesUnique(keys);
    for (Pin& pin : pins) {
        const TuningKey& key = keys[positions.at({pin.keyJson, pin.tuner})];
        pin.keyId = key.id;
        pin.label = key.label;
    }
}

std::string pinFileText(std::vector<Pin> pins) {
    for (Pin& pin : pins)
        std::sort(pin.places.begin(), pin.places.end());
    sortPins(pins);
    std::string text = "{\"format\":" + quoted(std::string(kFormat)) +
                       ",\"version\":" + std::to_string(kPinFileVersion) + ",\"pins\":[";
    for (std::size_t i = 0; i < pins.size(); ++i)
        text += (i > 0 ? ",\n" : "\n") + pinText(pins[i]);
    return text + "\n]}\n";
}

Result<std::vector<Pin>> parsePinFile(std::string_view text) {
    const std::optional<KeyJson> root = parseKeyJson(text);
    if (!root) return Error{"it is no JSON in UTF-8, or nests too deeply"};
    if (textIn(&*root, "format") != kFormat) return Error{"it is no pin file: its “format” is not “flipscope-pins”"};
    const std::optional<std::uint64_t> version = countIn(&*root, "version");
    if (version != kPinFileVersion) {
        return Error{"its version is " + (version ? std::to_string(*version) : std::string("missing")) +
                     "; this program reads version " + std::to_string(kPinFileVersion)};
    }
    const KeyJson* list = root->find("pins");
    if (list == nullptr || list->kind != KeyJson::Kind::array) return Error{"it has no list of “pins”"};
    std::vector<Pin> pins;
    for (const KeyJson& item : list->items) {
        Result<Pin> pin = readPin(item);
        if (!pin) return Error{"pin " + std::to_string(pins.size() + 1) + ": " + pin.errorMessage()};
        pins.push_back(std::move(pin).value());
    }
    sortPins(pins);
    if (const auto error = refuseTwice(pins)) return *error;
    namePins(pins);
    return pins;
}

Result<std::vector<Pin>> readPinFile(const std::string& path, const std::stop_token& stop) {
    const Result<GivenFile> file = readGivenFile(path, kMaxPinFileBytes, stop);
    if (file.cancelled()) return Cancelled{};
    if (!file) return Error{shownText(path) + ": " + file.errorMessage()};
    if (file.value().isCut) return Error{shownText(path) + ": it is longer than 64 MB"};
    Result<std::vector<Pin>> pins = parsePinFile(file.value().content);
    if (!pins) return Error{shownText(path) + ": " + pins.errorMessage()};
    return pins;
}

}  // namespace flipscope
