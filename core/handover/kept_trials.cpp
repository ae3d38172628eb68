#include "core/handover/kept_trials.h"

#include "core/analyse/winner_matrix.h"
#include "core/read/given_file.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kLargestJournal = std::size_t{256} << 20;
constexpr std::size_t kMostPairs = 4000;  // of runs that fit the differing keys, no two of them alike in all keys

// "id good>bad"
struct DifferingKey {
    KeyIndex key;
    CandidateIndex good, bad;
};

std::optional<CandidateIndex> indexIn(std::string_view text) {
    CandidateIndex index;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), index.value);
    if (text.empty() || read.ec != std::errc() || read.ptr != text.data() + text.size()) return std::nullopt;
    return index;
}

std::optional<DifferingKey> differingKey(const Dataset& dataset, std::string_view words) {
    const std::size_t blank = words.find(' ');
    if (blank == std::string_view::npos) return std::nullopt;
    const std::string_view choices = words.substr(blank + 1);
    const std::size_t arrow = choices.find('>');
    if (arrow == std::string_view::npos) return std::nullopt;
    const auto key = findKey(dataset, words.substr(0, blank));
    const auto good = indexIn(choices.substr(0, arrow)), bad = indexIn(choices.substr(arrow + 1));
    if (!key || !good || !bad) return std::nullopt;
    return DifferingKey{*key, *good, *bad};
}

class RunPair {
public:
    RunPair(const Dataset& dataset, std::vector<DifferingKey> keys)
        : m_dataset(dataset), m_keys(std::move(keys)), m_matrix(buildWinnerMatrix(dataset)) {}

    // The choices of two runs that differ in these keys and in no others, in the order of the keys, and that made these
    // choices in all others as well (see choicesDigest).
    std::optional<ChoicePlan> find(const std::string& digest) const {
        std::size_t tried = 0;
        for (const std::size_t good : runsWith(&DifferingKey::good)) {
            for (const std::size_t bad : runsWith(&DifferingKey::bad)) {
                if (good == bad || ++tried > kMostPairs) continue;
                ChoicePlan plan = planChoices(m_dataset, {m_matrix.runs[good]}, {m_matrix.runs[bad]});
                if (plan.differing.size() != m_keys.size() || choicesDigest(plan) != digest || !sort(plan)) continue;
                return plan;
            }
        }
        return std::nullopt;
    }

private:
    // Of runs that are alike in all keys the first.
    std::vector<std::size_t> runsWith(CandidateIndex DifferingKey::*choice) const {
        std::vector<std::size_t> columns;
        for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
            const bool fits = std::all_of(m_keys.begin(), m_keys.end(), [&](const DifferingKey& key) {
                return m_matrix.at(key.key, column).winner == key.*choice;
            });
            const auto isLike = [&](std::size_t other) { return areAlike(column, other); };
            if (fits && std::none_of(columns.begin(), columns.end(), isLike)) columns.push_back(column);
        }
        return columns;
    }

    bool areAlike(std::size_t column, std::size_t other) const {
        for (std::uint32_t key = 0; key < m_matrix.keyCount; ++key) {
            const WinnerCell &a = m_matrix.at(KeyIndex{key}, column), &b = m_matrix.at(KeyIndex{key}, other);
            if (a.winner != b.winner || a.set != b.set || (a.decision >= 0) != (b.decision >= 0)) return false;
        }
        return true;
    }

    bool sort(ChoicePlan& plan) const {
        std::vector<DifferingChoice> sorted;
        for (const DifferingKey& wanted : m_keys) {
            const auto found = std::find_if(plan.differing.begin(), plan.differing.end(),
                                            [&](const DifferingChoice& choice) { return choice.key == wanted.key; });
            if (found == plan.differing.end()) return false;
            sorted.push_back(*found);
        }
        plan.differing = std::move(sorted);
        return true;
    }

    const Dataset& m_dataset;
    std::vector<DifferingKey> m_keys;
    WinnerMatrix m_matrix;
};

// As bisect played it: with fewer repeats its first trials look like an answer. A journal that does not say how was
// written for the defaults, or proves nothing.
void play(TrialProof& proof, const std::vector<TrialRun>& runs, const std::optional<JournalSearch>& kept) {
    std::vector<JournalSearch> played{{EvidenceLimits().repeats, true}, {EvidenceLimits().repeats, false}};
    if (kept) played = {*kept};
    for (const JournalSearch& search : played) {
        BisectPlan plan;
        plan.keyCount = proof.plan.choices.differing.size();
        plan.ranked = search.ranked;
        plan.limits.repeats = search.repeats;
        const BisectStep step = nextBisectStep(plan, runs);
        if (!step.isOver) continue;
        proof.plan.limits = plan.limits;
        proof.plan.choices.ranked = search.ranked;
        proof.bisection.answer = answerFor(proof.plan.choices, step.answer);
        return;
    }
    proof.bisection.stopped = true;
}

// How the outcome that a report is about would be read; null: no run tells it.
std::optional<OutcomeReading> readingOf(const std::optional<OutcomeNaming>& naming) {
    OutcomeReading reading;
    if (!naming || naming->by == OutcomeNaming::By::labels) return std::nullopt;
    reading.by =
        naming->by == OutcomeNaming::By::exitStatus ? OutcomeReading::By::exitStatus : OutcomeReading::By::pattern;
    reading.pattern = naming->pattern;
    return reading;
}

void takeOutcome(TrialProof& proof, const JournalHeader& header, const std::optional<OutcomeNaming>& naming,
                 const Scrubber& scrubber) {
    proof.plan.outcomeInWords = scrubber.text(header.outcome);
    if (!header.reading) return;
    JournalReading kept = *header.reading;
    kept.regex = scrubber.text(kept.regex);  // as the naming is
    proof.isJudged = kept.by == OutcomeReading::By::test;
    const std::optional<OutcomeReading> reading = readingOf(naming);
    if (!reading || journalReading(*reading) != kept) return;
    proof.naming = naming;
    proof.plan.trials.reading = *reading;
}

}  // namespace

Result<KeptTrials> readKeptTrials(const std::string& folder, const std::stop_token& stop) {
    const std::filesystem::path place = std::filesystem::path(folder).lexically_normal();
    const std::string path = (place / "trials.jsonl").string();
    const Result<GivenFile> file = readGivenFile(path, kLargestJournal, stop);
    if (file.cancelled()) return Cancelled{};
    if (!file) return Error{path + ": " + file.errorMessage()};
    Result<Journal> journal = readJournal(file.value().content);
    if (!journal) return Error{path + " " + journal.errorMessage()};
    const std::filesystem::path named = place.has_filename() ? place : place.parent_path();
    return KeptTrials{named.filename().string(), std::move(journal).value()};
}

Result<TrialProof> proofOf(const KeptTrials& trials, const Dataset& dataset, const std::optional<OutcomeNaming>& naming,
                           const Scrubber& scrubber) {
    const Journal& journal = trials.journal;
    if (journal.header.purpose != JournalHeader::kBisect)
        return Error{trials.name + " holds forced choices, not the trials of a bisection"};
    std::vector<DifferingKey> keys;
    for (const std::string& words : journal.header.keys) {
        const auto key = differingKey(dataset, words);
        if (!key) return Error{"the trials of " + trials.name + " are of a key that these runs do not have: " + words};
        keys.push_back(*key);
    }
    auto choices = RunPair(dataset, std::move(keys)).find(journal.header.base);
    if (!choices) {
        return Error{"the good and the bad run that the trials of " + trials.name +
                     " were made from are not among these runs: give their folders, too"};
    }
    TrialProof proof;
    proof.plan.choices = std::move(*choices);
    proof.plan.trials.folder = scrubber.text(trials.name);
    proof.plan.trials.program.command = scrubber.command(journal.header.command);
    proof.plan.trials.program.keepsFolder = journal.header.keepsFolder;
    takeOutcome(proof, journal.header, naming, scrubber);
    proof.bisection.trials = journal.trials;
    proof.bisection.found = journal.trials.size();
    proof.bisection.damaged = journal.damaged;
    for (Pin pin : journal.added) {
        for (std::string* name : {&pin.keyJson, &pin.label, &pin.candidateName, &pin.tuner})
            *name = scrubber.name(*name);
        proof.bisection.added.push_back(std::move(pin));
    }
    std::vector<TrialRun> runs;
    for (JournalTrial& trial : proof.bisection.trials) {
        trial.value = scrubber.text(trial.value);
        trial.because = scrubber.text(trial.because);
        // As a start that goes on leaves it out.
        if (trial.counts && !trial.hopeless) runs.push_back({trial.fromBad, trial.outcome, trial.because});
    }
    if (const auto early = earlyAnswer(runs, journal.added)) {
        proof.bisection.answer = *early;
        return proof;
    }
    play(proof, runs, journal.search);
    const std::vector<JournalTrial>& made = proof.bisection.trials;
    if (proof.bisection.stopped && !made.empty() && made.back().hopeless) {
        proof.bisection.stopped = false;
        proof.bisection.answer = {BisectVerdict::undecided, BisectReason::endsInvalid, {}, {}};
    }
    proof.bisection.because = lastFault(proof.bisection.answer, made);
    return proof;
}

}  // namespace flipscope
