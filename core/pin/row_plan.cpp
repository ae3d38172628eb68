#include "core/pin/row_plan.h"

#include "core/model/key_json.h"
#include "core/pin/cbor_bytes.h"
#include "core/read/database_rows.h"
#include "core/read/shown_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostPlacesNamed = 4;

std::string nameOf(const Pin& pin) {
    const std::string label = pin.label.empty() ? pin.keyJson.substr(0, 120) : pin.label;
    return shownText(label) + (pin.keyId.empty() ? "" : " (" + shownText(pin.keyId) + ")");
}

std::string inWords(const std::set<std::string>& places) {
    std::string text;
    std::size_t named = 0;
    for (const std::string& place : places) {
        if (named++ == kMostPlacesNamed) return text + " …";
        text += (text.empty() ? "" : ", ") + shownText(place);
    }
    return text;
}

bool isPlace(const std::string& place) {
    const TunerNamespace parts = splitNamespace(place);
    return place.starts_with("autotune/") && !parts.version.empty() && !parts.tuner.empty();
}

class Planner {
public:
    Planner(const std::vector<Pin>& pins, const std::vector<ChoiceRow>& base) : m_pins(pins), m_base(base) {}

    Result<RowPlan> plan() {
        for (std::size_t i = 0; i < m_pins.size(); ++i) {
            if (const auto error = add(i)) return *error;
        }
        m_plan.warnings.assign(m_warnings.begin(), m_warnings.end());
        return std::move(m_plan);
    }

private:
    std::optional<Error> add(std::size_t index) {
        const Pin& pin = m_pins[index];
        const std::optional<KeyJson> key = parseKeyJson(pin.keyJson);
        if (!key || key->kind != KeyJson::Kind::object) return Error{nameOf(pin) + ": its key is no JSON object"};
        if (pin.setChecksum.empty()) return Error{nameOf(pin) + ": the checksum of its candidate set is missing"};
        if (const std::size_t size = sizeOfSet(pin); size > 0 && pin.candidate.value >= size) {
            return Error{nameOf(pin) + ": candidate " + std::to_string(pin.candidate.value) + " is behind the end of " +
                         std::to_string(size) + " candidates; the program would end with “index out of bounds”"};
        }
        const std::string canonical = canonicalJson(*key);
        const std::set<std::string> places = placesOf(pin, canonical);
        if (places.empty()) return noPlace(pin);
        warnOfSize(pin);
        for (const std::string& place : places) {
            if (!isPlace(place)) return Error{nameOf(pin) + ": “" + shownText(place) + "” is no autotune namespace"};
            if (!m_taken.emplace(place, canonical).second) {
                return Error{nameOf(pin) + " is pinned twice in " + shownText(place)};
            }
            Result<std::string> blob = blobOf(pin, *key, canonical, place);
            if (!blob) return Error{nameOf(pin) + ": " + blob.errorMessage()};
            m_plan.rows.push_back({index, place, std::move(blob).value()});
            warnOf(pin, place);
        }
        return std::nullopt;
    }

    [[nodiscard]] std::size_t sizeOfSet(const Pin& pin) const {
        for (const ChoiceRow& row : m_base) {
            if (row.checksum == pin.setChecksum && row.candidates > 0) return row.candidates;
        }
        return pin.setSize;
    }

    [[nodiscard]] std::set<std::string> placesOf(const Pin& pin, const std::string& canonical) const {
        if (!pin.places.empty()) return {pin.places.begin(), pin.places.end()};
        std::set<std::string> ofKey, ofSet;
        for (const ChoiceRow& row : m_base) {
            if (row.checksum != pin.setChecksum) continue;
            ofSet.insert(row.nameSpace);
            if (row.canonicalJson == canonical) ofKey.insert(row.nameSpace);
        }
        return ofKey.empty() ? ofSet : ofKey;
    }

    [[nodiscard]] Error noPlace(const Pin& pin) const {
        return Error{nameOf(pin) + ": where the program looks for this choice is not known, and " +
                     (m_base.empty() ? "there is no base database with choices that tells it"
                                     : "the base holds no choice from the same candidate set") +
                     ". Make the pins from runs that have their environment database, or give as base a database of "
                     "the same program and framework version in which this key was tuned."};
    }

    [[nodiscard]] Result<std::string> blobOf(const Pin& pin, const KeyJson& key, const std::string& canonical,
                                             const std::string& place) const {
        const ChoiceRow* sameKey = nullptr;
        for (const ChoiceRow& row : m_base) {
            if (row.canonicalJson != canonical || row.checksum != pin.setChecksum) continue;
            if (row.nameSpace == place) return row.keyBlob;
            sameKey = &row;
        }
        return sameKey != nullptr ? Result<std::string>(sameKey->keyBlob) : cborOfRowKey(key, pin.setChecksum);
    }

    // The program ends when it takes a candidate behind the end of its set.
    void warnOfSize(const Pin& pin) {
        if (!m_base.empty()) return;
        const std::string size =
            pin.setSize > 0 ? std::to_string(pin.setSize) + ", is taken from the pin file" : "is not known";
        m_warnings.insert("How many candidates the set " + shownText(pin.setChecksum) + " has" +
                          (pin.setSize > 0 ? ", " : " ") + size +
                          ": without a base database nothing tells it. A program whose set has fewer ends with “index "
                          "out of bounds”.");
    }

    void warnOf(const Pin& pin, const std::string& place) {
        const std::string tuner = splitNamespace(place).tuner;
        std::set<std::string> others, sets;
        for (const ChoiceRow& row : m_base) {
            if (row.nameSpace == place) sets.insert(row.checksum);
            if (splitNamespace(row.nameSpace).tuner == tuner) others.insert(row.nameSpace);
        }
        if (!sets.empty() && sets.count(pin.setChecksum) == 0) {
            m_warnings.insert("The base's choices in " + shownText(place) + " are from candidate set " + inWords(sets) +
                              ", the pins from " + shownText(pin.setChecksum) +
                              ": a program with the base's candidates will not take these pins but tune anew.");
        }
        if (sets.empty() && !others.empty()) {
            m_warnings.insert("The base keeps the choices of this tuner in " + inWords(others) +
                              ", the pins are written to " + shownText(place) +
                              ": a program of another framework version or on another device does not see them.");
        }
    }

    const std::vector<Pin>& m_pins;
    const std::vector<ChoiceRow>& m_base;
    RowPlan m_plan;
    std::set<std::pair<std::string, std::string>> m_taken;  // place and key
    std::set<std::string> m_warnings;
};

}  // namespace

Result<RowPlan> planRows(const std::vector<Pin>& pins, const std::vector<ChoiceRow>& base) {
    return Planner(pins, base).plan();
}

}  // namespace flipscope
