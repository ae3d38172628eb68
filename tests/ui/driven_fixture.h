#pragma once

#include "core/drive/recorded_run.h"
#include "core/read/loader.h"
#include "tests/ui/log_fixture.h"
#include "ui/view_state.h"

#include <QAbstractButton>
#include <QApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <memory>

#include <QtTest/QtTest>

namespace flipscope::testing {

inline constexpr int kDrivePatience = 120'000;  // ms; machines that run tests are busy

// The program of tests/drive, which behaves like one of cubecl. scenario: see there.
inline std::vector<std::string> simulatedCommand(const QString& file, const QJsonObject& scenario) {
    writeFile(file, QJsonDocument(scenario).toJson());
    return {"python3", "-S", FLIPSCOPE_SOURCE_DIR "/tests/drive/simulated_program.py", file.toStdString()};
}

inline QString lineOf(const std::vector<std::string>& words) {
    QStringList line;
    for (const std::string& word : words)
        line += QLatin1Char('\'') + QString::fromStdString(word) + QLatin1Char('\'');
    return line.join(QLatin1Char(' '));
}

// A good and a bad run of it, which differ in key 2 alone, loaded and analysed, with the loss as their outcome; and the
// program's command line.
struct DrivenRuns {
    QTemporaryDir folder;
    ViewState state;
    std::shared_ptr<const Dataset> dataset;

    DrivenRuns() {
        record("good", 4);
        record("bad", 9);
        auto loaded = loadRuns({path("good"), path("bad")});
        if (!loaded) qFatal("%s", loaded.errorMessage().c_str());
        dataset = std::make_shared<const Dataset>(std::move(loaded).value());
        state.setDataset(dataset);
        state.setAnalysis(std::make_shared<const Analysis>(analyse(*dataset).value()));
        OutcomeChoice choice;
        choice.kind = OutcomeKind::pattern;
        choice.pattern.regex = R"(loss (\S+))";
        state.chooseOutcome(choice);
        state.setOutcomeValues(valuesByPattern(*dataset, allRuns(*dataset), choice.pattern).value());
        DriveSettings settings;
        settings.command = lineOf(simulatedCommand(file("program.json"), scenario(0)));
        settings.folder = folder.path();
        settings.repeats = 1;
        state.setDriveSettings(settings);
    }

    [[nodiscard]] QString file(const QString& name) const { return folder.filePath(name); }
    [[nodiscard]] std::string path(const char* name) const { return file(QLatin1String(name)).toStdString(); }

    // favourite: candidate that wins key 2; 0: whichever is the fastest.
    static QJsonObject scenario(int favourite) {
        // Not by nested braces: compilers differ in whether these are a list of one list or its copy.
        QJsonArray choice, group, culprits;
        for (const int part : {2, 9})
            choice.append(part);
        group.append(choice);
        culprits.append(group);
        QJsonObject made{{"keys", 4}, {"fixed", true}, {"culprits", culprits}};
        if (favourite > 0) made["favourites"] = QJsonObject{{"2", favourite}};
        return made;
    }

private:
    void record(const char* name, int favourite) {
        DrivenProgram program;
        program.command = simulatedCommand(file(QLatin1String(name) + QStringLiteral(".json")), scenario(favourite));
        program.folder = folder.path().toStdString();
        const auto run = recordRun(program, path(name), {}, {}, {});
        if (!run) qFatal("%s", run.errorMessage().c_str());
    }
};

inline QString allWords(const QWidget& page) {
    QString text;
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (!label->isHidden()) text += label->text() + QLatin1Char('\n');
    return text;
}

inline QPushButton* buttonOf(const QWidget& page, const QString& text) {
    for (QPushButton* candidate : page.findChildren<QPushButton*>())
        if (QString(candidate->text()).remove(QLatin1Char('&')) == text) return candidate;
    return nullptr;
}

// The box that asks whether the program may be started; null when none is open.
inline QMessageBox* consentBox(const QWidget& page) {
    for (QMessageBox* box : page.findChildren<QMessageBox*>())
        if (box->isVisible()) return box;
    return nullptr;
}

// Presses Run and agrees to what it starts.
inline void runAgreed(const QWidget& page) {
    QPushButton* run = buttonOf(page, QStringLiteral("Run"));
    QTRY_VERIFY_WITH_TIMEOUT(run->isEnabled(), kDrivePatience);
    run->click();
    QMessageBox* box = consentBox(page);
    QVERIFY(box != nullptr);
    buttonOf(*box, QStringLiteral("Run it"))->click();
}

}  // namespace flipscope::testing
