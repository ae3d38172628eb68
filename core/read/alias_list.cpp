#include "core/read/alias_list.h"

#include "core/model/csv_text.h"
#include "core/model/key_json.h"
#include "core/model/label_text.h"
#include "core/model/plain_text.h"
#include "core/read/given_file.h"

#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

namespace flipscope {

namespace {

constexpr std::size_t kLongestAlias = 200;  // characters
constexpr std::size_t kAliasesNamed = 5;    // in a note

void report(LoadReport& report, ProblemKind kind, const std::string& path, std::uint64_t line, std::string message) {
    ++report.problemCount;
    if (report.problems.size() < kMaxProblemsKept) report.problems.push_back({kind, path, line, std::move(message)});
}

bool isHeader(const CsvRecord& record) {
    return record.cells.size() == 2 && lowerCase(record.cells[0]) == "alias" && lowerCase(record.cells[1]) == "key";
}

std::string quoted(const std::string& text) {
    return "\"" + labelText(text, kLongestAlias) + "\"";
}

// What a name stands for: keys by every name that a list may use.
class KeysByName {
public:
    explicit KeysByName(const Dataset& dataset) : m_dataset(dataset) {
        for (std::uint32_t i = 0; i < dataset.keys.size(); ++i)
            m_byJson.emplace(dataset.keys[i].canonicalJson, KeyIndex{i});
    }

    struct Match {
        std::optional<KeyIndex> key;
        bool several = false;
    };

    [[nodiscard]] Match find(const std::string& name) const {
        if (const std::optional<KeyIndex> key = findKey(m_dataset, name)) return {key};
        const std::optional<KeyJson> json = name.starts_with('{') ? parseKeyJson(name) : std::nullopt;
        const auto [begin, end] = m_byJson.equal_range(json ? canonicalJson(*json) : name);
        if (begin == end) return {std::nullopt, isPrefixOfSeveral(name)};
        if (std::next(begin) != end) return {std::nullopt, true};
        return {begin->second};
    }

private:
    [[nodiscard]] bool isPrefixOfSeveral(const std::string& name) const {
        constexpr std::size_t kShortestPrefix = 4;
        return name.size() >= kShortestPrefix &&
               std::any_of(m_dataset.keys.begin(), m_dataset.keys.end(),
                           [&](const TuningKey& key) { return key.id.starts_with(name); });
    }

    const Dataset& m_dataset;
    std::unordered_multimap<std::string, KeyIndex> m_byJson;
};

}  // namespace

bool looksLikeAliasList(std::string_view head) {
    constexpr std::size_t kLongestHeader = 64;
    if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    if (line.size() > kLongestHeader) return false;
    const CsvText csv = readCsv(line);
    return csv.records.size() == 1 && isHeader(csv.records.front());
}

std::vector<KeyAlias> readAliasList(std::string_view csv, const std::string& path, LoadReport& loadReport) {
    std::vector<KeyAlias> aliases;
    const CsvText text = readCsv(csv);
    for (const CsvRecord& record : text.records) {
        if (&record == &text.records.front() && isHeader(record)) continue;
        const auto refuse = [&](const std::string& why) {
            report(loadReport, ProblemKind::damagedRecord, path, record.line, "no alias: " + why);
        };
        if (record.cells.size() != 2 || record.cells[0].empty() || record.cells[1].empty()) {
            refuse("a line must hold an alias and a key, and a key with commas must stand in quotes");
        } else if (labelText(record.cells[0], kLongestAlias) != record.cells[0]) {
            refuse(quoted(record.cells[0]) + " is too long or holds characters that cannot be shown");
        } else {
            aliases.push_back({record.cells[0], record.cells[1], path, record.line});
        }
    }
    if (text.unclosedQuote) report(loadReport, ProblemKind::damagedRecord, path, 0, "a quote is not closed");
    if (text.moreRecords) report(loadReport, ProblemKind::limitReached, path, 0, "the list is too long");
    return aliases;
}

Result<std::vector<KeyAlias>> readAliasFile(const std::string& path, const std::string& shownPath,
                                            LoadReport& loadReport, const std::stop_token& stop) {
    const Result<GivenFile> file = readGivenFile(path, kMaxAliasList, stop);
    if (file.cancelled()) return Cancelled{};
    if (!file) return Error{file.errorMessage()};
    const std::string& text = file.value().content;
    if (!looksLikeAliasList(text)) {
        return Error{"no list of aliases: its first line must be alias,key"};
    }
    if (file.value().isCut) {
        report(loadReport, ProblemKind::limitReached, shownPath, 0, "only the beginning of this list is read");
    }
    ++loadReport.filesRead;
    loadReport.bytesRead += text.size();
    return readAliasList(text, shownPath, loadReport);
}

void giveAliases(Dataset& dataset, const std::vector<KeyAlias>& aliases) {
    const KeysByName keys(dataset);
    std::map<std::string, std::vector<std::string>> unknown;  // list -> aliases
    std::unordered_map<std::string, KeyIndex> given;
    std::vector<std::pair<KeyIndex, std::string>> found;
    for (const KeyAlias& alias : aliases) {
        const KeysByName::Match match = keys.find(alias.key);
        const auto refuse = [&](const std::string& why) {
            report(dataset.report, ProblemKind::damagedRecord, alias.path, alias.line,
                   "alias " + quoted(alias.alias) + " was not given: " + why);
        };
        if (match.several) {
            refuse("several keys are named " + quoted(alias.key));
            continue;
        }
        if (!match.key) {
            unknown[alias.path].push_back(alias.alias);
            continue;
        }
        const std::optional<KeyIndex> other = findKey(dataset, alias.alias);
        const auto [known, isNew] = given.try_emplace(alias.alias, *match.key);
        if (other && *other != *match.key) {
            refuse("it is the name of another key");
        } else if (known->second != *match.key) {
            refuse("it already stands for another key");
        } else if (isNew) {
            found.emplace_back(*match.key, alias.alias);
        }
    }
    for (auto& [key, alias] : found)
        dataset.keys[key.value].aliases.push_back(std::move(alias));
    for (const auto& [path, names] : unknown) {
        std::string message = std::to_string(names.size()) + (names.size() == 1 ? " alias names" : " aliases name") +
                              " no key of these runs: ";
        for (std::size_t i = 0; i < std::min(names.size(), kAliasesNamed); ++i)
            message += (i > 0 ? ", " : "") + names[i];
        dataset.report.notes.push_back(
            {NoteKind::information, path, message + (names.size() > kAliasesNamed ? " …" : "")});
    }
}

}  // namespace flipscope
