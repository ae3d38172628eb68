#include "ui/launch_options.h"
#include "ui/main_window.h"
#include "ui/screenshot.h"

#include <QApplication>
#include <QSettings>
#include <QTemporaryDir>
#include <QTextStream>
#include <QTimer>
#include <csignal>
#include <optional>
#include <utility>

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

std::optional<flipscope::OutcomeChoice> choiceOf(const flipscope::LaunchOptions& options) {
    if (options.outcomePattern.isEmpty()) return std::nullopt;
    flipscope::OutcomeChoice choice;
    choice.kind = flipscope::OutcomeKind::pattern;
    choice.pattern.regex = options.outcomePattern.toStdString();
    return choice;
}

void openRequested(flipscope::MainWindow& window, const flipscope::LaunchOptions& options) {
    using flipscope::Page;
    if (options.theme) window.setTheme(*options.theme);
    if (const auto choice = choiceOf(options)) window.state().chooseOutcome(*choice);
    if (!options.paths.isEmpty()) window.openPaths(options.paths);
    window.loadLabelsWhenLoaded(options.labels);
    window.showKeyWhenLoaded(options.key);
    window.rerunWhenLoaded(options.rerun);
    window.pinWhenLoaded(options.pins);
    const Page forKey = options.rerun.isEmpty() ? Page::key : Page::rerun;
    const bool named = !options.key.isEmpty() || !options.rerun.isEmpty();
    window.showPage(options.page.value_or(named ? forKey : Page::overview));
}

// What the command line says counts more than what the session remembers.
void openSessionRequested(flipscope::MainWindow& window, flipscope::SavedSession session,
                          const flipscope::LaunchOptions& options) {
    if (options.theme) session.theme = *options.theme;
    if (options.page) session.page = *options.page;
    if (const auto choice = choiceOf(options)) session.outcome = *choice;
    session.paths += options.paths;
    window.applySession(session);
    window.loadLabelsWhenLoaded(options.labels);
    window.showKeyWhenLoaded(options.key);
    window.rerunWhenLoaded(options.rerun);
    window.pinWhenLoaded(options.pins);
}

int run(QApplication& app, const flipscope::LaunchOptions& options) {
    using namespace flipscope;
    // A screenshot neither shows nor changes what the user opened lately.
    const QTemporaryDir scratch;
    QSettings own(QStringLiteral("flipscope"), QStringLiteral("flipscope"));
    QSettings empty(scratch.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    MainWindow window(options.screenshot.isEmpty() ? own : empty);
    window.resize(options.size);
    if (!options.screenshot.isEmpty()) {
        auto* screenshot = new Screenshot(window, options.screenshot, &window);
        QObject::connect(screenshot, &Screenshot::finished, &app, [&app](const QString& problem) {
            const int status = problem.isEmpty() ? 0 : fail(problem);
            QTimer::singleShot(0, &app, [status] { QApplication::exit(status); });  // the event loop may not run yet
        });
    }
    if (options.session.isEmpty()) {
        openRequested(window, options);
    } else {
        auto session = openSession(options.session);
        if (!session) return fail(QString::fromStdString(session.errorMessage()));
        openSessionRequested(window, std::move(session).value(), options);
    }
    window.show();
    return app.exec();
}

}  // namespace

int main(int argc, char** argv) {
    using namespace flipscope;
    // A file beyond the limit (ulimit -f) is then an error of the write like a full disk, and not this program's end.
    std::signal(SIGXFSZ, SIG_IGN);
    const auto options = parseLaunchOptions(rawArguments(argc, argv), QStringLiteral(FLIPSCOPE_VERSION));
    if (!options) return fail(QString::fromStdString(options.errorMessage()));
    if (!options.value().message.isEmpty()) {
        QTextStream(stdout) << options.value().message;
        return 0;
    }
    const bool display = qEnvironmentVariableIsSet("DISPLAY") || qEnvironmentVariableIsSet("WAYLAND_DISPLAY");
    switch (findDrawingSurface(options.value(), display, qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))) {
        case DrawingSurface::screen:
            break;
        case DrawingSurface::memory:
            qputenv("QT_QPA_PLATFORM", "offscreen");
            break;
        case DrawingSurface::missing:
            return fail(QStringLiteral(
                "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set). Use flipscope-cli, or "
                "--screenshot FILE to draw one page into a file."));
    }
    // Qt would take options such as --session for its own.
    int programOnly = 1;
    QApplication app(programOnly, argv);
    QApplication::setApplicationName(QStringLiteral("Flipscope"));
    QApplication::setApplicationVersion(QStringLiteral(FLIPSCOPE_VERSION));
    return run(app, options.value());
}
