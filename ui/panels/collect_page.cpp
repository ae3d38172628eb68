#include "ui/panels/collect_page.h"

#include "core/report/collect_report.h"
#include "core/report/drive_words.h"
#include "ui/document_words.h"
#include "ui/models/report_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/program_box.h"
#include "ui/panels/scrolled_page.h"
#include "ui/panels/titled.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSpinBox>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

namespace flipscope {
namespace {

constexpr int kMostRuns = 100'000, kMostParallel = 1024, kFewestRows = 6;

}  // namespace

CollectPage::CollectPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_run(new QPushButton(QStringLiteral("R&un"), this)),
      m_stop(new QPushButton(QStringLiteral("&Stop"), this)),
      m_open(new QPushButton(QStringLiteral("&Open these runs"), this)),
      m_progress(new QProgressBar(this)),
      m_doing(new QLabel(this)),
      m_notes(new QLabel(this)),
      m_answer(new QLabel(this)),
      m_program(new ProgramBox(state, this)),
      m_runs(new QSpinBox(this)),
      m_parallel(new QSpinBox(this)),
      m_triton(new QCheckBox(QStringLiteral("Triton"), this)),
      m_xla(new QCheckBox(QStringLiteral("XLA"), this)),
      m_inductor(new QCheckBox(QStringLiteral("Inductor"), this)),
      m_launcher(new QLineEdit(this)),
      m_model(new ReportTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_job([this](const CollectionProgress& progress) { showProgress(progress); },
            [this](const auto& result) { take(result); }) {
    m_program->setResults(&DriveSettings::runFolder, kRunFolder);
    addChoices();
    makeLayout();
    connect(&m_state, &ViewState::driveSettingsChanged, this, &CollectPage::showSettings);
    connect(&m_state, &ViewState::busyChanged, this, &CollectPage::showControls);
    showSettings();
}

void CollectPage::addChoices() {
    QLayout& row = m_program->row();
    m_runs->setRange(1, kMostRuns);
    titled(row, QStringLiteral("&number of runs"),
           QStringLiteral("How many runs the folder is to hold: those that it has already are not made again"), m_runs,
           this);
    m_parallel->setRange(1, kMostParallel);
    titled(row, QStringLiteral("at the sa&me time"), shown(kParallelCaution, 1000), m_parallel, this);
    m_launcher->setPlaceholderText(QStringLiteral("srun -n1 --gpus=1"));
    m_launcher->setMinimumWidth(fontMetrics().averageCharWidth() * 24);
    titled(row, QStringLiteral("&launcher"),
           QStringLiteral("Words in front of each run's command, which is flipscope-cli making one run: for a batch "
                          "system or another machine. The folder for results must be visible there."),
           m_launcher, this);
    row.addWidget(new QLabel(QStringLiteral("keep the choices of cubecl,"), this));
    for (QCheckBox* box : {m_triton, m_xla, m_inductor}) {
        box->setToolTip(plainToolTip(QStringLiteral("Kept with the runs for later versions: this one reads cubecl's")));
        row.addWidget(box);
    }
    connect(m_runs, &QSpinBox::valueChanged, this, [this](int runs) { change(&DriveSettings::runs, runs); });
    connect(m_parallel, &QSpinBox::valueChanged, this,
            [this](int parallel) { change(&DriveSettings::parallel, parallel); });
    connect(m_launcher, &QLineEdit::textEdited, this,
            [this](const QString& text) { change(&DriveSettings::launcher, text); });
    connect(m_triton, &QCheckBox::toggled, this, [this](bool on) { change(&DriveSettings::triton, on); });
    connect(m_xla, &QCheckBox::toggled, this, [this](bool on) { change(&DriveSettings::xla, on); });
    connect(m_inductor, &QCheckBox::toggled, this, [this](bool on) { change(&DriveSettings::inductor, on); });
}

void CollectPage::makeLayout() {
    auto* head = new FlowLayout;
    m_run->setToolTip(plainToolTip(QStringLiteral("Start your program as often as it takes")));
    m_run->setDefault(true);
    connect(m_run, &QPushButton::clicked, this, &CollectPage::run);
    head->addWidget(m_run);
    m_stop->setToolTip(
        plainToolTip(QStringLiteral("End your program; complete runs stay, and Run makes those that are missing")));
    connect(m_stop, &QPushButton::clicked, this, &CollectPage::stop);
    head->addWidget(m_stop);
    m_open->setToolTip(plainToolTip(QStringLiteral("Load the runs that are complete; the rest may still be running")));
    connect(m_open, &QPushButton::clicked, this, [this] { emit openWanted(completeRuns()); });
    head->addWidget(m_open);
    m_progress->setAccessibleName(QStringLiteral("Runs done"));
    m_progress->setTextVisible(false);
    m_progress->setMinimumWidth(fontMetrics().averageCharWidth() * 30);
    head->addWidget(m_progress);
    for (QLabel* label : {m_doing, m_notes}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_answer->setTextFormat(Qt::RichText);
    m_answer->setWordWrap(true);
    m_answer->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_answer->setAccessibleName(QStringLiteral("What came of it"));
    m_sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *m_sorted, QStringLiteral("Runs made"));
    m_table->setMinimumHeight(m_table->horizontalHeader()->sizeHint().height() +
                              kFewestRows * m_table->verticalHeader()->defaultSectionSize() + 4);
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->addLayout(head);
    for (QWidget* part : std::initializer_list<QWidget*>{m_doing, m_program, m_notes, m_answer})
        layout->addWidget(part);
    layout->addWidget(m_table, 1);
    scrollWhole(*this, content);
    setFocusProxy(m_run);
}

void CollectPage::prepare() {
    if (m_state.driveSettings().command.trimmed().isEmpty()) {
        m_program->focusCommand();
    } else {
        m_run->setFocus();
    }
}

void CollectPage::stop() {
    m_job.stop();
    showControls();
}

template <class Value>
void CollectPage::change(Value DriveSettings::*member, const Value& value) {
    DriveSettings settings = m_state.driveSettings();
    settings.*member = value;
    m_state.setDriveSettings(settings);
}

void CollectPage::showSettings() {
    const DriveSettings& settings = m_state.driveSettings();
    const QSignalBlocker quietRuns(m_runs), quietParallel(m_parallel);
    m_runs->setValue(settings.runs);
    m_parallel->setValue(settings.parallel);
    if (m_launcher->text() != settings.launcher) m_launcher->setText(settings.launcher);
    for (const auto& [box, on] : {std::pair(m_triton, settings.triton), std::pair(m_xla, settings.xla),
                                  std::pair(m_inductor, settings.inductor)}) {
        const QSignalBlocker quiet(box);
        box->setChecked(on);
    }
    showControls();
}

void CollectPage::showControls() {
    const Result<CollectPlan> plan = planCollection(m_state.driveSettings());
    const bool isDriving = m_state.busyWith().contains(kDriving);
    m_notes->setText(plan ? plan.value().cautions.join(QLatin1Char('\n')) : shown(plan.errorMessage(), 2000));
    m_notes->setVisible(!m_notes->text().isEmpty());
    m_run->setEnabled(plan && !isDriving);
    m_stop->setEnabled(running() && !m_job.stopping());
    m_open->setEnabled(m_done > 0);
    m_progress->setVisible(running());
    m_doing->setVisible(running());
}

void CollectPage::run() {
    const Result<CollectPlan> planned = planCollection(m_state.driveSettings());
    if (!planned) return showControls();
    const CollectionPlan& plan = planned.value().plan;
    StartedWords words;
    words.program = plan.program.command;
    words.launcher = plan.launcher;
    words.where = whereInWords(plan.program, plan.folder);
    m_consent.ask(*this, words, [this, plan] { start(plan); });
}

void CollectPage::start(const CollectionPlan& plan) {
    if (m_state.busyWith().contains(kDriving)) return;  // another run began while the user looked at this one
    m_running = plan;
    m_done = 0;
    m_answer->clear();
    m_model->setTable({});
    m_progress->setRange(0, static_cast<int>(plan.runs));
    m_progress->setValue(0);
    m_doing->setText(QStringLiteral("Starting …"));
    m_job.start([plan](const auto& tell, const std::stop_token& stop) -> Result<std::shared_ptr<const Collection>> {
        Result<Collection> made = collectRuns(
            plan, [&tell](const CollectionProgress& progress) { tell(progress); }, stop);
        if (made.cancelled()) return Cancelled{};
        if (!made) return Error{made.errorMessage()};
        return std::shared_ptr<const Collection>(std::make_shared<Collection>(std::move(made).value()));
    });
    m_state.setBusy(kDriving, true);  // once it runs: the window asks who does
}

void CollectPage::showProgress(const CollectionProgress& progress) {
    if (progress.runs && progress.runs->size() != m_done) {
        m_model->setTable(recordedRunTable(*progress.runs));
        if (m_done == 0) fitDataTable(*m_table);  // later the widths are the user's
    }
    m_done = progress.done;
    m_progress->setValue(static_cast<int>(progress.done));
    m_doing->setText(shown(inWords(progress)));
    m_open->setEnabled(m_done > 0);
}

void CollectPage::take(const Result<std::shared_ptr<const Collection>>& result) {
    if (result) {
        m_done = result.value()->runs.size();
        const Document document = collectDocument(m_running, *result.value());
        m_answer->setText(wordsOf(document));
        m_model->setTable(lastTable(document));
        fitDataTable(*m_table);
    } else {
        m_answer->setText(
            QStringLiteral("<b>%1</b>")
                .arg((result.cancelled() ? QStringLiteral("Stopped.") : shown(result.errorMessage(), 4000))
                         .toHtmlEscaped()));
    }
    m_state.setBusy(kDriving, false);
    showControls();
}

// All of the folder once it is finished; before that only those that are, for a run on its way is no run yet.
QStringList CollectPage::completeRuns() const {
    const QString folder = QString::fromStdString(m_running.folder);
    if (!running()) return {folder};
    QStringList runs;
    for (std::size_t i = 1; i <= m_running.runs; ++i) {
        const QString run = QStringLiteral("%1/run%2").arg(folder).arg(i);
        if (QFileInfo::exists(run + QLatin1Char('/') + shown(kRunRecordName))) runs += run;
    }
    return runs;
}

}  // namespace flipscope
