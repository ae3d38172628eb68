#include "core/drive/forced_choices.h"

#include <algorithm>
#include <map>

namespace flipscope {

namespace {

bool isSameKey(const Pin& a, const Pin& b) {
    return a.keyJson == b.keyJson && a.tuner == b.tuner;
}

std::vector<Pin> replaced(std::vector<Pin> pins, const std::vector<Pin>& by) {
    std::erase_if(pins, [&by](const Pin& pin) {
        return std::any_of(by.begin(), by.end(), [&pin](const Pin& other) { return isSameKey(pin, other); });
    });
    pins.insert(pins.end(), by.begin(), by.end());
    return pins;
}

void countOutcomes(ForcedVariant& variant) {
    std::map<std::string, std::size_t> counts;
    for (const ForcedTrial& trial : variant.trials) {
        if (!trial.check.counts) continue;
        ++counts[trial.outcome.text.value_or("(" + trial.outcome.because + ")")];
    }
    for (const auto& [outcome, times] : counts)
        variant.outcomes.push_back({outcome, times});
    std::stable_sort(variant.outcomes.begin(), variant.outcomes.end(),
                     [](const ForcedOutcome& a, const ForcedOutcome& b) { return a.times > b.times; });
}

bool isSettled(const ForcedVariant& variant) {
    return variant.outcomes.size() == 1 &&
           std::all_of(variant.trials.begin(), variant.trials.end(),
                       [](const ForcedTrial& trial) { return trial.check.counts && trial.outcome.text; });
}

void group(std::vector<ForcedVariant>& variants) {
    if (variants.empty() || !isSettled(variants.front())) return;
    std::map<std::string, std::size_t> groups;
    for (ForcedVariant& variant : variants) {
        if (!isSettled(variant)) continue;
        variant.group = groups.try_emplace(variant.outcomes.front().outcome, groups.size()).first->second;
    }
}

class Forcer {
public:
    Forcer(const ForcingPlan& plan, const std::function<void(const ForcingProgress&)>& progress, std::stop_token stop)
        : m_plan(plan), m_progress(progress), m_stop(std::move(stop)) {
        m_state.total = plan.baseRepeats + plan.variants.size() * plan.repeats;
    }

    Result<Forcing> run() {
        if (auto error = runVariant(std::nullopt, m_plan.baseRepeats)) return *error;
        for (std::size_t i = 0; i < m_plan.variants.size() && !isOver(); ++i) {
            if (auto error = runVariant(i, m_plan.repeats)) return *error;
        }
        for (ForcedVariant& variant : m_forcing.variants)
            countOutcomes(variant);
        group(m_forcing.variants);
        return std::move(m_forcing);
    }

private:
    // Nothing more can be learnt from a program that does not read its database.
    [[nodiscard]] bool isOver() const {
        if (m_forcing.stopped) return true;
        const std::vector<ForcedTrial>& trials = m_forcing.variants.front().trials;
        return std::any_of(trials.begin(), trials.end(), [](const ForcedTrial& t) { return t.check.isHopeless; });
    }

    std::optional<Error> runVariant(std::optional<std::size_t> variant, std::size_t repeats) {
        ForcedVariant& made = m_forcing.variants.emplace_back();
        made.variant = variant;
        for (std::size_t i = 0; i < repeats && (i == 0 || !isOver()); ++i) {
            Result<ForcedTrial> trial = runOnce(variant);
            if (trial && !trial.value().stopped && !trial.value().check.missing.empty()) {
                const std::vector<Pin>& missing = trial.value().check.missing;
                m_forcing.added.insert(m_forcing.added.end(), missing.begin(), missing.end());
                trial = runOnce(variant);
            }
            if (!trial) return Error{trial.errorMessage()};
            if (trial.value().stopped) {
                m_forcing.stopped = true;
                return std::nullopt;
            }
            made.trials.push_back(std::move(trial).value());
            ++m_state.done;
        }
        return std::nullopt;
    }

    Result<ForcedTrial> runOnce(std::optional<std::size_t> variant) {
        std::vector<Pin> pins = replaced(m_plan.base, m_forcing.added);
        if (variant) pins = replaced(std::move(pins), m_plan.variants[*variant]);
        return runForcedTrial(
            m_plan.trials, pins, ++m_number,
            [this](std::chrono::milliseconds passed) {
                m_state.seconds = std::chrono::duration<double>(passed).count();
                if (m_progress) m_progress(m_state);
            },
            m_stop);
    }

    const ForcingPlan& m_plan;
    const std::function<void(const ForcingProgress&)>& m_progress;
    std::stop_token m_stop;
    ForcingProgress m_state;
    std::size_t m_number = 0;
    Forcing m_forcing;
};

}  // namespace

Result<Forcing> forceChoices(const ForcingPlan& plan, const std::function<void(const ForcingProgress&)>& progress,
                             const std::stop_token& stop) {
    return Forcer(plan, progress, stop).run();
}

}  // namespace flipscope
