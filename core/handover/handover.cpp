#include "core/handover/handover.h"

#include "core/analyse/group_statement.h"
#include "core/drive/drive_findings.h"
#include "core/handover/decision_lines.h"
#include "core/handover/enclosed_reading.h"
#include "core/handover/environment_facts.h"
#include "core/handover/handover_files.h"
#include "core/handover/new_folder.h"
#include "core/handover/private_facts.h"
#include "core/model/plain_text.h"
#include "core/pin/pin_places.h"
#include "core/read/file_names.h"
#include "core/read/given_file.h"
#include "core/rerun/card_file.h"
#include "core/rerun/measured_classes.h"
#include "core/rerun/product_names.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <utility>

namespace flipscope {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMostKeys = 3;  // that a report chooses by itself
constexpr std::size_t kLargestMeasurement = std::size_t{64} << 20;

// Later loads of the input would read a report inside it as further runs.
std::optional<Error> placeFault(const std::string& folder, const std::vector<std::string>& inputs) {
    std::error_code error;
    const fs::path place = fs::weakly_canonical(fs::absolute(folder, error), error);
    for (const std::string& input : inputs) {
        const fs::path given = fs::canonical(input, error);
        if (error || !fs::is_directory(given, error)) continue;
        if (liesIn(place, given))
            return Error{"the report would lie inside the input " + input + "; name a folder outside"};
    }
    return std::nullopt;
}

class Making {
public:
    Making(const HandoverRequest& request, std::string folder, std::stop_token stop)
        : m_request(request), m_folder(std::move(folder)), m_stop(std::move(stop)) {}

    Result<WrittenHandover> make() {
        if (auto fault = placeFault(m_folder, inputs())) return *fault;
        Result<NewFolder> created = NewFolder::create(m_folder);
        if (!created) return Error{created.errorMessage()};
        NewFolder& target = created.value();
        m_matrix = buildWinnerMatrix(m_request.dataset, m_request.runs);
        m_records = recordsOfRuns(m_request.dataset, m_matrix);
        if (auto error = readTrials()) return *error;
        const Scrubber scrubber(facts(target.path()));
        m_enclosed = encloseRuns(m_request.dataset, m_matrix, m_request.outcome, scrubber);
        nameGrouping();
        if (auto error = addAll(target, m_enclosed.files)) return *error;
        if (auto error = readAgain(target.path(), scrubber)) return *error;
        if (m_stop.stop_requested()) return Cancelled{};
        Result<HandoverFiles> files = makeFiles(scrubber);
        if (m_stop.stop_requested()) return Cancelled{};
        if (!files) return Error{files.errorMessage()};
        if (auto error = addAll(target, files.value())) return *error;
        if (auto error = target.publish()) return *error;
        std::sort(m_written.files.begin(), m_written.files.end());
        m_written.folder = m_folder;
        return std::move(m_written);
    }

private:
    std::vector<std::string> inputs() const {
        std::vector<std::string> all = m_request.paths;
        all.insert(all.end(), m_request.trials.begin(), m_request.trials.end());
        return all;
    }

    PrivateFacts facts(const std::string& temporary) const {
        std::vector<RunRecord> records;
        for (const auto& record : m_records)
            if (record) records.push_back(*record);
        for (const std::string& folder : m_request.trials) {
            const std::vector<RunRecord> more = recordsOfTrials(folder);
            records.insert(records.end(), more.begin(), more.end());
        }
        for (const KeptTrials& trials : m_trials) {
            records.push_back(
                {trials.journal.header.command, trials.journal.header.folder, {}, 0, 0, 0, false, {}, {}});
        }
        std::vector<std::string> paths = inputs();
        paths.insert(paths.end(), m_request.measured.begin(), m_request.measured.end());
        paths.insert(paths.end(), {m_folder, temporary});
        return privateFacts(m_request.dataset, paths, records);
    }

    std::optional<Error> readTrials() {
        for (const std::string& folder : m_request.trials) {
            Result<KeptTrials> trials = readKeptTrials(folder, m_stop);
            if (!trials) return Error{trials.errorMessage()};
            m_trials.push_back(std::move(trials).value());
        }
        return std::nullopt;
    }

    // As it turned out, so that fewer or other runs are grouped alike.
    void nameGrouping() {
        if (!m_enclosed.naming || m_enclosed.naming->by != m_request.outcome->naming.by) return;
        const Outcome& outcome = m_request.outcome->outcome;
        m_enclosed.naming->grouping = outcome.grouping;
        m_enclosed.naming->threshold =
            outcome.grouping == Grouping::byThreshold ? outcome.cut : std::optional<double>();
    }

    std::optional<Error> addAll(const NewFolder& target, const HandoverFiles& files) {
        for (const HandoverFile& file : files) {
            if (auto error = target.add(file)) return error;
            m_written.files.push_back(file.path);
        }
        return std::nullopt;
    }

    // A product may have numbers of its own beside those of its generation.
    void nameCard() {
        const CardNumbers* recorded = m_assumptions.card ? nullptr : recordedCard(m_records);
        if (recorded != nullptr) {
            m_assumptions.card = recorded->generation;
            m_card = lowerCase(recorded->name);
        } else if (m_assumptions.card) {
            const CardNumbers* named = builtInCardNamed(m_request.cardWords);
            const bool isAssumed = named != nullptr && named->generation == *m_assumptions.card;
            m_card = isAssumed ? m_request.cardWords : lowerCase(toString(*m_assumptions.card));
        }
    }

    std::optional<Error> readAgain(const std::string& folder, const Scrubber& scrubber) {
        m_assumptions = m_request.assumptions;
        nameCard();
        const std::size_t lookedAt = m_request.outcome ? m_request.outcome->outcome.outcomesLookedAt : 1;
        Result<ReadEnclosed> read = readEnclosed(folder, m_enclosed, m_assumptions, lookedAt, m_stop);
        if (!read) return Error{read.errorMessage()};
        m_dataset = std::move(read.value().dataset);
        m_analysis = std::move(read.value().analysis);
        if (const CardNumbers* card = builtInCardNamed(m_card)) m_analysis.cardNote = kinshipInWords(*card, m_card);
        m_outcome = std::move(read.value().outcome);
        const std::string fault =
            enclosureFault(m_request.dataset, m_matrix, m_request.outcome, m_enclosed, scrubber, m_dataset,
                           m_analysis.matrix, m_outcome ? std::optional(m_outcome->outcome) : std::nullopt);
        if (!fault.empty()) {
            return Error{"these runs cannot be enclosed so that they give the same results (" + fault +
                         "); hand over the runs themselves"};
        }
        return std::nullopt;
    }

    Result<HandoverFiles> makeFiles(const Scrubber& scrubber) {
        HandoverParts parts;
        parts.tables = plainTables(m_dataset, m_analysis, m_outcome);
        HandoverContent content{scrubber.text(m_request.title),
                                m_request.version,
                                m_dataset,
                                m_analysis,
                                m_outcome,
                                {},
                                {},
                                {},
                                {},
                                {},
                                {},
                                {},
                                {}};
        for (const KeptTrials& trials : m_trials) {
            Result<TrialProof> proof = proofOf(trials, m_dataset, m_enclosed.naming, scrubber);
            if (!proof) return Error{proof.errorMessage()};
            content.proofs.push_back(std::move(proof).value());
        }
        takeProven(content.proofs);
        content.keys = keysFor(content, scrubber);
        content.environment = environmentFacts(m_request.dataset, m_matrix, m_records, m_assumptions, scrubber);
        content.command = commandOf(scrubber);
        if (auto error = runAgain(content, scrubber)) return *error;
        parts.assumptions = m_assumptions;
        parts.card = m_card;
        parts.places = placesAgain();
        tellAnswer(content);
        return handoverFiles(std::move(content), parts, scrubber);
    }

    // So that no prediction is told as if no proof spoke against it.
    void takeProven(const std::vector<TrialProof>& proofs) {
        DriveFindings findings;
        for (const TrialProof& proof : proofs)
            keep(findings, culpritsOf(m_dataset, proof.plan, proof.bisection));
        m_analysis.proven = provenKeys(findings, m_dataset, m_analysis.keys);
    }

    // The most important first.
    std::vector<KeyIndex> keysFor(const HandoverContent& content, const Scrubber& scrubber) const {
        std::vector<KeyIndex> keys;
        const auto add = [&](KeyIndex key) {
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) keys.push_back(key);
        };
        for (const KeyIndex asked : m_request.keys) {
            const TuningKey& wanted = keyOf(m_request.dataset, asked);
            for (std::uint32_t i = 0; i < m_dataset.keys.size(); ++i) {
                const TuningKey& key = m_dataset.keys[i];
                if (key.canonicalJson == enclosedKey(wanted, scrubber) && key.tuner == scrubber.name(wanted.tuner))
                    add(KeyIndex{i});
            }
        }
        if (!keys.empty()) return keys;
        for (const TrialProof& proof : content.proofs) {
            for (const KeySet& group : proof.bisection.answer.groups) {
                for (const std::uint32_t position : group)
                    add(proof.plan.choices.differing[position].key);
            }
        }
        if (!keys.empty()) return keys;
        // A flip that changes no bit is no cause: those that may be one come first.
        const std::vector<Suspect> none;
        for (const bool mayCause : {true, false}) {
            for (const Suspect& suspect : m_outcome ? m_outcome->suspects.suspects : none) {
                const ClassAnswer answer = groupStatement(m_analysis, suspect.keys).answer;
                if (isWeighty(suspect) && (answer != ClassAnswer::sameBits) == mayCause && keys.size() < kMostKeys)
                    add(suspect.keys.front());
            }
        }
        if (keys.empty() && m_outcome && !m_outcome->suspects.suspects.empty())
            add(m_outcome->suspects.suspects.front().keys.front());
        if (!keys.empty()) return keys;
        for (const bool changesBits : {true, false}) {
            for (const KeyVerdict& key : m_analysis.keys) {
                const bool differs = m_analysis.classes[key.key.value].answer != ClassAnswer::sameBits;
                if (key.flips && differs == changesBits && keys.size() < kMostKeys) add(key.key);
            }
        }
        return keys;
    }

    std::vector<std::string> commandOf(const Scrubber& scrubber) const {
        for (const auto& record : m_records)
            if (record && !record->command.empty()) return scrubber.command(record->command);
        for (const KeptTrials& trials : m_trials)
            if (!trials.journal.header.command.empty()) return scrubber.command(trials.journal.header.command);
        return {};
    }

    std::optional<Error> runAgain(HandoverContent& content, const Scrubber& scrubber) {
        std::map<KeyIndex, MeasuredBits> bits;
        for (const KeyIndex key : content.keys) {
            Result<EnclosedRerun> rerun =
                emulateWinners(m_dataset, m_analysis.keys[key.value], m_card, m_assumptions.codeGenerator, m_stop);
            if (!rerun) return Error{rerun.errorMessage()};
            content.reruns.push_back(std::move(rerun).value());
            const EnclosedRerun& made = content.reruns.back();
            if (!made.fault.empty()) continue;
            ++m_written.emulated;
            const auto target = rerunTargetOf(m_dataset, m_analysis.keys[key.value]);
            const KeptReruns kept{std::make_shared<const KeptRerun>(made.rerun)};
            if (auto measured = measuredBitsOf(kept, target.value(), m_assumptions)) bits[key] = *measured;
        }
        for (const std::string& path : m_request.measured) {
            const Result<GivenFile> file = readGivenFile(path, kLargestMeasurement, m_stop);
            if (!file) return Error{path + ": " + file.errorMessage()};
            Result<MeasuredReport> report = readMeasuredReport(file.value().content, m_dataset, m_analysis, scrubber);
            if (!report) return Error{path + ": " + report.errorMessage()};
            // What ran on a card is taken before what was emulated.
            const auto known = bits.find(report.value().key);
            const bool isBetter = known == bits.end() || known->second.basis < report.value().bits.basis;
            if (isBetter && !report.value().bits.classOf.empty()) bits[report.value().key] = report.value().bits;
            content.measured.push_back(std::move(report).value());
        }
        takeMeasured(m_analysis, std::move(bits));
        return std::nullopt;
    }

    // What the databases of the originals tell, of the runs as they are enclosed.
    std::vector<PlacedChoice> placesAgain() const {
        std::vector<PlacedChoice> places;
        for (PlacedChoice& place : placesOfRuns(m_request.dataset, m_matrix, m_stop)) {
            for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
                if (m_matrix.runs[column] != place.run) continue;
                const auto run = findRun(m_dataset, m_enclosed.names[column]);
                if (!run) continue;
                place.run = *run;
                places.push_back(std::move(place));
                break;
            }
        }
        return places;
    }

    void tellAnswer(const HandoverContent& content) {
        m_written.headline = headlineOf(content);
        m_written.runs = m_dataset.runs.size();
        m_written.keys = m_dataset.keys.size();
        m_written.flippingKeys = m_analysis.flippingKeys;
        for (const KeyIndex key : content.keys)
            m_written.about.push_back({keyOf(m_dataset, key).id, keyOf(m_dataset, key).label});
        if (m_outcome && m_outcome->suspects.chance.known)
            m_written.probabilityByChance = m_outcome->suspects.chance.probabilityByChance;
        for (const Suspect& suspect : m_outcome ? m_outcome->suspects.suspects : std::vector<Suspect>()) {
            if (content.keys.empty() ||
                std::find(suspect.keys.begin(), suspect.keys.end(), content.keys.front()) == suspect.keys.end())
                continue;
            m_written.p = suspect.p.p;
            m_written.pAdjusted = suspect.pAdjusted;
            break;
        }
        if (content.proofs.empty()) return;
        const TrialProof* proven = provenIn(content.proofs);
        const Bisection& bisection = (proven != nullptr ? *proven : content.proofs.front()).bisection;
        m_written.verdict = bisection.stopped ? "unfinished" : std::string(toString(bisection.answer.verdict));
        if (proven != nullptr) m_written.culprits = culpritsOf(*proven);
    }

    const HandoverRequest& m_request;
    std::string m_folder;
    std::stop_token m_stop;
    WinnerMatrix m_matrix;  // of the originals
    std::vector<std::optional<RunRecord>> m_records;
    std::vector<KeptTrials> m_trials;
    EnclosedRuns m_enclosed;
    ClassAssumptions m_assumptions;
    std::string m_card;  // of the assumptions, as --card takes it; empty: none
    Dataset m_dataset;   // the enclosed runs, read again
    Analysis m_analysis;
    std::optional<EnclosedOutcome> m_outcome;
    WrittenHandover m_written;
};

}  // namespace

Result<WrittenHandover> writeHandover(const HandoverRequest& request, const std::string& folder,
                                      const std::stop_token& stop) {
    Result<WrittenHandover> made = Making(request, folder, stop).make();
    // What a stop left unfinished is no fault.
    if (!made && stop.stop_requested()) return Cancelled{};
    return made;
}

}  // namespace flipscope
