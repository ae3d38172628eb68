#include "app/flipscope-cli/loading.h"

#include "app/flipscope-cli/terminal.h"
#include "core/process/command_words.h"
#include "core/read/loader.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/report/names.h"
#include "core/report/text_width.h"
#include "core/rerun/product_names.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>

#include <unistd.h>

namespace flipscope::cli {

namespace {

// One line on standard error, rewritten in place; appears only when the load takes longer than half a second.
class ProgressLine {
public:
    ProgressLine() : m_visible(errorIsTerminal()), m_started(std::chrono::steady_clock::now()) {}
    ~ProgressLine() {
        if (m_written) std::cerr << "\r\x1b[K" << std::flush;
    }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const LoadProgress& progress) {
        constexpr std::chrono::milliseconds kPatience{500};
        if (!m_visible || std::chrono::steady_clock::now() - m_started < kPatience) return;
        std::string line =
            "reading " + std::to_string(progress.filesDone) + " of " + plural(progress.filesTotal, "file", "files");
        if (progress.bytesTotal > 0) {
            line += ", " +
                    formatPercent(static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal));
        }
        std::cerr << "\r\x1b[K" << cutInTheMiddle(line + ": " + printable(progress.current), 78) << std::flush;
        m_written = true;
    }

private:
    bool m_visible;
    bool m_written = false;
    std::chrono::steady_clock::time_point m_started;
};

Result<std::vector<RunIndex>> chosenRuns(const Dataset& dataset, const std::vector<std::string>& ids) {
    std::vector<RunIndex> runs;
    for (const std::string& id : ids) {
        const std::optional<RunIndex> run = findRun(dataset, id);
        if (run) {
            if (std::find(runs.begin(), runs.end(), *run) == runs.end()) runs.push_back(*run);
            continue;
        }
        std::vector<RunIndex> known;
        for (std::uint32_t i = 0; i < dataset.runs.size(); ++i)
            known.push_back(RunIndex{i});
        return Error{"no run is named “" + printable(id) + "”; there are: " + runNames(dataset, known, 30)};
    }
    std::sort(runs.begin(), runs.end());  // drift looks along the order of the runs, not of the command line
    return runs;
}

// A mistyped path must not hide behind the results of the others. When none exists the load fails and says so itself.
void nameMissingPaths(const std::vector<std::string>& paths) {
    std::vector<std::string> missing;
    std::error_code error;
    for (const std::string& path : paths) {
        if (!std::filesystem::exists(path, error)) missing.push_back(path);
    }
    if (missing.size() == paths.size()) return;
    for (const std::string& path : missing)
        std::cerr << "flipscope-cli: warning: " << printable(path, 1000) << " does not exist and is left out\n";
}

}  // namespace

Result<Loaded> loadAndAnalyse(const Options& options, const std::stop_token& stop) {
    nameMissingPaths(options.paths);
    LoadOptions loadOptions;
    loadOptions.stop = stop;
    loadOptions.splitByHand = options.splitRuns;
    loadOptions.aliasFile = options.aliasFile;
    Loaded loaded;
    {
        ProgressLine line;
        loadOptions.progress = [&line](const LoadProgress& progress) { line.show(progress); };
        Result<Dataset> dataset = loadRuns(options.paths, loadOptions);
        if (dataset.cancelled()) return Cancelled();
        if (!dataset) return Error{dataset.errorMessage()};
        loaded.dataset = std::move(dataset).value();
    }
    Result<std::vector<RunIndex>> runs = chosenRuns(loaded.dataset, options.runs);
    if (!runs) return Error{runs.errorMessage()};
    AnalysisOptions analysisOptions;
    analysisOptions.runs = runs.value();
    analysisOptions.assumptions = options.assumptions;
    analysisOptions.stop = stop;
    Result<Analysis> analysis = analyse(loaded.dataset, analysisOptions);
    if (analysis.cancelled()) return Cancelled();
    if (!analysis) return Error{analysis.errorMessage()};
    loaded.analysis = std::move(analysis).value();
    if (const CardNumbers* card = builtInCardNamed(options.cardWords))
        loaded.analysis.cardNote = kinshipInWords(*card, options.cardWords);
    return loaded;
}

std::string inputForCommands(const Options& options, bool allRuns) {
    constexpr std::size_t kLongest = 70;
    std::string input;
    for (const std::string& path : options.paths)
        input += (input.empty() ? "" : " ") + quotedForShell(path);
    if (input.size() > kLongest && options.paths.size() > 1) input = "PATHS";
    std::string runs;
    for (const std::string& run : options.runs)
        if (!allRuns) runs += (runs.empty() ? "" : ",") + run;
    if (!runs.empty()) input += " --runs " + quotedForShell(runs);
    if (!options.aliasFile.empty()) input += " --aliases " + quotedForShell(options.aliasFile);
    for (const std::string& run : options.splitRuns)
        input += " --split-run " + quotedForShell(run);
    if (options.assumptions.card) {
        input += " --card " + quotedForShell(options.cardWords);
    }
    if (options.assumptions.codeGenerator) {
        input += " --code-generator " + std::string(optionName(*options.assumptions.codeGenerator));
    }
    return input;
}

}  // namespace flipscope::cli
