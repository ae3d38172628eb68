#pragma once

#include "app/flipscope-cli/options.h"
#include "core/drive/recorded_run.h"
#include "core/model/result.h"
#include "core/report/document.h"

#include <string>

namespace flipscope::cli {

// The user's program as the options describe it; says on standard error which arguments it may not find, and which of
// its configuration files are ignored.
[[nodiscard]] Result<DrivenProgram> drivenProgram(const DriveOptions& options);

// The absolute path of a folder for results.
[[nodiscard]] std::string resultFolder(const DriveOptions& options);

// The report in the form that the options ask for; as CSV its last table, which has a line a run or a variant.
[[nodiscard]] std::string renderRuns(const Options& options, const Document& document);

// One line on standard error that is rewritten in place on a terminal; elsewhere nothing but what `say` gets.
class StatusLine {
public:
    StatusLine();
    ~StatusLine();
    StatusLine(const StatusLine&) = delete;
    StatusLine& operator=(const StatusLine&) = delete;

    void show(const std::string& text);
    // A line that stays, on a terminal or not.
    void say(const std::string& text);

private:
    void clear();
    bool m_isVisible, m_isWritten = false;
};

}  // namespace flipscope::cli
