#include "ui/session_pins.h"

#include "core/pin/pin_file.h"
#include "ui/text.h"

#include <utility>

namespace flipscope {

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
    saved.isSaved = object["isSaved"].toBool();
    saved.hasHandWork = object["hasHandWork"].toBool(true);
    return saved;
}

}  // namespace flipscope
