#include "ui/panels/rerun_plan_box.h"

#include "core/analyse/card.h"
#include "ui/panels/flow_layout.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>

namespace flipscope {
namespace {

constexpr int kLargestSize = 1 << 20;
constexpr int kMostInputs = 64, kMostRepeats = 1000, kDefaultRepeats = 3;
constexpr unsigned kTimingSamples = 30;
constexpr std::array kTypes = {ElementType::f32, ElementType::f16, ElementType::bf16};

template <class Widget>
Widget* titled(QLayout& row, const QString& title, const QString& explanation, Widget* widget, QWidget* parent) {
    auto* box = new QWidget(parent);
    auto* layout = new QHBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(title, box);
    label->setBuddy(widget);
    widget->setToolTip(plainToolTip(explanation));
    widget->setAccessibleName(QString(title).remove(QLatin1Char('&')));
    layout->addWidget(label);
    layout->addWidget(widget);
    row.addWidget(box);
    return widget;
}

QSpinBox* number(int smallest, int largest, int value, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(smallest, largest);
    box->setValue(value);
    box->setKeyboardTracking(false);
    return box;
}

}  // namespace

RerunPlanBox::RerunPlanBox(QWidget* parent) : QWidget(parent) {
    auto* row = new FlowLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    const auto size = [this](int value) { return number(1, kLargestSize, value, this); };
    m_m = titled(*row, QStringLiteral("&m"), QStringLiteral("Rows of the left operand and of the result"), size(64),
                 this);
    m_n = titled(*row, QStringLiteral("&n"), QStringLiteral("Columns of the right operand and of the result"), size(64),
                 this);
    m_k = titled(*row, QStringLiteral("&k"), QStringLiteral("Products that are added up for each element"), size(64),
                 this);
    m_type = titled(*row, QStringLiteral("&type"), QStringLiteral("Element type of both operands and of the result"),
                    new QComboBox(this), this);
    for (const ElementType type : kTypes)
        m_type->addItem(shown(toString(type)), static_cast<int>(type));
    m_lhsTransposed = new QCheckBox(QStringLiteral("lhsᵀ"), this);
    m_lhsTransposed->setToolTip(plainToolTip(QStringLiteral("The left operand lies transposed in memory")));
    row->addWidget(m_lhsTransposed);
    m_transposed = new QCheckBox(QStringLiteral("rhsᵀ"), this);
    m_transposed->setToolTip(plainToolTip(QStringLiteral("The right operand lies transposed in memory")));
    row->addWidget(m_transposed);
    auto* own = new QPushButton(QStringLiteral("&Own sizes"), this);
    own->setToolTip(
        plainToolTip(QStringLiteral("The sizes of the key, which stand for a whole bucket of shapes. Only "
                                    "results of these take the place of predictions.")));
    connect(own, &QPushButton::clicked, this, [this] { show(m_own); });
    row->addWidget(own);
    m_inputs = titled(*row, QStringLiteral("&input pairs"),
                      QStringLiteral("Each pair of operands has seeds of its own: 1 and 2, 3 and 4, …"),
                      number(1, kMostInputs, 1, this), this);
    m_repeats = titled(*row, QStringLiteral("r&epeats"),
                       QStringLiteral("Launches of each candidate, into buffers filled differently. An emulation gives "
                                      "the same bits each time and runs once."),
                       number(1, kMostRepeats, kDefaultRepeats, this), this);
    m_generator = titled(*row, QStringLiteral("co&de by"), QStringLiteral("Whose kernels are emulated or replicated"),
                         new QComboBox(this), this);
    for (const CodeGenerator generator : kAllCodeGenerators)
        m_generator->addItem(shown(toString(generator)), static_cast<int>(generator));
    m_timing = new QCheckBox(QStringLiteral("timin&g"), this);
    row->addWidget(m_timing);
    setTimed(false);
    for (QSpinBox* box : {m_m, m_n, m_k, m_inputs, m_repeats})
        connect(box, &QSpinBox::valueChanged, this, &RerunPlanBox::changed);
    for (QComboBox* combo : {m_type, m_generator})
        connect(combo, &QComboBox::currentIndexChanged, this, &RerunPlanBox::changed);
    for (QCheckBox* box : {m_lhsTransposed, m_transposed})
        connect(box, &QCheckBox::toggled, this, &RerunPlanBox::changed);
}

void RerunPlanBox::setProblem(const RerunProblem& problem) {
    m_own = problem;
    show(problem);
}

void RerunPlanBox::show(const RerunProblem& problem) {
    {
        const QSignalBlocker quiet(this);
        m_m->setValue(static_cast<int>(std::min<std::size_t>(problem.m, kLargestSize)));
        m_n->setValue(static_cast<int>(std::min<std::size_t>(problem.n, kLargestSize)));
        m_k->setValue(static_cast<int>(std::min<std::size_t>(problem.k, kLargestSize)));
        m_type->setCurrentIndex(std::max(0, m_type->findData(static_cast<int>(problem.type))));
        m_transposed->setChecked(problem.rhsTransposed);
        m_lhsTransposed->setChecked(problem.lhsTransposed);
    }
    emit changed();
}

void RerunPlanBox::assumeGenerator(std::optional<CodeGenerator> generator) {
    if (generator) m_generator->setCurrentIndex(m_generator->findData(static_cast<int>(*generator)));
}

void RerunPlanBox::setTimed(bool possible) {
    m_timing->setEnabled(possible);
    m_timing->setToolTip(plainToolTip(
        possible ? QStringLiteral("Measures times as well. Times of replicas are not those of the original kernels.")
                 : QStringLiteral("An emulated candidate has no time: choose a GPU or a worker of your own.")));
}

RerunProblem RerunPlanBox::problem() const {
    return {static_cast<std::size_t>(m_m->value()),
            static_cast<std::size_t>(m_n->value()),
            static_cast<std::size_t>(m_k->value()),
            static_cast<ElementType>(m_type->currentData().toInt()),
            m_transposed->isChecked(),
            m_lhsTransposed->isChecked()};
}

void RerunPlanBox::fill(RerunPlan& plan) const {
    plan.problem = problem();
    plan.codeGenerator = static_cast<CodeGenerator>(m_generator->currentData().toInt());
    plan.inputs = static_cast<std::size_t>(m_inputs->value());
    plan.repeats = static_cast<unsigned>(m_repeats->value());
    plan.timingSamples = m_timing->isEnabled() && m_timing->isChecked() ? kTimingSamples : 0;
}

}  // namespace flipscope
