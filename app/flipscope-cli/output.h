#pragma once

#include "app/flipscope-cli/options.h"
#include "core/model/result.h"
#include "core/report/csv_report.h"
#include "core/report/data_table.h"
#include "core/report/document.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flipscope::cli {

// Why nothing may be written to the output files that the options name: one is an input file, an existing file inside
// an input folder, a file of the user's programs (see commandFiles), or the same as another output. To be asked before
// the work begins.
[[nodiscard]] std::optional<Error> outputRefusal(const Options& options);

// Writes to options.output, whole or not at all, or to standard output. A reader that closed the pipe early is no
// error.
[[nodiscard]] std::optional<Error> writeOutput(const Options& options, std::string_view text);

// The document in the form that the options ask for (text, HTML or Markdown).
[[nodiscard]] std::string render(const Options& options, const Document& document);

// The answer in the format that the options ask for; only that one is made. makeTable gives what CSV holds.
template <class MakeJson, class MakeTable, class MakeDocument>
[[nodiscard]] std::string inFormat(const Options& options, const MakeJson& makeJson, const MakeTable& makeTable,
                                   const MakeDocument& makeDocument) {
    if (options.format == Format::json) return makeJson();
    if (options.format == Format::csv) return toCsv(makeTable());
    return render(options, makeDocument());
}

}  // namespace flipscope::cli
