#include "ui/launch_options.h"

#include <QRegularExpression>
#include <array>

namespace flipscope {
namespace {

constexpr int kSmallest = 320, kLargest = 16384;

struct OptionText {
    const char *name, *value, *explanation;
};

constexpr std::array<OptionText, 10> kOptions{{
    {"screenshot", "FILE", "load, show the page, write a PNG and end"},
    {"page", "NAME",
     "page to show: overview, matrix, key, suspects, rerun, pins, runs, report (files and problems), prove or collect"},
    {"key", "KEY", "tuning key to show: id, beginning of an id, or label"},
    {"outcome-pattern", "REGEX", "outcome of a run: first capture of this pattern in its text output"},
    {"labels", "FILE", "outcome of a run: CSV file with the columns run,label"},
    {"rerun", "CARD", "re-run all candidates of the key shown, emulated for this card: hopper, H200, a card file …"},
    {"pins", "RULE",
     "pin all keys by this rule: majority, fastest-in-tie, most-exact, class:NAME, run:ID; or a pin file"},
    {"session", "FILE", "open a saved session"},
    {"theme", "NAME", "system, light or dark"},
    {"size", "WxH", "size of the window, for example 1280x800"},
}};

QString helpText() {
    QString text = QStringLiteral(
        "Usage: flipscope [PATH …] [OPTION …]\n"
        "Opens the decision logs of many runs: files, folders of runs, archives.\n\n");
    for (const OptionText& option : kOptions)
        text += QStringLiteral("  --%1\n        %2\n")
                    .arg(QString::fromLatin1(option.name) + QLatin1Char(' ') + QLatin1String(option.value),
                         QString::fromUtf8(option.explanation));
    return text + QStringLiteral(
                      "  --help, --version\n\n"
                      "Without --outcome-pattern and --labels the best supported outcome that is found in the text\n"
                      "output is taken, and said to be.\n\n"
                      "Example: flipscope runs/ --outcome-pattern 'step 0: loss (\\S+)' --page suspects\n");
}

std::optional<QString> takeOption(LaunchOptions& options, const QString& name, const QString& value) {
    if (name == QLatin1String("screenshot")) options.screenshot = value;
    if (name == QLatin1String("key")) options.key = value;
    if (name == QLatin1String("outcome-pattern")) options.outcomePattern = value;
    if (name == QLatin1String("labels")) options.labels = value;
    if (name == QLatin1String("session")) options.session = value;
    if (name == QLatin1String("pins")) options.pins = value;
    if (name == QLatin1String("rerun")) options.rerun = value;
    if (name == QLatin1String("page")) {
        options.page = pageFromName(value);
        if (!options.page) return QStringLiteral("--page: no page is called \"%1\"").arg(value);
    }
    if (name == QLatin1String("theme")) {
        options.theme = themeFromName(value);
        if (!options.theme) return QStringLiteral("--theme: \"%1\" is none of system, light, dark").arg(value);
    }
    if (name == QLatin1String("size")) {
        static const QRegularExpression form(QStringLiteral("^(\\d{1,5})x(\\d{1,5})$"));
        const auto match = form.match(value);
        const QSize size(match.captured(1).toInt(), match.captured(2).toInt());
        const bool fits = size.width() >= kSmallest && size.height() >= kSmallest && size.width() <= kLargest &&
                          size.height() <= kLargest;
        if (!match.hasMatch() || !fits)
            return QStringLiteral("--size: \"%1\" is no size such as 1280x800 (%2 to %3)")
                .arg(value)
                .arg(kSmallest)
                .arg(kLargest);
        options.size = size;
    }
    return std::nullopt;
}

bool isKnown(const QString& name) {
    for (const OptionText& option : kOptions)
        if (name == QLatin1String(option.name)) return true;
    return false;
}

}  // namespace

Result<LaunchOptions> parseLaunchOptions(const QStringList& arguments, const QString& version) {
    LaunchOptions options;
    bool onlyPaths = false;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments[i];
        if (onlyPaths || !argument.startsWith(QLatin1Char('-')) || argument == QLatin1String("-")) {
            options.paths.append(argument);
            continue;
        }
        if (argument == QLatin1String("--")) {
            onlyPaths = true;
            continue;
        }
        if (argument == QLatin1String("--help") || argument == QLatin1String("-h")) options.message = helpText();
        if (argument == QLatin1String("--version")) options.message = QStringLiteral("flipscope %1\n").arg(version);
        if (!options.message.isEmpty()) return options;
        const qsizetype equals = argument.indexOf(QLatin1Char('='));
        const QString name = argument.mid(2, equals < 0 ? -1 : equals - 2);
        if (!argument.startsWith(QLatin1String("--")) || !isKnown(name))
            return Error{QStringLiteral("unknown option %1 (see --help)").arg(argument).toStdString()};
        if (equals < 0 && i + 1 >= arguments.size())
            return Error{QStringLiteral("--%1 needs a value").arg(name).toStdString()};
        const QString value = equals < 0 ? arguments[++i] : argument.mid(equals + 1);
        if (const auto problem = takeOption(options, name, value)) return Error{problem->toStdString()};
    }
    return options;
}

DrawingSurface findDrawingSurface(const LaunchOptions& options, bool displayInEnvironment, bool platformInEnvironment) {
    if (displayInEnvironment || platformInEnvironment) return DrawingSurface::screen;
    return options.screenshot.isEmpty() ? DrawingSurface::missing : DrawingSurface::memory;
}

}  // namespace flipscope
