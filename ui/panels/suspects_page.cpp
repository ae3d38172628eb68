#include "ui/panels/suspects_page.h"

#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/table_copy.h"
#include "ui/text.h"

#include <QFont>
#include <QHeaderView>
#include <QLabel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

namespace flipscope {
namespace {

const QString kBusy = QStringLiteral("looking for suspects");

QLabel* wordsLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

QString outcomeText(const Outcome& outcome, std::size_t runs) {
    QStringList groups;
    for (const OutcomeGroup& group : outcome.groups)
        groups += QStringLiteral("“%1” (%2)")
                      .arg(shown(group.name, 60), QString::fromStdString(plural(group.members.size(), "run", "runs")));
    constexpr qsizetype kShown = 6;
    if (groups.size() > kShown) {
        const qsizetype more = groups.size() - kShown;
        groups = groups.mid(0, kShown);
        groups += QStringLiteral("%1 more groups").arg(more);
    }
    QString text =
        QStringLiteral("Outcome: %1. Groups: %2.").arg(shown(outcome.source), groups.join(QStringLiteral(", ")));
    if (outcome.unlabelled > 0)
        text += QStringLiteral(" %1 of %2 have no value and are left out.")
                    .arg(formatCount(outcome.unlabelled), QString::fromStdString(plural(runs, "run", "runs")));
    return text;
}

}  // namespace

SuspectsPage::SuspectsPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_outcome(wordsLabel(this)),
      m_chance(wordsLabel(this)),
      m_decide(wordsLabel(this)),
      m_details(wordsLabel(this)),
      m_model(new SuspectTableModel(this)),
      m_winnersModel(new WinnersByOutcomeModel(this)),
      m_table(new QTableView(this)),
      m_winners(new QTableView(this)),
      m_job([this](Result<std::shared_ptr<const SuspectsFound>> found) { show(std::move(found)); }) {
    makeTables();
    makeLayout();
    connect(&m_state, &ViewState::datasetChanged, this, &SuspectsPage::search);
    connect(&m_state, &ViewState::analysisChanged, this, &SuspectsPage::search);
    connect(&m_state, &ViewState::outcomeChanged, this, &SuspectsPage::search);
    search();
}

void SuspectsPage::makeTables() {
    for (QTableView* table : {m_table, m_winners}) {
        table->setSelectionBehavior(QAbstractItemView::SelectRows);
        table->setAlternatingRowColors(true);
        table->setWordWrap(false);
        table->verticalHeader()->hide();
        table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 6);
        addTableCopy(*table);
    }
    m_table->setAccessibleName(QStringLiteral("Suspects"));
    m_table->setModel(m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_winners->setAccessibleName(QStringLiteral("Winners of the suspect by outcome"));
    m_winners->setModel(m_winnersModel);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) { showSuspect(current.row()); });
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { m_state.openKey(m_model->suspect(index.row()).keys.front()); });
}

// As wide as the texts, but no column so wide that it hides the numbers.
void SuspectsPage::fitColumns() {
    for (QTableView* table : {m_table, m_winners}) {
        table->resizeColumnsToContents();
        const int most = fontMetrics().averageCharWidth() * 44;
        for (int column = 0; column < table->model()->columnCount(); ++column) {
            if (table->columnWidth(column) > most) table->setColumnWidth(column, most);
        }
    }
}

void SuspectsPage::makeLayout() {
    QFont strong = font();
    strong.setBold(true);
    m_chance->setFont(strong);
    auto* details = new QWidget(this);
    auto* detailsLayout = new QVBoxLayout(details);
    detailsLayout->setContentsMargins(0, 0, 0, 0);
    detailsLayout->addWidget(m_details);
    detailsLayout->addWidget(m_winners, 1);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(details);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    for (QLabel* label : {m_outcome, m_chance, m_decide})
        layout->addWidget(label);
    layout->addWidget(splitter, 1);
}

void SuspectsPage::search() {
    const auto& analysis = m_state.analysis();
    const auto& outcome = m_state.outcome();
    if (analysis == nullptr || outcome == nullptr || outcome->groupOf.size() != analysis->matrix.runs.size()) {
        m_job.stop();
        m_state.setBusy(kBusy, false);
        if (m_state.dataset() == nullptr) return showNothing(QStringLiteral("Open some runs first."));
        return showNothing(
            !m_state.outcomeProblem().isEmpty()
                ? m_state.outcomeProblem()
                : QStringLiteral("No outcome is chosen. On the page Runs, take one that was found, give a "
                                 "pattern, or label the runs by hand: then this page says which keys go "
                                 "with it."));
    }
    m_state.setBusy(kBusy, true);
    m_job.start([dataset = m_state.dataset(), analysis, outcome](
                    const std::stop_token& stop, const ProgressSink&) -> Result<std::shared_ptr<const SuspectsFound>> {
        SuspectOptions options;
        options.stop = stop;
        auto result = findSuspects(analysis->matrix, analysis->groups, *outcome, options);
        if (result.cancelled()) return Cancelled{};
        if (!result) return Error{result.errorMessage()};
        return std::shared_ptr<const SuspectsFound>(
            std::make_shared<SuspectsFound>(SuspectsFound{dataset, analysis, outcome, std::move(result).value()}));
    });
}

void SuspectsPage::show(Result<std::shared_ptr<const SuspectsFound>> found) {
    m_state.setBusy(kBusy, false);
    if (found.cancelled()) return;
    if (!found) return showNothing(QString::fromStdString(printable(found.errorMessage())));
    m_found = std::move(found).value();
    if (m_found->outcome != m_state.outcome()) return;
    const SuspectsResult& result = m_found->result;
    m_outcome->setText(outcomeText(*m_found->outcome, m_found->outcome->groupOf.size()));
    m_chance->setText(QString::fromStdString(chanceSentence(result.chance, m_found->outcome->outcomesLookedAt)));
    m_decide->setText(QString::fromStdString(whatWouldDecideSentence(*m_found->dataset, result)) +
                      QStringLiteral("\nMethod: %1").arg(shown(result.method, 1000)));
    m_model->setFound(m_found);
    if (m_model->rowCount() > 0) m_table->selectRow(0);
    showSuspect(m_model->rowCount() > 0 ? 0 : -1);
}

void SuspectsPage::showNothing(const QString& why) {
    m_found = nullptr;
    m_outcome->setText(why);
    m_chance->clear();
    m_decide->clear();
    m_model->setFound(nullptr);
    showSuspect(-1);
}

void SuspectsPage::showSuspect(int row) {
    if (m_found == nullptr || row < 0 || row >= m_model->rowCount()) {
        m_details->clear();
        m_winnersModel->setSuspect(nullptr, 0);
        return;
    }
    const Suspect& suspect = m_model->suspect(row);
    const ClassStatement& bits = m_found->analysis->classes[suspect.keys.front().value];
    QString text = QString::fromStdString(suspectSentence(*m_found->dataset, *m_found->outcome, suspect) + " " +
                                          classSentence(bits));
    if (bits.answer == ClassAnswer::sameBits) text += QStringLiteral(" If that holds, this key cannot be the cause.");
    m_details->setText(text + QStringLiteral(" Enter opens the key."));
    m_winnersModel->setSuspect(m_found, static_cast<std::size_t>(row));
    fitColumns();
}

}  // namespace flipscope
