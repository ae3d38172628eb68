#include "ui/panels/program_box.h"

#include "ui/panels/flow_layout.h"
#include "ui/panels/titled.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <cmath>

namespace flipscope {
namespace {

constexpr int kLongestLimit = 100'000'000;  // seconds

QLabel* labelFor(const QString& title, QWidget* widget, QWidget* parent) {
    auto* label = new QLabel(title, parent);
    label->setBuddy(widget);
    widget->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    return label;
}

}  // namespace

ProgramBox::ProgramBox(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_command(new QLineEdit(this)),
      m_folder(new QLineEdit(this)),
      m_results(new QLineEdit(this)),
      m_limit(new QSpinBox(this)),
      m_keeps(new QCheckBox(QStringLiteral("runs &in its working folder"), this)),
      m_row(new FlowLayout) {
    m_command->setPlaceholderText(QStringLiteral("./train --steps 100"));
    m_command->setToolTip(plainToolTip(
        QStringLiteral("Your program and its arguments. It is started without a shell: quotes keep words together, and "
                       "nothing is expanded. It is kept in sessions, but never started before you press Run.")));
    m_folder->setToolTip(plainToolTip(
        QStringLiteral("Where you would stand to start it. Its configuration is looked for from here on; nothing in "
                       "here is changed.")));
    m_folder->setPlaceholderText(QDir::currentPath());
    m_results->setToolTip(
        plainToolTip(QStringLiteral("Everything that the runs leave goes here. The same folder given again goes on "
                                    "where it was stopped.")));
    m_limit->setRange(0, kLongestLimit);
    m_limit->setSpecialValueText(QStringLiteral("none"));
    m_limit->setSuffix(QStringLiteral(" s"));
    m_keeps->setToolTip(plainToolTip(
        QStringLiteral("For programs that need their own folder. Else each run gets a folder of its own, and arguments "
                       "that name files must be absolute paths.")));
    auto* grid = new QGridLayout;
    grid->setContentsMargins(0, 0, 0, 0);
    const auto browse = [this, grid](int column, const QString& name, QString DriveSettings::*folder) {
        auto* button = new QPushButton(QStringLiteral("…"), this);
        button->setAccessibleName(name);
        button->setToolTip(plainToolTip(name));
        button->setMaximumWidth(3 * fontMetrics().averageCharWidth() + 20);
        connect(button, &QPushButton::clicked, this,
                [this, folder, name] { askFor(folder != nullptr ? folder : m_resultsMember, name); });
        grid->addWidget(button, 1, column);
    };
    grid->addWidget(labelFor(QStringLiteral("&Command"), m_command, this), 0, 0);
    grid->addWidget(m_command, 0, 1, 1, 5);
    grid->addWidget(labelFor(QStringLiteral("&Working folder"), m_folder, this), 1, 0);
    grid->addWidget(m_folder, 1, 1);
    browse(2, QStringLiteral("Choose the working folder"), &DriveSettings::folder);
    grid->addWidget(labelFor(QStringLiteral("R&esults in"), m_results, this), 1, 3);
    grid->addWidget(m_results, 1, 4);
    browse(5, QStringLiteral("Choose the folder for results"), nullptr);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(4, 1);
    titled(*m_row, QStringLiteral("&Time limit"), QStringLiteral("Ends a run after so long"), m_limit, this);
    m_row->addWidget(m_keeps);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(grid);
    layout->addLayout(m_row);
    connect(m_command, &QLineEdit::textEdited, this,
            [this](const QString& text) { change(&DriveSettings::command, text); });
    connect(m_folder, &QLineEdit::textEdited, this,
            [this](const QString& text) { change(&DriveSettings::folder, text); });
    connect(m_results, &QLineEdit::textEdited, this, [this](const QString& text) { change(m_resultsMember, text); });
    connect(m_limit, &QSpinBox::valueChanged, this,
            [this](int seconds) { change(&DriveSettings::limitSeconds, static_cast<double>(seconds)); });
    connect(m_keeps, &QCheckBox::toggled, this, [this](bool keeps) { change(&DriveSettings::keepsFolder, keeps); });
    connect(&m_state, &ViewState::driveSettingsChanged, this, &ProgramBox::showSettings);
    setResults(&DriveSettings::trialFolder, kTrialFolder);
}

void ProgramBox::setResults(QString DriveSettings::*results, const QString& usual) {
    m_resultsMember = results;
    m_results->setPlaceholderText(usual);
    showSettings();
}

void ProgramBox::focusCommand() {
    m_command->setFocus();
}

template <class Value>
void ProgramBox::change(Value DriveSettings::*member, const Value& value) {
    DriveSettings settings = m_state.driveSettings();
    settings.*member = value;
    m_state.setDriveSettings(settings);
}

void ProgramBox::showSettings() {
    const DriveSettings& settings = m_state.driveSettings();
    // A text that is being typed keeps its cursor.
    const auto fill = [](QLineEdit& line, const QString& text) {
        if (line.text() != text) line.setText(text);
    };
    fill(*m_command, settings.command);
    fill(*m_folder, settings.folder);
    fill(*m_results, settings.*m_resultsMember);
    const QSignalBlocker quiet(m_limit);
    m_limit->setValue(static_cast<int>(std::ceil(std::min<double>(settings.limitSeconds, kLongestLimit))));
    m_keeps->setChecked(settings.keepsFolder);
}

void ProgramBox::askFor(QString DriveSettings::*folder, const QString& title) {
    const QString chosen = QFileDialog::getExistingDirectory(this, title, m_state.driveSettings().folder);
    if (!chosen.isEmpty()) change(folder, chosen);
}

}  // namespace flipscope
