#pragma once

#include "core/model/result.h"
#include "ui/page.h"
#include "ui/theme.h"

#include <QSize>
#include <QString>
#include <QStringList>
#include <optional>

namespace flipscope {

// What the command line of the window asks for.
struct LaunchOptions {
    QStringList paths;
    QString screenshot;  // file; empty: none
    std::optional<Page> page;
    QString key;             // as findKey takes it
    QString outcomePattern;  // regular expression
    QString labels;          // CSV file
    QString session;         // session file
    QString rerun;           // card to re-run the key on, as findCard takes it
    QString pins;            // rule to pin by, or a pin file
    std::optional<Theme> theme;
    QSize size{1280, 800};
    QString message;  // help or version text to print instead of opening a window
};

// arguments: without the program's name. An Error names the option that is wrong. Needs no QCoreApplication.
[[nodiscard]] Result<LaunchOptions> parseLaunchOptions(const QStringList& arguments, const QString& version);

enum class DrawingSurface { screen, memory, missing };

// What can be drawn on (Qt itself would abort without a display). memory: the window is only needed for a screenshot.
[[nodiscard]] DrawingSurface findDrawingSurface(const LaunchOptions& options, bool displayInEnvironment,
                                                bool platformInEnvironment);

}  // namespace flipscope
