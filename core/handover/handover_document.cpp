#include "core/handover/handover_document.h"

#include "core/analyse/suspect_pair.h"
#include "core/handover/handover_parts.h"
#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/sentences.h"

#include <algorithm>
#include <iterator>

namespace flipscope {

namespace {

// The paragraphs with which a document begins.
std::vector<std::string> leadOf(const Document& document) {
    std::vector<std::string> lead;
    for (const Block& block : document.blocks) {
        const auto* paragraph = std::get_if<Paragraph>(&block);
        if (paragraph == nullptr) break;
        lead.push_back(paragraph->text);
    }
    return lead;
}

std::string joined(const std::vector<std::string>& sentences, std::size_t most) {
    std::string text;
    for (std::size_t i = 0; i < sentences.size() && i < most; ++i)
        text += (i > 0 ? " " : "") + sentences[i];
    return text;
}

// Up to the first full stop: the rest stands in the details.
std::string firstSentence(const std::string& text) {
    const std::size_t end = text.find(". ");
    return end == std::string::npos ? text : text.substr(0, end + 1);
}

const SuspectWinners* winnersOf(const Suspect* suspect, KeyIndex key) {
    if (suspect == nullptr) return nullptr;
    for (const SuspectWinners& winners : suspect->winners)
        if (winners.key == key) return &winners;
    return nullptr;
}

class Page {
public:
    explicit Page(const HandoverContent& content) : m_content(content) {}

    Document make() {
        m_document.title = m_content.title.empty() ? headlineOf(m_content) : printable(m_content.title, 300);
        if (!m_content.title.empty()) m_document.paragraph(headlineOf(m_content) + ".", Tone::strong);
        addShort();
        addRepeat();
        addKeys();
        addSuspects();
        addProofs();
        addReruns();
        addEnvironmentFacts();
        m_document.heading("What is in this folder");
        m_document.table(contentsTable(m_content));
        m_document.paragraph(
            "Absolute paths, names of users and names of hosts are taken out: “…” stands for a path. Of the outputs "
            "only "
            "the lines are here in which the outcome was found.");
        m_document.list(m_content.notes);
        return std::move(m_document);
    }

private:
    void row(Table& table, const char* question, std::string answer) const {
        if (!answer.empty()) table.rows.push_back({{question, Tone::strong}, {std::move(answer)}});
    }

    // One screen.
    void addShort() {
        Table table;
        table.columns = {{"", Align::left}, {"in short", Align::left, true}};
        row(table, "what happens", happens());
        if (!m_content.keys.empty()) {
            const KeyIndex key = m_content.keys.front();
            row(table, "which choice",
                keyLabel(m_content.dataset, key) + " (" + keyId(m_content.dataset, key) + ")" + winnersInWords(key) +
                    othersInWords());
            row(table, "margin", marginInWords(key));
            row(table, "bits", bitsInWords(key));
        }
        row(table, "chance", chanceInWords());
        row(table, "proof", proofInWords());
        row(table, "ran on", ranOn());
        m_document.table(std::move(table));
    }

    std::string happens() const {
        const auto summary = leadOf(summaryDocument(m_content.dataset, m_content.analysis, m_content.options));
        std::string text = joined(summary, 1);
        if (!m_content.outcome) return text;
        const Outcome& outcome = m_content.outcome->outcome;
        std::vector<std::string> groups;
        for (const OutcomeGroup& group : outcome.groups)
            groups.push_back("“" + printable(group.name, 60) + "” in " + plural(group.members.size(), "run", "runs"));
        text += " Outcome (" + printable(outcome.source, 200) + "): ";
        return text + (groups.empty() ? "its numbers, not grouped" : joinList(groups, 4)) + ".";
    }

    // Which candidates were chosen, in each group of the outcome where there are groups.
    std::string winnersInWords(KeyIndex key) const {
        const KeyVerdict& verdict = m_content.analysis.keys[key.value];
        const SuspectWinners* winners = winnersOf(suspectOf(m_content, key), key);
        std::vector<std::string> parts;
        if (winners != nullptr && m_content.outcome->outcome.grouping != Grouping::ungrouped) {
            for (std::size_t group = 0; group < m_content.outcome->outcome.groups.size() && group < 4; ++group) {
                std::vector<std::string> used;
                for (const auto& count : winners->winners) {
                    if (group >= count.runsInGroup.size() || count.runsInGroup[group] == 0) continue;
                    used.push_back(candidateOf(m_content.dataset, verdict, count.winner) + " (" +
                                   plural(count.runsInGroup[group], "run", "runs") + ")");
                }
                if (!used.empty())
                    parts.push_back("“" + printable(m_content.outcome->outcome.groups[group].name, 60) + "” with " +
                                    joinList(used, 3));
            }
        } else {
            for (const WinnerCount& count : verdict.winners)
                parts.push_back(candidateOf(m_content.dataset, verdict, count.winner) + " (" +
                                plural(count.runs, "run", "runs") + ")");
        }
        return parts.empty() ? std::string() : ": " + joinList(parts, 4) + ".";
    }

    std::string othersInWords() const {
        std::vector<std::string> others;
        for (std::size_t i = 1; i < m_content.keys.size(); ++i)
            others.push_back(keyLabel(m_content.dataset, m_content.keys[i]) + " (" +
                             keyId(m_content.dataset, m_content.keys[i]) + ")");
        return others.empty() ? std::string() : " Also looked at below: " + joinList(others, 4) + ".";
    }

    std::string marginInWords(KeyIndex key) const {
        const KeyVerdict& verdict = m_content.analysis.keys[key.value];
        const SuspectWinners* winners = winnersOf(suspectOf(m_content, key), key);
        const auto pair =
            winners != nullptr ? verdictOnSuspect(m_content.dataset, m_content.analysis, *winners) : std::nullopt;
        return firstSentence(verdictSentence(m_content.dataset, verdict, pair ? *pair : mainPair(verdict)));
    }

    std::string bitsInWords(KeyIndex key) const {
        const ClassStatement& statement = m_content.analysis.classes[key.value];
        const std::string text = firstSentence(classSentence(statement)) +
                                 harmlessConsequence(statement, m_content.analysis.proven.contains(key));
        const std::string checksums = checksumsInWords(m_content, key);
        return checksums.empty() ? text : text + " " + checksums;
    }

    std::string chanceInWords() const {
        if (!m_content.outcome) return "No outcome was named, so nothing was tested against chance.";
        const SuspectsResult& result = m_content.outcome->suspects;
        const Suspect* suspect = m_content.keys.empty() ? nullptr : suspectOf(m_content, m_content.keys.front());
        return chanceSentence(result, m_content.outcome->outcome.outcomesLookedAt, suspect);
    }

    std::string proofInWords() const {
        if (m_content.proofs.empty()) {
            const std::string none = "None: no choice was forced yet. What goes with the outcome need not be its cause";
            return none + (repeatableBisection(m_content).bisection
                               ? "; ./repeat.sh with your program looks for the proof."
                               : ".");
        }
        const TrialProof* proven = provenIn(m_content.proofs);
        const TrialProof& shown = proven != nullptr ? *proven : m_content.proofs.front();
        const std::size_t trials = shown.bisection.trials.size();
        return joined(bisectSentences(viewOf(m_content, shown)), 2) + " (" + plural(trials, "run", "runs") +
               " with forced choices.)";
    }

    std::string ranOn() const {
        std::vector<std::string> parts;
        for (const EnvironmentFact& fact : m_content.environment) {
            if (parts.size() == 4) break;
            parts.push_back(fact.name + ": " + fact.inWords());
        }
        std::string text;
        for (const std::string& part : parts)
            text += (text.empty() ? "" : "; ") + part;
        return text + ".";
    }

    void addRepeat() {
        m_document.heading("Repeat it");
        m_document.command("./repeat.sh",
                           "Analyses the enclosed runs again" +
                               std::string(hasEmulation(m_content) ? " and emulates the named kernels" : "") +
                               "; needs flipscope-cli, no program and no GPU:");
        addRepeatedBisection();
        if (m_content.command.empty()) {
            m_document.paragraph("The command that was run is not recorded.");
        } else {
            const std::string line = lineToRead(m_content.command);
            if (hasCutPath(m_content.command)) {
                m_document.paragraph("The command that was run, with paths taken out; it cannot be run as it stands: " +
                                     line);
            } else {
                m_document.command(line, "The command that was run:");
            }
        }
        for (const EnclosedRerun& rerun : m_content.reruns) {
            const std::string key = printable(rerun.label, 100) + " (" + rerun.keyId + ")";
            if (!rerun.shapeLine.empty()) {
                m_document.command(rerun.shapeLine,
                                   "The smallest reproduction of " + key +
                                       ", without any file; the expected checksums stand under “Bits”:");
            } else {
                m_document.paragraph(
                    "No reproduction outside the program for " + key + ": " +
                    (rerun.fault.empty() ? "its candidates are not among those that burn 0.22 offers" : rerun.fault) +
                    ".");
            }
        }
    }

    void addRepeatedBisection() {
        const RepeatableBisection repeatable = repeatableBisection(m_content);
        if (!repeatable.bisection) {
            m_document.paragraph("No bisection can be repeated from here: " + printable(repeatable.whyNone, 400) + ".");
            return;
        }
        const bool isJudged = repeatable.bisection->isJudged;
        m_document.command(
            std::string(isJudged ? "FLIPSCOPE_TEST=./judge " : "") + "./repeat.sh PROGRAM ARGUMENTS",
            "Runs your build of the program with the choices of the enclosed runs forced, until it is known which of "
            "them changes the outcome" +
                std::string(isJudged
                                ? "; a program of yours tells good runs from bad ones (flipscope-cli bisect --help)"
                                : "") +
                ":");
        const std::string& remark = repeatable.bisection->remark;
        if (!remark.empty()) m_document.paragraph(remark + ".");
    }

    // name: of what the part is about, in front of its headings.
    void take(Document part, std::size_t mostBlocks, const std::string& name = {}) {
        for (Block& block : part.blocks) {
            auto* heading = std::get_if<Heading>(&block);
            if (heading != nullptr && !name.empty()) heading->text.insert(0, name + ": ");
        }
        const auto end = part.blocks.begin() + static_cast<std::ptrdiff_t>(std::min(mostBlocks, part.blocks.size()));
        m_document.blocks.insert(m_document.blocks.end(), std::make_move_iterator(part.blocks.begin()),
                                 std::make_move_iterator(end));
    }

    // What was read says nothing here: it is about the enclosed files.
    static std::size_t blocksBefore(const Document& document, const char* heading) {
        const auto found = std::find_if(document.blocks.begin(), document.blocks.end(), [&](const Block& block) {
            const auto* title = std::get_if<Heading>(&block);
            return title != nullptr && title->text == heading;
        });
        return static_cast<std::size_t>(found - document.blocks.begin());
    }

    void addKeys() {
        for (const KeyIndex key : m_content.keys) {
            m_document.heading("Key " + keyId(m_content.dataset, key) + ": " + keyLabel(m_content.dataset, key));
            Document part = keyDocument(m_content.dataset, m_content.analysis, key, m_content.options);
            const std::size_t end = blocksBefore(part, "What was read");
            take(std::move(part), end, keyId(m_content.dataset, key));
        }
    }

    void addSuspects() {
        if (!m_content.outcome) return;
        m_document.heading("What goes with the outcome");
        Document part = suspectsDocument(m_content.dataset, m_content.analysis, m_content.outcome->outcome,
                                         m_content.outcome->suspects, {}, m_content.options);
        const std::size_t end = blocksBefore(part, "What was read");
        take(std::move(part), end);
    }

    void addProofs() {
        for (const TrialProof& proof : m_content.proofs) {
            m_document.heading("Forced choices");
            take(bisectDocument(viewOf(m_content, proof)), std::string::npos);
        }
    }

    void addReruns() {
        const bool hasAny = !m_content.reruns.empty() || !m_content.measured.empty();
        if (!hasAny) return;
        m_document.heading("Bits");
        for (const KeyIndex key : m_content.keys) {
            Table table = checksumTable(m_content, key);
            if (!table.rows.empty()) m_document.table(std::move(table));
            for (const std::string& sentence : measuredSentences(m_content, key))
                m_document.paragraph(sentence, Tone::warn);
        }
        for (const EnclosedRerun& rerun : m_content.reruns) {
            if (!rerun.fault.empty()) {
                m_document.paragraph(printable(rerun.label, 100) + " (" + rerun.keyId +
                                     ") was not emulated for this report: " + rerun.fault + ".");
                continue;
            }
            take(rerunDocument(viewOf(rerun.rerun, rerun.findings, &rerun.plan)), std::string::npos);
        }
    }

    void addEnvironmentFacts() {
        m_document.heading("Environment");
        Table table;
        table.columns = {{"", Align::left}, {"of the runs", Align::left, true}};
        for (const EnvironmentFact& fact : m_content.environment)
            table.rows.push_back({{printable(fact.name, 80)}, {fact.inWords()}});
        std::size_t decisions = 0;
        for (const Run& run : m_content.dataset.runs)
            decisions += run.decisions.size();
        table.rows.push_back({{"decisions"},
                              {plural(decisions, "decision", "decisions") + " of " +
                               plural(m_content.dataset.keys.size(), "key", "keys") + " in " +
                               plural(m_content.dataset.runs.size(), "run", "runs")}});
        table.rows.push_back({{"made by"}, {"Flipscope " + m_content.version}});
        m_document.table(std::move(table));
    }

    const HandoverContent& m_content;
    Document m_document;
};

}  // namespace

BisectionView viewOf(const HandoverContent& content, const TrialProof& proof) {
    std::vector<std::string> paths;
    for (const RunIndex run : {proof.plan.choices.good, proof.plan.choices.bad})
        paths.push_back(std::string(kEnclosedRunsFolder) + "/" + runOf(content.dataset, run).id);
    // A test's words are not here, so that no line could be complete.
    if (proof.isJudged) paths.clear();
    return {content.dataset, proof.plan, proof.bisection, {}, std::move(paths)};
}

Document handoverDocument(const HandoverContent& content) {
    return Page(content).make();
}

}  // namespace flipscope
