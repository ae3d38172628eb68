#include "app/flipscope-cli/driving.h"

#include "app/flipscope-cli/output.h"
#include "app/flipscope-cli/terminal.h"
#include "core/report/csv_report.h"
#include "core/report/format.h"
#include "core/report/text_width.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>

namespace flipscope::cli {

namespace fs = std::filesystem;

Result<DrivenProgram> drivenProgram(const DriveOptions& options) {
    DrivenProgram program;
    std::error_code error;
    const fs::path folder = options.from.empty() ? fs::current_path(error) : fs::canonical(options.from, error);
    if (error) return Error{"the folder " + printable(options.from, 1000) + " cannot be entered: " + error.message()};
    program.command = options.command;
    program.folder = folder.string();
    program.keepsFolder = options.keepsFolder;
    const auto records = [&options](const char* name) {
        return std::find(options.record.begin(), options.record.end(), name) != options.record.end();
    };
    program.frameworks = {records("triton"), records("xla"), records("inductor")};
    program.limit = limitOf(options.limitSeconds);
    const Result<ProgramConfig> config = findProgramConfig(program.folder);
    if (!config) return Error{config.errorMessage()};
    for (const std::string& file : config.value().passedOver) {
        std::cerr << "flipscope-cli: warning: the settings in " << printable(file, 1000)
                  << " cannot be read: the program runs without them, as it does by itself\n";
    }
    for (const std::string& file : relativeFiles(program)) {
        std::cerr << "flipscope-cli: warning: the program runs in a folder of its own and will not find "
                  << printable(file, 1000) << " there; give " << printable((folder / file).string(), 1000)
                  << ", or --cwd keep\n";
    }
    return program;
}

std::optional<std::chrono::milliseconds> limitOf(double seconds) {
    constexpr double kMilli = 1000.0;
    if (seconds <= 0) return std::nullopt;
    return std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(seconds * kMilli)));
}

std::string resultFolder(const DriveOptions& options) {
    std::error_code error;
    const fs::path from = fs::absolute(options.from.empty() ? "." : options.from, error);
    std::string folder = (from / options.folder).lexically_normal().string();
    while (folder.size() > 1 && folder.back() == '/')
        folder.pop_back();
    return folder;
}

std::string renderRuns(const Options& options, const Document& document) {
    if (options.format != Format::csv) return render(options, document);
    std::string csv;  // of the last table
    for (const Block& block : document.blocks)
        if (const auto* table = std::get_if<Table>(&block)) csv = toCsv(*table);
    return csv;
}

std::string roughTime(double seconds) {
    constexpr double kMinute = 60, kHour = 3600;
    if (seconds < 2 * kMinute) return formatFixed(std::ceil(seconds), 0) + " s";
    if (seconds < 2 * kHour) return formatFixed(std::ceil(seconds / kMinute), 0) + " min";
    return formatFixed(seconds / kHour, 1) + " h";
}

StatusLine::StatusLine() : m_isVisible(errorIsTerminal()) {}

StatusLine::~StatusLine() {
    clear();
}

void StatusLine::clear() {
    if (m_isWritten) std::cerr << "\r\x1b[K" << std::flush;
    m_isWritten = false;
}

void StatusLine::show(const std::string& text) {
    if (!m_isVisible) return;
    constexpr std::size_t kWidth = 78;
    std::cerr << "\r\x1b[K" << cutInTheMiddle(printable(text), kWidth) << std::flush;
    m_isWritten = true;
}

void StatusLine::say(const std::string& text) {
    clear();
    std::cerr << printable(text, 2000) << '\n' << std::flush;
}

}  // namespace flipscope::cli
