#include "core/handover/enclosed_runs.h"

#include "core/analyse/pattern_search.h"
#include "core/handover/decision_lines.h"
#include "core/handover/matched_lines.h"
#include "core/model/plain_text.h"
#include "core/read/file_names.h"
#include "core/report/csv_report.h"
#include "core/report/data_table.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

namespace flipscope {

namespace {

constexpr std::size_t kLongestName = 60;

bool isPlain(const std::string& name) {
    const auto isPlainChar = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    return !name.empty() && name.size() <= kLongestName && name.front() != '-' &&
           std::all_of(name.begin(), name.end(), isPlainChar);
}

// Names that are folders everywhere and ids when they are read again.
std::vector<std::string> namesOf(const Dataset& dataset, const WinnerMatrix& matrix, const Scrubber& scrubber) {
    std::vector<std::string> names;
    std::set<std::string> taken;
    for (const RunIndex run : matrix.runs) {
        const std::string& id = runOf(dataset, run).id;
        std::string name = id;
        std::replace(name.begin(), name.end(), '#', '-');
        const bool isPrivate = scrubber.text(id) != id || scrubber.text("/x/" + id + "/x") != scrubber.text("/x/y/x");
        if (!isPlain(name) || isPrivate || isGenericName(name)) name = "run-" + std::to_string(names.size() + 1);
        const std::string base = name;
        for (int i = 2; !taken.insert(lowerCase(name)).second; ++i)
            name = base + "-" + std::to_string(i);
        names.push_back(std::move(name));
    }
    return names;
}

using Values = std::vector<std::optional<std::string>>;

std::size_t distinctIn(const Values& values) {
    const std::set<std::optional<std::string>> distinct(values.begin(), values.end());
    return distinct.size();
}

Values scrubbed(const Values& values, const Scrubber& scrubber) {
    Values clean;
    for (const auto& value : values)
        clean.push_back(value ? std::optional(scrubber.text(*value)) : std::nullopt);
    return clean;
}

class Enclosing {
public:
    Enclosing(const Dataset& dataset, const WinnerMatrix& matrix, const std::optional<NamedOutcome>& outcome,
              const Scrubber& scrubber)
        : m_dataset(dataset), m_matrix(matrix), m_outcome(outcome), m_scrubber(scrubber) {}

    EnclosedRuns make() {
        m_enclosed.names = namesOf(m_dataset, m_matrix, m_scrubber);
        for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
            add(column, "decisions.jsonl",
                decisionLines(m_dataset, m_matrix, column, m_enclosed.names[column], m_scrubber));
            const std::optional<int>& status = runOf(m_dataset, m_matrix.runs[column]).exitStatus;
            if (status) add(column, "exit_status", std::to_string(*status) + "\n");
        }
        addAliases();
        if (m_outcome) addOutcome();
        return std::move(m_enclosed);
    }

private:
    void add(std::size_t column, const char* file, std::string content) {
        const std::string folder = std::string(kEnclosedRunsFolder) + "/" + m_enclosed.names[column] + "/";
        m_enclosed.files.push_back({folder + file, std::move(content)});
    }

    // Names by which reports of others call keys.
    void addAliases() {
        DataTable table{"aliases", {"alias", "key"}, {}};
        for (const TuningKey& key : m_dataset.keys) {
            for (const std::string& alias : key.aliases)
                table.rows.push_back({m_scrubber.text(alias), key.id});
        }
        if (table.rows.empty()) return;
        m_enclosed.files.push_back({std::string(kEnclosedRunsFolder) + "/aliases.csv", toCsv(table)});
    }

    void addOutcome() {
        const OutcomeNaming& naming = m_outcome->naming;
        m_enclosed.naming = naming;
        m_enclosed.naming->pattern.regex = m_scrubber.text(naming.pattern.regex);
        if (naming.by == OutcomeNaming::By::exitStatus) return;
        if (naming.by == OutcomeNaming::By::pattern && addMatches()) return;
        addLabels();
    }

    // False when the values cannot be found again in what may be enclosed.
    bool addMatches() {
        const OutcomePattern& pattern = m_outcome->naming.pattern;
        const Result<PatternSearch> search = PatternSearch::compile(pattern.regex);
        const Result<PatternSearch> clean = PatternSearch::compile(m_enclosed.naming->pattern.regex);
        if (!search || !clean) return false;
        Values found;
        Values originals;
        for (std::size_t column = 0; column < m_matrix.runs.size(); ++column) {
            const Run& run = runOf(m_dataset, m_matrix.runs[column]);
            const auto original = valueOfRun(search.value(), run, pattern.match, pattern.n);
            if (!original) return false;
            originals.push_back(original.value());
            const auto lines = matchedLines(search.value(), run, pattern);
            if (lines.has_value() != original.value().has_value()) return false;
            found.emplace_back();
            if (!lines) continue;
            Run kept;
            kept.outputs.push_back({"", m_scrubber.text(*lines), false});
            const auto again = valueOfRun(clean.value(), kept, pattern.match, pattern.n);
            found.back() = again ? again.value() : std::nullopt;
            add(column, "stdout.log", std::move(kept.outputs.front().text));
        }
        return found == scrubbed(originals, m_scrubber) && distinctIn(found) == distinctIn(originals);
    }

    void addLabels() {
        const Outcome& outcome = m_outcome->outcome;
        Values labels = scrubbed(outcome.values, m_scrubber);
        const bool isLabelled = m_outcome->naming.by == OutcomeNaming::By::labels;
        const bool hasGroups = outcome.grouping != Grouping::ungrouped;
        const std::vector<std::string> groupNames = namesOfGroups(outcome);
        if (hasGroups && (!isLabelled || distinctIn(labels) != distinctIn(outcome.values))) {
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const int group = outcome.groupOf[i];
                labels[i] = group < 0 ? std::nullopt : std::optional(groupNames[static_cast<std::size_t>(group)]);
            }
            m_enclosed.naming->grouping = Grouping::automatic;
            m_enclosed.naming->threshold.reset();
        }
        m_enclosed.naming->by = OutcomeNaming::By::labels;
        m_enclosed.naming->pattern = {};
        DataTable table{"labels", {"run", "label"}, {}};
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (labels[i]) table.rows.push_back({m_enclosed.names[i], *labels[i]});
        }
        m_enclosed.files.push_back({std::string(kEnclosedLabels), toCsv(table)});
    }

    std::vector<std::string> namesOfGroups(const Outcome& outcome) const {
        std::vector<std::string> names;
        for (const OutcomeGroup& group : outcome.groups)
            names.push_back(m_scrubber.text(group.name));
        const bool areDistinct = std::set<std::string>(names.begin(), names.end()).size() == names.size();
        for (std::size_t i = 0; i < names.size() && !areDistinct; ++i)
            names[i] = "group " + std::to_string(i + 1);
        return names;
    }

    const Dataset& m_dataset;
    const WinnerMatrix& m_matrix;
    const std::optional<NamedOutcome>& m_outcome;
    const Scrubber& m_scrubber;
    EnclosedRuns m_enclosed;
};

// What a run used, by key and candidate set.
using Choices = std::map<std::pair<std::string, std::string>, std::optional<CandidateIndex>>;

Choices choicesIn(const Dataset& dataset, const WinnerMatrix& matrix, std::size_t column, const Scrubber& scrubber) {
    Choices choices;
    for (std::uint32_t i = 0; i < matrix.keyCount; ++i) {
        const WinnerCell& cell = matrix.at(KeyIndex{i}, column);
        if (cell.decision < 0) continue;
        const TuningKey& key = keyOf(dataset, KeyIndex{i});
        choices[{enclosedKey(key, scrubber), scrubber.name(key.tuner)}] = cell.winner;
    }
    return choices;
}

// The partition of the runs by their groups, or by their numbers where there are none.
std::vector<std::set<std::string>> partition(const Outcome& outcome, const std::vector<std::string>& names) {
    std::map<std::string, std::set<std::string>> parts;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const bool isGrouped = outcome.grouping != Grouping::ungrouped;
        if (isGrouped && outcome.groupOf[i] >= 0) parts[std::to_string(outcome.groupOf[i])].insert(names[i]);
        if (!isGrouped && outcome.values[i]) parts[*outcome.values[i]].insert(names[i]);
    }
    std::vector<std::set<std::string>> sorted;
    for (auto& [value, runs] : parts)
        sorted.push_back(std::move(runs));
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

}  // namespace

EnclosedRuns encloseRuns(const Dataset& dataset, const WinnerMatrix& matrix, const std::optional<NamedOutcome>& outcome,
                         const Scrubber& scrubber) {
    return Enclosing(dataset, matrix, outcome, scrubber).make();
}

std::string enclosureFault(const Dataset& dataset, const WinnerMatrix& matrix,
                           const std::optional<NamedOutcome>& outcome, const EnclosedRuns& enclosed,
                           const Scrubber& scrubber, const Dataset& readAgain, const WinnerMatrix& matrixAgain,
                           const std::optional<Outcome>& again) {
    std::vector<std::string> names;
    for (const RunIndex run : matrixAgain.runs)
        names.push_back(runOf(readAgain, run).id);
    for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
        const auto found = std::find(names.begin(), names.end(), enclosed.names[column]);
        if (found == names.end()) return "the run " + enclosed.names[column] + " is not found again";
        const auto columnAgain = static_cast<std::size_t>(found - names.begin());
        if (choicesIn(dataset, matrix, column, scrubber) != choicesIn(readAgain, matrixAgain, columnAgain, scrubber))
            return "the run " + enclosed.names[column] + " has other choices";
    }
    if (names.size() != enclosed.names.size()) return "there are other runs";
    if (!outcome) return {};
    if (!again || partition(outcome->outcome, enclosed.names) != partition(*again, names))
        return "the outcome groups the runs otherwise";
    return {};
}

}  // namespace flipscope
