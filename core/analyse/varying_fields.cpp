#include "core/analyse/varying_fields.h"

#include "core/analyse/field_families.h"
#include "core/analyse/outcome_number.h"
#include "core/analyse/telling_words.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMaxValueBytes = 200;

// Collects the values of a field run by run.
class FieldValues {
public:
    FieldValues(VaryingField& field, std::size_t runs) : m_field(field) { field.valueOf.assign(runs, -1); }

    void set(std::size_t run, std::string_view text) {
        text = text.substr(0, kMaxValueBytes);
        const auto [entry, isNew] = m_index.try_emplace(std::string(text), static_cast<int>(m_field.texts.size()));
        if (isNew) m_field.texts.emplace_back(text);
        m_field.valueOf[run] = entry->second;
    }

private:
    VaryingField& m_field;
    std::unordered_map<std::string, int> m_index;
};

[[nodiscard]] std::size_t labelled(const VaryingField& field) {
    return field.valueOf.size() - static_cast<std::size_t>(std::count(field.valueOf.begin(), field.valueOf.end(), -1));
}

[[nodiscard]] bool movesWithRunOrder(const VaryingField& field) {
    std::vector<double> numbers;
    for (const int value : field.valueOf) {
        if (value < 0) continue;
        const auto number = outcomeNumber(field.texts[static_cast<std::size_t>(value)]);
        if (!number || *number != std::floor(*number)) return false;
        numbers.push_back(*number);
    }
    constexpr std::size_t kEnoughRuns = 4;
    if (numbers.size() < kEnoughRuns) return false;
    return std::is_sorted(numbers.begin(), numbers.end()) ||
           std::is_sorted(numbers.begin(), numbers.end(), std::greater<>());
}

[[nodiscard]] bool namesTheRun(const VaryingField& field) {
    constexpr std::size_t kEnoughRuns = 3;
    const bool text = field.kind == FieldKind::word || field.kind == FieldKind::hex || field.kind == FieldKind::span;
    const bool allDifferent = field.texts.size() == labelled(field);
    if (text) return allDifferent && field.texts.size() >= kEnoughRuns;
    return field.kind == FieldKind::number && allDifferent && movesWithRunOrder(field);
}

// Finds the fields of one output.
class FieldFinder {
public:
    FieldFinder(const AlignedOutput& output, std::size_t index, std::vector<VaryingField>& fields,
                PassedOver& passedOver)
        : m_output(output), m_index(index), m_runs(output.present.size()), m_fields(fields), m_passedOver(passedOver) {}

    void findAll() {
        chooseInFamilies();
        for (std::size_t line = 0; line < m_output.aligned.size() && !full(); ++line)
            findInLine(line);
        findLineCounts();
        findLength();
        findLastLine();
        m_passedOver.some = m_passedOver.some || full();
    }

    [[nodiscard]] bool full() const {
        return m_fields.size() >= std::min(kMaxFields, kMaxFieldValues / std::max<std::size_t>(1, m_runs) + 1);
    }

private:
    [[nodiscard]] const TokenisedLine* lineOf(const AlignedLine& line, std::size_t run) const {
        return line.ofRun[run] == kNoLine ? nullptr : &m_output.lines[line.ofRun[run]];
    }

    // In place of a token: the presence of the line.
    static constexpr std::size_t kPresence = std::numeric_limits<std::size_t>::max();
    using Place = std::pair<std::size_t, std::size_t>;  // line, token

    // Goes through the families that are too large to be kept whole, value by value.
    void chooseInFamilies() {
        std::map<std::size_t, std::vector<std::size_t>> families;
        for (std::size_t i = 0; i < m_output.aligned.size(); ++i)
            families[m_output.aligned[i].family].push_back(i);
        std::size_t values = 0;
        for (const auto& [family, lines] : families) {
            if (lines.size() <= kWholeFamily) continue;
            m_thinned.insert(family);
            const std::size_t tokens = exampleOf(m_output, m_output.aligned[lines.front()]).tokens.size();
            for (std::size_t token = 0; token < tokens; ++token)
                chooseAmong(lines, token, values);
            chooseAmong(lines, kPresence, values);
        }
    }

    void chooseAmong(const std::vector<std::size_t>& lines, std::size_t token, std::size_t& values) {
        FieldFamily family;
        for (const std::size_t line : lines) {
            if (token == kPresence ? !isPresence(line) : !isToken(line, token)) continue;
            values += m_runs;
            if (values > kMaxFamilyValues) {
                m_passedOver.some = true;
                break;
            }
            const VaryingField field = token == kPresence ? presenceField(line) : tokenField(line, token);
            if (field.texts.size() > 1) family.add(line, field);
        }
        for (const auto& [line, alike] : family.representatives())
            m_chosen[{line, token}] = alike;
        family.addPartitions(m_passedOver.partitions);
    }

    [[nodiscard]] bool isPresence(std::size_t index) const {
        const AlignedLine& line = m_output.aligned[index];
        return line.present != m_runs && (!line.oneOfMany || line.occurrence == 0);
    }

    [[nodiscard]] bool isToken(std::size_t index, std::size_t token) const {
        const AlignedLine& line = m_output.aligned[index];
        return token < exampleOf(m_output, line).tokens.size() && varies(line, token);
    }

    void keepIfVarying(VaryingField field, Place place) {
        if (const auto chosen = m_chosen.find(place); chosen != m_chosen.end()) field.alike = chosen->second;
        if (place.second != kPresence)
            field.outcomeWord = wordBefore(exampleOf(m_output, m_output.aligned[place.first]), place.second);
        for (const std::string& text : field.texts)
            if (field.outcomeWord.empty()) field.outcomeWord = outcomeWordIn(text);
        keepIfVarying(std::move(field));
    }

    void findInLine(std::size_t index) {
        const AlignedLine& line = m_output.aligned[index];
        const bool thinned = m_thinned.contains(line.family);
        const auto wanted = [&](std::size_t token) { return !thinned || m_chosen.contains({index, token}); };
        if (wanted(kPresence) && isPresence(index)) keepIfVarying(presenceField(index), {index, kPresence});
        const std::size_t firstToken = m_fields.size();
        if (std::adjacent_find(line.ofRun.begin(), line.ofRun.end(), std::not_equal_to<>()) == line.ofRun.end()) return;
        for (std::size_t token = 0; token < exampleOf(m_output, line).tokens.size() && !full(); ++token)
            if (wanted(token) && varies(line, token)) keepIfVarying(tokenField(index, token), {index, token});
        if (m_fields.size() > firstToken && !thinned) addSpan(index, firstToken);
    }

    [[nodiscard]] bool varies(const AlignedLine& line, std::size_t token) const {
        const std::string_view first = exampleOf(m_output, line).token(token);
        std::uint32_t previous = kNoLine;
        for (const std::uint32_t text : line.ofRun) {
            if (text == kNoLine || text == previous) continue;
            previous = text;
            if (m_output.lines[text].token(token) != first) return true;
        }
        return false;
    }

    // What the line calls the value: between it and the value before.
    [[nodiscard]] static std::string_view wordBefore(const TokenisedLine& line, std::size_t token) {
        std::size_t begin = 0;
        for (std::size_t i = 0; i < token; ++i)
            if (line.tokens[i].kind != TokenKind::word) begin = line.tokens[i].end;
        return outcomeWordIn(line.text.substr(begin, line.tokens[token].begin - begin));
    }

    [[nodiscard]] VaryingField startField(FieldKind kind, std::optional<std::size_t> line) const {
        VaryingField field;
        field.kind = kind;
        field.output = m_index;
        field.line = line;
        return field;
    }

    void keepIfVarying(VaryingField field) {
        if (field.texts.size() > 1) m_fields.push_back(std::move(field));
    }

    [[nodiscard]] VaryingField tokenField(std::size_t index, std::size_t token) const {
        const AlignedLine& line = m_output.aligned[index];
        VaryingField field = startField(FieldKind::number, index);
        field.firstToken = field.lastToken = token;
        std::set<TokenKind> kinds;
        for (std::size_t run = 0; run < m_runs; ++run) {
            const TokenisedLine* text = lineOf(line, run);
            if (text == nullptr) continue;
            kinds.insert(text->tokens[token].kind);
            field.timeLike = field.timeLike || text->tokens[token].timeLike;
        }
        field.timeLike = field.timeLike || kinds.contains(TokenKind::timeOrPlace);
        // "-" among numbers is a number that is not there; among texts it is a text.
        const bool numbers = std::all_of(kinds.begin(), kinds.end(), [](TokenKind kind) {
            return kind == TokenKind::number || kind == TokenKind::missing;
        });
        if (!numbers) field.kind = kinds.contains(TokenKind::word) ? FieldKind::word : FieldKind::hex;
        FieldValues values(field, m_runs);
        for (std::size_t run = 0; run < m_runs; ++run) {
            const TokenisedLine* text = lineOf(line, run);
            if (text == nullptr || (numbers && text->tokens[token].kind == TokenKind::missing)) continue;
            values.set(run, text->token(token));
        }
        field.timeLike = field.timeLike || namesTheRun(field);
        return field;
    }

    // Where several tokens vary in different ways, all of them together.
    void addSpan(std::size_t index, std::size_t firstField) {
        std::optional<std::size_t> first;
        std::size_t last = 0;
        for (std::size_t i = firstField; i < m_fields.size(); ++i) {
            if (m_fields[i].timeLike) return;
            if (!first) first = m_fields[i].firstToken;
            last = m_fields[i].lastToken;
        }
        if (!first || *first == last || full()) return;
        VaryingField field = startField(FieldKind::span, index);
        field.firstToken = *first;
        field.lastToken = last;
        FieldValues values(field, m_runs);
        for (std::size_t run = 0; run < m_runs; ++run) {
            const TokenisedLine* text = lineOf(m_output.aligned[index], run);
            if (text == nullptr) continue;
            const std::size_t begin = text->tokens[*first].begin;
            values.set(run, text->text.substr(begin, text->tokens[last].end - begin));
        }
        const bool covered =
            std::any_of(m_fields.begin() + static_cast<std::ptrdiff_t>(firstField), m_fields.end(),
                        [&](const VaryingField& one) { return one.texts.size() == field.texts.size(); });
        field.timeLike = namesTheRun(field);
        if (!covered) keepIfVarying(std::move(field));
    }

    [[nodiscard]] VaryingField presenceField(std::size_t index) const {
        const AlignedLine& line = m_output.aligned[index];
        const TokenisedLine& example = exampleOf(m_output, line);
        std::size_t token = 0;
        while (token < example.tokens.size() && !varies(line, token))
            ++token;
        std::string_view constant = example.text;
        if (token < example.tokens.size()) constant = constant.substr(0, example.tokens[token].begin);
        while (!constant.empty() && constant.back() == ' ')
            constant.remove_suffix(1);
        VaryingField field = startField(FieldKind::presence, index);
        field.firstToken = 0;
        field.lastToken = token;
        FieldValues values(field, m_runs);
        for (std::size_t run = 0; run < m_runs; ++run)
            if (m_output.present[run])
                values.set(run, line.ofRun[run] == kNoLine
                                    ? std::string_view()
                                    : (constant.empty() ? std::string_view("present") : constant));
        return field;
    }

    // Lines of one form that nothing tells apart: how many there are.
    void findLineCounts() {
        std::map<std::size_t, std::vector<std::size_t>> families;
        for (std::size_t i = 0; i < m_output.aligned.size(); ++i)
            if (m_output.aligned[i].oneOfMany) families[m_output.aligned[i].family].push_back(i);
        for (const auto& [family, lines] : families) {
            if (full()) return;
            VaryingField field = startField(FieldKind::lineCount, lines.front());
            FieldValues values(field, m_runs);
            for (std::size_t run = 0; run < m_runs; ++run) {
                const auto count = std::count_if(lines.begin(), lines.end(), [&](std::size_t line) {
                    return m_output.aligned[line].ofRun[run] != kNoLine;
                });
                if (m_output.present[run]) values.set(run, std::to_string(count));
            }
            keepIfVarying(std::move(field));
        }
    }

    void findLength() {
        VaryingField field = startField(FieldKind::length, std::nullopt);
        FieldValues values(field, m_runs);
        for (std::size_t run = 0; run < m_runs; ++run)
            if (m_output.present[run]) values.set(run, std::to_string(m_output.lineCounts[run]));
        keepIfVarying(std::move(field));
    }

    void findLastLine() {
        VaryingField field = startField(FieldKind::lastLine, std::nullopt);
        FieldValues values(field, m_runs);
        for (std::size_t run = 0; run < m_runs; ++run)
            if (m_output.lastLine[run] != kNoLine) values.set(run, m_output.lines[m_output.lastLine[run]].text);
        field.timeLike = field.texts.size() == labelled(field) && field.texts.size() > 2;
        keepIfVarying(std::move(field));
    }

    const AlignedOutput& m_output;
    std::size_t m_index;
    std::size_t m_runs;
    std::vector<VaryingField>& m_fields;
    PassedOver& m_passedOver;
    std::unordered_set<std::size_t> m_thinned;  // families of which only the chosen have fields
    std::map<Place, std::size_t> m_chosen;      // -> VaryingField::alike
};

}  // namespace

std::vector<VaryingField> findVaryingFields(const std::vector<AlignedOutput>& outputs, PassedOver* passedOver) {
    std::vector<VaryingField> fields;
    PassedOver mine;
    for (std::size_t output = 0; output < outputs.size(); ++output)
        FieldFinder(outputs[output], output, fields, passedOver == nullptr ? mine : *passedOver).findAll();
    return fields;
}

}  // namespace flipscope
