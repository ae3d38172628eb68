#include "app/flipscope-cli/driving.h"

#include "app/flipscope-cli/output.h"
#include "app/flipscope-cli/terminal.h"
#include "core/drive/program_setup.h"
#include "core/report/csv_report.h"
#include "core/report/format.h"
#include "core/report/text_width.h"

#include <algorithm>
#include <iostream>
#include <utility>

namespace flipscope::cli {

Result<DrivenProgram> drivenProgram(const DriveOptions& options) {
    const auto records = [&options](const char* name) {
        return std::find(options.record.begin(), options.record.end(), name) != options.record.end();
    };
    Result<ProgramSetup> setup = setUpProgram({options.command,
                                               options.from,
                                               options.keepsFolder,
                                               {records("triton"), records("xla"), records("inductor")},
                                               options.limitSeconds});
    if (!setup) return Error{setup.errorMessage()};
    for (const std::string& sentence : setup.value().ignored)
        std::cerr << "flipscope-cli: warning: " << printable(sentence, 1000) << '\n';
    DrivenProgram program = std::move(setup.value().program);
    for (const std::string& file : setup.value().notFound) {
        std::cerr << "flipscope-cli: warning: the program runs in a folder of its own and will not find "
                  << printable(file, 1000) << " there; give " << printable(program.folder + "/" + file, 1000)
                  << ", or --cwd keep\n";
    }
    return program;
}

std::string resultFolder(const DriveOptions& options) {
    return resultFolderFrom(options.from, options.folder);
}

std::string renderRuns(const Options& options, const Document& document) {
    if (options.format != Format::csv) return render(options, document);
    std::string csv;  // of the last table
    for (const Block& block : document.blocks)
        if (const auto* table = std::get_if<Table>(&block)) csv = toCsv(*table);
    return csv;
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
