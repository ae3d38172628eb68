#include "ui/panels/matrix_page.h"

#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/delegates/cell_palette.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/matrix_legend.h"
#include "ui/panels/matrix_view.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace flipscope {
namespace {

const QString kMatrixBusy = QStringLiteral("arranging the matrix");
constexpr int kAny = -1;

QComboBox* addChoice(QLayout& row, const QString& title, const QString& explanation, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(title, box);
    auto* combo = new QComboBox(box);
    label->setBuddy(combo);
    combo->setToolTip(plainToolTip(explanation));
    combo->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    layout->addWidget(label);
    layout->addWidget(combo);
    row.addWidget(box);
    return combo;
}

QString verdictName(Verdict verdict) {
    return shown(verdictInWords(verdict));
}

}  // namespace

MatrixPage::MatrixPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_model(new MatrixModel(this)),
      m_view(new MatrixView(*m_model, this)),
      m_text(new QLineEdit(this)),
      m_onlyFlips(new QCheckBox(QStringLiteral("Only &flips"), this)),
      m_byOutcome(new QCheckBox(QStringLiteral("Runs by &outcome"), this)),
      m_suspectsFirst(new QCheckBox(QStringLiteral("Sus&pects first"), this)),
      m_hint(new QLabel(this)),
      m_legend(new QLabel(this)),
      m_job([this](Result<Arranged> arranged) { take(std::move(arranged)); }) {
    makeControls();
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_hint->setContentsMargins(2, 0, 2, 0);
    m_legend->setTextFormat(Qt::RichText);
    m_legend->setWordWrap(true);
    m_legend->setContentsMargins(2, 0, 2, 2);
    m_legend->setAccessibleName(QStringLiteral("Legend of the matrix"));
    setFocusProxy(m_view);
    connectState();
    showFilterInControls();
    showHint();
    showLegend();
}

void MatrixPage::makeControls() {
    auto* controls = new FlowLayout;
    m_text->setPlaceholderText(QStringLiteral("Filter: key, id, candidate …"));
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(fontMetrics().averageCharWidth() * 34);
    m_text->setAccessibleName(QStringLiteral("Filter keys by text"));
    controls->addWidget(m_text);
    m_verdict =
        addChoice(*controls, QStringLiteral("&Verdict"), QStringLiteral("Flipping keys with this verdict"), this);
    m_verdict->addItem(QStringLiteral("all"), kAny);
    // A key that flips is never a real win: no candidate was chosen in every run.
    for (const Verdict verdict : {Verdict::coinFlip, Verdict::disturbed, Verdict::cannotTell})
        m_verdict->addItem(verdictName(verdict), static_cast<int>(verdict));
    m_group = addChoice(*controls, QStringLiteral("&Group"),
                        QStringLiteral("Flip group: its keys split the runs in the same way"), this);
    controls->addWidget(m_onlyFlips);
    controls->addWidget(m_byOutcome);
    controls->addWidget(m_suspectsFirst);
    m_suspectsFirst->setToolTip(
        plainToolTip(QStringLiteral("Keys in order of suspicion: those on top go most closely with the outcome")));
    m_byOutcome->setToolTip(
        plainToolTip(QStringLiteral("Runs of one outcome group side by side; ungrouped numbers ascending")));
    m_colouring = addChoice(*controls, QStringLiteral("Co&lour by"),
                            QStringLiteral("Candidate: another colour is another winner. Class: another colour is "
                                           "predicted to compute other bits, or computed other bits where the key was "
                                           "re-run"),
                            this);
    m_colouring->addItem(QStringLiteral("candidate"), static_cast<int>(CellColouring::byCandidate));
    m_colouring->addItem(QStringLiteral("class of bits"), static_cast<int>(CellColouring::byClass));
    m_card = addChoice(*controls, QStringLiteral("C&ard"),
                       QStringLiteral("Card that predictions assume; any: only what holds on every card"), this);
    m_card->addItem(QStringLiteral("any"), kAny);
    for (const Card card : kAllCards)
        m_card->addItem(shown(toString(card)), static_cast<int>(card));
    m_generator = addChoice(*controls, QStringLiteral("Co&de by"),
                            QStringLiteral("Code generator that predictions assume"), this);
    m_generator->addItem(QStringLiteral("any"), kAny);
    for (const CodeGenerator generator : {CodeGenerator::cudaCpp, CodeGenerator::llvm})
        m_generator->addItem(shown(toString(generator)), static_cast<int>(generator));
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(controls);
    layout->addWidget(m_hint);
    layout->addWidget(m_legend);
    layout->addWidget(m_view, 1);
    connect(m_text, &QLineEdit::textChanged, this, &MatrixPage::takeFilterFromControls);
    for (QComboBox* combo : {m_verdict, m_group})
        connect(combo, &QComboBox::currentIndexChanged, this, &MatrixPage::takeFilterFromControls);
    connect(m_onlyFlips, &QCheckBox::toggled, this, &MatrixPage::takeFilterFromControls);
    connect(m_byOutcome, &QCheckBox::toggled, &m_state, &ViewState::setRunsByOutcome);
    connect(m_suspectsFirst, &QCheckBox::toggled, &m_state, &ViewState::setSuspectsFirst);
    connect(m_colouring, &QComboBox::currentIndexChanged, this,
            [this] { m_state.setCellColouring(static_cast<CellColouring>(m_colouring->currentData().toInt())); });
    const auto assume = [this] {
        ClassAssumptions assumptions;
        if (m_card->currentData() != kAny) assumptions.card = static_cast<Card>(m_card->currentData().toInt());
        if (m_generator->currentData() != kAny)
            assumptions.codeGenerator = static_cast<CodeGenerator>(m_generator->currentData().toInt());
        m_state.setAssumptions(assumptions);
    };
    for (QComboBox* combo : {m_card, m_generator})
        connect(combo, &QComboBox::activated, this, assume);
}

void MatrixPage::connectState() {
    connect(&m_state, &ViewState::datasetChanged, this, &MatrixPage::rebuild);
    connect(&m_state, &ViewState::analysisChanged, this, &MatrixPage::rebuild);
    connect(&m_state, &ViewState::outcomeChanged, this, &MatrixPage::orderColumns);
    connect(&m_state, &ViewState::runsByOutcomeChanged, this, &MatrixPage::orderColumns);
    connect(&m_state, &ViewState::runsByOutcomeChanged, this, &MatrixPage::showFilterInControls);
    connect(&m_state, &ViewState::suspectsFirstChanged, this, &MatrixPage::showFilterInControls);
    for (const auto signal : {&ViewState::suspectsChanged, &ViewState::suspectsFirstChanged})
        connect(&m_state, signal, this, &MatrixPage::rearrange);
    connect(&m_state, &ViewState::assumptionsChanged, this, &MatrixPage::showFilterInControls);
    connect(&m_state, &ViewState::keyFilterChanged, this, &MatrixPage::showFilterInControls);
    connect(&m_state, &ViewState::keyFilterChanged, this, &MatrixPage::rearrange);
    connect(&m_state, &ViewState::currentKeyChanged, this, &MatrixPage::showCurrentKey);
    connect(&m_state, &ViewState::cellColouringChanged, this, [this] {
        m_view->setColouring(m_state.cellColouring());
        showFilterInControls();
        showLegend();
    });
    connect(m_view, &MatrixView::sortWanted, this, &MatrixPage::sortBy);
    connect(m_view, &MatrixView::rerunWanted, &m_state, &ViewState::wantRerun);
    connect(m_view, &MatrixView::pinWanted, &m_state, &ViewState::wantPin);
    connect(m_view, &MatrixView::forcingWanted, &m_state, &ViewState::wantForcing);
    connect(m_view, &MatrixView::keyOpened, &m_state, &ViewState::openKey);
    connect(m_view, &MatrixView::currentKeyMoved, &m_state, [this](KeyIndex key) { m_state.setCurrentKey(key); });
}

void MatrixPage::focusFilter() {
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void MatrixPage::rebuild() {
    if (m_sort.matrixColumn) m_sort = {};  // a column of the former analysis
    offerGroups();
    if (m_state.analysis() == nullptr) {
        m_job.stop();
        m_model->setTable(nullptr, {}, {});
        showHint();
        showLegend();
        return;
    }
    start(nullptr);
}

void MatrixPage::rearrange() {
    if (m_model->table() != nullptr && m_model->table()->analysis == m_state.analysis()) {
        start(m_model->table());
    } else if (m_state.analysis() != nullptr) {
        start(nullptr);
    }
}

void MatrixPage::start(std::shared_ptr<const MatrixTable> table) {
    m_state.setBusy(kMatrixBusy, true);
    m_job.start([table = std::move(table), dataset = m_state.dataset(), analysis = m_state.analysis(),
                 assumptions = m_state.assumptions(), filter = m_state.keyFilter(), sort = m_sort,
                 suspicion = suspectsLead() ? suspicionOf(*m_state.suspects()) : std::vector<std::size_t>()](
                    const std::stop_token& stop, const ProgressSink&) -> Result<Arranged> {
        if (table != nullptr) return Arranged{table, arrangeRows(*table, filter, sort, suspicion)};
        auto built = buildMatrixTable(dataset, analysis, assumptions, stop);
        if (!built) return Cancelled{};
        auto rows = arrangeRows(*built.value(), filter, sort, suspicion);
        return Arranged{std::move(built).value(), std::move(rows)};
    });
}

void MatrixPage::take(Result<Arranged> arranged) {
    m_state.setBusy(kMatrixBusy, false);
    // The state may have moved on to other runs while the rows were being arranged.
    if (!arranged || arranged.value().table->analysis != m_state.analysis()) return;
    Arranged now = std::move(arranged).value();
    if (now.table == m_model->table()) {
        m_model->setRows(std::move(now.rows));
    } else {
        const std::size_t columns = now.table->columns;
        m_model->setTable(std::move(now.table), std::move(now.rows), arrangeColumns(columns, nullptr, false));
        orderColumns();
    }
    showSort();
    showCurrentKey();
    showHint();
}

void MatrixPage::orderColumns() {
    if (m_model->table() == nullptr || m_model->table()->analysis != m_state.analysis()) return;
    const auto& outcome = m_state.outcome();
    m_model->setColumnOrder(arrangeColumns(m_model->table()->columns, outcome.get(), m_state.runsByOutcome()), outcome);
    m_byOutcome->setEnabled(outcome != nullptr);
    showLegend();
    showSort();
    showCurrentKey();
}

bool MatrixPage::suspectsLead() const {
    return m_state.suspectsFirst() && m_state.suspects() != nullptr;
}

void MatrixPage::showSort() {
    m_suspectsFirst->setEnabled(m_state.suspects() != nullptr);
    if (suspectsLead()) return m_view->showSort(-1, false);
    int column = static_cast<int>(m_sort.column);
    for (int run = kKeyColumns; m_sort.matrixColumn && run < m_model->columnCount(); ++run)
        if (m_model->matrixColumn(run) == m_sort.matrixColumn) column = run;
    m_view->showSort(column, m_sort.descending);
}

void MatrixPage::takeFilterFromControls() {
    if (m_fillingControls) return;
    KeyFilter filter;
    filter.text = m_text->text();
    filter.onlyFlips = m_onlyFlips->isChecked();
    if (m_verdict->currentData() != kAny) filter.verdict = static_cast<Verdict>(m_verdict->currentData().toInt());
    if (m_group->currentData().isValid() && m_group->currentData() != kAny)
        filter.group = static_cast<std::size_t>(m_group->currentData().toInt());
    m_state.setKeyFilter(filter);
}

void MatrixPage::showFilterInControls() {
    m_fillingControls = true;
    const KeyFilter& filter = m_state.keyFilter();
    const auto choose = [](QComboBox& combo, int value) { combo.setCurrentIndex(std::max(0, combo.findData(value))); };
    if (m_text->text() != filter.text) m_text->setText(filter.text);
    choose(*m_verdict, filter.verdict ? static_cast<int>(*filter.verdict) : kAny);
    choose(*m_group, filter.group ? static_cast<int>(*filter.group) : kAny);
    m_onlyFlips->setChecked(filter.onlyFlips);
    m_byOutcome->setChecked(m_state.runsByOutcome());
    m_suspectsFirst->setChecked(m_state.suspectsFirst());
    choose(*m_colouring, static_cast<int>(m_state.cellColouring()));
    const ClassAssumptions& assumed = m_state.assumptions();
    choose(*m_card, assumed.card ? static_cast<int>(*assumed.card) : kAny);
    choose(*m_generator, assumed.codeGenerator ? static_cast<int>(*assumed.codeGenerator) : kAny);
    m_fillingControls = false;
}

void MatrixPage::offerGroups() {
    m_fillingControls = true;
    m_group->clear();
    m_group->addItem(QStringLiteral("all"), kAny);
    const auto& analysis = m_state.analysis();
    for (std::size_t g = 0; analysis != nullptr && g < analysis->groups.size(); ++g)
        m_group->addItem(
            QStringLiteral("G%1 (%2)").arg(g + 1).arg(counted(analysis->groups[g].keys.size(), "key", "keys")),
            static_cast<int>(g));
    m_fillingControls = false;
    showFilterInControls();
}

void MatrixPage::sortBy(int column) {
    MatrixSort sort;
    sort.matrixColumn = m_model->matrixColumn(column);
    if (!sort.matrixColumn) sort.column = static_cast<KeyColumn>(column);
    const bool again = sort.matrixColumn == m_sort.matrixColumn && (sort.matrixColumn || sort.column == m_sort.column);
    sort.descending = again && !m_sort.descending;
    m_sort = sort;
    m_state.setSuspectsFirst(m_state.suspectsFirst() && m_state.suspects() == nullptr);
    showSort();
    rearrange();
}

void MatrixPage::showCurrentKey() {
    if (m_state.currentKey()) m_view->showRow(m_model->rowOf(*m_state.currentKey()));
}

void MatrixPage::showHint() {
    const auto& table = m_model->table();
    if (m_state.dataset() == nullptr || table == nullptr) {
        m_hint->setText(m_state.dataset() == nullptr ? QStringLiteral("Open some runs to see which keys flip.")
                                                     : QStringLiteral("Analysing the runs …"));
        return;
    }
    QString text = QStringLiteral("%1 of %2 · %3 · number in a cell: index of the winning candidate")
                       .arg(formatCount(static_cast<std::size_t>(m_model->rowCount())),
                            counted(table->rows.size(), "key", "keys"), counted(table->columns, "run", "runs"));
    if (m_model->rowCount() == 0) text = QStringLiteral("No key passes the filter. Clear it to see all keys.");
    m_hint->setText(text);
}

void MatrixPage::showLegend() {
    const auto& table = m_model->table();
    m_legend->setVisible(table != nullptr);
    if (table == nullptr) return;
    const bool current = table->analysis == m_state.analysis();
    m_legend->setText(
        matrixLegend(*table, m_state.cellColouring(), current ? m_state.outcome().get() : nullptr, isDark(palette())));
}

void MatrixPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) showLegend();
}

}  // namespace flipscope
