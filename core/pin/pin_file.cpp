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

using Kind = KeyJson::Kind;

// Members of an object of the file. One that is missing or null is none; one of a wrong kind is a fault of the file, of
// which the first is kept.
class Members {
public:
    // object: null for one that is missing.
    Members(const KeyJson* object, std::string path, std::string& fault)
        : m_object(object), m_path(std::move(path)), m_fault(fault) {}

    [[nodiscard]] bool has(std::string_view name) const { return find(name) != nullptr; }
    [[nodiscard]] std::string text(std::string_view name) const {
        const KeyJson* value = ofKind(name, Kind::string, "text");
        return value == nullptr ? std::string() : value->text;
    }
    [[nodiscard]] std::optional<double> number(std::string_view name) const {
        const KeyJson* value = ofKind(name, Kind::number, "number");
        if (value == nullptr) return std::nullopt;
        double number = 0;
        const char* end = value->text.data() + value->text.size();
        const auto read = std::from_chars(value->text.data(), end, number);
        if (read.ec == std::errc() && read.ptr == end && std::isfinite(number)) return number;
        blame(name, "number that can be held");
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::uint64_t> count(std::string_view name, std::uint64_t largest) const {
        const KeyJson* value = find(name);
        if (value == nullptr) return std::nullopt;
        const std::optional<std::uint64_t> count = value->asUnsigned();
        if (count && *count <= largest) return count;
        blame(name, "whole number from 0 to " + std::to_string(largest));
        return std::nullopt;
    }
    [[nodiscard]] std::vector<std::string> texts(std::string_view name) const {
        std::vector<std::string> texts;
        const KeyJson* list = ofKind(name, Kind::array, "list of texts");
        if (list == nullptr) return texts;
        for (const KeyJson& item : list->items) {
            if (item.kind != Kind::string) blame(name, "list of texts");
            texts.push_back(item.text);
        }
        return texts;
    }
    [[nodiscard]] Members object(std::string_view name) const {
        return {ofKind(name, Kind::object, "object"), m_path + std::string(name) + ".", m_fault};
    }

private:
    [[nodiscard]] const KeyJson* find(std::string_view name) const {
        const KeyJson* value = m_object == nullptr ? nullptr : m_object->find(name);
        return value == nullptr || value->kind == Kind::null ? nullptr : value;
    }
    [[nodiscard]] const KeyJson* ofKind(std::string_view name, Kind kind, const std::string& wanted) const {
        const KeyJson* value = find(name);
        if (value == nullptr || value->kind == kind) return value;
        blame(name, wanted);
        return nullptr;
    }
    void blame(std::string_view name, const std::string& wanted) const {
        if (m_fault.empty()) m_fault = "“" + m_path + std::string(name) + "” is no " + wanted;
    }

    const KeyJson* m_object;
    std::string m_path;  // "" or "reason.", for messages
    std::string& m_fault;
};

PinReason reasonFrom(const Members& reason, std::string& fault) {
    const Members numericalClass = reason.object("class");
    const std::string basis = numericalClass.text("basis");
    if (fault.empty() && !basis.empty() && basis != "measured" && basis != "predicted") {
        fault = "“reason.class.basis” is neither “measured” nor “predicted”";
    }
    return {reason.text("rule"), reason.text("by"),      reason.text("words"),   numericalClass.text("id"),
            basis == "measured", reason.number("error"), reason.number("margin")};
}

Result<Pin> readPin(const KeyJson& value) {
    constexpr std::uint64_t kMostCandidates = std::numeric_limits<std::uint32_t>::max();
    const KeyJson* key = value.find("key");
    if (key == nullptr || key->kind != Kind::object) return Error{"“key” is no JSON object"};
    std::string fault;
    const Members members(&value, "", fault);
    const Members candidate = members.object("candidate");
    const std::optional<std::uint64_t> index = candidate.count("index", kMostCandidates);
    Pin pin;
    pin.keyJson = canonicalJson(*key);
    pin.tuner = members.text("tuner");
    pin.candidate = {static_cast<std::uint32_t>(index.value_or(0))};
    pin.candidateName = candidate.text("name");
    pin.setChecksum = candidate.text("set");
    pin.setSize = candidate.count("of", kMostCandidates).value_or(0);
    pin.places = members.texts("places");
    std::sort(pin.places.begin(), pin.places.end());
    pin.places.erase(std::unique(pin.places.begin(), pin.places.end()), pin.places.end());
    pin.reason = reasonFrom(members.object("reason"), fault);
    const Members provenance = members.object("provenance");
    pin.provenance = {provenance.texts("runs"), provenance.text("device"), provenance.text("framework")};
    for (const char* shown : {"id", "label"})
        static_cast<void>(members.text(shown));  // made anew, but what they are must be what they say
    if (!fault.empty()) return Error{fault};
    if (!index) return Error{"“candidate” has no “index”"};
    if (pin.setChecksum.empty()) return Error{"“candidate” has no “set”, the checksum of its candidate set"};
    if (candidate.has("of") && *index >= pin.setSize) {
        return Error{"candidate " + std::to_string(*index) + " is behind the end of " + std::to_string(pin.setSize) +
                     " candidates"};
    }
    return pin;
}

// The checksum of a set stands for its candidates' names in their order: pins of one set say the same of it.
std::optional<Error> refuseContradictions(const std::vector<Pin>& pins) {
    std::map<std::string, const Pin*> sizes;                                    // by set
    std::map<std::pair<std::string, std::uint32_t>, const std::string*> names;  // by set and index
    for (const Pin& pin : pins)
        if (pin.setSize > 0) sizes.emplace(pin.setChecksum, &pin);
    for (const Pin& pin : pins) {
        const auto size = sizes.find(pin.setChecksum);
        const std::string set = "the candidate set " + shownText(pin.setChecksum.substr(0, kMostShown));
        if (size != sizes.end() && pin.setSize > 0 && pin.setSize != size->second->setSize) {
            return Error{set + " has " + std::to_string(size->second->setSize) + " candidates in one pin and " +
                         std::to_string(pin.setSize) + " in another"};
        }
        if (size != sizes.end() && pin.candidate.value >= size->second->setSize) {
            return Error{set + ": candidate " + std::to_string(pin.candidate.value) + " is behind the end of the " +
                         std::to_string(size->second->setSize) + " candidates that another pin says it has"};
        }
        if (pin.candidateName.empty()) continue;
        const auto name = names.emplace(std::pair{pin.setChecksum, pin.candidate.value}, &pin.candidateName).first;
        if (*name->second != pin.candidateName) {
            return Error{set + ": candidate " + std::to_string(pin.candidate.value) + " is “" +
                         shownText(name->second->substr(0, kMostShown)) + "” in one pin and “" +
                         shownText(pin.candidateName.substr(0, kMostShown)) + "” in another"};
        }
    }
    return std::nullopt;
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
    std::string fault;
    const Members file(root->kind == Kind::object ? &*root : nullptr, "", fault);
    if (file.text("format") != kFormat) return Error{"it is no pin file: its “format” is not “flipscope-pins”"};
    const std::optional<std::uint64_t> version = file.count("version", std::numeric_limits<std::uint64_t>::max());
    if (!fault.empty()) return Error{fault};
    if (version != kPinFileVersion) {
        return Error{"its version is " + (version ? std::to_string(*version) : std::string("missing")) +
                     "; this program reads version " + std::to_string(kPinFileVersion)};
    }
    const KeyJson* list = root->find("pins");
    if (list == nullptr || list->kind != Kind::array) return Error{"it has no list of “pins”"};
    std::vector<Pin> pins;
    for (const KeyJson& item : list->items) {
        Result<Pin> pin = readPin(item);
        if (!pin) return Error{"pin " + std::to_string(pins.size() + 1) + ": " + pin.errorMessage()};
        pins.push_back(std::move(pin).value());
    }
    sortPins(pins);
    if (const auto error = refuseTwice(pins)) return *error;
    if (const auto error = refuseContradictions(pins)) return *error;
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
