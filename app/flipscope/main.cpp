#include "ui/launch_options.h"
#include "ui/main_window.h"
#include "ui/screenshot.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextStream>

namespace {

constexpr int kCouldNot = 2;

int fail(const QString& message) {
    QTextStream(stderr) << "flipscope: " << message << Qt::endl;
    return kCouldNot;
}

QStringList rawArguments(int argc, char** argv) {
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments.append(QString::fromLocal8Bit(argv[i]));
    return arguments;
}

void showRequested(flipscope::MainWindow& window, const flipscope::LaunchOptions& options) {
    using namespace flipscope;
    if (options.theme) window.setTheme(*options.theme);
    if (!options.outcomePattern.isEmpty()) {
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = options.outcomePattern.toStdString();
        window.state().chooseOutcome(choice);
    }
    window.loadLabelsWhenLoaded(options.labels);
    window.showKeyWhenLoaded(options.key);
    if (!options.paths.isEmpty()) window.openPaths(options.paths);
    const Page page = options.page.value_or(options.key.isEmpty() ? Page::overview : Page::key);
    window.showPage(page);
}

int run(QApplication& app, const flipscope::LaunchOptions& options) {
    using namespace flipscope;
    // A screenshot neither shows nor changes what the user opened lately.
    const QTemporaryDir scratch;
    QSettings own(QStringLiteral("flipscope"), QStringLiteral("flipscope"));
    QSettings empty(scratch.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    MainWindow window(options.screenshot.isEmpty() ? own : empty);
    window.resize(options.size);
    if (options.session.isEmpty()) {
        showRequested(window, options);
    } else {
        const auto session = openSession(options.session);
        if (!session) return fail(QString::fromStdString(session.errorMessage()));
        window.applySession(session.value());
        if (options.theme) window.setTheme(*options.theme);
    }
    int status = 0;
    if (!options.screenshot.isEmpty()) {
        auto* screenshot = new Screenshot(window, options.screenshot, &window);
        QObject::connect(screenshot, &Screenshot::finished, &app, [&](const QString& problem) {
            status = problem.isEmpty() ? 0 : fail(problem);
            app.exit(status);
        });
    }
    window.show();
    return app.exec();
}

}  // namespace

int main(int argc, char** argv) {
    using namespace flipscope;
    const QStringList raw = rawArguments(argc, argv);
    const DrawingSurface surface =
        findDrawingSurface(raw, qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY"),
                           qEnvironmentVariableIsSet("QT_QPA_PLATFORM"));
    if (surface == DrawingSurface::memory) qputenv("QT_QPA_PLATFORM", "offscreen");
    if (surface == DrawingSurface::missing) {
        const auto options = parseLaunchOptions(raw, QStringLiteral(FLIPSCOPE_VERSION));
        if (!options) return fail(QString::fromStdString(options.errorMessage()));
        if (options.value().message.isEmpty())
            return fail(
                QStringLiteral("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). Use flipscope-cli, "
                               "or --screenshot FILE to draw one page into a file."));
        QTextStream(stdout) << options.value().message;
        return 0;
    }
    QApplication app(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Flipscope"));
    QApplication::setApplicationVersion(QStringLiteral(FLIPSCOPE_VERSION));
    const auto options = parseLaunchOptions(QApplication::arguments().mid(1), QStringLiteral(FLIPSCOPE_VERSION));
    if (!options) return fail(QString::fromStdString(options.errorMessage()));
    if (!options.value().message.isEmpty()) {
        QTextStream(stdout) << options.value().message;
        return 0;
    }
    return run(app, options.value());
}
