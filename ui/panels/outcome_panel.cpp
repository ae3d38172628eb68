#include "ui/panels/outcome_panel.h"

#include "core/report/format.h"
#include "ui/text.h"

#include <QDoubleValidator>
#include <QFile>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>

namespace flipscope {
namespace {

constexpr std::size_t kMaxProblemsShown = 3;

// What an entry of the source list stands for; entries of kind found carry their description beside it.
constexpr int kKindRole = Qt::UserRole;
constexpr int kFoundRole = Qt::UserRole + 1;

QString groupsInWords(const Outcome& outcome) {
    QStringList groups;
    constexpr std::size_t kMostShown = 8;
    for (std::size_t i = 0; i < std::min(outcome.groups.size(), kMostShown); ++i)
        groups.append(QStringLiteral("%1 (%2)").arg(
            shown(outcome.groups[i].name, 60),
            QString::fromStdString(plural(outcome.groups[i].members.size(), "run", "runs"))));
    if (outcome.groups.size() > kMostShown) groups.append(QStringLiteral("…"));
    return groups.join(QStringLiteral(", "));
}

bool same(const OutcomeChoice& a, const OutcomeChoice& b) {
    const bool samePattern =
        a.kind != OutcomeKind::pattern || (a.pattern.regex == b.pattern.regex && a.pattern.match == b.pattern.match &&
                                           (a.pattern.match != PatternMatch::nth || a.pattern.n == b.pattern.n));
    return a.kind == b.kind && samePattern && a.foundDescription == b.foundDescription && a.grouping == b.grouping &&
           a.threshold == b.threshold;
}

std::vector<RunIndex> allRuns(const Dataset& dataset) {
    std::vector<RunIndex> runs;
    for (std::uint32_t i = 0; i < dataset.runs.size(); ++i)
        runs.push_back(RunIndex{i});
    return runs;
}

}  // namespace

OutcomePanel::OutcomePanel(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_source(new QComboBox(this)),
      m_pattern(new QLineEdit(this)),
      m_match(new QComboBox(this)),
      m_nth(new QSpinBox(this)),
      m_grouping(new QComboBox(this)),
      m_threshold(new QLineEdit(this)),
      m_labels(new QPushButton(QStringLiteral("Load &labels …"), this)),
      m_result(new QLabel(this)) {
    makeControls();
    connect(&m_state, &ViewState::foundOutcomesChanged, this, &OutcomePanel::offerSources);
    connect(&m_state, &ViewState::outcomeChoiceChanged, this, &OutcomePanel::showChoice);
    connect(&m_state, &ViewState::outcomeChanged, this, &OutcomePanel::showOutcome);
    connect(&m_state, &ViewState::checkedRunsChanged, this, &OutcomePanel::showOutcome);
    offerSources();
    showOutcome();
}

void OutcomePanel::makeControls() {
    m_source->setMinimumContentsLength(30);
    m_source->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_source->setAccessibleName(QStringLiteral("Outcome"));
    m_pattern->setPlaceholderText(QStringLiteral("step 0: loss ([0-9.]+)"));
    m_pattern->setAccessibleName(QStringLiteral("Outcome pattern"));
    m_pattern->setToolTip(
        plainToolTip(QStringLiteral("Regular expression over the text output of a run; the first capture "
                                    "is the value. Enter applies it.")));
    m_match->addItems({QStringLiteral("first match"), QStringLiteral("last match"), QStringLiteral("match number")});
    m_match->setAccessibleName(QStringLiteral("Which match of the pattern"));
    m_nth->setRange(1, 1'000'000);
    m_nth->setAccessibleName(QStringLiteral("Number of the match"));
    m_grouping->addItem(QStringLiteral("automatic"), static_cast<int>(Grouping::automatic));
    m_grouping->addItem(QStringLiteral("equal text"), static_cast<int>(Grouping::byText));
    m_grouping->addItem(QStringLiteral("largest gap"), static_cast<int>(Grouping::byGap));
    m_grouping->addItem(QStringLiteral("threshold"), static_cast<int>(Grouping::byThreshold));
    m_grouping->setAccessibleName(QStringLiteral("How values become groups"));
    m_threshold->setValidator(new QDoubleValidator(m_threshold));
    m_threshold->setPlaceholderText(QStringLiteral("number"));
    m_threshold->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    m_threshold->setAccessibleName(QStringLiteral("Threshold"));
    m_labels->setToolTip(plainToolTip(QStringLiteral("CSV file with the columns run,label")));
    m_result->setTextFormat(Qt::PlainText);
    m_result->setWordWrap(true);

    auto* form = new QFormLayout(this);
    form->setContentsMargins(0, 0, 0, 0);
    auto* sourceRow = new QHBoxLayout;
    sourceRow->addWidget(m_source, 1);
    sourceRow->addWidget(m_labels);
    form->addRow(QStringLiteral("&Outcome of a run"), sourceRow);
    auto* patternRow = new QHBoxLayout;
    patternRow->addWidget(m_pattern, 1);
    patternRow->addWidget(m_match);
    patternRow->addWidget(m_nth);
    form->addRow(QStringLiteral("&Pattern"), patternRow);
    auto* groupRow = new QHBoxLayout;
    groupRow->addWidget(m_grouping);
    groupRow->addWidget(m_threshold);
    groupRow->addWidget(m_result, 1);
    form->addRow(QStringLiteral("&Groups by"), groupRow);
    for (const auto& [row, buddy] :
         {std::pair<QLayout*, QWidget*>{sourceRow, m_source}, {patternRow, m_pattern}, {groupRow, m_grouping}})
        if (auto* label = qobject_cast<QLabel*>(form->labelForField(row))) label->setBuddy(buddy);

    connect(m_source, &QComboBox::activated, this, &OutcomePanel::takeSource);
    for (QComboBox* combo : {m_match, m_grouping})
        connect(combo, &QComboBox::activated, this, &OutcomePanel::takeChoice);
    connect(m_nth, &QSpinBox::valueChanged, this, &OutcomePanel::takeChoice);
    for (QLineEdit* edit : {m_pattern, m_threshold})
        connect(edit, &QLineEdit::editingFinished, this, &OutcomePanel::takeChoice);
    connect(m_labels, &QPushButton::clicked, this, &OutcomePanel::askForLabels);
}

void OutcomePanel::offerSources() {
    m_fillingControls = true;
    m_source->clear();
    const auto add = [this](const QString& text, OutcomeKind kind, const std::string& description = {}) {
        m_source->addItem(text, static_cast<int>(kind));
        const int row = m_source->count() - 1;
        m_source->setItemData(row, QByteArray::fromStdString(description), kFoundRole);
        m_source->setItemData(row, plainToolTip(text), Qt::ToolTipRole);
    };
    add(QStringLiteral("none chosen"), OutcomeKind::none);
    for (const FoundOutcome& found : m_state.foundOutcomes())
        add(QStringLiteral("found: %1  (%2)")
                .arg(shown(found.description, 200), QString::fromStdString(plural(found.distinct, "value", "values"))),
            OutcomeKind::found, found.description);
    add(QStringLiteral("pattern in the text output"), OutcomeKind::pattern);
    add(QStringLiteral("labels"), OutcomeKind::labels);
    add(QStringLiteral("exit status"), OutcomeKind::exitStatus);
    m_fillingControls = false;
    showChoice();
}

void OutcomePanel::showChoice() {
    m_fillingControls = true;
    const OutcomeChoice& choice = m_state.outcomeChoice();
    int row = 0;
    for (int i = 0; i < m_source->count(); ++i) {
        if (m_source->itemData(i, kKindRole).toInt() != static_cast<int>(choice.kind)) continue;
        if (m_source->itemData(i, kFoundRole).toByteArray().toStdString() == choice.foundDescription ||
            choice.kind != OutcomeKind::found)
            row = i;
    }
    m_source->setCurrentIndex(row);
    if (choice.kind == OutcomeKind::pattern) m_pattern->setText(QString::fromStdString(choice.pattern.regex));
    m_match->setCurrentIndex(static_cast<int>(choice.pattern.match));
    m_nth->setValue(static_cast<int>(std::min<std::size_t>(choice.pattern.n, 1'000'000)));
    m_grouping->setCurrentIndex(std::max(0, m_grouping->findData(static_cast<int>(choice.grouping))));
    if (choice.threshold) m_threshold->setText(QString::number(*choice.threshold, 'g', 10));
    m_fillingControls = false;
    const bool byPattern = choice.kind == OutcomeKind::pattern;
    for (QWidget* widget : {static_cast<QWidget*>(m_pattern), static_cast<QWidget*>(m_match)})
        widget->setEnabled(byPattern);
    m_nth->setVisible(byPattern && choice.pattern.match == PatternMatch::nth);
    m_threshold->setVisible(choice.grouping == Grouping::byThreshold);
    m_grouping->setEnabled(choice.kind != OutcomeKind::none);
}

OutcomeChoice OutcomePanel::choiceInControls() const {
    OutcomeChoice choice;
    choice.kind = static_cast<OutcomeKind>(m_source->currentData(kKindRole).toInt());
    choice.foundDescription = m_source->currentData(kFoundRole).toByteArray().toStdString();
    choice.pattern.regex = m_pattern->text().toStdString();
    choice.pattern.match = static_cast<PatternMatch>(m_match->currentIndex());
    choice.pattern.n = static_cast<std::size_t>(m_nth->value());
    choice.grouping = static_cast<Grouping>(m_grouping->currentData().toInt());
    bool isNumber = false;
    const double threshold = QLocale::c().toDouble(m_threshold->text(), &isNumber);
    if (choice.grouping == Grouping::byThreshold && isNumber) choice.threshold = threshold;
    return choice;
}

void OutcomePanel::takeSource() {
    OutcomeChoice choice = choiceInControls();
    choice.grouping = Grouping::automatic;
    for (const FoundOutcome& found : m_state.foundOutcomes())
        if (choice.kind == OutcomeKind::found && found.description == choice.foundDescription)
            choice.grouping = found.suggested;
    choose(choice);
    if (choice.kind == OutcomeKind::pattern && choice.pattern.regex.empty()) m_pattern->setFocus();
}

// Lines tell about the end of editing whenever the focus leaves them, changed or not.
void OutcomePanel::takeChoice() {
    if (m_fillingControls) return;
    const OutcomeChoice choice = choiceInControls();
    if (!same(choice, m_state.outcomeChoice())) choose(choice);
}

void OutcomePanel::choose(const OutcomeChoice& choice) {
    m_labelProblems.clear();
    m_state.chooseOutcome(choice);
}

void OutcomePanel::showOutcome() {
    const auto& outcome = m_state.outcome();
    QString text;
    if (m_state.dataset() != nullptr && m_state.checkedRuns().empty()) {
        text = QStringLiteral("No run is checked; the last analysis is shown.");
    } else if (!m_state.outcomeProblem().isEmpty()) {
        text = m_state.outcomeProblem();
    } else if (m_state.outcomeChoice().kind == OutcomeKind::none) {
        text = QStringLiteral("Choose what tells good runs from bad ones, or label the runs in the table.");
    } else if (outcome != nullptr) {
        text = groupsInWords(*outcome);
        if (outcome->unlabelled > 0) text += QStringLiteral("; without value: %1").arg(outcome->unlabelled);
        if (outcome->outcomesLookedAt > 1)
            text += QStringLiteral("; chosen from %1 found outcomes").arg(outcome->outcomesLookedAt);
    }
    if (!m_labelProblems.isEmpty()) text += QLatin1Char('\n') + m_labelProblems;
    m_result->setText(text);
}

void OutcomePanel::askForLabels() {
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Load labels"), {},
                                                      QStringLiteral("CSV files (*.csv);;All files (*)"));
    if (!path.isEmpty()) loadLabels(path);
}

void OutcomePanel::loadLabels(const QString& path) {
    if (m_state.dataset() == nullptr) return;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        m_state.setOutcomeProblem(QStringLiteral("%1: %2").arg(shown(path.toStdString()), file.errorString()));
        return;
    }
    // One byte more than allowed: that it is too long is said by the reader.
    const QByteArray csv = file.read(static_cast<qint64>(kMaxLabelBytes) + 1);
    const auto read =
        valuesByLabels(*m_state.dataset(), allRuns(*m_state.dataset()),
                       std::string_view(csv.constData(), static_cast<std::size_t>(csv.size())), path.toStdString());
    if (!read) {
        m_state.setOutcomeProblem(shown(read.errorMessage()));
        return;
    }
    RunLabels labels = m_state.labels();
    const auto& values = read.value().values.values;
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i]) labels[m_state.dataset()->runs[i].id] = *values[i];
    QStringList problems;
    for (std::size_t i = 0; i < std::min(read.value().problems.size(), kMaxProblemsShown); ++i)
        problems.append(QStringLiteral("line %1: %2")
                            .arg(read.value().problems[i].line)
                            .arg(shown(read.value().problems[i].message)));
    if (read.value().problems.size() > kMaxProblemsShown)
        problems.append(QStringLiteral("and %1 more").arg(read.value().problems.size() - kMaxProblemsShown));
    m_labelProblems = problems.join(QStringLiteral("; "));
    m_state.setLabels(std::move(labels));
    OutcomeChoice choice;
    choice.kind = OutcomeKind::labels;
    choice.grouping = Grouping::automatic;
    m_state.chooseOutcome(choice);
}

}  // namespace flipscope
