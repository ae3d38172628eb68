#include "ui/pin_files.h"

#include "core/pin/pin_file.h"
#include "core/write/overwrite_refusal.h"
#include "core/write/whole_file.h"
#include "ui/text.h"

#include <QFile>
#include <QFileInfo>
#include <algorithm>
#include <filesystem>
#include <iterator>

namespace flipscope {
namespace {

constexpr qint64 kBeginning = qint64{64} * 1024;

// "runs.tar!/run1/default.db" → "runs.tar". A folder's name may end with "!", too.
std::string fileBehind(const std::string& source) {
    std::error_code error;
    for (std::size_t end = source.size(); end != std::string::npos;
         end = end == 0 ? end - 1 : source.rfind("!/", end - 1))
        if (std::filesystem::exists(source.substr(0, end), error)) return source.substr(0, end);
    return source;
}

}  // namespace

bool looksLikePinFile(const QString& path) {
    if (!QFileInfo(path).isFile()) return false;  // opening a pipe may wait for ever
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(kBeginning).contains("\"flipscope-pins\"");
}

std::vector<std::string> filesOfRuns(const Dataset& dataset) {
    std::vector<std::string> files;
    for (const Run& run : dataset.runs)
        std::transform(run.sources.begin(), run.sources.end(), std::back_inserter(files), fileBehind);
    return files;
}

QString savePinFile(const std::vector<Pin>& pins, const QString& path, const std::vector<std::string>& inputs) {
    const std::string name = path.toStdString();
    if (const auto refusal = overwriteRefusal(name, inputs)) return shown(refusal->message, 2000);
    if (QFileInfo::exists(path) && !looksLikePinFile(path)) {
        return QStringLiteral("%1 is no pin file and is not overwritten. Give another name.").arg(shown(name));
    }
    const auto error = writeWholeFile(name, pinFileText(pins));
    return error ? shown(error->message, 2000) : QString();
}

}  // namespace flipscope
