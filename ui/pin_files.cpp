#include "ui/pin_files.h"

#include "core/pin/pin_file.h"
#include "core/read/overwrite_refusal.h"
#include "core/write/whole_file.h"
#include "ui/text.h"

#include <QFile>
#include <QFileInfo>

namespace flipscope {
namespace {

constexpr qint64 kBeginning = 64 * 1024;

}  // namespace

bool looksLikePinFile(const QString& path) {
    if (!QFileInfo(path).isFile()) return false;  // opening a pipe may wait for ever
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(kBeginning).contains("\"flipscope-pins\"");
}

std::vector<std::string> filesOfRuns(const Dataset& dataset) {
    std::vector<std::string> files;
    for (const Run& run : dataset.runs)
        files.insert(files.end(), run.sources.begin(), run.sources.end());
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
