#include "core/pin/pin_rules.h"

#include "core/analyse/pair_evidence.h"
#include "core/model/key_json.h"
#include "core/pin/pin_selection.h"
#include "core/pin/pin_warnings.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace flipscope {

namespace {

constexpr std::string_view kRunPrefix = "run:", kClassPrefix = "class:";
const std::string kNoObject = "its key is known as text only, not as the program compares it";
const std::map<std::string, PinRule::Kind, std::less<>> kPlainRules{{"majority", PinRule::Kind::majority},
                                                                    {"fastest-in-tie", PinRule::Kind::fastestInTie},
                                                                    {"most-exact", PinRule::Kind::mostExact}};

// The value that all runs have, or empty.
std::string commonValue(const Dataset& dataset, const std::vector<RunIndex>& runs, const std::string& name) {
    std::set<std::string> values;
    for (const RunIndex run : runs) {
        const auto found = runOf(dataset, run).environment.find(name);
        if (found != runOf(dataset, run).environment.end()) values.insert(found->second);
    }
    return values.size() == 1 ? *values.begin() : std::string();
}

class PinMaker {
public:
    PinMaker(const Dataset& dataset, const Analysis& analysis, const PinRequest& request)
        : m_dataset(dataset), m_analysis(analysis), m_matrix(analysis.matrix), m_request(request) {}

    Result<PinChoice> make() {
        if (auto error = findRun()) return *error;
        for (std::uint32_t i = 0; i < m_dataset.keys.size(); ++i) {
            if (auto error = choose(KeyIndex{i})) return *error;
        }
        return std::move(m_choice);
    }

private:
    std::optional<Error> findRun() {
        if (!m_request.rule || m_request.rule->kind != PinRule::Kind::run) return std::nullopt;
        std::vector<std::string> ids;
        for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
            ids.push_back(runOf(m_dataset, m_matrix.runs[column]).id);
            if (ids.back() != m_request.rule->name) continue;
            m_column = column;
            return std::nullopt;
        }
        return Error{"no run is named “" + m_request.rule->name + "”; there are: " + firstNames(ids)};
    }

    std::optional<Error> choose(KeyIndex key) {
        const auto hand = std::find_if(m_request.byHand.rbegin(), m_request.byHand.rend(),
                                       [&](const HandPin& pin) { return pin.key == key; });
        if (hand != m_request.byHand.rend()) return addByHand(*hand);
        if (!m_request.rule) return std::nullopt;
        const Selection selection = selectCandidate(m_dataset, m_analysis, key, m_request, m_column);
        if (!selection.candidate || !isObject(key)) {
            m_choice.unpinned.push_back({key, selection.candidate ? kNoObject : selection.because});
            return std::nullopt;
        }
        add(key, *selection.candidate, *selection.set, toString(*m_request.rule), selection.words);
        return std::nullopt;
    }

    std::optional<Error> addByHand(const HandPin& hand) {
        const TuningKey& key = keyOf(m_dataset, hand.key);
        const std::optional<CandidateSetIndex> set = m_analysis.keys[hand.key.value].set;
        if (!set) return Error{key.label + " (" + key.id + "): its candidates are not known in these runs"};
        if (!isObject(hand.key)) return Error{key.label + " (" + key.id + "): " + kNoObject};
        const std::size_t size = setOf(m_dataset, *set).names.size();
        if (size > 0 && hand.candidate.value >= size) {
            return Error{key.label + " (" + key.id + ") has candidates 0 to " + std::to_string(size - 1) + ", not " +
                         std::to_string(hand.candidate.value)};
        }
        add(hand.key, hand.candidate, *set, "hand", "It was chosen by hand.");
        return std::nullopt;
    }

    void add(KeyIndex key, CandidateIndex candidate, CandidateSetIndex set, std::string rule, std::string words) {
        Pin& pin = m_choice.pins.emplace_back(pinOf(m_dataset, key, set, candidate));
        const PinnedClass known =
            classOf(m_dataset, key, set, candidate, m_request.assumptions, m_request.measurements);
        pin.reason = {std::move(rule), m_request.by, std::move(words), known.id, known.measured, {}, {}};
        const auto measured = m_request.measurements.find({key, candidate});
        if (measured != m_request.measurements.end()) pin.reason.error = measured->second.error;
        pin.reason.margin = marginOf(key, candidate, set);
        addProvenance(pin, key, set);
        warn(key, candidate, set);
    }

    // A human log tells some keys as text only.
    [[nodiscard]] bool isObject(KeyIndex key) const {
        const std::optional<KeyJson> json = parseKeyJson(keyOf(m_dataset, key).canonicalJson);
        return json && json->kind == KeyJson::Kind::object;
    }

    // How much slower the fastest other candidate is.
    [[nodiscard]] std::optional<double> marginOf(KeyIndex key, CandidateIndex candidate, CandidateSetIndex set) {
        const KeyVerdict& verdict = m_analysis.keys[key.value];
        const auto other = fastestMeasured(verdict, candidate);
        if (verdict.set != set || !other) return std::nullopt;
        m_timings.collect(m_dataset, m_matrix, key, set);
        return comparePair(m_timings, candidate, *other).relativeMargin;
    }

    void addProvenance(Pin& pin, KeyIndex key, CandidateSetIndex set) {
        std::vector<std::size_t> columns;
        std::vector<RunIndex> runs;
        const bool isOfRun = pin.reason.rule.starts_with(kRunPrefix);
        for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
            if (isOfRun ? column != m_column : m_matrix.at(key, column).set != set) continue;
            columns.push_back(column);
            runs.push_back(m_matrix.runs[column]);
            pin.provenance.runs.push_back(runOf(m_dataset, runs.back()).id);
        }
        pin.places = placesOfKey(m_request.places, m_dataset, m_matrix, key, pin.setChecksum, columns);
        pin.provenance.device = commonValue(m_dataset, runs, "device");
        pin.provenance.framework = commonValue(m_dataset, runs, "producer");
    }

    void warn(KeyIndex key, CandidateIndex candidate, CandidateSetIndex set) {
        for (std::string& words : candidateWarnings(m_dataset, m_matrix, key, set, candidate, m_request.measurements))
            m_choice.warnings.push_back({key, std::move(words)});
    }

    const Dataset& m_dataset;
    const Analysis& m_analysis;
    const WinnerMatrix& m_matrix;
    const PinRequest& m_request;
    std::size_t m_column = 0;  // of the rule's run
    KeyTimings m_timings;
    PinChoice m_choice;
};

}  // namespace

Pin pinOf(const Dataset& dataset, KeyIndex key, CandidateSetIndex set, CandidateIndex candidate) {
    const TuningKey& tuningKey = keyOf(dataset, key);
    const CandidateSet& candidates = setOf(dataset, set);
    Pin pin;
    pin.keyJson = tuningKey.canonicalJson;
    pin.tuner = tuningKey.tuner;
    pin.keyId = tuningKey.id;
    pin.label = tuningKey.label;
    pin.candidate = candidate;
    if (candidate.value < candidates.names.size()) pin.candidateName = candidates.names[candidate.value];
    pin.setChecksum = candidates.checksum;
    pin.setSize = candidates.names.size();
    return pin;
}

Result<PinRule> parsePinRule(std::string_view text) {
    const auto plain = kPlainRules.find(text);
    if (plain != kPlainRules.end()) return PinRule{plain->second, {}};
    if (text.starts_with(kRunPrefix) && text.size() > kRunPrefix.size()) {
        return PinRule{PinRule::Kind::run, std::string(text.substr(kRunPrefix.size()))};
    }
    if (text.starts_with(kClassPrefix) && text.size() > kClassPrefix.size()) {
        return PinRule{PinRule::Kind::ofClass, std::string(text.substr(kClassPrefix.size()))};
    }
    return Error{"there is no rule “" + std::string(text) +
                 "”; there are: majority, fastest-in-tie, class:NAME, most-exact, run:ID"};
}

std::string toString(const PinRule& rule) {
    if (rule.kind == PinRule::Kind::run) return std::string(kRunPrefix) + rule.name;
    if (rule.kind == PinRule::Kind::ofClass) return std::string(kClassPrefix) + rule.name;
    for (const auto& [name, kind] : kPlainRules)
        if (kind == rule.kind) return name;
    return {};
}

Result<PinChoice> choosePins(const Dataset& dataset, const Analysis& analysis, const PinRequest& request) {
    return PinMaker(dataset, analysis, request).make();
}

}  // namespace flipscope
