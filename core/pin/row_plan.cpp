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

constexpr std::size_t kMostNamed = 4;

std::string nameOf(const Pin& pin) {
    const std::string label = pin.label.empty() ? pin.keyJson.substr(0, 120) : pin.label;
    return shownText(label) + (pin.keyId.empty() ? "" : " (" + shownText(pin.keyId) + ")");
}

template <class Texts>
std::string inWords(const Texts& texts) {
    std::string words;
    std::size_t named = 0;
    for (const std::string& text : texts) {
        if (named++ == kMostNamed) return words + " …";
        words += (words.empty() ? "" : ", ") + shownText(text);
    }
    return words;
}

bool isPlace(const std::string& place) {
    const TunerNamespace parts = splitNamespace(place);
    return place.starts_with("autotune/") && !parts.version.empty() && !parts.tuner.empty();
}

class Planner {
public:
    Planner(const std::vector<Pin>& pins, const std::vector<ChoiceRow>& base, const PlannedSets& sets)
        : m_pins(pins), m_base(base), m_sets(sets) {
        for (const ChoiceRow& row : base)
            m_baseKeys[row.canonicalJson].insert(row.nameSpace);
    }

    Result<RowPlan> plan() {
        for (std::size_t i = 0; i < m_pins.size(); ++i) {
            if (const auto error = add(i)) return *error;
        }
        warnOfKeys();
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
        if (auto error = checkName(pin)) return error;
        const std::string canonical = canonicalJson(*key);
        const std::set<std::string> places = placesOf(pin, canonical);
        if (places.empty()) return noPlace(pin);
        warnOfSize(pin);
        bool isElsewhere = false;
        for (const std::string& place : places) {
            if (!isPlace(place)) return Error{nameOf(pin) + ": “" + shownText(place) + "” is no autotune namespace"};
            if (!m_taken.emplace(place, canonical).second) {
                return Error{nameOf(pin) + " is pinned twice in " + shownText(place)};
            }
            Result<std::string> blob = blobOf(pin, *key, canonical, place);
            if (!blob) return Error{nameOf(pin) + ": " + blob.errorMessage()};
            m_plan.rows.push_back({index, place, std::move(blob).value()});
            isElsewhere = warnOf(pin, place) || isElsewhere;
        }
        noteKey(index, canonical, places, isElsewhere);
        return std::nullopt;
    }

    // A candidate is written by its index, and a name of another one shows that the index is not what was meant.
    std::optional<Error> checkName(const Pin& pin) {
        const auto names = m_sets.names.find(pin.setChecksum);
        if (names == m_sets.names.end()) return std::nullopt;
        const std::string how = nameDisagreement(pin, names->second);
        if (how.empty()) return std::nullopt;
        const std::string subject = nameOf(pin) + ", pinned to " + std::to_string(pin.candidate.value) + " " +
                                    shownText(pin.candidateName) + ": in the base " + shownText(how);
        if (!m_sets.takesIndex) {
            return Error{subject +
                         ". Correct the index or the name, or make the pin anew; pin write --force writes the index"};
        }
        m_warnings.insert(subject + ". The index is written, the name has no effect.");
        return std::nullopt;
    }

    // Whether the base has the key at all, and where. isTold: that its choices are in other places than the pin's.
    void noteKey(std::size_t index, const std::string& canonical, const std::set<std::string>& places, bool isTold) {
        if (m_base.empty()) return;
        const auto held = m_baseKeys.find(canonical);
        if (held == m_baseKeys.end()) {
            m_plan.notInBase.push_back(index);
            return;
        }
        const bool isHeld = std::any_of(places.begin(), places.end(),
                                        [&](const std::string& place) { return held->second.count(place) > 0; });
        if (isHeld || isTold) return;
        m_warnings.insert("The base holds " + nameOf(m_pins[index]) + " in " + inWords(held->second) +
                          ", the pin is written to " + inWords(places) + ".");
    }

    void warnOfKeys() {
        if (m_plan.notInBase.empty()) return;
        std::vector<std::string> names;
        for (const std::size_t index : m_plan.notInBase)
            names.push_back(nameOf(m_pins[index]));
        const bool isOne = names.size() == 1;
        m_warnings.insert("The base does not hold " +
                          (isOne ? "a pinned key" : std::to_string(names.size()) + " pinned keys") + ": " +
                          inWords(names) + (isOne ? ". Its pin is" : ". Their pins are") +
                          " written nevertheless, with an effect only if the program asks for such a key.");
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

    // True: the base has the tuner in other places only.
    bool warnOf(const Pin& pin, const std::string& place) {
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
        const bool isElsewhere = sets.empty() && !others.empty();
        if (isElsewhere) {
            m_warnings.insert("The base keeps the choices of this tuner in " + inWords(others) +
                              ", the pins are written to " + shownText(place) +
                              ": a program of another framework version or on another device does not see them.");
        }
        return isElsewhere;
    }

    const std::vector<Pin>& m_pins;
    const std::vector<ChoiceRow>& m_base;
    const PlannedSets& m_sets;
    std::map<std::string, std::set<std::string>> m_baseKeys;  // canonical JSON -> namespaces
    RowPlan m_plan;
    std::set<std::pair<std::string, std::string>> m_taken;  // place and key
    std::set<std::string> m_warnings;
};

}  // namespace

Result<RowPlan> planRows(const std::vector<Pin>& pins, const std::vector<ChoiceRow>& base, const PlannedSets& sets) {
    return Planner(pins, base, sets).plan();
}

}  // namespace flipscope
