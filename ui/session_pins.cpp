#include "ui/session_pins.h"

#include "core/pin/pin_file.h"
#include "ui/text.h"

#include <QFile>
#include <QFileInfo>
#include <utility>

namespace flipscope {
namespace {

// The file may be gone or be another one by now, and a session file may say anything.
bool holds(const QString& path, const std::vector<Pin>& pins) {
    const QByteArray text = QByteArray::fromStdString(pinFileText(pins));
    const QFileInfo info(path);
    if (!info.isFile() || info.size() != text.size()) return false;  // opening a pipe may wait for ever
    QFile file(path);
    return file.open(QIODevice::ReadOnly) && file.read(text.size() + 1) == text;
}

}  // namespace

QJsonObject pinsToJson(const SavedPins& pins) {
    return {{"text", QString::fromStdString(pinFileText(pins.pins))},
            {"file", pins.file},
            {"isSaved", pins.isSaved},
            {"hasHandWork", pins.hasHandWork}};
}

SavedPins pinsFromJson(const QJsonValue& json) {
    SavedPins saved;
    saved.isKept = true;
    const QJsonObject object = json.toObject();
    if (!object.contains(QStringLiteral("text"))) return saved;
    auto pins = parsePinFile(object["text"].toString().toStdString());
    if (!pins) {
        saved.problem = shown(pins.errorMessage(), 1000);
        return saved;
    }
    saved.pins = std::move(pins).value();
    saved.file = object["file"].toString();
    const bool neverWere = saved.pins.empty() && saved.file.isEmpty();
    saved.isSaved = object["isSaved"].toBool() && (neverWere || holds(saved.file, saved.pins));
    saved.hasHandWork = object["hasHandWork"].toBool(true);
    return saved;
}

}  // namespace flipscope
