#pragma once

#include "core/read/human_fields.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace flipscope {

// One decision of a human log while its messages come in. Views point into the log's text.
class HumanRecord {
public:
    // What the messages taken so far amount to.
    enum class Level : std::uint8_t { minimal, full };

    HumanRecord(const FastestFields& first, std::string_view prefix, std::uint32_t line);

    void takeTopTimes(std::string_view text);
    void takeContext();
    void takeBounds(std::string_view text);
    void takeStep(std::string_view text);
    void takeShortCircuit(std::string_view text);
    void takeSuccess(std::string_view text);
    void takeFailure(std::string_view text);
    // A line that begins no message: more of the failure before it, if that one goes on.
    void takeMoreText(std::string_view line);
    void endFailureText() { m_failureOpen = false; }

    [[nodiscard]] std::uint32_t line() const { return m_line; }
    [[nodiscard]] std::string_view prefix() const { return m_prefix; }
    [[nodiscard]] std::string_view key() const { return m_key; }
    [[nodiscard]] Level level() const { return m_topTimes ? Level::minimal : Level::full; }
    // Written before cubecl 0.11-pre.2, which measured every candidate in full: what such a log names was used.
    [[nodiscard]] bool isOld() const { return !m_isModern; }
    [[nodiscard]] const std::vector<std::pair<std::uint32_t, RustDuration>>& topTimes() const { return *m_topTimes; }

    // Why the messages give no decision; empty when they do.
    [[nodiscard]] std::string fault() const;
    // The decision as a line of the decision log, without line break. Precondition: full level and no fault.
    [[nodiscard]] std::string asLogLine(std::string_view keyJson) const;

private:
    struct Result {
        std::string_view name;      // empty: the text does not say
        std::string json;           // of the success; of a failure that needs no more text
        std::string variant, text;  // failure whose reason follows
        bool isSuccess = false;
    };
    [[nodiscard]] bool missesMeasuredCandidate() const;
    [[nodiscard]] std::string resultJson(const Result& result) const;

    std::string_view m_name, m_key, m_prefix;
    std::uint32_t m_line;
    bool m_isModern = false;
    bool m_failureOpen = false;
    std::optional<std::vector<std::pair<std::uint32_t, RustDuration>>> m_topTimes;
    std::string m_bounds = "null", m_limit = "null";
    std::vector<std::pair<std::string_view, std::string>> m_steps;
    std::optional<std::string_view> m_shortCircuit;
    std::vector<Result> m_results;
    std::optional<std::uint32_t> m_firstIndex;  // of the first success, the best one
    std::string m_fault;
};

}  // namespace flipscope
