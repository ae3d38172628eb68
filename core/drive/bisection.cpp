#include "core/drive/bisection.h"

#include "core/drive/kept_file.h"

#include <algorithm>

namespace flipscope {

namespace {

// Trials in a row that only find choices to be forced too: each finds at least one more key.
constexpr std::size_t kMostAdding = 50;

JournalHeader headerOf(const BisectionPlan& plan) {
    JournalHeader header{plan.trials.program.command, plan.trials.program.folder, plan.outcomeInWords, {}};
    header.reading = journalReading(plan.trials.reading);
    for (const DifferingChoice& choice : plan.choices.differing) {
        header.keys.push_back(choice.good.keyId + " " + std::to_string(choice.good.candidate.value) + ">" +
                              std::to_string(choice.bad.candidate.value));
    }
    header.base = choicesDigest(plan.choices);
    header.keepsFolder = plan.trials.program.keepsFolder;
    return header;
}

class Bisecter {
public:
    Bisecter(const BisectionPlan& plan, const std::function<void(const BisectionProgress&)>& progress,
             std::stop_token stop)
        : m_plan(plan),
          m_progress(progress),
          m_stop(std::move(stop)),
          m_journalPath(plan.trials.folder + "/" + std::string(kJournalName)) {
        m_search.keyCount = plan.choices.differing.size();
        m_search.ranked = plan.choices.ranked;
        m_search.limits = plan.limits;
    }

    Result<Bisection> run(std::vector<std::string> remarks) {
        m_bisection.remarks = std::move(remarks);
        if (auto error = takeKept()) return *error;
        std::size_t adding = 0;
        while (!m_bisection.stopped) {
            if (const auto early = earlyAnswer(m_runs, m_bisection.added)) {
                m_bisection.answer = *early;
                break;
            }
            m_step = nextBisectStep(m_search, m_runs);
            if (m_step.isOver) {
                m_bisection.answer = answerFor(m_plan.choices, m_step.answer);
                break;
            }
            const Result<Made> made = makeTrial();
            if (!made) return Error{made.errorMessage()};
            if (made.value() == Made::stopped) {
                m_bisection.stopped = true;
                break;
            }
            adding = made.value() == Made::onlyAdded ? adding + 1 : 0;
            if (made.value() == Made::hopeless || adding > kMostAdding) {
                m_bisection.answer = {BisectVerdict::undecided, whyEnded(), {}, {}};
                break;
            }
        }
        m_bisection.because = lastFault(m_bisection.answer, m_bisection.trials);
        if (m_bisection.found > 0 && m_bisection.found == m_bisection.trials.size() && !m_bisection.stopped) {
            m_bisection.remarks.emplace_back(
                "No run was made now: all trials are from before. A program that was changed since needs another "
                "folder for its trials.");
        }
        return std::move(m_bisection);
    }

private:
    enum class Made { counted, onlyAdded, hopeless, stopped };

    [[nodiscard]] static bool hasCounted(const TrialRun& run) { return run.outcome != TrialOutcome::invalid; }

    // Of a search that ends before it has an answer, because runs of the wanted choices do not count.
    [[nodiscard]] BisectReason whyEnded() const {
        const KeySet& wanted = m_step.next;
        const bool isEnd = wanted.empty() || wanted.size() == m_search.keyCount;
        const bool ran = std::any_of(m_runs.begin(), m_runs.end(), [&wanted](const TrialRun& run) {
            return run.fromBad == wanted && hasCounted(run);
        });
        return isEnd && !ran ? BisectReason::endsInvalid : BisectReason::trialsInvalid;
    }

    std::optional<Error> takeKept() {
        Result<Journal> journal = openJournal(m_journalPath, headerOf(m_plan), m_stop);
        m_bisection.stopped = journal.cancelled();
        if (journal.cancelled()) return std::nullopt;
        if (!journal) return Error{journal.errorMessage()};
        m_bisection.added = std::move(journal.value().added);
        m_bisection.damaged = journal.value().damaged;
        // Whoever reads the journal plays the search as this start does.
        const JournalSearch search{m_plan.limits.repeats, m_plan.choices.ranked};
        if (journal.value().search != search) {
            if (auto error = appendKeptLine(m_journalPath, journalLine(search))) return error;
        }
        for (JournalTrial& trial : journal.value().trials) {
            m_lastNumber = std::max(m_lastNumber, trial.number);
            if (trial.hopeless) continue;
            if (trial.counts) m_runs.push_back({trial.fromBad, trial.outcome, trial.because});
            m_bisection.trials.push_back(std::move(trial));
        }
        m_bisection.found = m_bisection.trials.size();
        return std::nullopt;
    }

    Result<Made> makeTrial() {
        std::vector<Pin> pins = pinsOf(m_plan.choices, m_step.next);
        pins.insert(pins.end(), m_bisection.added.begin(), m_bisection.added.end());
        report(0);
        const Result<ForcedTrial> made = runForcedTrial(
            m_plan.trials, pins, m_lastNumber + 1,
            [this](std::chrono::milliseconds passed) { report(std::chrono::duration<double>(passed).count()); },
            m_stop);
        if (!made) return Error{made.errorMessage()};
        const ForcedTrial& trial = made.value();
        m_bisection.remarks.insert(m_bisection.remarks.end(), trial.remarks.begin(), trial.remarks.end());
        if (trial.stopped) return Made::stopped;
        const bool onlyAdds = !trial.check.counts && !trial.check.missing.empty();
        if (onlyAdds) {
            for (const Pin& pin : trial.check.missing) {
                if (auto error = appendKeptLine(m_journalPath, journalLine(pin))) return *error;
                m_bisection.added.push_back(pin);
            }
        }
        JournalTrial entry = judged(trial);
        entry.counts = !onlyAdds;
        if (auto error = appendKeptLine(m_journalPath, journalLine(entry))) return *error;
        m_lastNumber = entry.number;
        if (entry.counts) m_runs.push_back({entry.fromBad, entry.outcome, entry.because});
        m_bisection.trials.push_back(std::move(entry));
        if (onlyAdds) return Made::onlyAdded;
        return m_bisection.trials.back().hopeless ? Made::hopeless : Made::counted;
    }

    JournalTrial judged(const ForcedTrial& trial) const {
        JournalTrial entry;
        entry.number = m_lastNumber + 1;
        entry.fromBad = m_step.next;
        entry.seconds = trial.record.seconds;
        entry.exitStatus = trial.record.exitStatus;
        // A program that took its choices before was only in trouble.
        entry.hopeless = trial.check.isHopeless && std::none_of(m_runs.begin(), m_runs.end(), hasCounted);
        entry.value = trial.outcome.text.value_or("");
        entry.because = whyNoOutcome(trial);
        if (!trial.check.counts) return entry;
        if (trial.outcome.judged) {
            entry.outcome = *trial.outcome.judged;
        } else if (trial.outcome.text && m_plan.rule) {
            entry.outcome = m_plan.rule->judge(*trial.outcome.text);
        }
        return entry;
    }

    void report(double seconds) const {
        if (m_progress) m_progress({m_bisection.trials, m_step, seconds});
    }

    const BisectionPlan& m_plan;
    const std::function<void(const BisectionProgress&)>& m_progress;
    std::stop_token m_stop;
    std::string m_journalPath;
    BisectPlan m_search;
    BisectStep m_step;
    std::vector<TrialRun> m_runs;
    std::size_t m_lastNumber = 0;
    Bisection m_bisection;
};

}  // namespace

std::optional<BisectAnswer> earlyAnswer(const std::vector<TrialRun>& runs, const std::vector<Pin>& added) {
    constexpr std::size_t kSeveral = 3, kTwice = 2;
    if (keyCount(added) < kSeveral) return std::nullopt;
    const std::vector<TrialSummary> ends = summariseTrials(runs);
    const auto isNeither = [](const TrialSummary& end) {
        return end.tally.other >= kTwice && end.tally.good + end.tally.bad == 0;
    };
    if (ends.size() != 2 || !isNeither(ends[0]) || !isNeither(ends[1])) return std::nullopt;
    return BisectAnswer{BisectVerdict::undecided, BisectReason::otherProgram, {}, {}};
}

BisectAnswer answerFor(const ChoicePlan& choices, BisectAnswer found) {
    using Because = LeftOutKey::Because;
    const auto hasLeftOut = [&choices](auto... because) {
        return std::any_of(choices.leftOut.begin(), choices.leftOut.end(),
                           [&](const LeftOutKey& key) { return ((key.because == because) || ...); });
    };
    bool mayBeLeftOut = false;
    if (found.reason == BisectReason::noDifference) mayBeLeftOut = !choices.leftOut.empty();
    // In place of the bad run's choice the good one's was held, or what the program chose by itself; also where that
    // run logged nothing of the key, for it may have had its choice from a cache.
    if (found.reason == BisectReason::badEndIsNotBad)
        mayBeLeftOut = hasLeftOut(Because::otherCandidates, Because::onlyGoodTells, Because::neitherTells);
    // Likewise; of other candidates it was the good run's choice that was held.
    if (found.reason == BisectReason::goodEndIsNotGood)
        mayBeLeftOut = hasLeftOut(Because::onlyBadTells, Because::neitherTells);
    if (mayBeLeftOut) found = {BisectVerdict::undecided, BisectReason::keysLeftOut, {}, {}};
    return found;
}

std::string lastFault(const BisectAnswer& answer, const std::vector<JournalTrial>& trials) {
    using enum BisectReason;
    const bool isWhy = answer.reason == endsInvalid || answer.reason == trialsInvalid || answer.reason == tooVaried;
    if (!isWhy || answer.verdict != BisectVerdict::undecided) return {};
    std::string because;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        const bool isOfSearch = trials[i].counts && !trials[i].hopeless;
        if (trials[i].outcome == TrialOutcome::invalid && (isOfSearch || i + 1 == trials.size()))
            because = trials[i].because;
    }
    return because;
}

Result<Bisection> bisect(const BisectionPlan& plan, const TrialClaim& claim,
                         const std::function<void(const BisectionProgress&)>& progress, const std::stop_token& stop) {
    return Bisecter(plan, progress, stop).run(claim.remarks);
}

}  // namespace flipscope
