#include "core/model/csv_text.h"

#include <array>
#include <cstddef>
#include <utility>

namespace flipscope {

namespace {

[[nodiscard]] bool isBlank(char c) {
    return c == ' ' || c == '\t';
}

[[nodiscard]] char findSeparator(std::string_view text) {
    constexpr std::string_view kSeparators = ",;\t";
    std::array<std::size_t, 3> counts{};
    bool quoted = false;
    bool content = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if ((c == '\n' || c == '\r') && content) break;
        content = content || (c != '\n' && c != '\r' && !isBlank(c));
        if (const std::size_t at = kSeparators.find(c); at != std::string_view::npos) ++counts[at];
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < counts.size(); ++i)
        if (counts[i] > counts[best]) best = i;
    return kSeparators[best];
}

// Walks over the text once; `m_at` is the next character.
class Scanner {
public:
    Scanner(std::string_view text, CsvText& result) : m_text(text), m_result(result) {}

    void run() {
        while (m_at < m_text.size() && m_result.records.size() < kMaxCsvRecords)
            readRecord();
        m_result.moreRecords = m_at < m_text.size();
    }

private:
    [[nodiscard]] bool atLineEnd() const {
        return m_at >= m_text.size() || m_text[m_at] == '\n' || m_text[m_at] == '\r';
    }

    void passLineEnd() {
        if (m_at < m_text.size() && m_text[m_at] == '\r') ++m_at;
        if (m_at < m_text.size() && m_text[m_at] == '\n') ++m_at;
        ++m_line;
    }

    void readRecord() {
        CsvRecord record;
        record.line = m_line;
        while (true) {
            std::string cell = readCell();
            if (record.cells.size() < kMaxCsvCells) record.cells.push_back(std::move(cell));
            if (atLineEnd()) break;
            ++m_at;
        }
        passLineEnd();
        if (record.cells.size() > 1 || !record.cells[0].empty()) m_result.records.push_back(std::move(record));
    }

    [[nodiscard]] std::string readCell() {
        while (!atLineEnd() && isBlank(m_text[m_at]) && m_text[m_at] != m_result.separator)
            ++m_at;
        std::string cell;
        if (!atLineEnd() && m_text[m_at] == '"') cell = readQuoted();
        const std::size_t begin = m_at;
        while (!atLineEnd() && m_text[m_at] != m_result.separator)
            ++m_at;
        std::string_view unquoted = m_text.substr(begin, m_at - begin);
        while (!unquoted.empty() && isBlank(unquoted.back()))
            unquoted.remove_suffix(1);
        return cell.append(unquoted);
    }

    [[nodiscard]] std::string readQuoted() {
        std::string cell;
        const std::uint64_t opened = m_line;
        for (++m_at; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (c == '"') {
                if (m_at + 1 >= m_text.size() || m_text[m_at + 1] != '"') {
                    ++m_at;
                    return cell;
                }
                ++m_at;
            }
            if (c == '\n') ++m_line;
            cell.push_back(c);
        }
        m_result.unclosedQuote = opened;
        return cell;
    }

    std::string_view m_text;
    CsvText& m_result;
    std::size_t m_at = 0;
    std::uint64_t m_line = 1;
};

}  // namespace

CsvText readCsv(std::string_view text) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    CsvText result;
    result.separator = findSeparator(text);
    Scanner(text, result).run();
    return result;
}

}  // namespace flipscope
