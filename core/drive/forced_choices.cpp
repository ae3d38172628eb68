#include "core/drive/forced_choices.h"

#include "core/drive/choice_plan.h"
#include "core/drive/kept_file.h"
#include "core/drive/run_order.h"
#include "core/drive/trial_journal.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kBetweenBases = 8;  // trials of variants

std::vector<Pin> replaced(std::vector<Pin> pins, const std::vector<Pin>& by) {
    std::erase_if(pins, [&by](const Pin& pin) {
        return std::any_of(by.begin(), by.end(), [&pin](const Pin& other) { return isSameKey(pin, other); });
    });
    pins.insert(pins.end(), by.begin(), by.end());
    return pins;
}

// Of a trial that counts.
std::string outcomeOf(const ForcedTrial& trial) {
    return trial.outcome.text.value_or("(" + trial.outcome.because + ")");
}

void countOutcomes(ForcedVariant& variant) {
    std::map<std::string, std::size_t> counts;
    for (const ForcedTrial& trial : variant.trials) {
        if (!trial.check.counts) continue;
        ++counts[outcomeOf(trial)];
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

std::optional<OutcomeChange> changeIn(const std::vector<ForcedTrial>& trials) {
    std::vector<std::string> outcomes;
    for (const ForcedTrial& trial : trials)
        if (trial.check.counts) outcomes.push_back(outcomeOf(trial));
    const auto last = std::adjacent_find(outcomes.begin(), outcomes.end(), std::not_equal_to<>());
    if (last == outcomes.end()) return std::nullopt;
    const auto first = std::next(last);
    if (std::adjacent_find(first, outcomes.end(), std::not_equal_to<>()) != outcomes.end()) return std::nullopt;
    OutcomeChange change{*last, *first, static_cast<std::size_t>(std::distance(outcomes.begin(), first)),
                         static_cast<std::size_t>(std::distance(first, outcomes.end()))};
    double orders = 1;
    for (std::size_t i = 1; i <= change.runsAfter; ++i)
        orders *= static_cast<double>(change.runsBefore + i) / static_cast<double>(i);
    change.chance = 2 / orders;
    return change;
}

// What makes kept trials those of this plan.
JournalHeader headerOf(const ForcingPlan& plan) {
    JournalHeader header{plan.trials.program.command, plan.trials.program.folder, inWords(plan.trials.reading), {}};
    header.purpose = JournalHeader::kForce;
    header.base = choicesDigest(plan.base);
    header.keepsFolder = plan.trials.program.keepsFolder;
    for (const std::vector<Pin>& variant : plan.variants) {
        std::string choices;
        for (const Pin& pin : variant)
            choices += (choices.empty() ? "" : " ") + pin.keyId + "=" + std::to_string(pin.candidate.value);
        header.keys.push_back(choices);
    }
    return header;
}

class Forcer {
public:
    Forcer(const ForcingPlan& plan, const std::function<void(const ForcingProgress&)>& progress, std::stop_token stop)
        : m_plan(plan),
          m_progress(progress),
          m_stop(std::move(stop)),
          m_journalPath(plan.trials.folder + "/" + std::string(kJournalName)),
          m_made(plan.variants.size() + 1),
          m_kept(plan.variants.size() + 1) {
        for (std::size_t i = 0; i < plan.variants.size(); ++i)
            m_made[i + 1].variant = i;
    }

    Result<Forcing> run(std::vector<std::string> remarks) {
        m_forcing.remarks = std::move(remarks);
        if (auto error = takeKept()) return *error;
        const std::vector<std::optional<std::size_t>> order = forcingOrder(m_plan);
        m_state.total = order.size();
        for (const std::optional<std::size_t> variant : order) {
            if (isOver()) break;
            if (auto error = makeOne(variant)) return *error;
        }
        for (ForcedVariant& variant : m_made) {
            if (variant.variant && variant.trials.empty()) continue;
            countOutcomes(variant);
            m_forcing.variants.push_back(std::move(variant));
        }
        group(m_forcing.variants);
        m_forcing.change = changeIn(m_forcing.variants.front().trials);
        return std::move(m_forcing);
    }

private:
    std::optional<Error> takeKept() {
        Result<Journal> journal = openJournal(m_journalPath, headerOf(m_plan), m_stop);
        m_forcing.stopped = journal.cancelled();
        if (journal.cancelled()) return std::nullopt;
        if (!journal) return Error{journal.errorMessage()};
        m_forcing.added = std::move(journal.value().added);
        m_forcing.damaged = journal.value().damaged;
        for (const JournalTrial& entry : journal.value().trials) {
            m_number = std::max(m_number, entry.number);
            if (!entry.counts || entry.hopeless || entry.fromBad.size() > 1) continue;
            m_kept[entry.fromBad.empty() ? 0 : entry.fromBad.front() + 1].push_back(trialOf(entry));
        }
        return std::nullopt;
    }

    // Nothing more can be learnt from a program that does not read its database. One that took its choices before was
    // only in trouble.
    [[nodiscard]] bool isOver() const {
        if (m_forcing.stopped) return true;
        const auto has = [](const ForcedVariant& variant, bool TrialCheck::*what) {
            return std::any_of(variant.trials.begin(), variant.trials.end(),
                               [what](const ForcedTrial& trial) { return trial.check.*what; });
        };
        return has(m_made.front(), &TrialCheck::isHopeless) &&
               std::none_of(m_made.begin(), m_made.end(),
                            [&has](const ForcedVariant& variant) { return has(variant, &TrialCheck::counts); });
    }

    std::optional<Error> makeOne(std::optional<std::size_t> variant) {
        const std::size_t place = variant ? *variant + 1 : 0;
        std::deque<ForcedTrial>& kept = m_kept[place];
        if (!kept.empty()) {
            m_made[place].trials.push_back(std::move(kept.front()));
            kept.pop_front();
            ++m_forcing.found;
            ++m_state.done;
            return std::nullopt;
        }
        Result<ForcedTrial> trial = runOnce(variant);
        if (trial && !trial.value().stopped && !trial.value().check.missing.empty()) {
            if (auto error = keepMissing(trial.value(), variant)) return error;
            trial = runOnce(variant);
        }
        if (!trial) return Error{trial.errorMessage()};
        m_forcing.stopped = trial.value().stopped;
        if (m_forcing.stopped) return std::nullopt;
        if (auto error = keep(trial.value(), variant, true)) return error;
        m_made[place].trials.push_back(std::move(trial).value());
        ++m_state.done;
        return std::nullopt;
    }

    std::optional<Error> keepMissing(const ForcedTrial& trial, std::optional<std::size_t> variant) {
        for (const Pin& pin : trial.check.missing) {
            if (auto error = appendKeptLine(m_journalPath, journalLine(pin))) return error;
            m_forcing.added.push_back(pin);
        }
        return keep(trial, variant, false);
    }

    std::optional<Error> keep(const ForcedTrial& trial, std::optional<std::size_t> variant, bool counts) {
        JournalTrial entry;
        entry.number = m_number;
        if (variant) entry.fromBad = {static_cast<std::uint32_t>(*variant)};
        entry.outcome = trial.check.counts ? TrialOutcome::other : TrialOutcome::invalid;
        entry.counts = counts;
        entry.value = trial.outcome.text.value_or("");
        entry.because = whyNoOutcome(trial);
        entry.seconds = trial.record.seconds;
        entry.exitStatus = trial.record.exitStatus;
        entry.digest = trial.outputDigest;
        entry.hopeless = trial.check.isHopeless;
        return appendKeptLine(m_journalPath, journalLine(entry));
    }

    [[nodiscard]] ForcedTrial trialOf(const JournalTrial& entry) const {
        ForcedTrial trial;
        trial.folder = trialFolder(m_plan.trials, entry.number);
        trial.check.counts = entry.outcome != TrialOutcome::invalid;
        if (!trial.check.counts) {
            trial.check.because = entry.because;
        } else if (entry.because.empty()) {
            trial.outcome.text = entry.value;
        } else {
            trial.outcome.because = entry.because;
        }
        trial.record.seconds = entry.seconds;
        trial.record.exitStatus = entry.exitStatus;
        trial.outputDigest = entry.digest;
        return trial;
    }

    Result<ForcedTrial> runOnce(std::optional<std::size_t> variant) {
        std::vector<Pin> pins = replaced(m_plan.base, m_forcing.added);
        if (variant) pins = replaced(std::move(pins), m_plan.variants[*variant]);
        Result<ForcedTrial> trial = runForcedTrial(
            m_plan.trials, pins, ++m_number,
            [this](std::chrono::milliseconds passed) {
                m_state.seconds = std::chrono::duration<double>(passed).count();
                if (m_progress) m_progress(m_state);
            },
            m_stop);
        if (trial) {
            const std::vector<std::string>& remarks = trial.value().remarks;
            m_forcing.remarks.insert(m_forcing.remarks.end(), remarks.begin(), remarks.end());
        }
        return trial;
    }

    const ForcingPlan& m_plan;
    const std::function<void(const ForcingProgress&)>& m_progress;
    std::stop_token m_stop;
    std::string m_journalPath;
    std::vector<ForcedVariant> m_made;            // the base first
    std::vector<std::deque<ForcedTrial>> m_kept;  // of these, trials of an earlier start
    ForcingProgress m_state;
    std::size_t m_number = 0;  // of the last trial
    Forcing m_forcing;
};

}  // namespace

std::vector<std::optional<std::size_t>> forcingOrder(const ForcingPlan& plan) {
    const std::size_t base = plan.variants.size();
    std::vector<std::size_t> tried(base + 1);  // the base last
    std::vector<std::optional<std::size_t>> order;
    std::size_t sinceBase = 0;
    const auto run = [&](std::size_t place) {
        const bool isBase = place == base;
        order.push_back(isBase ? std::nullopt : std::optional(place));
        sinceBase = isBase ? 0 : sinceBase + 1;
        ++tried[place];
    };
    for (std::size_t round = 0; round < plan.repeats; ++round) {
        if (round == 0) run(base);
        while (*std::min_element(tried.begin(), tried.end()) == round) {
            if (sinceBase == kBetweenBases) {
                order.emplace_back(std::nullopt);
                sinceBase = 0;
            }
            run(nextInRounds(tried));
        }
    }
    order.emplace_back(std::nullopt);
    return order;
}

Result<Forcing> forceChoices(const ForcingPlan& plan, const TrialClaim& claim,
                             const std::function<void(const ForcingProgress&)>& progress, const std::stop_token& stop) {
    return Forcer(plan, progress, stop).run(claim.remarks);
}

}  // namespace flipscope
