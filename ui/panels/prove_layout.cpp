// The arrangement of the page that proves, and what its controls do.

#include "ui/models/report_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/force_box.h"
#include "ui/panels/outcome_combo.h"
#include "ui/panels/program_box.h"
#include "ui/panels/prove_page.h"
#include "ui/panels/scrolled_page.h"
#include "ui/panels/sides_box.h"
#include "ui/panels/titled.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace flipscope {
namespace {

constexpr int kMostRepeats = 1000, kFewestTrials = 4;

}  // namespace

void ProvePage::makeLayout() {
    for (QLabel* label : {m_notes, m_doing}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_answer->setTextFormat(Qt::RichText);
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_answer->setAccessibleName(QStringLiteral("Answer"));
    m_answer->hide();
    connect(m_answer, &QLabel::linkActivated, this, &ProvePage::follow);
    m_sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *m_sorted, QStringLiteral("Trials"));
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() +
                              kFewestTrials * m_table->verticalHeader()->defaultSectionSize() + 4);
    auto* outcome = new OutcomeCombo(m_state, this);
    auto* asked = new FlowLayout;
    titled(*asked, QStringLiteral("&Outcome of a run"), QStringLiteral("What tells a good run from a bad one"), outcome,
           this);
    m_test->setPlaceholderText(QStringLiteral("none: the outcome judges"));
    m_test->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    titled(*asked, QStringLiteral("or &judged by"),
           QStringLiteral("A program of yours that judges each run: it gets the run's folder as its last word and ends "
                          "with 0 for good, 1 to 124 for bad, 125 for cannot tell"),
           m_test, this);
    m_testBox = new QWidget(this);
    auto* testLayout = new QVBoxLayout(m_testBox);
    testLayout->setContentsMargins(0, 0, 0, 0);
    testLayout->addLayout(asked);
    m_repeats->setRange(0, kMostRepeats);
    m_repeats->setSpecialValueText(QStringLiteral("as needed"));
    titled(m_program->row(), QStringLiteral("re&peats"),
           QStringLiteral("Runs of each configuration that the answer rests on; as needed: five for a proof, three for "
                          "one choice, one for each candidate"),
           m_repeats, this);
    connect(m_test, &QLineEdit::textEdited, this, [this](const QString& text) {
        DriveSettings settings = m_state.driveSettings();
        settings.test = text;
        m_state.setDriveSettings(settings);
    });
    connect(m_repeats, &QSpinBox::valueChanged, this, [this](int repeats) {
        DriveSettings settings = m_state.driveSettings();
        settings.repeats = repeats;
        m_state.setDriveSettings(settings);
    });
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->addLayout(headControls());
    layout->addWidget(m_program);
    layout->addWidget(m_testBox);
    layout->addWidget(m_force);
    layout->addWidget(m_notes);
    layout->addWidget(m_answer);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_sides);
    splitter->addWidget(m_table);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 3);
    layout->addWidget(splitter, 1);
    scrollWhole(*this, content);
    setFocusProxy(m_what);
}

QLayout* ProvePage::headControls() {
    auto* row = new FlowLayout;
    m_what->setAccessibleName(QStringLiteral("What to find out"));
    m_what->addItem(QStringLiteral("Find the choices that make the difference"));
    m_what->addItem(QStringLiteral("Force one key and see what changes"));
    connect(m_what, &QComboBox::currentIndexChanged, this, &ProvePage::showTask);
    row->addWidget(m_what);
    m_run->setDefault(true);
    connect(m_run, &QPushButton::clicked, this, &ProvePage::run);
    row->addWidget(m_run);
    m_stop->setToolTip(
        plainToolTip(QStringLiteral("End your program; what was tried stays, and Run goes on from there")));
    connect(m_stop, &QPushButton::clicked, this, &ProvePage::stop);
    row->addWidget(m_stop);
    m_doing->setMinimumWidth(fontMetrics().averageCharWidth() * 60);
    row->addWidget(m_doing);
    return row;
}

void ProvePage::showTask() {
    const bool bisects = task() == Task::bisect;
    m_testBox->setVisible(bisects);
    m_sides->setVisible(bisects);
    m_force->setVisible(!bisects);
    if (bisects) {
        m_program->setResults(&DriveSettings::trialFolder, kTrialFolder);
    } else {
        m_program->setResults(&DriveSettings::forceFolder, kForceFolder);
    }
    planSoon();
}

void ProvePage::showSettings() {
    const DriveSettings& settings = m_state.driveSettings();
    if (m_test->text() != settings.test) m_test->setText(settings.test);
    const QSignalBlocker quiet(m_repeats);
    m_repeats->setValue(settings.repeats);
}

}  // namespace flipscope
