#pragma once

#include "ui/drive_settings.h"
#include "ui/drive_values.h"

#include <QJsonObject>

namespace flipscope {

// What the user said about the program to run, and what forcing found out, in a session file. Members that are missing
// or of a wrong kind are as if they had never been said; entries that name no key or no candidate are left out.
[[nodiscard]] QJsonObject settingsToJson(const DriveSettings& settings);
[[nodiscard]] DriveSettings settingsFromJson(const QJsonObject& json);
[[nodiscard]] QJsonObject findingsToJson(const DriveFindings& findings);
[[nodiscard]] DriveFindings findingsFromJson(const QJsonObject& json);

}  // namespace flipscope
