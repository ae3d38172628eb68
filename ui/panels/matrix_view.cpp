#include "ui/panels/matrix_view.h"

#include "ui/delegates/matrix_delegate.h"
#include "ui/panels/column_widths.h"
#include "ui/panels/run_header.h"
#include "ui/table_copy.h"

#include <QAction>
#include <QKeyEvent>
#include <QResizeEvent>
#include <QScrollBar>
#include <array>

namespace flipscope {
namespace {

constexpr int kKeyPadding = 7;

// What the key columns must have room for; the label takes what its texts need, up to a bound.
constexpr std::array<const char*, kKeyColumns> kWidest{"matmul 64×64×64", "●  cannot tell", "Winners ▼", "-149.9 %",
                                                       "Group ▼",         "not known",      "00000000"};
constexpr int kCellMargins = 16;
constexpr int kMaxLabelLetters = 64;
constexpr double kMaxLabelShare = 0.225;  // of the view
constexpr double kMaxKeyShare = 0.62;     // likewise, of all key columns together
// What is given up first in a narrow window; the tooltip of the key says it all.
constexpr std::array<KeyColumn, 4> kFirstToHide{KeyColumn::id, KeyColumn::winners, KeyColumn::group, KeyColumn::margin};

}  // namespace

MatrixView::MatrixView(MatrixModel& model, QWidget* parent)
    : QTableView(parent),
      m_model(model),
      m_delegate(new MatrixDelegate(model, this)),
      m_header(new RunHeader(model, this)),
      m_frozen(new QTableView(this)),
      m_frozenHeader(new RunHeader(model, m_frozen)),
      m_widths(new ColumnWidths(*m_header)) {
    setUp(*this, *m_header);
    setUp(*m_frozen, *m_frozenHeader);
    m_frozen->setSelectionModel(selectionModel());
    m_frozen->setAutoScroll(false);
    m_frozen->setFocusPolicy(Qt::NoFocus);
    m_frozen->setFrameShape(QFrame::NoFrame);
    m_frozen->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frozen->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_frozen->show();
    connect(verticalScrollBar(), &QScrollBar::valueChanged, m_frozen->verticalScrollBar(), &QScrollBar::setValue);
    connect(m_frozen->verticalScrollBar(), &QScrollBar::valueChanged, verticalScrollBar(), &QScrollBar::setValue);
    connect(m_header, &QHeaderView::sectionResized, this, [this](int section, int, int size) {
        if (section < kKeyColumns) m_frozenHeader->resizeSection(section, size);
        placeFrozen();
    });
    connect(m_frozenHeader, &QHeaderView::sectionResized, this,
            [this](int section, int, int size) { m_header->resizeSection(section, size); });
    connect(&model, &QAbstractItemModel::modelReset, this, &MatrixView::fitColumns);
    m_widths->watch(*m_frozenHeader);
    setAccessibleName(QStringLiteral("Winner matrix"));
    setAccessibleDescription(QStringLiteral("One row a tuning key, one column a run; cells hold the winner's index"));
    setWhatsThis(QStringLiteral(
        "Enter opens the key, Ctrl+R re-runs the candidate, Ctrl+P pins it, Ctrl+C copies the selected cells."));
    takeTheme();
}

void MatrixView::setUp(QTableView& view, RunHeader& header) {
    view.setHorizontalHeader(&header);
    view.setModel(&m_model);
    view.setItemDelegate(m_delegate);
    view.setShowGrid(false);
    view.setWordWrap(false);
    view.setCornerButtonEnabled(false);
    view.setHorizontalScrollMode(ScrollPerPixel);
    view.setVerticalScrollMode(ScrollPerPixel);
    view.setTabKeyNavigation(false);
    view.setEditTriggers(NoEditTriggers);
    view.verticalHeader()->hide();
    view.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    header.setContextMenuPolicy(Qt::NoContextMenu);
    header.setSectionResizeMode(QHeaderView::Fixed);
    connect(&header, &QHeaderView::sectionClicked, this, &MatrixView::sortWanted);
    connect(&view, &QTableView::doubleClicked, this, &MatrixView::openKeyAt);
    addTableCopy(view);
    addRerun(view);
    addPin(view);
}

void MatrixView::addRerun(QTableView& view) {
    auto* action = new QAction(QStringLiteral("&Re-run this cell's winner, or the key's winners"), &view);
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_R));
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this] { rerunAt(currentIndex()); });
    view.addAction(action);
    auto* force = new QAction(QStringLiteral("R&un the program with this choice…"), &view);
    force->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_G));
    force->setShortcutContext(Qt::WidgetShortcut);
    connect(force, &QAction::triggered, this, [this] { forceAt(currentIndex()); });
    view.addAction(force);
}

void MatrixView::rerunAt(const QModelIndex& index) {
    if (!index.isValid()) return;
    const CellLook* look = m_model.look(index.row(), index.column());
    // A winner of another set has another meaning of its index.
    const bool comparable = look != nullptr && look->candidateKind == CellKind::winner;
    if (look != nullptr && !comparable) return;
    const std::vector<CandidateIndex> cell =
        comparable ? std::vector{CandidateIndex{look->candidate}} : std::vector<CandidateIndex>();
    emit rerunWanted(m_model.keyRow(index.row()).key, cell);
}

void MatrixView::addPin(QTableView& view) {
    auto* action = new QAction(QStringLiteral("&Pin this choice"), &view);
    action->setShortcut(QKeySequence(Qt::CTRL | Qt::Key_P));
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, [this] { pinAt(currentIndex()); });
    view.addAction(action);
}

void MatrixView::pinAt(const QModelIndex& index) {
    if (!index.isValid()) return;
    const CellLook* look = m_model.look(index.row(), index.column());
    const bool comparable = look != nullptr && look->candidateKind == CellKind::winner;
    emit pinWanted(m_model.keyRow(index.row()).key,
                   comparable ? std::optional(CandidateIndex{look->candidate}) : std::nullopt);
}

void MatrixView::forceAt(const QModelIndex& index) {
    if (!index.isValid()) return;
    const CellLook* look = m_model.look(index.row(), index.column());
    const bool isWinner = look != nullptr && look->candidateKind == CellKind::winner;
    emit forcingWanted(m_model.keyRow(index.row()).key,
                       isWinner ? std::optional(CandidateIndex{look->candidate}) : std::nullopt, std::nullopt);
}

int MatrixView::keyColumnWidth(KeyColumn column) const {
    const QFontMetrics metrics = fontMetrics();
    int width = metrics.horizontalAdvance(QString::fromUtf8(kWidest[static_cast<std::size_t>(column)]));
    if (column == KeyColumn::classes && m_model.table() != nullptr && !m_model.table()->analysis->measured.empty())
        width = std::max(width, metrics.horizontalAdvance(QStringLiteral("same, measured")));
    if (column == KeyColumn::verdict && m_model.table() != nullptr && !m_model.table()->analysis->proven.empty())
        width = std::max(width, metrics.horizontalAdvance(QStringLiteral("●  proven, cannot tell")));
    if (column != KeyColumn::label || m_model.table() == nullptr) return width + kCellMargins;
    // The longest text is nearly the widest one; measuring all of them would take longer than painting.
    const QString* longest = nullptr;
    for (const KeyRow& row : m_model.table()->rows)
        if (longest == nullptr || row.label.size() > longest->size()) longest = &row.label;
    if (longest != nullptr) width = std::max(width, metrics.horizontalAdvance(*longest));
    const int share = std::max(width / 2, static_cast<int>(kMaxLabelShare * this->width()));
    return std::min({width, share, metrics.averageCharWidth() * kMaxLabelLetters}) + kCellMargins;
}

void MatrixView::fitColumns() {
    const int runWidth = fontMetrics().horizontalAdvance(QStringLiteral("000")) + 12;
    const auto headers = {static_cast<QHeaderView*>(m_header), static_cast<QHeaderView*>(m_frozenHeader)};
    for (QHeaderView* header : headers) {
        if (header->defaultSectionSize() == runWidth) continue;
        header->setMinimumSectionSize(runWidth);
        header->setDefaultSectionSize(runWidth);
    }
    for (int column = 0; column < kKeyColumns && column < m_header->count(); ++column) {
        for (QTableView* view : {static_cast<QTableView*>(this), m_frozen})
            view->setColumnHidden(column, false);
        // Cells of runs are all alike; columns about keys can be set by hand.
        for (QHeaderView* header : headers)
            header->setSectionResizeMode(column, QHeaderView::Interactive);
        m_widths->fit(column, keyColumnWidth(static_cast<KeyColumn>(column)));
        m_frozenHeader->resizeSection(column, m_header->sectionSize(column));
    }
    hideWhatLeavesNoRoomForRuns();
    placeFrozen();
}

void MatrixView::hideWhatLeavesNoRoomForRuns() {
    if (m_header->count() < kKeyColumns) return;
    int all = 0;
    for (int column = 0; column < kKeyColumns; ++column)
        all +=
            m_widths->isByHand(column) ? m_header->sectionSize(column) : keyColumnWidth(static_cast<KeyColumn>(column));
    for (const KeyColumn hideable : kFirstToHide) {
        const int column = static_cast<int>(hideable);
        const bool hide = all > kMaxKeyShare * width();
        if (hide) all -= keyColumnWidth(hideable);
        for (QTableView* view : {static_cast<QTableView*>(this), m_frozen})
            view->setColumnHidden(column, hide);
    }
}

int MatrixView::frozenColumns() const {
    const int room = width() / 2;
    int used = 0, columns = 0;
    while (columns < kKeyColumns && columns < m_header->count()) {
        used += m_header->sectionSize(columns);
        if (used > room && columns > 0) break;
        ++columns;
    }
    return columns;
}

void MatrixView::placeFrozen() {
    int frozenWidth = 0;
    for (int column = 0; column < frozenColumns(); ++column)
        frozenWidth += m_header->sectionSize(column);
    m_frozen->setGeometry(frameWidth(), frameWidth(), std::min(frozenWidth, viewport()->width()),
                          viewport()->height() + m_header->height());
    m_frozen->horizontalScrollBar()->setValue(0);
}

void MatrixView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) fitColumns();  // the label has a share of it
    placeFrozen();
}

void MatrixView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) takeTheme();
}

void MatrixView::takeTheme() {
    m_delegate->setPalette(palette());
    for (QTableView* view : {static_cast<QTableView*>(this), m_frozen}) {
        view->verticalHeader()->setMinimumSectionSize(1);
        view->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kKeyPadding);
        view->viewport()->update();
    }
    fitColumns();
}

void MatrixView::setColouring(CellColouring colouring) {
    m_delegate->setColouring(colouring);
    viewport()->update();
}

void MatrixView::showSort(int column, bool descending) {
    const Qt::SortOrder order = descending ? Qt::DescendingOrder : Qt::AscendingOrder;
    m_header->setSortIndicator(column, order);
    m_frozenHeader->setSortIndicator(column, order);
}

void MatrixView::showRow(int row) {
    if (row < 0 || row >= m_model.rowCount() || row == currentIndex().row()) return;
    setCurrentIndex(m_model.index(row, std::max(0, currentIndex().column())));
}

void MatrixView::scrollTo(const QModelIndex& index, ScrollHint hint) {
    const int before = horizontalScrollBar()->value();
    QTableView::scrollTo(index, hint);
    if (index.column() < frozenColumns()) {
        horizontalScrollBar()->setValue(before);
        return;
    }
    const int hidden = m_frozen->width() - columnViewportPosition(index.column());
    if (hidden > 0) horizontalScrollBar()->setValue(horizontalScrollBar()->value() - hidden);
}

void MatrixView::openKeyAt(const QModelIndex& index) {
    if (index.isValid()) emit keyOpened(m_model.keyRow(index.row()).key);
}

void MatrixView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        openKeyAt(currentIndex());
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void MatrixView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    if (current.isValid() && current.row() != previous.row()) emit currentKeyMoved(m_model.keyRow(current.row()).key);
}

}  // namespace flipscope
