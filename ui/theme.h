#pragma once

#include <QPalette>
#include <QString>
#include <optional>

namespace flipscope {

enum class Theme { system, light, dark };

[[nodiscard]] QString nameOf(Theme theme);
[[nodiscard]] std::optional<Theme> themeFromName(const QString& name);

// Palettes of our own for the Fusion style: Qt 6.4 does not say whether the desktop is dark.
[[nodiscard]] QPalette lightPalette();
[[nodiscard]] QPalette darkPalette();

// Sets style and palette of the application. system gives back what the desktop started it with. Needs a QApplication.
void applyTheme(Theme theme);

}  // namespace flipscope
