#include "core/handover/handover_files.h"

#include "core/handover/handover_parts.h"
#include "core/handover/repeat_script.h"
#include "core/model/plain_text.h"
#include "core/pin/pin_file.h"
#include "core/pin/pin_rules.h"
#include "core/process/command_words.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/html_report.h"
#include "core/report/json_report.h"
#include "core/report/markdown_report.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flipscope {

namespace {

// Options that name card and code generator, each with a blank in front.
std::string assumptionOptions(const HandoverParts& parts) {
    std::string options;
    if (!parts.card.empty()) options += " --card " + quotedForShell(parts.card);
    if (const auto& generator = parts.assumptions.codeGenerator)
        options += " --code-generator " + std::string(optionName(*generator));
    return options;
}

class Files {
public:
    Files(HandoverContent& content, const HandoverParts& parts, const Scrubber& scrubber)
        : m_content(content), m_parts(parts), m_scrubber(scrubber) {}

    Result<HandoverFiles> make() {
        nameInput();
        addTables();
        if (auto error = addProofs()) return *error;
        addReruns();
        const Document page = handoverDocument(m_content);
        add("README.md", toMarkdown(page));
        add("report.html", toHtml(page));
        add("repeat.sh", repeatScript(plan()));
        m_files.back().isProgram = true;
        return std::move(m_files);
    }

private:
    void add(const std::string& path, const std::string& content) {
        m_files.push_back({path, m_scrubber.file(content)});
    }

    // As the commands that the page suggests take it, from inside the folder.
    void nameInput() {
        DocumentOptions& options = m_content.options;
        options.paths = std::string(kEnclosedRunsFolder) + assumptionOptions(m_parts);
        options.pathsOfAllRuns = options.paths;
        if (!m_content.outcome) return;
        OutcomeNaming ungrouped = m_content.outcome->naming;
        ungrouped.grouping = Grouping::automatic;
        const std::string labels(kEnclosedLabels);
        options.outcome = outcomeOptions(ungrouped, labels);
        options.grouping = trimmed(outcomeOptions(m_content.outcome->naming, labels).substr(options.outcome.size()));
    }

    void addTables() {
        const Dataset& dataset = m_content.dataset;
        const Analysis& analysis = m_content.analysis;
        add(std::string(kExpectedKeys), m_parts.tables.keys);
        add("data/summary.json", summaryJson(dataset, analysis));
        DataTable medians = timingsTable(dataset, analysis, TimingField::median);
        std::set<std::string> ids;
        for (const KeyIndex key : m_content.keys) {
            ids.insert(keyOf(dataset, key).id);
            add("data/key-" + keyOf(dataset, key).id + ".json", keyJson(dataset, analysis, key));
        }
        std::erase_if(medians.rows, [&](const std::vector<DataValue>& row) {
            const auto* id = std::get_if<std::string>(&row.front());
            return id == nullptr || ids.count(*id) == 0;
        });
        add("data/medians.csv", toCsv(medians));
        if (!m_content.outcome) return;
        add(std::string(kExpectedSuspects), m_parts.tables.suspects);
        add("data/suspects.json",
            suspectsJson(dataset, analysis, m_content.outcome->outcome, m_content.outcome->suspects));
    }

    std::optional<Error> addProofs() {
        for (std::size_t i = 0; i < m_content.proofs.size(); ++i) {
            const std::string number = i == 0 ? "" : "-" + std::to_string(i + 1);
            add("data/bisect" + number + ".json", bisectJson(viewOf(m_content, m_content.proofs[i])));
        }
        if (m_content.proofs.empty()) return std::nullopt;
        const TrialProof& shown = proofShown(m_content);
        for (const auto& [file, run] : {std::pair("data/good.json", shown.plan.choices.good),
                                        std::pair("data/bad.json", shown.plan.choices.bad)}) {
            PinRequest request;
            request.rule = PinRule{PinRule::Kind::run, runOf(m_content.dataset, run).id};
            request.assumptions = m_parts.assumptions;
            request.places = m_parts.places;
            const Result<PinChoice> choice = choosePins(m_content.dataset, m_content.analysis, request);
            if (!choice) return Error{choice.errorMessage()};
            add(file, pinFileText(choice.value().pins));
        }
        if (provenIn(m_content.proofs) == nullptr) return std::nullopt;
        std::string lines = "proven\n";
        for (const std::string& id : culpritsOf(shown))
            lines += id + "\n";
        add(std::string(kExpectedProof), lines);
        return std::nullopt;
    }

    void addReruns() {
        for (const EnclosedRerun& rerun : m_content.reruns) {
            if (!rerun.fault.empty()) continue;
            add("data/rerun-" + rerun.keyId + ".json", rerunJson(viewOf(rerun.rerun, rerun.findings, &rerun.plan)));
            add(expectedChecksums(rerun.keyId), checksumLines(rerun));
        }
        for (std::size_t i = 0; i < m_content.measured.size(); ++i)
            add("data/measured-" + std::to_string(i + 1) + ".json", m_content.measured[i].json);
    }

    RepeatPlan plan() const {
        RepeatPlan plan;
        plan.version = m_content.version;
        plan.assumptions = assumptionOptions(m_parts);
        if (m_content.outcome) plan.outcome = m_content.outcome->naming;
        for (const EnclosedRerun& rerun : m_content.reruns) {
            if (rerun.fault.empty()) plan.reruns.push_back({rerun.keyId, rerun.cardName, rerun.plan.inputs});
        }
        RepeatableBisection repeatable = repeatableBisection(m_content);
        plan.bisection = std::move(repeatable.bisection);
        plan.whyNoBisection = std::move(repeatable.whyNone);
        return plan;
    }

    HandoverContent& m_content;
    const HandoverParts& m_parts;
    const Scrubber& m_scrubber;
    HandoverFiles m_files;
};

}  // namespace

PlainTables plainTables(const Dataset& dataset, const Analysis& analysis,
                        const std::optional<EnclosedOutcome>& outcome) {
    return {toCsv(keysTable(dataset, analysis)),
            outcome ? toCsv(suspectsTable(dataset, analysis, outcome->outcome, outcome->suspects)) : std::string()};
}

Result<HandoverFiles> handoverFiles(HandoverContent content, const HandoverParts& parts, const Scrubber& scrubber) {
    return Files(content, parts, scrubber).make();
}

std::vector<std::string> culpritsOf(const TrialProof& proof) {
    std::vector<std::string> ids;
    for (const KeySet& group : proof.bisection.answer.groups) {
        for (const std::uint32_t position : group)
            ids.push_back(proof.plan.choices.differing[position].good.keyId);
    }
    std::sort(ids.begin(), ids.end());
    return ids;
}

}  // namespace flipscope
