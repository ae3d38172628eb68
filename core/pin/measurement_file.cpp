#include "core/pin/measurement_file.h"

#include "core/model/key_json.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>
#include <string>

namespace flipscope {

namespace {

std::string textIn(const KeyJson& object, std::string_view name) {
    const KeyJson* value = object.find(name);
    return value != nullptr && value->kind == KeyJson::Kind::string ? value->text : std::string();
}

const std::vector<KeyJson>& listIn(const KeyJson& object, std::string_view name) {
    static const std::vector<KeyJson> kNone;
    const KeyJson* value = object.find(name);
    return value != nullptr ? value->items : kNone;
}

// Errors with the operands as they are: the model that has the name of a type.
bool takesOperandsAsTheyAre(const std::string& model) {
    return model == "f32" || model == "f16" || model == "bf16";
}

class Reading {
public:
    Reading(KeyIndex key, const CandidateSet& set) : m_key(key), m_set(set) {}

    Result<Measurements> read(const KeyJson& report) {
        for (const KeyJson& round : listIn(report, "rounds")) {
            for (const KeyJson& result : listIn(round, "results")) {
                if (auto error = addResult(result)) return *error;
            }
        }
        if (textIn(report, "means") == "real") {
            for (const KeyJson& candidate : listIn(report, "results"))
                addClass(candidate);
        }
        return std::move(m_measurements);
    }

private:
    // Null where the candidate has no index, or one behind the end.
    [[nodiscard]] std::optional<CandidateIndex> indexIn(const KeyJson& candidate) const {
        const KeyJson* index = candidate.find("index");
        const auto value = index == nullptr ? std::nullopt : index->asUnsigned();
        if (!value || *value >= m_set.names.size()) return std::nullopt;
        return CandidateIndex{static_cast<std::uint32_t>(*value)};
    }

    std::optional<Error> addResult(const KeyJson& result) {
        const auto index = indexIn(result);
        if (!index) return std::nullopt;
        const std::string name = textIn(result, "name");
        if (name != m_set.names[index->value]) {
            return Error{"candidate " + std::to_string(index->value) + " is “" + name + "” there and “" +
                         m_set.names[index->value] + "” in these runs: it is of another candidate set"};
        }
        CandidateMeasurement& known = m_measurements[{m_key, *index}];
        const std::string status = textIn(result, "status");
        if (status == "refused" || status == "failed") {
            const std::string because = textIn(result, "because");
            known.refusal = because.empty() ? status : because;
        }
        if (status == "ok") addErrors(result, known);
        return std::nullopt;
    }

    static void addErrors(const KeyJson& result, CandidateMeasurement& known) {
        for (const KeyJson& error : listIn(result, "errors")) {
            const KeyJson* largest = error.find("largest");
            if (largest == nullptr || !takesOperandsAsTheyAre(textIn(error, "model"))) continue;
            double value = std::numeric_limits<double>::infinity();  // null: not finite
            const std::string& digits = largest->text;
            if (largest->kind == KeyJson::Kind::number) {
                std::from_chars(digits.data(), digits.data() + digits.size(), value);
            }
            known.error = std::max(known.error.value_or(0.0), value);
        }
    }

    void addClass(const KeyJson& candidate) {
        const auto index = indexIn(candidate);
        const std::string letter = textIn(candidate, "class");
        if (index && !letter.empty()) m_measurements[{m_key, *index}].numericalClass = "measured-" + letter;
    }

    KeyIndex m_key;
    const CandidateSet& m_set;
    Measurements m_measurements;
};

}  // namespace

Result<Measurements> measurementsIn(std::string_view reportJson, const Dataset& dataset, const Analysis& analysis) {
    const std::optional<KeyJson> report = parseKeyJson(reportJson);
    if (!report || textIn(*report, "command") != "rerun") return Error{"it is no JSON report of the command rerun"};
    const std::string id = textIn(*report, "key");
    const std::optional<KeyIndex> key = findKey(dataset, id);
    if (id.empty() || !key) return Error{"it is of the key “" + id + "”, which these runs do not have"};
    const std::optional<CandidateSetIndex> set = analysis.keys[key->value].set;
    if (!set) return Error{"the candidates of the key " + id + " are not known in these runs"};
    return Reading(*key, setOf(dataset, *set)).read(*report);
}

}  // namespace flipscope
