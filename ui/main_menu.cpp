#include "ui/main_menu.h"

#include "ui/main_window.h"
#include "ui/panels/pins_page.h"
#include "ui/samples.h"
#include "ui/text.h"

#include <QActionGroup>
#include <QApplication>

namespace flipscope {
namespace {

template <class Action>
QAction* addItem(QMenu& menu, MainWindow& window, const QString& text, const QKeySequence& keys, Action action) {
    QAction* item = menu.addAction(text);
    item->setShortcut(keys);
    QObject::connect(item, &QAction::triggered, &window, action);
    return item;
}

QString menuText(QString text) {
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

void fillFileMenu(MainWindow& window, QMenu& menu) {
    const auto ctrl = [](auto key) { return QKeySequence(Qt::CTRL | key); };
    addItem(menu, window, QStringLiteral("Open &files …"), QKeySequence::Open,
            [&window] { window.askForFiles(false); });
    addItem(menu, window, QStringLiteral("Open f&older …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
            [&window] { window.askForFolder(false); });
    addItem(menu, window, QStringLiteral("&Add files …"), ctrl(Qt::Key_D), [&window] { window.askForFiles(true); });
    addItem(menu, window, QStringLiteral("Add fol&der …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_D),
            [&window] { window.askForFolder(true); });
    QMenu* recent = menu.addMenu(QStringLiteral("Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, &window, [&window, recent] {
        recent->clear();
        for (const QStringList& paths : window.recentPaths()) {
            QAction* item = recent->addAction(menuText(nameOfPaths(paths)));
            QObject::connect(item, &QAction::triggered, &window, [&window, paths] { window.openPaths(paths); });
        }
        if (recent->isEmpty()) recent->addAction(QStringLiteral("Nothing yet"))->setEnabled(false);
    });
    QMenu* samples = menu.addMenu(QStringLiteral("Open sa&mple"));
    for (const Sample& sample : findSamples(sampleFolders()))
        addItem(*samples, window, menuText(sample.title), {},
                [&window, path = sample.path] { window.openPaths({path}); });
    if (samples->isEmpty()) samples->addAction(QStringLiteral("No samples are installed"))->setEnabled(false);
    menu.addSeparator();
    addItem(menu, window, QStringLiteral("Open s&ession …"), ctrl(Qt::Key_E), &MainWindow::askForSession);
    addItem(menu, window, QStringLiteral("&Save session …"), QKeySequence::Save, &MainWindow::askWhereToSaveSession);
    QAction* report = addItem(menu, window, QStringLiteral("Re&port for maintainers …"), {}, &MainWindow::askForReport);
    const auto enable = [&window, report] {
        report->setEnabled(window.state().analysis() != nullptr && !window.reporting());
    };
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged, &ViewState::busyChanged})
        QObject::connect(&window.state(), signal, report, enable);
    enable();
    menu.addSeparator();
    // Esc has other uses: it stops only while there is something to stop.
    QAction* stop = addItem(menu, window, QStringLiteral("S&top loading or re-running"), QKeySequence(Qt::Key_Escape),
                            &MainWindow::stopRunning);
    stop->setEnabled(false);
    QObject::connect(&window.state(), &ViewState::busyChanged, stop, [&window, stop] {
        stop->setEnabled(window.loading() || window.rerunning() || window.reporting());
    });
    addItem(menu, window, QStringLiteral("&Quit"), QKeySequence::Quit, &MainWindow::close);
}

void fillViewMenu(MainWindow& window, QMenu& menu) {
    for (int i = 0; i < static_cast<int>(Page::Count); ++i) {
        const Page page = static_cast<Page>(i);
        const int digit = (i + 1) % 10;
        const auto keys = QKeySequence(QKeyCombination(Qt::ControlModifier, static_cast<Qt::Key>(Qt::Key_0 + digit)));
        addItem(menu, window, QStringLiteral("&%1 %2").arg(digit).arg(titleOf(page)), keys,
                [&window, page] { window.showPage(page); });
    }
    menu.addSeparator();
    addItem(menu, window, QStringLiteral("&Filter keys"), QKeySequence::Find, &MainWindow::focusFilter);
    QMenu* themes = menu.addMenu(QStringLiteral("&Theme"));
    auto* group = new QActionGroup(&window);
    for (const auto& [theme, text] :
         {std::pair{Theme::system, "&System"}, {Theme::light, "&Light"}, {Theme::dark, "&Dark"}}) {
        QAction* item = addItem(*themes, window, QString::fromLatin1(text), {},
                                [&window, chosen = theme] { window.setTheme(chosen); });
        item->setCheckable(true);
        group->addAction(item);
        const auto check = [&window, item, shownTheme = theme] { item->setChecked(window.theme() == shownTheme); };
        QObject::connect(&window, &MainWindow::themeChanged, item, check);
        check();
    }
}

void fillRerunMenu(MainWindow& window, QMenu& menu) {
    addItem(menu, window, QStringLiteral("The &winners of the current key"),
            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), &MainWindow::rerunWinners);
    QAction* reported = addItem(menu, window, QStringLiteral("The &reported minimal repro (three problems)"), {},
                                &MainWindow::rerunReported);
    reported->setToolTip(QStringLiteral("64×64×64, 512×128×1024 and 10×512×64 (m×k×n), f32, seeds 1 and 2"));
    menu.setToolTipsVisible(true);
}

void fillPinMenu(MainWindow& window, QMenu& menu) {
    PinsPage& page = window.pinsPage();
    const auto onPage = [&window](auto action) {
        return [&window, action] {
            window.showPage(Page::pins);
            action();
        };
    };
    addItem(menu, window, QStringLiteral("Pin by a &rule"), {}, onPage([&page] { page.focusRule(); }));
    addItem(menu, window, QStringLiteral("&Open pin file …"), {}, [&page] { page.askForFile(); });
    QAction* save = addItem(menu, window, QStringLiteral("&Save pin file …"),
                            QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S), onPage([&page] { page.save(); }));
    QAction* check =
        addItem(menu, window, QStringLiteral("&Check against the runs"), {}, onPage([&page] { page.check(); }));
    QAction* write =
        addItem(menu, window, QStringLiteral("&Write a database …"), {}, onPage([&page] { page.askToWrite(); }));
    menu.addSeparator();
    PinList& pins = window.state().pins();
    QAction* undo = addItem(menu, window, QStringLiteral("&Undo"), QKeySequence::Undo, [&pins] { pins.undo(); });
    QAction* redo = addItem(menu, window, QStringLiteral("Re&do"), QKeySequence::Redo, [&pins] { pins.redo(); });
    const auto enable = [&pins, save, check, write, undo, redo] {
        for (QAction* item : {save, check, write})
            item->setEnabled(!pins.pins().empty());
        undo->setEnabled(pins.canUndo());
        redo->setEnabled(pins.canRedo());
    };
    QObject::connect(&pins, &PinList::changed, &menu, enable);
    enable();
}

void fillProgramMenu(MainWindow& window, QMenu& menu) {
    addItem(menu, window, QStringLiteral("&Collect runs …"), {}, &MainWindow::prepareCollecting);
    addItem(menu, window, QStringLiteral("&Prove what makes the difference …"), QKeySequence(Qt::CTRL | Qt::Key_B),
            &MainWindow::prepareProof);
    addItem(menu, window, QStringLiteral("&Force the current key …"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_G),
            &MainWindow::prepareForcing);
}

}  // namespace

void fillMenuBar(MainWindow& window, QMenuBar& bar) {
    fillFileMenu(window, *bar.addMenu(QStringLiteral("&File")));
    fillViewMenu(window, *bar.addMenu(QStringLiteral("&View")));
    fillRerunMenu(window, *bar.addMenu(QStringLiteral("&Re-run")));
    fillPinMenu(window, *bar.addMenu(QStringLiteral("&Pins")));
    fillProgramMenu(window, *bar.addMenu(QStringLiteral("&Program")));
    QMenu& help = *bar.addMenu(QStringLiteral("&Help"));
    addItem(help, window, QStringLiteral("&Keyboard"), QKeySequence::HelpContents, &MainWindow::showShortcuts);
    addItem(help, window, QStringLiteral("About &Qt"), {}, [] { QApplication::aboutQt(); });
}

QString shortcutList() {
    return QStringLiteral(
        "Ctrl+1 … Ctrl+9, Ctrl+0   show a page\n"
        "Ctrl+F   filter the keys of the matrix\n"
        "Arrows, Home, End, Page Up, Page Down   move in a table\n"
        "Enter   open the key of the current row\n"
        "Ctrl+R   re-run the candidate of the current cell or row\n"
        "Ctrl+Shift+R   re-run the winners of the current key\n"
        "Ctrl+P   pin the candidate of the current cell or row\n"
        "F2   edit the label of a run, choose another candidate for a pin\n"
        "Del   remove the pins of the selected rows\n"
        "Ctrl+Z, Ctrl+Shift+Z   undo, redo a change of pins\n"
        "Ctrl+Shift+S   save a pin file\n"
        "Ctrl+B   prove by forcing what makes the difference\n"
        "Ctrl+Shift+G   force the current key in your program\n"
        "Ctrl+G   force the candidate of the current cell or row in your program\n"
        "Space   check or uncheck a run or a candidate\n"
        "Ctrl+C   copy the selected cells\n"
        "Menu key, Shift+F10   more ways to copy a table\n"
        "Ctrl+O, Ctrl+Shift+O   open files, a folder\n"
        "Ctrl+D, Ctrl+Shift+D   add files, a folder\n"
        "Ctrl+S, Ctrl+E   save, open a session\n"
        "Esc   stop loading or re-running\n"
        "Drop with Ctrl   add to what is loaded\n"
        "Drop with Shift   open instead of it\n"
        "F1   this list");
}

}  // namespace flipscope
