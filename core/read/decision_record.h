#pragma once

#include "core/model/decision.h"
#include "core/read/candidate_error.h"
#include "core/read/intern_pool.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <simdjson.h>

namespace flipscope {

// Turns one parsed JSON object into a Decision. Holds buffers that are reused from record to record: one reader a
// thread.
class DecisionRecordReader {
public:
    enum class Outcome : std::uint8_t {
        decision,
        damaged,        // meant as a record, but contradicts itself or lacks something; see reason()
        noRecord,       // none of a record's members: other JSON between the records
        producerFailed  // the producer says that it could not write the record; see reason()
    };

    explicit DecisionRecordReader(InternPool& pool) : m_pool(pool) {}

    // raw: the object's text as logged, from '{' to '}'. Fills `decision` but its line when the outcome is decision.
    [[nodiscard]] Outcome read(simdjson::dom::object record, std::string_view raw, Decision& decision);

    // Why the last record was not read; after a decision: what was left out of it, mostly nothing.
    [[nodiscard]] const std::string& reason() const { return m_reason; }

private:
    struct Failure {
        std::string_view name;
        CandidateStatus status;
        std::uint32_t reason;  // in the pool's texts
    };
    struct Members;

    bool readCandidates(simdjson::dom::array results);
    bool readResult(simdjson::dom::object result);
    bool readSuccess(simdjson::dom::object success);
    bool readFailure(simdjson::dom::element payload);
    bool placeSuccesses(std::size_t count);
    bool readWinner(const Members& members, Decision& decision);
    void readContext(simdjson::dom::element context, Decision& decision);
    void readBounds(simdjson::dom::element bounds, Decision& decision);
    void readEvents(simdjson::dom::element events, Decision& decision);
    [[nodiscard]] std::optional<CandidateIndex> shortCircuiting(std::string_view name, const Decision& decision) const;
    void fill(const Members& members, Decision& decision);
    bool damaged(std::string reason);
    void leftOut(std::string_view what);

    InternPool& m_pool;
    std::string m_reason;
    std::vector<MeasuredCandidate> m_measured;
    std::vector<std::string_view> m_measuredNames;  // parallel to m_measured
    std::vector<Failure> m_failures;                // in the order logged = ascending index
    std::vector<std::string_view> m_names;          // by candidate index
    std::vector<bool> m_succeeded;                  // by candidate index
};

}  // namespace flipscope
