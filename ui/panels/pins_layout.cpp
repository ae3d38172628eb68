// The arrangement of the page of pins.

#include "ui/delegates/candidate_delegate.h"
#include "ui/models/pin_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/pins_page.h"
#include "ui/pin_list.h"
#include "ui/text.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTabWidget>
#include <QTableView>
#include <QVBoxLayout>

namespace flipscope {
namespace {

constexpr int kTableLines = 7, kTextLines = 6;  // the least that is of use
constexpr int kFilterLetters = 26;

struct RuleText {
    const char *name, *title, *explanation;
};
constexpr RuleText kRules[] = {
    {"majority", "what most runs used", "Ties go to the lower median over the runs"},
    {"fastest-in-tie", "the fastest", "The lowest median over the runs; those not reliably slower are named"},
    {"most-exact", "the most exact", "The least measured error; else the fastest of the most exact class"},
    {"class:", "the fastest of a class …", "A class such as tf32-rna/g8, or a family such as f32"},
    {"run:", "what one run used …", "Keys whose winner is not known in this run get no pin"},
};

// Of all pins but those by hand; empty when there are several, or none.
QString commonRule(const std::vector<Pin>& pins) {
    QString rule;
    for (const Pin& pin : pins) {
        const QString own = QString::fromStdString(pin.reason.rule);
        if (own == QLatin1String("hand")) continue;
        if (!rule.isEmpty() && own != rule) return {};
        rule = own;
    }
    return rule;
}

}  // namespace

QLayout* PinsPage::ruleControls() {
    auto* row = new FlowLayout;
    m_rule->setAccessibleName(QStringLiteral("Rule"));
    for (const RuleText& rule : kRules) {
        m_rule->addItem(QString::fromUtf8(rule.title), QString::fromUtf8(rule.name));
        m_rule->setItemData(m_rule->count() - 1, plainToolTip(QString::fromUtf8(rule.explanation)), Qt::ToolTipRole);
    }
    connect(m_rule, &QComboBox::currentIndexChanged, this, &PinsPage::offerArguments);
    m_argument->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_argument->setMinimumContentsLength(18);
    auto* title = new QLabel(QStringLiteral("&Rule"), this);
    title->setBuddy(m_rule);
    row->addWidget(title);
    row->addWidget(m_rule);
    row->addWidget(m_argument);
    m_by->setPlaceholderText(QStringLiteral("pinned by …"));
    m_by->setAccessibleName(QStringLiteral("Who pins"));
    m_by->setToolTip(plainToolTip(QStringLiteral("Kept in the pin file with each pin; may stay empty")));
    m_by->setMinimumWidth(fontMetrics().averageCharWidth() * 16);
    row->addWidget(m_by);
    m_keepsHand->setChecked(true);
    m_keepsHand->setToolTip(plainToolTip(QStringLiteral("The rule does not change keys that were pinned by hand")));
    row->addWidget(m_keepsHand);
    m_pin->setToolTip(plainToolTip(QStringLiteral("Choose a candidate for every key by this rule")));
    connect(m_pin, &QPushButton::clicked, this, &PinsPage::applyRule);
    row->addWidget(m_pin);
    return row;
}

QLayout* PinsPage::fileControls() {
    auto* row = new FlowLayout;
    const auto add = [this, row](QPushButton* button, const QString& explanation, auto action) {
        button->setToolTip(plainToolTip(explanation));
        connect(button, &QPushButton::clicked, this, action);
        row->addWidget(button);
    };
    add(m_remove, QStringLiteral("The program tunes the selected keys itself (Del)"), &PinsPage::removeSelected);
    add(m_undo, QStringLiteral("Take back the last change (Ctrl+Z)"), [this] { m_state.pins().undo(); });
    add(m_redo, QStringLiteral("Do it again (Ctrl+Shift+Z)"), [this] { m_state.pins().redo(); });
    add(new QPushButton(QStringLiteral("&Open …"), this), QStringLiteral("Open a pin file"), &PinsPage::askForFile);
    add(m_save, QStringLiteral("Save a pin file (Ctrl+Shift+S)"), &PinsPage::save);
    add(m_check, QStringLiteral("What the loaded runs did with each pin"), &PinsPage::check);
    add(m_write, QStringLiteral("Write the pins into a copy of a database that the program reads"),
        &PinsPage::askToWrite);
    return row;
}

// “Pin all keys” repeats the rule that the pins were made by, until the user chooses another one.
void PinsPage::showRuleOfPins() {
    const QString rule = commonRule(m_state.pins().pins());
    if (rule.isEmpty()) m_ruleShown.clear();
    if (rule == m_ruleShown || m_state.analysis() == nullptr) return;
    for (int i = 0; i < m_rule->count(); ++i) {
        const QString name = m_rule->itemData(i).toString();
        const bool hasArgument = name.endsWith(QLatin1Char(':'));
        if (hasArgument ? !rule.startsWith(name) : rule != name) continue;
        const QString argument = rule.mid(name.size());
        const bool isRun = name == QLatin1String("run:");
        if (isRun && !findRun(*m_state.dataset(), argument.toStdString())) return;  // pins from other runs than these
        m_rule->setCurrentIndex(i);
        if (isRun) m_argument->setCurrentIndex(m_argument->findData(argument));
        if (hasArgument && !isRun) m_argument->setCurrentText(argument);
        m_ruleShown = rule;
        return;
    }
}

void PinsPage::makeTable() {
    m_sorted->setSourceModel(m_model);
    setUpDataTable(*m_table, *m_sorted, QStringLiteral("Pins"));
    m_table->setItemDelegateForColumn(static_cast<int>(PinTableModel::Column::candidate),
                                      new CandidateDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked);
    m_table->setWhatsThis(QStringLiteral("F2 chooses another candidate, Del removes the pin, Enter opens the key."));
    const auto action = [this](const QString& text, const QKeySequence& keys, void (PinsPage::*slot)()) {
        auto* made = new QAction(text, m_table);
        made->setShortcut(keys);
        made->setShortcutContext(Qt::WidgetShortcut);
        connect(made, &QAction::triggered, this, slot);
        m_table->insertAction(m_table->actions().isEmpty() ? nullptr : m_table->actions().front(), made);
    };
    action(QStringLiteral("&Remove the pin"), QKeySequence::Delete, &PinsPage::removeSelected);
    action(QStringLiteral("Open the &key"), QKeySequence(Qt::Key_Return), &PinsPage::openKey);
    action(QStringLiteral("C&hoose another candidate"), QKeySequence(Qt::Key_F2), &PinsPage::chooseCandidate);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &PinsPage::showDetails);
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (!index.flags().testFlag(Qt::ItemIsEditable)) openKey();
    });
}

void PinsPage::makeLayout() {
    makeTable();
    m_summary->setTextFormat(Qt::PlainText);
    m_summary->setWordWrap(true);
    m_summary->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    for (QPlainTextEdit* text : {m_details, m_checked, m_written}) {
        text->setReadOnly(true);
        text->setTabChangesFocus(true);
    }
    for (QPlainTextEdit* text : {m_checked, m_written})
        text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_details->setAccessibleName(QStringLiteral("The pin of the current row"));
    m_checked->setAccessibleName(QStringLiteral("What the check found"));
    m_written->setAccessibleName(QStringLiteral("What was written"));
    m_tabs->addTab(m_details, QStringLiteral("P&in"));
    m_tabs->addTab(m_checked, QStringLiteral("&Check"));
    m_tabs->addTab(m_written, QStringLiteral("&Database"));
    m_tabs->setDocumentMode(true);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_tabs);
    splitter->setChildrenCollapsible(false);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({650, 350});
    const int line = fontMetrics().lineSpacing();
    m_table->setMinimumHeight(kTableLines * line);
    m_tabs->setMinimumHeight(kTextLines * line);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(ruleControls());
    layout->addLayout(fileControls());
    setUpFilter(*m_filter, *m_sorted, QStringLiteral("Filter pins"));
    m_filter->setFixedWidth(fontMetrics().averageCharWidth() * kFilterLetters);
    auto* aboveTable = new QHBoxLayout;
    aboveTable->addWidget(m_summary, 1);
    aboveTable->addWidget(m_filter);
    layout->addLayout(aboveTable);
    layout->addWidget(splitter, 1);
    setFocusProxy(m_table);
}

}  // namespace flipscope
