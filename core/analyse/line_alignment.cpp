#include "core/analyse/line_alignment.h"

#include "core/analyse/line_families.h"
#include "core/analyse/line_keys.h"
#include "core/analyse/output_order.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace flipscope {

namespace {

// The texts of one output over the runs; null where a run does not have it.
struct OutputOverRuns {
    std::string name;
    std::vector<const TextOutput*> ofRun;
};

[[nodiscard]] std::string nameWithoutRun(const TextOutput& output, const Run& run) {
    std::string name(fileNameOf(output.path));
    std::string_view id = fileNameOf(run.id);
    id = id.substr(0, id.find('#'));
    if (const std::size_t at = id.empty() ? std::string::npos : name.find(id); at != std::string::npos)
        name.replace(at, id.size(), "*");
    return name;
}

[[nodiscard]] bool everyRunHasOne(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    return std::all_of(runs.begin(), runs.end(), [&](RunIndex run) { return runOf(dataset, run).outputs.size() <= 1; });
}

// In the order of the first run that has each.
[[nodiscard]] std::vector<OutputOverRuns> outputsByName(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    const bool onlyOne = everyRunHasOne(dataset, runs);
    std::vector<OutputOverRuns> outputs;
    std::map<std::string, std::size_t> byName;
    for (std::size_t position = 0; position < runs.size(); ++position) {
        const Run& run = runOf(dataset, runs[position]);
        std::map<std::string, int> repeats;
        std::size_t taken = 0;
        for (const TextOutput* output : outputsInOrder(run)) {
            if (++taken > kMaxOutputs) break;
            std::string name = nameWithoutRun(*output, run);
            if (const int repeat = repeats[name]++; repeat > 0) name += " (" + std::to_string(repeat + 1) + ")";
            const auto [entry, isNew] = byName.try_emplace(onlyOne ? std::string() : name, outputs.size());
            if (isNew) outputs.push_back({name, std::vector<const TextOutput*>(runs.size(), nullptr)});
            outputs[entry->second].ofRun[position] = output;
        }
    }
    return outputs;
}

// One run's evidence is enough: a program writes its numbers in one way.
[[nodiscard]] bool haveDecimalCommas(const OutputOverRuns& texts, std::size_t mostLines) {
    return std::any_of(texts.ofRun.begin(), texts.ofRun.end(), [&](const TextOutput* output) {
        return output != nullptr && hasDecimalCommas(output->text, mostLines);
    });
}

// Families of equal patterns, and what each run's output is like.
[[nodiscard]] std::vector<LineFamily> readLines(const OutputOverRuns& texts, std::size_t mostLines,
                                                AlignedOutput& result) {
    std::vector<LineFamily> families;
    result.mostLines = mostLines;
    for (std::size_t run = 0; run < texts.ofRun.size(); ++run) {
        result.present.push_back(texts.ofRun[run] != nullptr);
        const std::vector<OutputLine> lines = texts.ofRun[run] == nullptr
                                                  ? std::vector<OutputLine>()
                                                  : linesOf(texts.ofRun[run]->text, mostLines, result.lines);
        result.lineCounts.push_back(lines.size());
        if (lines.size() >= mostLines) {
            const std::size_t all = lineCountOf(texts.ofRun[run]->text);
            if (all > mostLines) result.longest = std::max(result.longest, all);
        }
        result.lastLine.push_back(lines.empty() ? kNoLine : lines.back().text);
        for (const OutputLine& line : lines) {
            const std::uint32_t pattern = result.lines.patternOf(line.text);
            if (pattern >= families.size()) families.resize(pattern + std::size_t{1});
            families[pattern].appearances.push_back({static_cast<std::uint32_t>(run), line});
        }
    }
    return families;
}

// Numbers the appearances of a family so that those of equal number are the same line in different runs.
class LineMatcher {
public:
    LineMatcher(const LineFamily& family, const AlignedOutput& output, std::size_t runs, std::size_t mostLines)
        : m_output(output), m_key(keyToken(family, output.lines)), m_runs(runs), m_mostLines(mostLines) {
        for (const Appearance& appearance : family.appearances)
            add(appearance);
    }

    [[nodiscard]] std::vector<AlignedLine> take() {
        for (AlignedLine& line : m_lines) {
            line.place /= static_cast<double>(line.present);
            line.oneOfMany = !m_key && m_lines.size() > 1;
        }
        return std::move(m_lines);
    }

private:
    void add(const Appearance& appearance) {
        if (appearance.run != m_run) m_inRun = 0;
        m_run = appearance.run;
        std::size_t at = m_inRun++;
        if (m_key) {
            const std::string_view text = m_output.lines[appearance.line.text].token(*m_key);
            at = m_byKey.try_emplace(text, m_byKey.size()).first->second;
        }
        if (at >= m_mostLines) return;
        if (at >= m_lines.size()) m_lines.push_back(startLine(appearance, m_key ? 0 : at));
        AlignedLine& line = m_lines[at];
        if (line.ofRun[appearance.run] != kNoLine) return;
        line.ofRun[appearance.run] = appearance.line.text;
        line.place += appearance.line.number;
        ++line.present;
    }

    [[nodiscard]] AlignedLine startLine(const Appearance& appearance, std::size_t occurrence) const {
        AlignedLine line;
        line.ofRun.assign(m_runs, kNoLine);
        line.number = appearance.line.number;
        line.occurrence = occurrence;
        return line;
    }

    const AlignedOutput& m_output;
    std::optional<std::size_t> m_key;
    std::size_t m_runs;
    std::size_t m_mostLines;
    std::vector<AlignedLine> m_lines;
    std::unordered_map<std::string_view, std::size_t> m_byKey;
    std::uint32_t m_run = kNoLine;
    std::size_t m_inRun = 0;
};

[[nodiscard]] AlignedOutput alignOutput(const OutputOverRuns& texts, std::size_t mostLines) {
    AlignedOutput output;
    output.name = texts.name;
    output.lines = DistinctLines(haveDecimalCommas(texts, mostLines));
    std::vector<LineFamily> families = readLines(texts, mostLines, output);
    joinWordVariants(families, output.lines, texts.ofRun.size());
    // Earliest first, so that a limit cuts off the end of the output.
    std::sort(families.begin(), families.end(), [](const LineFamily& a, const LineFamily& b) {
        return std::pair(a.appearances.front().line.number, a.appearances.front().run) <
               std::pair(b.appearances.front().line.number, b.appearances.front().run);
    });
    const std::size_t mostAligned = std::min(kMaxAlignedLines, kMaxAlignedCells / texts.ofRun.size() + 1);
    for (std::size_t family = 0; family < families.size() && output.aligned.size() < mostAligned; ++family) {
        const std::size_t room = mostAligned - output.aligned.size();
        for (AlignedLine& line : LineMatcher(families[family], output, texts.ofRun.size(), room).take()) {
            line.family = family;
            output.aligned.push_back(std::move(line));
        }
    }
    output.cutAligned = output.aligned.size() >= mostAligned;
    std::stable_sort(output.aligned.begin(), output.aligned.end(),
                     [](const AlignedLine& a, const AlignedLine& b) { return a.place < b.place; });
    return output;
}

}  // namespace

const TokenisedLine& exampleOf(const AlignedOutput& output, const AlignedLine& line) {
    const auto first = std::find_if(line.ofRun.begin(), line.ofRun.end(), [](auto text) { return text != kNoLine; });
    return output.lines[*first];
}

std::vector<AlignedOutput> alignOutputs(const Dataset& dataset, const std::vector<RunIndex>& runs) {
    std::vector<AlignedOutput> result;
    if (runs.empty()) return result;
    const std::size_t mostLines = std::clamp(kMaxLinesInAll / runs.size(), kMinLinesOfOutput, kMaxLinesOfOutput);
    for (const OutputOverRuns& texts : outputsByName(dataset, runs))
        result.push_back(alignOutput(texts, mostLines));
    return result;
}

}  // namespace flipscope
