#include "core/analyse/outcomes.h"
#include "core/analyse/run_names.h"
#include "core/model/csv_text.h"
#include "core/model/plain_text.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMaxLabelLength = 1024;
constexpr std::size_t kShownLength = 80;

struct Columns {
    std::size_t run = 0, label = 1;
    std::size_t count = 2;  // of the first record
    bool header = false;
};

[[nodiscard]] std::optional<std::size_t> columnNamed(const CsvRecord& record, std::string_view name) {
    for (std::size_t i = 0; i < record.cells.size(); ++i)
        if (equalIgnoringCase(record.cells[i], name)) return i;
    return std::nullopt;
}

// What separates the cells, as a user would call it.
[[nodiscard]] std::string_view nameOfSeparator(char separator) {
    return separator == ';' ? "semicolon" : separator == '\t' ? "tab" : "comma";
}

// The cells from `first` on that hold anything, as they stood in the row; empty when none does.
[[nodiscard]] std::string cellsFrom(const CsvRecord& record, std::size_t first, char separator) {
    std::string text;
    bool any = false;
    for (std::size_t i = first; i < record.cells.size(); ++i) {
        any = any || !record.cells[i].empty();
        text += (i > first ? std::string(1, separator) : std::string()) + record.cells[i];
    }
    return any ? text : std::string();
}

[[nodiscard]] std::optional<Columns> findColumns(const CsvText& csv, const RunNames& names) {
    const CsvRecord& first = csv.records.front();
    const auto run = columnNamed(first, "run");
    const auto label = columnNamed(first, "label");
    if (run && label) return Columns{*run, *label, first.cells.size(), true};
    // "run,loss": of two columns the other one is the label, whatever its name.
    if (run && first.cells.size() == 2) return Columns{*run, 1 - *run, 2, true};
    // Later rows may have other numbers of cells, which are problems of theirs.
    const bool twoColumns = first.cells.size() == 2;
    const bool namesRuns = std::any_of(csv.records.begin(), csv.records.end(), [&](const CsvRecord& record) {
        return names.find(record.cells[0]).has_value();
    });
    if (twoColumns && namesRuns) return Columns{};
    return std::nullopt;
}

// Labels by RunIndex of the dataset, with what went wrong.
class LabelTable {
public:
    LabelTable(const Dataset& dataset, const std::string& path, char separator)
        : m_dataset(dataset), m_labels(dataset.runs.size()), m_path(path), m_separator(separator) {}

    void addRow(const CsvRecord& record, const Columns& columns, const RunNames& names) {
        if (record.cells.size() <= std::max(columns.run, columns.label)) {
            addProblem(record.line, "the row has no label column");
            return;
        }
        const std::string& name = record.cells[columns.run];
        const std::string label = record.cells[columns.label].substr(0, kMaxLabelLength);
        const auto run = names.find(name);
        if (!run) {
            addProblem(record.line, whyNoRun(name));
            return;
        }
        if (const std::string ignored = cellsFrom(record, columns.count, m_separator); !ignored.empty())
            addProblem(record.line, whyIgnored(record.cells.size(), columns, ignored));
        if (label.empty()) return;
        std::optional<std::string>& known = m_labels[run->value];
        if (known && *known != label) {
            addProblem(record.line, "\"" + name.substr(0, kShownLength) + "\" is labelled a second time, \"" +
                                        label.substr(0, kShownLength) + "\" after \"" + known->substr(0, kShownLength) +
                                        "\"; the first counts");
            return;
        }
        known = label;
    }

    void addProblem(std::uint64_t line, std::string message, ProblemKind kind = ProblemKind::damagedRecord) {
        ++m_problemCount;
        if (m_problems.size() < kMaxProblemsKept) m_problems.push_back({kind, m_path, line, std::move(message)});
    }

    [[nodiscard]] const std::optional<std::string>& labelOf(RunIndex run) const { return m_labels[run.value]; }

    [[nodiscard]] std::vector<Problem> takeProblems() {
        if (m_problemCount > m_problems.size())
            m_problems.push_back({ProblemKind::limitReached, m_path, 0,
                                  std::to_string(m_problemCount - m_problems.size()) + " more rows like these"});
        return std::move(m_problems);
    }

private:
    [[nodiscard]] std::string whyIgnored(std::size_t cells, const Columns& columns, const std::string& ignored) const {
        const std::string separator(nameOfSeparator(m_separator));
        return "the row has " + std::to_string(cells) + " cells where the " +
               (columns.header ? "header has " : "first row has ") + std::to_string(columns.count) + ": \"" +
               ignored.substr(0, kShownLength) + "\" is ignored; a label that holds a " + separator +
               " must stand in quotes";
    }

    [[nodiscard]] std::string whyNoRun(const std::string& name) const {
        const std::string quoted = "\"" + name.substr(0, kShownLength) + "\"";
        for (const MergedRun& merged : m_dataset.report.mergedRuns) {
            if (merged.id == name && merged.into.size() == 1)
                return quoted + " is the same run as " + merged.into.front() + ": label that one";
        }
        constexpr std::size_t kNamed = 3;
        std::string known;
        for (std::size_t i = 0; i < std::min(m_dataset.runs.size(), kNamed); ++i)
            known += (i == 0 ? "" : ", ") + m_dataset.runs[i].id;
        if (m_dataset.runs.size() > kNamed) known += " …";
        return quoted + " names no run, or more than one; there are " + known;
    }

    const Dataset& m_dataset;
    std::vector<std::optional<std::string>> m_labels;
    std::string m_path;
    char m_separator;
    std::vector<Problem> m_problems;
    std::size_t m_problemCount = 0;
};

}  // namespace

Result<LabelValues> valuesByLabels(const Dataset& dataset, const std::vector<RunIndex>& runs, std::string_view csv,
                                   const std::string& path) {
    if (csv.size() > kMaxLabelBytes)
        return Error{path + ": more than " + std::to_string(kMaxLabelBytes >> 20) + " MB is no table of labels"};
    const CsvText table = readCsv(csv);
    if (table.unclosedQuote > 0) {
        return Error{path + ": line " + std::to_string(table.unclosedQuote) +
                     ": a quote is opened and never closed, so the rows behind it cannot be told apart"};
    }
    if (table.records.empty()) return Error{path + ": holds no rows; a header \"run,label\" and a row a run is needed"};
    const RunNames names(dataset);
    const std::optional<Columns> columns = findColumns(table, names);
    if (!columns)
        return Error{path + ": line " + std::to_string(table.records.front().line) +
                     ": neither a header with the columns run and label nor two columns that name runs"};
    LabelTable labels(dataset, path, table.separator);
    for (std::size_t i = columns->header ? 1 : 0; i < table.records.size(); ++i)
        labels.addRow(table.records[i], *columns, names);
    if (table.moreRecords)
        labels.addProblem(table.records.back().line, "rows after this one were not read: too many",
                          ProblemKind::limitReached);
    LabelValues result;
    result.values.source = "labels " + path;
    for (const RunIndex run : runs)
        result.values.values.push_back(labels.labelOf(run));
    result.problems = labels.takeProblems();
    result.values.problems = result.problems;
    return result;
}

}  // namespace flipscope
