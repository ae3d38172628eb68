#include "ui/panels/report_page.h"

#include "core/report/format.h"
#include "ui/panels/data_table.h"
#include "ui/text.h"

#include <QLineEdit>
#include <QSplitter>
#include <QVBoxLayout>

namespace flipscope {
namespace {

// A title above a table with a filter line; gives the title's label. Table and filter are shown while the table has
// rows.
QLabel* addTable(QSplitter& splitter, QTableView& table, QSortFilterProxyModel& model, const QString& name) {
    auto* box = new QWidget(&splitter);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* title = new QLabel(box);
    title->setTextFormat(Qt::PlainText);
    QFont bold = title->font();
    bold.setBold(true);
    title->setFont(bold);
    auto* head = new QHBoxLayout;
    auto* filter = new QLineEdit(box);
    setUpDataTable(table, model, name);
    setUpFilter(*filter, model, QStringLiteral("Filter ") + name.toLower());
    filter->setMaximumWidth(filter->fontMetrics().averageCharWidth() * 50);
    head->addWidget(title, 1);
    head->addWidget(filter, 1);
    layout->addLayout(head);
    layout->addWidget(&table, 1);
    layout->addStretch(0);
    splitter.addWidget(box);
    const auto showWhenFilled = [&table, filter, source = model.sourceModel()] {
        table.setVisible(source->rowCount() > 0);
        filter->setVisible(source->rowCount() > 0);
    };
    QObject::connect(model.sourceModel(), &QAbstractItemModel::modelReset, &table, showWhenFilled);
    showWhenFilled();
    return title;
}

}  // namespace

ReportPage::ReportPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_problems(new ProblemsModel(this)),
      m_notes(new NotesModel(this)),
      m_summary(new QLabel(this)),
      m_problemsTable(new QTableView(this)),
      m_notesTable(new QTableView(this)) {
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    auto* problems = new QSortFilterProxyModel(this);
    problems->setSourceModel(m_problems);
    m_problemsTitle = addTable(*splitter, *m_problemsTable, *problems, QStringLiteral("Problems"));
    auto* notes = new QSortFilterProxyModel(this);
    notes->setSourceModel(m_notes);
    m_notesTitle = addTable(*splitter, *m_notesTable, *notes, QStringLiteral("Notes"));
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_summary);
    layout->addWidget(splitter, 1);
    setFocusProxy(m_problemsTable);
    connect(&state, &ViewState::datasetChanged, this, &ReportPage::refill);
    refill();
}

void ReportPage::refill() {
    const LoadReport report = m_state.dataset() != nullptr ? m_state.dataset()->report : LoadReport();
    m_problems->setRows(report.problems);
    m_notes->setRows(report.notes);
    fitDataTable(*m_problemsTable);
    fitDataTable(*m_notesTable);
    m_summary->setText(m_state.dataset() == nullptr ? QStringLiteral("Nothing is loaded.") : countersInWords(report));
    const auto left = report.problemCount - std::min<std::uint64_t>(report.problemCount, report.problems.size());
    QString problems = report.problemCount == 0 ? QStringLiteral("No problems: every record was read")
                                                : counted(report.problemCount, "problem", "problems");
    if (left > 0) problems += QStringLiteral(" (%1 not listed: too many of one file)").arg(formatCount(left));
    m_problemsTitle->setText(problems);
    m_notesTitle->setText(report.notes.empty() ? QStringLiteral("No notes")
                                               : counted(report.notes.size(), "note", "notes"));
}

QString countersInWords(const LoadReport& report) {
    return QStringLiteral("%1, %2, %3 read; %4 skipped; %5.")
        .arg(counted(report.filesRead, "file", "files"), QString::fromStdString(formatBytes(report.bytesRead)),
             counted(report.recordsRead, "record", "records"), counted(report.recordsSkipped, "record", "records"),
             counted(report.problemCount, "problem", "problems"));
}

}  // namespace flipscope
