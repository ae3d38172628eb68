#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/loading.h"
#include "app/flipscope-cli/output.h"
#include "core/process/command_words.h"
#include "core/read/file_names.h"
#include "core/report/csv_report.h"
#include "core/report/data_tables.h"
#include "core/report/document_parts.h"
#include "core/report/documents.h"
#include "core/report/format.h"
#include "core/report/json_report.h"
#include "core/report/names.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace flipscope::cli {

namespace {

std::string withoutTrailingSlash(std::string path) {
    while (path.size() > 1 && path.back() == '/')
        path.pop_back();
    return path;
}

bool comesFrom(const Run& run, const std::string& path) {
    return std::any_of(run.sources.begin(), run.sources.end(), [&](const std::string& source) {
        return source == path || source.rfind(path + "/", 0) == 0 || source.rfind(path + "!/", 0) == 0;
    });
}

// The column of the run that the user names by id or by the path it was read from.
Result<std::size_t> columnOf(const Loaded& loaded, const std::string& name) {
    const WinnerMatrix& matrix = loaded.analysis.matrix;
    const std::string path = withoutTrailingSlash(name);
    std::vector<RunIndex> found;
    std::size_t column = 0;
    for (std::size_t i = 0; i < matrix.runs.size(); ++i) {
        const Run& run = runOf(loaded.dataset, matrix.runs[i]);
        if (run.id == name) return i;
        if (!comesFrom(run, path)) continue;
        found.push_back(matrix.runs[i]);
        column = i;
    }
    if (found.size() == 1) return column;
    if (found.empty()) {
        return Error{"no run is named “" + printable(name) +
                     "”; there are: " + runNames(loaded.dataset, matrix.runs, 30)};
    }
    return Error{printable(name) + " holds " + plural(found.size(), "run", "runs") + ": " +
                 runNames(loaded.dataset, found, 10) + ". Name two of them behind the path: flipscope-cli diff " +
                 quotedForShell(path) + " " + quotedForShell(runOf(loaded.dataset, found[0]).id) + " " +
                 quotedForShell(runOf(loaded.dataset, found[1]).id)};
}

bool liesUnder(const std::string& path, const std::string& folder) {
    std::error_code error;
    const std::filesystem::path above = std::filesystem::canonical(folder, error);
    if (error) return false;
    const std::filesystem::path below = std::filesystem::canonical(path, error);
    if (error) return false;
    return liesIn(below, above) && above != below;
}

// `diff FOLDER A B` means what `diff A B FOLDER` does, as in every other command.
void takePathsFirst(Options& options) {
    std::error_code error;
    if (options.paths.size() != 1 || !std::filesystem::exists(options.runA, error)) return;
    const std::string& last = options.paths.front();
    if (std::filesystem::exists(last, error) && !liesUnder(last, options.runA)) return;
    std::swap(options.paths.front(), options.runA);
    std::swap(options.runA, options.runB);
}

}  // namespace

Result<Answer> runDiff(const Options& given, const std::stop_token& stop) {
    Options options = given;
    takePathsFirst(options);
    if (options.paths.empty()) options.paths = {options.runA, options.runB};
    Result<Loaded> result = loadAndAnalyse(options, stop);
    if (result.cancelled()) return Cancelled();
    if (!result) return Error{result.errorMessage()};
    const auto& [dataset, analysis] = result.value();
    const Result<std::size_t> a = columnOf(result.value(), options.runA);
    if (!a) return Error{a.errorMessage()};
    const Result<std::size_t> b = columnOf(result.value(), options.runB);
    if (!b) return Error{b.errorMessage()};
    if (a.value() == b.value()) {
        return Error{printable(options.runA) + " and " + printable(options.runB) + " are the same run (" +
                     runName(dataset, analysis.matrix.runs[a.value()]) + ")"};
    }
    const RunDifference difference = compareRuns(dataset, analysis, a.value(), b.value(), options.assumptions);
    Answer answer;
    answer.exitStatus = difference.flipped > 0 ? kFound : kDone;
    if (options.format == Format::json) {
        answer.text = diffJson(dataset, analysis, difference);
    } else if (options.format == Format::csv) {
        answer.text = toCsv(differenceTable(dataset, difference));
    } else {
        answer.text =
            render(options, diffDocument(dataset, analysis, difference, {options.all, inputForCommands(options)}));
    }
    return answer;
}

}  // namespace flipscope::cli
