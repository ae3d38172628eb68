#include "ui/panels/outcome_panel.h"

#include "ui/outcome_words.h"
#include "ui/panels/outcome_combo.h"
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

// A decimal number as the C locale writes it, wherever the program runs: logs and commands know no other. A comma from
// elsewhere becomes the point, visibly.
class NumberValidator : public QDoubleValidator {
public:
    explicit NumberValidator(QObject* parent) : QDoubleValidator(parent) {
        QLocale plain = QLocale::c();
        plain.setNumberOptions(QLocale::RejectGroupSeparator | QLocale::OmitGroupSeparator);
        setLocale(plain);
    }
    State validate(QString& text, int& position) const override {
        text.replace(QLatin1Char(','), QLatin1Char('.'));
        return QDoubleValidator::validate(text, position);
    }
};

QString problemsInWords(const std::vector<Problem>& problems) {
    QStringList words;
    for (std::size_t i = 0; i < std::min(problems.size(), kMaxProblemsShown); ++i)
        words.append(QStringLiteral("line %1: %2").arg(problems[i].line).arg(shown(problems[i].message)));
    if (problems.size() > kMaxProblemsShown)
        words.append(QStringLiteral("and %1 more").arg(problems.size() - kMaxProblemsShown));
    return words.join(QStringLiteral("; "));
}

}  // namespace

OutcomePanel::OutcomePanel(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_source(new OutcomeCombo(state, this)),
      m_pattern(new QLineEdit(this)),
      m_match(new QComboBox(this)),
      m_nth(new QSpinBox(this)),
      m_grouping(new QComboBox(this)),
      m_threshold(new QLineEdit(this)),
      m_labels(new QPushButton(QStringLiteral("Load &labels …"), this)),
      m_wider(new QPushButton(QStringLiteral("Take the &wider pattern"), this)),
      m_result(new QLabel(this)) {
    makeControls();
    connect(&m_state, &ViewState::foundOutcomesChanged, this, &OutcomePanel::showOutcome);
    connect(&m_state, &ViewState::outcomeChoiceChanged, this, &OutcomePanel::showChoice);
    connect(&m_state, &ViewState::outcomeChanged, this, &OutcomePanel::showOutcome);
    connect(&m_state, &ViewState::checkedRunsChanged, this, &OutcomePanel::showOutcome);
    showChoice();
    showOutcome();
}

void OutcomePanel::makeControls() {
    m_pattern->setPlaceholderText(QStringLiteral("step 0: loss (\\S+)"));
    m_pattern->setAccessibleName(QStringLiteral("Outcome pattern"));
    m_pattern->setToolTip(
        plainToolTip(QStringLiteral("Regular expression over the text output of a run; the first capture "
                                    "is the value; write (\\S+) for numbers, so that NaN and inf are found "
                                    "too. Enter applies it.")));
    m_match->addItems({QStringLiteral("first match"), QStringLiteral("last match"), QStringLiteral("match number")});
    m_match->setAccessibleName(QStringLiteral("Which match of the pattern"));
    m_nth->setRange(1, 1'000'000);
    m_nth->setAccessibleName(QStringLiteral("Number of the match"));
    m_grouping->addItem(QStringLiteral("automatic"), static_cast<int>(Grouping::automatic));
    m_grouping->addItem(QStringLiteral("equal text"), static_cast<int>(Grouping::byText));
    m_grouping->addItem(QStringLiteral("largest gap"), static_cast<int>(Grouping::byGap));
    m_grouping->addItem(QStringLiteral("threshold"), static_cast<int>(Grouping::byThreshold));
    m_grouping->addItem(QStringLiteral("finite or not"), static_cast<int>(Grouping::byFinite));
    m_grouping->addItem(QStringLiteral("nothing: rank the numbers"), static_cast<int>(Grouping::ungrouped));
    m_grouping->setToolTip(plainToolTip(
        QStringLiteral("automatic: equal text, or the largest gap where nearly every run has a number of its own. "
                       "finite or not: nan and inf against numbers. rank the numbers: no groups, a loss is used as "
                       "the number that it is (Kruskal–Wallis).")));
    m_grouping->setAccessibleName(QStringLiteral("How values become groups"));
    m_threshold->setValidator(new NumberValidator(m_threshold));
    m_threshold->setPlaceholderText(QStringLiteral("number"));
    m_threshold->setMaximumWidth(fontMetrics().averageCharWidth() * 16);
    m_threshold->setAccessibleName(QStringLiteral("Threshold"));
    m_labels->setToolTip(plainToolTip(QStringLiteral("CSV file with the columns run,label")));
    m_result->setTextFormat(Qt::PlainText);
    m_result->setWordWrap(true);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* form = new QFormLayout;
    layout->addLayout(form);
    layout->addWidget(m_result);
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
    groupRow->addWidget(m_wider);
    groupRow->addStretch(1);
    form->addRow(QStringLiteral("&Groups by"), groupRow);
    for (const auto& [row, buddy] :
         {std::pair<QLayout*, QWidget*>{sourceRow, m_source}, {patternRow, m_pattern}, {groupRow, m_grouping}})
        if (auto* label = qobject_cast<QLabel*>(form->labelForField(row))) label->setBuddy(buddy);

    connect(m_source, &QComboBox::activated, this, [this] {
        const OutcomeChoice& chosen = m_state.outcomeChoice();
        if (chosen.kind == OutcomeKind::pattern && chosen.pattern.regex.empty()) m_pattern->setFocus();
    });
    for (QComboBox* combo : {m_match, m_grouping})
        connect(combo, &QComboBox::activated, this, &OutcomePanel::takeChoice);
    connect(m_nth, &QSpinBox::valueChanged, this, &OutcomePanel::takeChoice);
    for (QLineEdit* edit : {m_pattern, m_threshold})
        connect(edit, &QLineEdit::editingFinished, this, &OutcomePanel::takeChoice);
    connect(m_wider, &QPushButton::clicked, this, &OutcomePanel::takeWiderPattern);
    connect(m_labels, &QPushButton::clicked, this, &OutcomePanel::askForLabels);
}

void OutcomePanel::showChoice() {
    m_fillingControls = true;
    m_labelProblems.clear();  // of an earlier choice
    const OutcomeChoice& choice = m_state.outcomeChoice();
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

// The source is taken by its own control; the others change how its values are read and grouped.
OutcomeChoice OutcomePanel::choiceInControls() const {
    OutcomeChoice choice = m_state.outcomeChoice();
    choice.pattern.regex = m_pattern->text().toStdString();
    choice.pattern.match = static_cast<PatternMatch>(m_match->currentIndex());
    choice.pattern.n = static_cast<std::size_t>(m_nth->value());
    choice.grouping = static_cast<Grouping>(m_grouping->currentData().toInt());
    bool isNumber = false;
    const double threshold = QLocale::c().toDouble(m_threshold->text(), &isNumber);
    choice.threshold = choice.grouping == Grouping::byThreshold && isNumber ? std::optional(threshold) : std::nullopt;
    return choice;
}

// Lines tell about the end of editing whenever the focus leaves them, changed or not.
void OutcomePanel::takeChoice() {
    if (m_fillingControls) return;
    const OutcomeChoice choice = choiceInControls();
    if (!sameOutcome(choice, m_state.outcomeChoice())) m_state.chooseOutcome(choice);
}

void OutcomePanel::takeWiderPattern() {
    const auto& wider = m_state.outcomeValues().wider;
    if (!wider) return;
    OutcomeChoice choice = m_state.outcomeChoice();
    choice.pattern.regex = wider->regex;
    m_state.chooseOutcome(choice);
}

void OutcomePanel::showOutcome() {
    QString text = outcomeInWords();
    const OutcomeValues& values = m_state.outcomeValues();
    const auto addLine = [&text](const QString& line) {
        if (!line.isEmpty()) text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + line;
    };
    m_wider->setVisible(values.wider.has_value());
    if (values.wider) {
        m_wider->setToolTip(plainToolTip(shown(values.wider->regex)));
        addLine(passedOverInWords(*m_state.dataset(), *values.wider));
    }
    addLine(problemsInWords(values.problems));
    addLine(m_labelProblems);
    m_result->setText(text);
}

QString OutcomePanel::outcomeInWords() const {
    const auto& outcome = m_state.outcome();
    const OutcomeKind kind = m_state.outcomeChoice().kind;
    if (m_state.dataset() != nullptr && m_state.checkedRuns().empty())
        return QStringLiteral("No run is checked; the last analysis is shown.");
    if (!m_state.outcomeProblem().isEmpty()) return m_state.outcomeProblem();
    if (outcome != nullptr) {
        QString text = groupsInWords(*outcome);
        if (!outcome->compared.empty())
            text += QStringLiteral("; not all of the output: %1").arg(shown(outcome->compared, 400));
        if (outcome->unlabelled > 0) text += QStringLiteral("; without value: %1").arg(outcome->unlabelled);
        if (kind == OutcomeKind::best)
            return text + QStringLiteral("; nothing was chosen, so the best supported of %1 is taken")
                              .arg(counted(outcome->outcomesLookedAt, "found outcome", "found outcomes"));
        if (outcome->outcomesLookedAt > 1)
            text += QStringLiteral("; chosen from %1 found outcomes").arg(outcome->outcomesLookedAt);
        return text;
    }
    if (kind == OutcomeKind::best && m_state.dataset() != nullptr && !m_state.outcomesLookedFor())
        return QStringLiteral("Looking for what varies in the output of the runs …");
    if (kind == OutcomeKind::best || kind == OutcomeKind::none)
        return QStringLiteral("Choose what tells good runs from bad ones, or label the runs in the table.");
    return {};
}

void OutcomePanel::askForLabels() {
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Load labels"), {},
                                                      QStringLiteral("CSV files (*.csv);;All files (*)"));
    if (!path.isEmpty()) loadLabels(path);
}

void OutcomePanel::loadLabels(const QString& path) {
    if (m_state.dataset() == nullptr) return;
    const auto fail = [this](const QString& why) {
        m_labelProblems = why;
        showOutcome();
        emit failed(why);
    };
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(QStringLiteral("%1: %2").arg(shown(path.toStdString()), file.errorString()));
    // One byte more than allowed: that it is too long is said by the reader.
    const QByteArray csv = file.read(static_cast<qint64>(kMaxLabelBytes) + 1);
    const auto read =
        valuesByLabels(*m_state.dataset(), allRuns(*m_state.dataset()),
                       std::string_view(csv.constData(), static_cast<std::size_t>(csv.size())), path.toStdString());
    if (!read) return fail(shown(read.errorMessage()));
    RunLabels labels = m_state.labels();
    const auto& values = read.value().values.values;
    bool any = false;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (!values[i]) continue;
        labels[m_state.dataset()->runs[i].id] = *values[i];
        any = true;
    }
    const QString problems = problemsInWords(read.value().problems);
    if (!any)
        return fail(
            QStringLiteral("%1 labels none of the runs. %2").arg(shown(path.toStdString()), problems).trimmed());
    m_state.setLabels(std::move(labels));
    OutcomeChoice choice;
    choice.kind = OutcomeKind::labels;
    m_state.chooseOutcome(choice);
    m_labelProblems = problems;
    showOutcome();
}

}  // namespace flipscope
