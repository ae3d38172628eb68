#include "core/read/human_record.h"

#include "core/read/candidate_error.h"
#include "core/read/rust_debug.h"

#include <map>

namespace flipscope {

HumanRecord::HumanRecord(const FastestFields& first, std::string_view prefix, std::uint32_t line)
    : m_name(first.name), m_key(first.key), m_prefix(prefix), m_line(line) {
    if (first.layout != FastestFields::Layout::topTimes) return;
    m_isModern = true;
    takeTopTimes(first.topTimes);
}

void HumanRecord::takeTopTimes(std::string_view text) {
    if (m_topTimes || !m_results.empty()) return;
    m_topTimes = readTopTimes(text);
    if (!m_topTimes) m_fault = "its list of times cannot be read";
}

void HumanRecord::takeContext() {
    if (m_results.empty() && !m_topTimes) m_isModern = true;
}

void HumanRecord::takeBounds(std::string_view text) {
    if (!m_results.empty()) return;
    BoundsFields fields = readBounds(text);
    m_bounds = std::move(fields.boundsJson);
    m_limit = std::move(fields.limitJson);
}

void HumanRecord::takeStep(std::string_view text) {
    if (!m_results.empty()) return;
    if (auto step = readStep(text)) m_steps.push_back(std::move(*step));
}

void HumanRecord::takeShortCircuit(std::string_view text) {
    if (m_results.empty()) m_shortCircuit = readShortCircuit(text);
}

void HumanRecord::takeSuccess(std::string_view text) {
    m_failureOpen = false;
    std::optional<SuccessFields> fields = readSuccess(text);
    if (!fields) {
        if (m_fault.empty()) m_fault = "one of its results cannot be read";
        return;
    }
    if (!m_firstIndex) {
        m_firstIndex = fields->index;
        if (fields->name != m_name && m_fault.empty()) m_fault = "the results behind it are of another decision";
    }
    Result& result = m_results.emplace_back();
    result.isSuccess = true;
    result.name = fields->name;
    result.json = "{\"name\":" + jsonString(fields->name) + ",\"index\":" + std::to_string(fields->index) +
                  ",\"computation\":" + fields->computationJson + '}';
}

void HumanRecord::takeFailure(std::string_view text) {
    std::optional<FailureFields> fields = readFailure(text);
    m_failureOpen = fields && fields->textFollows;
    if (!fields) return;
    Result& result = m_results.emplace_back();
    result.name = fields->name;
    result.variant = std::move(fields->variant);
    result.json = std::move(fields->json);
    // The reader of decision logs takes the name from the JSON.
    if (result.json.empty() && result.variant == "Launch") result.text = text;
}

void HumanRecord::takeMoreText(std::string_view line) {
    if (!m_failureOpen || m_results.empty()) return;
    std::string& text = m_results.back().text;
    if (text.size() >= kLongestReason) return;
    if (!text.empty()) text += '\n';
    text += line.substr(0, kLongestReason);
}

// Every candidate of a batch that ran stands among the results, so a step without a result means lost lines.
bool HumanRecord::missesMeasuredCandidate() const {
    std::map<std::string_view, std::size_t> names;
    for (const Result& result : m_results) {
        if (result.name.empty()) return false;  // old versions: cannot tell
        ++names[result.name];
    }
    for (const auto& [name, duration] : m_steps) {
        const auto found = names.find(name);
        if (found == names.end() || found->second == 0) return true;
        --found->second;
    }
    return false;
}

std::string HumanRecord::fault() const {
    if (!m_fault.empty()) return m_fault;
    if (m_topTimes) return m_topTimes->empty() ? "its list of times names no success" : "";
    if (!m_firstIndex) return "no results follow it";
    if (missesMeasuredCandidate()) return "results of candidates that were measured are missing";
    return {};
}

std::string HumanRecord::resultJson(const Result& result) const {
    if (result.isSuccess) return "{\"outcome\":{\"Ok\":" + result.json + "}}";
    std::string error = result.json;
    if (error.empty()) {
        const bool named = !result.name.empty();
        const char* reasonName = result.variant == "Unknown" ? "err" : "reason";
        const std::string name = named ? "\"name\":" + jsonString(result.name) : std::string();
        const std::string reason =
            result.text.empty() ? std::string() : '"' + std::string(reasonName) + "\":" + jsonString(result.text);
        error = "{\"" + result.variant + "\":{" + name + (named && !reason.empty() ? "," : "") + reason + "}}";
    }
    return "{\"outcome\":{\"Err\":" + error + "}}";
}

std::string HumanRecord::asLogLine(std::string_view keyJson) const {
    std::string line =
        "{\"key\":" + std::string(keyJson) + ",\"fastest_index\":" + std::to_string(*m_firstIndex) + ",\"results\":[";
    for (std::size_t i = 0; i < m_results.size(); ++i)
        line += (i > 0 ? "," : "") + resultJson(m_results[i]);
    line += "],\"log_context\":{\"bounds\":" + m_bounds + ",\"limit\":" + m_limit + ",\"events\":[";
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        line += std::string(i > 0 ? "," : "") + "{\"TuningStep\":[" + jsonString(m_steps[i].first) + ',' +
                m_steps[i].second + "]}";
    }
    if (m_shortCircuit) {
        line += std::string(m_steps.empty() ? "" : ",") + "{\"ShortCircuit\":" + jsonString(*m_shortCircuit) + '}';
    }
    return line + "]}}";
}

}  // namespace flipscope
