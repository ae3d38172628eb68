// The arrangement of the re-run page and what its controls do.

#include "ui/models/rerun_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/rerun_details.h"
#include "ui/panels/rerun_page.h"
#include "ui/panels/rerun_place.h"
#include "ui/panels/rerun_plan_box.h"
#include "ui/panels/scrolled_page.h"
#include "ui/rerun_export.h"
#include "ui/text.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <utility>

namespace flipscope {
namespace {

constexpr int kTableLines = 9, kDetailLines = 11;  // what both need to be of use; below that the page scrolls

void setUpWords(QLabel& label) {
    label.setTextFormat(Qt::PlainText);
    label.setWordWrap(true);
    label.setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

}  // namespace

void RerunPage::makeLayout() {
    for (QLabel* label : {m_note, m_answer, m_means})
        setUpWords(*label);
    QFont strong = font();
    strong.setBold(true);
    m_answer->setFont(strong);
    makeTable();
    auto* content = new QWidget(this);
    auto* layout = new QVBoxLayout(content);
    layout->addLayout(targetControls());
    for (QWidget* part : std::initializer_list<QWidget*>{m_place, m_plan, m_note, m_answer, m_means})
        layout->addWidget(part);
    layout->addLayout(tableControls());
    layout->addWidget(tableAndDetails(), 1);
    scrollWhole(*this, content);
    setFocusProxy(m_table);
    setTabOrder(m_targets, m_run);
    setTabOrder(m_run, m_stop);
}

void RerunPage::makeTable() {
    m_sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *m_sorted, QStringLiteral("Candidates to re-run and their results"));
    setUpFilter(*m_filter, *m_sorted, QStringLiteral("Filter candidates"));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &RerunPage::showDetails);
    connect(m_model, &RerunTableModel::checksChanged, this, &RerunPage::showControls);
    auto* only = new QAction(QStringLiteral("&Re-run this candidate"), m_table);
    only->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    only->setShortcutContext(Qt::WidgetShortcut);
    connect(only, &QAction::triggered, this, [this] {
        const QModelIndex row = m_sorted->mapToSource(m_table->currentIndex());
        if (!row.isValid()) return;
        m_model->checkOnly({m_model->candidate(row.row())});
        run();
    });
    m_table->addAction(only);
}

QWidget* RerunPage::tableAndDetails() {
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_details);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({530, 470});
    const int line = fontMetrics().lineSpacing();
    m_table->setMinimumHeight(kTableLines * line);
    m_details->setMinimumHeight(kDetailLines * line);
    return splitter;
}

QLayout* RerunPage::targetControls() {
    auto* row = new FlowLayout;
    m_targets->setAccessibleName(QStringLiteral("Key to re-run"));
    m_targets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_targets->setMinimumContentsLength(44);
    m_targets->setPlaceholderText(QStringLiteral("choose a key …"));
    connect(m_targets, &QComboBox::activated, this, [this] {
        const int chosen = m_targets->currentData().toInt();
        if (chosen < 0) return showTarget(m_reported[static_cast<std::size_t>(chosen - kFirstReported)], {});
        const KeyIndex key{static_cast<std::uint32_t>(chosen)};
        if (m_state.currentKey() == key) return showCurrentKey();
        m_state.setCurrentKey(key);
    });
    row->addWidget(m_targets);
    m_run->setToolTip(plainToolTip(QStringLiteral("Re-run the ticked candidates")));
    m_run->setDefault(true);
    connect(m_run, &QPushButton::clicked, this, &RerunPage::run);
    row->addWidget(m_run);
    m_stop->setToolTip(plainToolTip(QStringLiteral("End the worker; the results so far are kept")));
    connect(m_stop, &QPushButton::clicked, this, &RerunPage::stop);
    row->addWidget(m_stop);
    m_progress->setAccessibleName(QStringLiteral("Progress of the re-run"));
    m_progress->setMinimumWidth(fontMetrics().averageCharWidth() * 50);
    row->addWidget(m_progress);
    connect(m_place, &RerunPlace::changed, this, [this] {
        offerOwn();
        showControls();
    });
    connect(m_place, &RerunPlace::askWanted, this, &RerunPage::askWorker);
    connect(m_plan, &RerunPlanBox::changed, this, &RerunPage::showControls);
    return row;
}

QPushButton* RerunPage::addButton(QLayout& row, const QString& text, const QString& explanation,
                                  std::function<void()> action) {
    auto* made = new QPushButton(text, this);
    made->setToolTip(plainToolTip(explanation));
    connect(made, &QPushButton::clicked, this, std::move(action));
    row.addWidget(made);
    return made;
}

QLayout* RerunPage::tableControls() {
    auto* row = new FlowLayout;
    m_filter->setMinimumWidth(fontMetrics().averageCharWidth() * 26);
    row->addWidget(m_filter);
    addButton(*row, QStringLiteral("&All"), QStringLiteral("Tick every candidate of the set"),
              [this] { m_model->checkSet(true); });
    addButton(*row, QStringLiteral("Winners"), QStringLiteral("Tick the winners of the runs, and no other"), [this] {
        if (m_target) m_model->checkOnly(m_target->winners);
    });
    addButton(*row, QStringLiteral("None"), QStringLiteral("Tick no candidate of the set"),
              [this] { m_model->checkSet(false); });
    m_tickOwn = addButton(*row, QStringLiteral("All of the worker's own"),
                          QStringLiteral("Tick every candidate that the worker runs beside the set"),
                          [this] { m_model->checkOwn(true); });
    m_untickOwn =
        addButton(*row, QStringLiteral("None of them"), QStringLiteral("Tick no candidate of the worker's own"),
                  [this] { m_model->checkOwn(false); });
    m_results->setAccessibleName(QStringLiteral("Results shown"));
    m_results->setToolTip(plainToolTip(QStringLiteral("Results are kept for each card and worker")));
    m_results->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_results->setPlaceholderText(QStringLiteral("no results yet"));
    connect(m_results, &QComboBox::activated, this, &RerunPage::showResults);
    row->addWidget(m_results);
    m_export->setToolTip(plainToolTip(QStringLiteral("Save as HTML, Markdown, CSV, JSON or text")));
    connect(m_export, &QPushButton::clicked, this, [this] {
        exportTo(QStringLiteral("Export results"), QStringLiteral("rerun.html"),
                 QStringLiteral("HTML (*.html);;Markdown (*.md);;CSV (*.csv);;JSON (*.json);;Text (*.txt)"),
                 &exportRerun);
    });
    row->addWidget(m_export);
    connect(m_exportBlocklist, &QPushButton::clicked, this, [this] {
        exportTo(QStringLiteral("Export blocklist"), QStringLiteral("blocklist.json"), QStringLiteral("JSON (*.json)"),
                 &exportBlocklist);
    });
    row->addWidget(m_exportBlocklist);
    // From left to right, then the table.
    QWidget* before = m_filter;
    for (int i = 1; i < row->count(); before = row->itemAt(i++)->widget())
        setTabOrder(before, row->itemAt(i)->widget());
    setTabOrder(before, m_table);
    return row;
}

void RerunPage::exportTo(const QString& title, const QString& name, const QString& kinds,
                         QString (*write)(const KeptRerun& rerun, const QString& path)) {
    const auto rerun = chosenRerun();
    if (rerun == nullptr) return;
    const QString path = QFileDialog::getSaveFileName(this, title, name, kinds);
    if (path.isEmpty()) return;
    const QString problem = write(*rerun, path);
    if (problem.isEmpty()) return;
    QMessageBox box(QMessageBox::Warning, title, problem, QMessageBox::Ok, this);
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

}  // namespace flipscope
