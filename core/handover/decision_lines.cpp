#include "core/handover/decision_lines.h"

#include "core/read/winner_proof.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace {

using Json = nlohmann::ordered_json;

std::string oneLine(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json durationJson(Nanoseconds duration) {
    constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
    return {{"secs", duration.value / kNanosPerSecond}, {"nanos", duration.value % kNanosPerSecond}};
}

Json timingJson(const Timing& timing) {
    return {{"mean", durationJson(timing.mean)},
            {"median", durationJson(timing.median)},
            {"variance", durationJson({0})},
            {"min", durationJson(timing.min)},
            {"max", durationJson(timing.max)}};
}

class LineMaker {
public:
    LineMaker(const Dataset& dataset, const Scrubber& scrubber) : m_dataset(dataset), m_scrubber(scrubber) {}

    // winner: what the run used; null: not known.
    std::string line(const Decision& decision, std::optional<CandidateIndex> winner, const std::string& runName) const {
        const CandidateSet& set = setOf(m_dataset, decision.set);
        Decision asLogged = decision;
        applyWinnerProof(asLogged, WinnerSource::log);
        const bool followsRule = asLogged.usedWinner == winner;
        const bool isEntry = !followsRule && winner.has_value();
        const std::string key = enclosedKey(keyOf(m_dataset, decision.key), m_scrubber);
        Json fastest;
        if (isEntry) {
            fastest = winner->value;
        } else if (followsRule && decision.loggedWinner) {
            fastest = decision.loggedWinner->value;
        }
        Json value = {{"fastest_index", std::move(fastest)}, {"results", results(decision, set)}};
        if (Json context = contextJson(decision, set); !context.empty()) value["log_context"] = std::move(context);
        if (!runName.empty()) value["run"] = runName;
        const std::string members = oneLine(value);
        // The key as it was logged: parsed and printed again its numbers could be spelled otherwise.
        if (!isEntry) return "{\"key\":" + key + "," + members.substr(1) + "\n";
        return "{\"key\":{\"key\":" + key + ",\"checksum\":" + oneLine(set.checksum) + "},\"value\":" + members + "}\n";
    }

private:
    std::string nameOf(const CandidateSet& set, std::size_t index) const {
        return index < set.names.size() ? m_scrubber.name(set.names[index]) : std::string();
    }

    // Successes in the producer's order, then all others by index, as cubecl logs them.
    Json results(const Decision& decision, const CandidateSet& set) const {
        Json list = Json::array();
        std::vector<bool> isMeasured(set.names.size(), false);
        for (const MeasuredCandidate& candidate : decision.measured) {
            if (candidate.index.value >= set.names.size()) continue;
            isMeasured[candidate.index.value] = true;
            Json success = {{"name", nameOf(set, candidate.index.value)}, {"index", candidate.index.value}};
            success["computation"] = candidate.hasTiming ? timingJson(candidate.timing) : Json(nullptr);
            list.push_back({{"outcome", {{"Ok", std::move(success)}}}});
        }
        for (std::size_t index = 0; index < set.names.size(); ++index) {
            if (!isMeasured[index]) list.push_back({{"outcome", {{"Err", failure(decision, set, index)}}}});
        }
        return list;
    }

    Json failure(const Decision& decision, const CandidateSet& set, std::size_t index) const {
        const auto found = std::find_if(decision.failed.begin(), decision.failed.end(),
                                        [&](const FailedCandidate& failed) { return failed.index.value == index; });
        Json payload = {{"name", nameOf(set, index)}};
        if (found == decision.failed.end()) return {{"Skip", payload}};
        const std::string reason =
            found->reason < m_dataset.texts.size() ? m_scrubber.text(m_dataset.texts[found->reason]) : std::string();
        switch (found->status) {
            case CandidateStatus::notMeasured:
                return {{"NotMeasured", payload}};
            case CandidateStatus::invalidSamples:
                return {{"InvalidSamples", payload}};
            case CandidateStatus::rejected:
                payload["reason"] = reason;
                return {{"Rejected", payload}};
            case CandidateStatus::unknownError:
                payload["reason"] = reason;
                return {{"Other", payload}};
            default:
                payload["err"] = reason;
                return {{"Unknown", payload}};
        }
    }

    Json contextJson(const Decision& decision, const CandidateSet& set) const {
        Json context = Json::object();
        if (decision.limit) context["limit"] = durationJson(*decision.limit);
        if (!decision.bounds.empty() || decision.launchOverhead) {
            Json bounds = Json::array();
            for (const RooflineBound& bound : decision.bounds) {
                bounds.push_back({{"resource", {{"amount", bound.amount}, {"peak_per_s", bound.peakPerSecond}}},
                                  {"threshold", bound.threshold}});
            }
            context["bounds"] = {
                {"bounds", std::move(bounds)},
                {"launch_overhead", decision.launchOverhead ? durationJson(*decision.launchOverhead) : Json(nullptr)}};
        }
        if (decision.shortCircuitedBy) {
            context["events"] = Json::array({{{"ShortCircuit", nameOf(set, decision.shortCircuitedBy->value)}}});
        }
        return context;
    }

    const Dataset& m_dataset;
    const Scrubber& m_scrubber;
};

}  // namespace

std::string enclosedKey(const TuningKey& key, const Scrubber& scrubber) {
    const std::string text = scrubber.name(key.canonicalJson);
    return text.starts_with('{') ? text : oneLine({{"text", text}});
}

std::string decisionLines(const Dataset& dataset, const WinnerMatrix& matrix, std::size_t column,
                          const std::string& runName, const Scrubber& scrubber) {
    const LineMaker maker(dataset, scrubber);
    const Run& run = runOf(dataset, matrix.runs[column]);
    // In the order of the log, in which the loader numbers keys.
    std::vector<std::pair<std::int32_t, KeyIndex>> order;
    for (std::uint32_t key = 0; key < matrix.keyCount; ++key) {
        const std::int32_t decision = matrix.at(KeyIndex{key}, column).decision;
        if (decision >= 0) order.emplace_back(decision, KeyIndex{key});
    }
    std::sort(order.begin(), order.end());
    std::string text;
    for (const auto& [decision, key] : order) {
        text += maker.line(run.decisions[static_cast<std::size_t>(decision)], matrix.at(key, column).winner,
                           text.empty() ? runName : std::string());
    }
    return text;
}

}  // namespace flipscope
