#include "app/flipscope-cli/output.h"

#include "app/flipscope-cli/command_files.h"
#include "app/flipscope-cli/terminal.h"
#include "core/read/system_message.h"
#include "core/report/html_report.h"
#include "core/report/markdown_report.h"
#include "core/report/text_report.h"
#include "core/write/overwrite_refusal.h"
#include "core/write/whole_file.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include <unistd.h>

namespace flipscope::cli {

namespace fs = std::filesystem;

namespace {

// What the command reads or runs; an output must not take its place.
std::vector<std::string> inputFiles(const Options& options) {
    std::vector<std::string> files = commandFiles(options);
    files.insert(files.end(), options.paths.begin(), options.paths.end());
    files.insert(files.end(), options.rerunReports.begin(), options.rerunReports.end());
    for (const auto* runs : {&options.drive.good, &options.drive.bad})
        files.insert(files.end(), runs->begin(), runs->end());
    for (const std::string* file : {&options.labelsFile, &options.aliasFile, &options.pinFile, &options.base,
                                    &options.cardFile, &options.drive.base})
        files.push_back(*file);
    if (options.paths.empty()) files.insert(files.end(), {options.runA, options.runB});
    std::erase_if(files, [](const std::string& file) { return file.empty(); });
    return files;
}

std::vector<std::string> outputFiles(const Options& options) {
    std::vector<std::string> files = {options.output, options.blocklist, options.cardOut};
    // A report is a folder and looks after its place itself.
    if (options.command != Command::report) files.push_back(options.out);
    std::erase_if(files, [](const std::string& file) { return file.empty(); });
    return files;
}

}  // namespace

std::optional<Error> outputRefusal(const Options& options) {
    const std::vector<std::string> inputs = inputFiles(options);
    const std::vector<std::string> outputs = outputFiles(options);
    for (const std::string& output : outputs) {
        if (std::count(outputs.begin(), outputs.end(), output) > 1) {
            return Error{"two outputs are to be written to the same file, " + output};
        }
        if (auto refusal = overwriteRefusal(output, inputs)) return refusal;
    }
    return std::nullopt;
}

std::optional<Error> writeOutput(const Options& options, std::string_view text) {
    if (options.output.empty()) {
        if (writeAll(STDOUT_FILENO, text) || errno == EPIPE) return std::nullopt;
        return Error{"cannot write to standard output: " + systemMessage()};
    }
    return writeWholeFile(options.output, text);
}

std::string render(const Options& options, const Document& document) {
    if (options.format == Format::html) return toHtml(document);
    if (options.format == Format::markdown) return toMarkdown(document);
    const bool toTerminal = options.output.empty() && outputIsTerminal();
    TextStyle style;
    if (toTerminal) style.width = terminalWidth();
    style.colour = wantsColour(options.colour, toTerminal);
    return toText(document, style);
}

}  // namespace flipscope::cli
