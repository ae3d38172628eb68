#include "ui/panels/pins_page.h"

#include "core/pin/pin_file.h"
#include "core/read/choice_rows.h"
#include "core/report/pin_report.h"
#include "core/report/text_report.h"
#include "ui/file_dialogs.h"
#include "ui/models/class_names.h"
#include "ui/models/pin_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/pin_write_dialog.h"
#include "ui/pin_files.h"
#include "ui/pin_list.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <algorithm>
#include <set>

namespace flipscope {
namespace {

constexpr int kFewestColumns = 60, kMostColumns = 140;  // of a text

// Classes and families of classes that the winners of the runs are predicted to be in.
QStringList classesOffered(const Dataset& dataset, const Analysis& analysis, const ClassAssumptions& assumptions) {
    std::set<QString> classes;
    for (const KeyVerdict& key : analysis.keys) {
        for (const WinnerCount& winner : key.winners) {
            if (!key.set) continue;
            for (const QString& id :
                 classIds(keyOf(dataset, key.key), setOf(dataset, *key.set), winner.winner, assumptions)) {
                classes.insert(id);
                classes.insert(id.section(QLatin1Char('/'), 0, 0));
            }
        }
    }
    return {classes.begin(), classes.end()};
}

std::vector<PinBase> basesOf(const Dataset* dataset) {
    std::vector<PinBase> bases;
    if (dataset == nullptr) return bases;
    for (const Run& run : dataset->runs)
        for (const std::string& path : databasesOf(run))
            bases.push_back({QStringLiteral("%1: %2").arg(shown(run.id), shown(path)), path});
    return bases;
}

}  // namespace

PinsPage::PinsPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_work(state),
      m_rule(new QComboBox(this)),
      m_argument(new QComboBox(this)),
      m_by(new QLineEdit(this)),
      m_keepsHand(new QCheckBox(QStringLiteral("&Keep choices by hand"), this)),
      m_pin(new QPushButton(QStringLiteral("&Pin all keys"), this)),
      m_save(new QPushButton(QStringLiteral("&Save …"), this)),
      m_check(new QPushButton(QStringLiteral("C&heck"), this)),
      m_write(new QPushButton(QStringLiteral("&Write a database …"), this)),
      m_undo(new QPushButton(QStringLiteral("&Undo"), this)),
      m_redo(new QPushButton(QStringLiteral("Redo"), this)),
      m_remove(new QPushButton(QStringLiteral("Re&move"), this)),
      m_filter(new QLineEdit(this)),
      m_summary(new QLabel(this)),
      m_model(new PinTableModel(this)),
      m_sorted(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this)),
      m_tabs(new QTabWidget(this)),
      m_details(new QPlainTextEdit(this)),
      m_checked(new QPlainTextEdit(this)),
      m_written(new QPlainTextEdit(this)) {
    makeLayout();
    connectWork();
    offerArguments();
    refresh();
}

PinsPage::~PinsPage() = default;

void PinsPage::connectWork() {
    connect(&m_state, &ViewState::pinWanted, this, &PinsPage::pinByHand);
    connect(m_model, &PinTableModel::chosen, this,
            [this](KeyIndex key, CandidateIndex candidate) { pinByHand(key, candidate); });
    connect(&m_state.pins(), &PinList::changed, this, [this] {
        if (!m_state.pins().pins().empty() && m_work.ground() == nullptr) m_work.prepare();
        refresh();
    });
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged})
        connect(&m_state, signal, this, [this] {
            if (isVisible() || !m_state.pins().pins().empty()) m_work.prepare();
            offerArguments();
            refresh();
        });
    connect(&m_work, &PinWork::groundChanged, this, &PinsPage::refresh);
    connect(&m_work, &PinWork::checkChanged, this, [this] {
        refresh();
        showCheck();
    });
    connect(&m_work, &PinWork::said, this, &PinsPage::said);
    connect(&m_work, &PinWork::failed, this, &PinsPage::failed);
}

void PinsPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_work.ground() == nullptr) m_work.prepare();
    fitDataTable(*m_table);
}

void PinsPage::stop() {
    m_work.stop();
}

void PinsPage::offerArguments() {
    const QString rule = m_rule->currentData().toString();
    const bool isRun = rule == QLatin1String("run:"), isClass = rule == QLatin1String("class:");
    const QString before = m_argument->currentText();
    m_argument->setVisible(isRun || isClass);
    m_argument->setEditable(isClass);
    m_argument->setAccessibleName(isClass ? QStringLiteral("Class") : QStringLiteral("Run"));
    m_argument->clear();
    const auto& dataset = m_state.dataset();
    const auto& analysis = m_state.analysis();
    m_pin->setEnabled(analysis != nullptr);
    if (analysis == nullptr) return;
    if (isClass) m_argument->addItems(classesOffered(*dataset, *analysis, m_state.assumptions()));
    for (const RunIndex run : analysis->matrix.runs) {
        const std::string& id = runOf(*dataset, run).id;
        if (isRun) m_argument->addItem(shown(id), QString::fromStdString(id));
    }
    const int known = m_argument->findText(before);
    if (known >= 0) m_argument->setCurrentIndex(known);
}

void PinsPage::applyRule() {
    QString rule = m_rule->currentData().toString();
    if (rule == QLatin1String("class:")) rule += m_argument->currentText().trimmed();
    if (rule == QLatin1String("run:")) rule += m_argument->currentData().toString();
    const QString problem = pinByRule(rule);
    if (!problem.isEmpty()) emit failed(problem);
}

QString PinsPage::pinByRule(const QString& text) {
    const Result<PinRule> rule = parsePinRule(text.toStdString());
    if (!rule) return shown(rule.errorMessage(), 1000);
    m_work.pinByRule(rule.value(), m_by->text().toStdString(), m_keepsHand->isChecked());
    return {};
}

void PinsPage::pinByHand(KeyIndex key, std::optional<CandidateIndex> candidate) {
    if (candidate) return m_work.pinByHand(key, *candidate, m_by->text().toStdString());
    emit said(QStringLiteral("Nothing is pinned: choose a cell that shows a winner of the set compared."));
}

void PinsPage::openFile(const QString& path) {
    // A pipe or a device may keep the window waiting.
    if (QFileInfo::exists(path) && !QFileInfo(path).isFile())
        return emit failed(QStringLiteral("%1 is not a regular file.").arg(shown(path.toStdString())));
    auto pins = readPinFile(path.toStdString());
    if (!pins) return emit failed(shown(pins.errorMessage(), 2000));
    m_state.pins().open(std::move(pins).value(), QFileInfo(path).absoluteFilePath());
    emit said(QStringLiteral("%1 opened.").arg(counted(m_state.pins().pins().size(), "pin", "pins")));
}

void PinsPage::askForFile() {
    const QString path = askForPinFileToOpen(*this);
    if (!path.isEmpty()) openFile(path);
}

bool PinsPage::save() {
    const QString& known = m_state.pins().file();
    const QString path = askForPinFileToSave(*this, known.isEmpty() ? QStringLiteral("pins.json") : known);
    return !path.isEmpty() && saveTo(path);
}

bool PinsPage::saveTo(const QString& path) {
    const auto& dataset = m_state.dataset();
    const QString problem = savePinFile(m_state.pins().pins(), path,
                                        dataset != nullptr ? filesOfRuns(*dataset) : std::vector<std::string>());
    if (!problem.isEmpty()) {
        emit failed(problem);
        return false;
    }
    m_state.pins().markSaved(QFileInfo(path).absoluteFilePath());
    emit said(QStringLiteral("Pins saved."));
    return true;
}

void PinsPage::check() {
    if (m_state.analysis() == nullptr) return emit said(QStringLiteral("Open the runs to check the pins against."));
    m_work.check();
    m_tabs->setCurrentWidget(m_checked);
}

PinWriteDialog* PinsPage::askToWrite() {
    const Dataset* dataset = m_state.dataset().get();
    auto* dialog = new PinWriteDialog(m_state.pins().pins(), basesOf(dataset),
                                      dataset != nullptr ? filesOfRuns(*dataset) : std::vector<std::string>(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PinWriteDialog::written, this, [this](const QString& report) {
        m_written->setPlainText(report);
        m_tabs->setCurrentWidget(m_written);
        emit said(QStringLiteral("The database is written."));
    });
    dialog->open();
    return dialog;
}

void PinsPage::focusRule() {
    m_rule->setFocus(Qt::ShortcutFocusReason);
}

std::optional<std::size_t> PinsPage::currentRow() const {
    const QModelIndex row = m_sorted->mapToSource(m_table->currentIndex());
    return row.isValid() ? std::optional(static_cast<std::size_t>(row.row())) : std::nullopt;
}

void PinsPage::chooseCandidate() {
    const QModelIndex now = m_table->currentIndex();
    if (!now.isValid()) return;
    const QModelIndex cell = now.siblingAtColumn(static_cast<int>(PinTableModel::Column::candidate));
    if (!cell.flags().testFlag(Qt::ItemIsEditable))
        return emit said(QStringLiteral("Which candidates this key has is not known in the loaded runs."));
    m_table->setCurrentIndex(cell);
    m_table->edit(cell);
}

void PinsPage::removeSelected() {
    std::vector<std::size_t> positions;
    for (const QModelIndex& index : m_table->selectionModel()->selectedRows()) {
        const PinRow& row = m_model->rows()[static_cast<std::size_t>(m_sorted->mapToSource(index).row())];
        if (row.pin) positions.push_back(*row.pin);
    }
    m_state.pins().remove(positions);
}

void PinsPage::openKey() {
    const auto row = currentRow();
    if (row && m_model->rows()[*row].key) m_state.openKey(*m_model->rows()[*row].key);
}

PinRowsView PinsPage::view() const {
    PinRowsView view{m_state.pins().pins()};
    view.dataset = m_state.dataset().get();
    view.analysis = m_state.analysis().get();
    if (const auto& ground = m_work.ground()) {
        view.measurements = &ground->measurements.found;
        view.contradictions = &ground->measurements.told;
    }
    view.check = m_work.lastCheck().get();
    view.unpinned = &m_work.unpinned();
    return view;
}

void PinsPage::refresh() {
    const auto before = currentRow();
    const QString id = before ? m_model->rows()[*before].id : QString();
    m_model->setRows(pinRows(view()), m_state.dataset(), m_state.analysis());
    if (isVisible()) fitDataTable(*m_table);
    const auto& rows = m_model->rows();
    const auto again = std::find_if(rows.begin(), rows.end(), [&id](const PinRow& row) { return row.id == id; });
    if (!currentRow() && again != rows.end()) {
        m_table->setCurrentIndex(m_sorted->mapFromSource(m_model->index(static_cast<int>(again - rows.begin()), 0)));
    } else if (!currentRow()) {
        m_table->setCurrentIndex(m_sorted->index(0, 0));
    }
    const PinList& pins = m_state.pins();
    m_save->setEnabled(!pins.pins().empty());
    m_write->setEnabled(!pins.pins().empty());
    m_check->setEnabled(!pins.pins().empty() && m_state.dataset() != nullptr);
    m_undo->setEnabled(pins.canUndo());
    m_redo->setEnabled(pins.canRedo());
    showRuleOfPins();
    showDetails();
    showSummary();
}

void PinsPage::showSummary() {
    const PinList& pins = m_state.pins();
    if (pins.pins().empty()) {
        m_summary->setText(m_state.dataset() == nullptr
                               ? QStringLiteral("Open some runs to pin the choices of their keys, or open a pin file.")
                               : QStringLiteral("No key is pinned. Choose a rule, or a candidate in the table (F2)."));
        return;
    }
    const auto byHand =
        std::count_if(pins.pins().begin(), pins.pins().end(), [](const Pin& pin) { return pin.reason.rule == "hand"; });
    const auto without = std::count_if(m_model->rows().begin(), m_model->rows().end(),
                                       [](const PinRow& row) { return !row.pin.has_value(); });
    const auto warned = std::count_if(m_model->rows().begin(), m_model->rows().end(),
                                      [](const PinRow& row) { return row.pin && !row.warnings.isEmpty(); });
    QStringList parts{counted(pins.pins().size(), "pin", "pins")};
    if (byHand > 0) parts += QStringLiteral("%1 by hand").arg(byHand);
    if (warned > 0) parts += QStringLiteral("%1 with warnings").arg(warned);
    if (without > 0) parts += counted(static_cast<std::size_t>(without), "key without a pin", "keys without a pin");
    const QString file = pins.file().isEmpty() ? QString() : shown(QFileInfo(pins.file()).fileName().toStdString());
    parts += pins.isSaved()   ? QStringLiteral("saved in %1").arg(file)
             : file.isEmpty() ? QStringLiteral("not saved")
                              : QStringLiteral("not saved in %1").arg(file);
    m_summary->setText(parts.join(QStringLiteral("  ·  ")));
}

void PinsPage::showDetails() {
    const auto row = currentRow();
    const QString text = row ? pinInWords(m_model->rows()[*row], view())
                             : QStringLiteral("Choose a row to see why its candidate is pinned.");
    if (m_details->toPlainText() != text) m_details->setPlainText(text);
}

void PinsPage::showCheck() {
    const auto& check = m_work.lastCheck();
    if (check == nullptr) {
        m_checked->setPlainText(m_checked->toPlainText().isEmpty()
                                    ? QString()
                                    : QStringLiteral("The pins or the runs have changed: check again."));
        return;
    }
    const int letter = std::max(1, m_checked->fontMetrics().horizontalAdvance(QLatin1Char('0')));
    const int columns = std::clamp(m_tabs->width() / letter - 4, kFewestColumns, kMostColumns);
    const Document document = pinCheckDocument(m_state.pins().pins(), *m_state.dataset(), *check);
    m_checked->setPlainText(QString::fromStdString(toText(document, {static_cast<std::size_t>(columns), false})));
}

}  // namespace flipscope
