#pragma once

#include "core/pin/pin.h"

#include <QJsonObject>
#include <QJsonValue>
#include <QString>
#include <vector>

namespace flipscope {

// The pins of a session with what is known of them.
struct SavedPins {
    std::vector<Pin> pins;
    QString file;  // pin file that they are from; empty: none
    bool isSaved = true, hasHandWork = false;
    bool isKept = false;  // they are in a session file
    QString problem;      // why those of the session file were left out; empty when they were not
};

// The pins stand there as the text of a pin file, so that numbers of keys keep their spelling.
[[nodiscard]] QJsonObject pinsToJson(const SavedPins& pins);

// Of a session without pins, such as an older one, there are none. They are saved only if their file is as they are; it
// is read for that. Never throws on hostile input.
[[nodiscard]] SavedPins pinsFromJson(const QJsonValue& json);

}  // namespace flipscope
