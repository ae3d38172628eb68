#include "core/read/decision_record.h"

#include "core/read/decision_fields.h"
#include "core/read/json_scan.h"
#include "core/read/winner_proof.h"

#include <algorithm>

namespace flipscope {
namespace {

namespace dom = simdjson::dom;

std::string quoted(std::string_view name) {
    return "\"" + std::string(name) + "\"";
}

}  // namespace

// The members of a record that matter, in either layout: the decision log's, or the JSON-line cache's
// {"key":{"key","checksum"},"value":{"fastest_index","results"}}.
struct DecisionRecordReader::Members {
    std::optional<dom::element> key, fastestIndex, results, context, value, error;
    bool isCacheEntry = false;
    std::string_view rawKey;

    explicit Members(dom::object record) { collect(record); }

    void collect(dom::object record) {
        for (const dom::key_value_pair& field : record) {
            const auto take = [&](std::string_view name, std::optional<dom::element>& member) {
                if (field.key == name && !member) member = field.value;
            };
            take("key", key);
            take("fastest_index", fastestIndex);
            take("results", results);
            take("log_context", context);
            take("value", value);
            take("error", error);
        }
    }

    [[nodiscard]] bool isRecord() const { return results || fastestIndex || (key && key->is_object()); }
    [[nodiscard]] bool isProducerFailure() const { return error && !key && !results; }

    // False when the key is no object or its text cannot be found.
    bool findKey(std::string_view raw) {
        dom::object keyObject;
        if (!key || key->get(keyObject) != simdjson::SUCCESS) return false;
        std::optional<std::string_view> text = rawMember(raw, "key");
        if (isCacheEntry && text) {
            dom::element inner;
            if (keyObject["key"].get(inner) != simdjson::SUCCESS || !inner.is_object()) return false;
            text = rawMember(*text, "key");
        }
        if (!text) return false;
        rawKey = *text;
        return true;
    }

    void enterCacheEntry() {
        dom::object inner;
        isCacheEntry = !results && value && value->get(inner) == simdjson::SUCCESS;
        if (isCacheEntry) collect(inner);
    }
};

bool DecisionRecordReader::damaged(std::string reason) {
    m_reason = std::move(reason);
    return false;
}

void DecisionRecordReader::leftOut(std::string_view what) {
    m_reason += (m_reason.empty() ? "left out: " : ", ") + std::string(what);
}

DecisionRecordReader::Outcome DecisionRecordReader::read(dom::object record, std::string_view raw, Decision& decision) {
    m_reason.clear();
    Members members(record);
    if (members.isProducerFailure()) {
        m_reason = "the producer could not write this decision";
        return Outcome::producerFailed;
    }
    if (!members.isRecord()) return Outcome::noRecord;
    members.enterCacheEntry();
    dom::array results;
    if (!members.findKey(raw)) return damaged("the record has no \"key\" object"), Outcome::damaged;
    if (!members.results || members.results->get(results) != simdjson::SUCCESS) {
        return damaged("the record has no \"results\" array"), Outcome::damaged;
    }
    if (!readCandidates(results) || !readWinner(members, decision)) return Outcome::damaged;
    fill(members, decision);
    return Outcome::decision;
}

bool DecisionRecordReader::readCandidates(dom::array results) {
    m_measured.clear();
    m_measuredNames.clear();
    m_failures.clear();
    std::size_t count = 0;
    for (const dom::element result : results) {
        dom::object object;
        if (result.get(object) != simdjson::SUCCESS || !readResult(object)) {
            if (m_reason.empty()) m_reason = "it is neither Ok nor Err";
            return damaged("results[" + std::to_string(count) + "]: " + m_reason);
        }
        ++count;
    }
    return placeSuccesses(count);
}

bool DecisionRecordReader::readResult(dom::object result) {
    // Versions up to 0.8 wrote Ok and Err without "outcome" around them.
    dom::object outcome;
    if (result["outcome"].get(outcome) != simdjson::SUCCESS) outcome = result;
    for (const dom::key_value_pair& field : outcome) {
        dom::object success;
        if (field.key == "Ok" && field.value.get(success) == simdjson::SUCCESS) return readSuccess(success);
        if (field.key == "Err") return readFailure(field.value);
    }
    return false;
}

bool DecisionRecordReader::readSuccess(dom::object success) {
    MeasuredCandidate measured;
    measured.hasTiming = false;
    std::optional<std::uint32_t> index;
    std::optional<std::string_view> name;
    for (const dom::key_value_pair& field : success) {
        if (field.key == "name") {
            std::string_view text;
            if (field.value.get(text) != simdjson::SUCCESS) return damaged("its name is no text");
            name = text;
        } else if (field.key == "index") {
            index = readIndex(field.value);
        } else if (field.key == "computation" && !field.value.is_null()) {
            const std::optional<Timing> timing = readTiming(field.value);
            if (!timing) return damaged("its times are incomplete or out of range");
            measured.timing = *timing;
            measured.hasTiming = true;
        }
    }
    if (!name) return damaged("it has no name");
    if (!index) return damaged("it has no index");
    measured.index = {*index};
    m_measured.push_back(measured);
    m_measuredNames.push_back(*name);
    return true;
}

bool DecisionRecordReader::readFailure(dom::element payload) {
    const std::optional<CandidateError> error = readCandidateError(payload);
    if (!error) return damaged("its name is no text");
    m_failures.push_back({error->name, error->status, m_pool.internText(error->reason)});
    return true;
}

// Successes carry their index. Failures do not, but keep the order of registration: the j-th failure has the j-th
// smallest index that no success has (formats cubecl-0.11 §2.3).
bool DecisionRecordReader::placeSuccesses(std::size_t count) {
    m_names.assign(count, {});
    m_succeeded.assign(count, false);
    for (std::size_t i = 0; i < m_measured.size(); ++i) {
        const std::uint32_t index = m_measured[i].index.value;
        if (index >= count) {
            return damaged("index " + std::to_string(index) + " in a list of " + std::to_string(count) + " candidates");
        }
        if (m_succeeded[index]) return damaged("two results have index " + std::to_string(index));
        m_succeeded[index] = true;
        m_names[index] = m_measuredNames[i];
    }
    return true;
}

bool DecisionRecordReader::readWinner(const Members& members, Decision& decision) {
    decision.loggedWinner.reset();
    if (!members.fastestIndex || members.fastestIndex->is_null()) return true;
    const std::optional<std::uint32_t> index = readIndex(*members.fastestIndex);
    if (!index) return damaged("\"fastest_index\" is no index");
    // A cache entry written by hand to pin a choice may have no results.
    const bool isPin = members.isCacheEntry && m_names.empty();
    if (*index >= m_names.size() && !isPin) {
        return damaged("\"fastest_index\" is " + std::to_string(*index) + " in a list of " +
                       std::to_string(m_names.size()) + " candidates");
    }
    decision.loggedWinner = CandidateIndex{*index};
    return true;
}

void DecisionRecordReader::fill(const Members& members, Decision& decision) {
    decision.measured.assign(m_measured.begin(), m_measured.end());
    decision.failed.clear();
    decision.failed.reserve(
        static_cast<std::size_t>(std::count_if(m_failures.begin(), m_failures.end(), [](const Failure& failure) {
            return failure.status != CandidateStatus::skipped;
        })));
    std::uint32_t index = 0;
    for (const Failure& failure : m_failures) {
        while (m_succeeded[index])
            ++index;
        m_names[index] = failure.name;
        if (failure.status != CandidateStatus::skipped) {
            decision.failed.push_back({CandidateIndex{index}, failure.status, failure.reason});
        }
        ++index;
    }
    decision.set = m_pool.internSet(m_names);
    decision.key = m_pool.internKey(members.rawKey, decision.set);
    if (members.context && !members.context->is_null()) readContext(*members.context, decision);
    if (members.isCacheEntry) {
        // A cache holds the decided candidate itself.
        decision.usedWinner = decision.loggedWinner;
        decision.source = decision.loggedWinner ? WinnerSource::log : WinnerSource::none_notDecided;
    } else {
        applyWinnerProof(decision, WinnerSource::log);
    }
}

void DecisionRecordReader::readContext(dom::element context, Decision& decision) {
    dom::object object;
    if (context.get(object) != simdjson::SUCCESS) return leftOut(quoted("log_context"));
    std::optional<dom::element> events;
    for (const dom::key_value_pair& field : object) {
        if (field.value.is_null()) continue;
        if (field.key == "limit") {
            decision.limit = readDuration(field.value);
            if (!decision.limit) leftOut(quoted("limit"));
        } else if (field.key == "bounds") {
            readBounds(field.value, decision);
        } else if (field.key == "events") {
            events = field.value;
        }
    }
    if (events) readEvents(*events, decision);  // needs the limit, which may come later in the text
}

void DecisionRecordReader::readBounds(dom::element bounds, Decision& decision) {
    dom::array list;
    dom::element overhead;
    if (bounds["bounds"].get(list) != simdjson::SUCCESS) return leftOut(quoted("bounds"));
    if (bounds["launch_overhead"].get(overhead) == simdjson::SUCCESS && !overhead.is_null()) {
        decision.launchOverhead = readDuration(overhead);
        if (!decision.launchOverhead) leftOut(quoted("launch_overhead"));
    }
    decision.bounds.reserve(list.size());
    for (const dom::element element : list) {
        const std::optional<RooflineBound> bound = readBound(element);
        if (!bound) {
            decision.bounds.clear();
            return leftOut(quoted("bounds"));
        }
        decision.bounds.push_back(*bound);
    }
}

void DecisionRecordReader::readEvents(dom::element events, Decision& decision) {
    dom::array list;
    if (events.get(list) != simdjson::SUCCESS) return leftOut(quoted("events"));
    for (const dom::element event : list) {
        std::string_view name;
        if (event["ShortCircuit"].get(name) == simdjson::SUCCESS) {
            decision.shortCircuitedBy = shortCircuiting(name, decision);
        }
    }
}

// The log gives a name, and names can repeat. The candidate was measured, and some of its samples were within the
// limit; when that leaves several, it cannot be told.
std::optional<CandidateIndex> DecisionRecordReader::shortCircuiting(std::string_view name,
                                                                    const Decision& decision) const {
    std::optional<CandidateIndex> only;
    std::optional<CandidateIndex> onlyWithinLimit;
    std::size_t named = 0;
    std::size_t withinLimit = 0;
    for (std::size_t i = 0; i < m_measured.size(); ++i) {
        if (m_measuredNames[i] != name) continue;
        ++named;
        only = m_measured[i].index;
        if (!decision.limit || !m_measured[i].hasTiming || m_measured[i].timing.min > *decision.limit) continue;
        ++withinLimit;
        onlyWithinLimit = m_measured[i].index;
    }
    if (named == 1) return only;
    return withinLimit == 1 ? onlyWithinLimit : std::nullopt;
}

}  // namespace flipscope
