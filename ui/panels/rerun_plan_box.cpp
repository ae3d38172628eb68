#include "ui/panels/rerun_plan_box.h"

#include "core/analyse/card.h"
#include "core/report/rerun_report.h"
#include "core/rerun/bucket_members.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/titled.h"
#include "ui/text.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <map>
#include <utility>

namespace flipscope {
namespace {

constexpr int kLargestSize = 1 << 20;
constexpr int kMostInputs = 64, kMostRepeats = 1000, kDefaultRepeats = 3;
constexpr unsigned kTimingSamples = 30;
constexpr std::array kTypes = {ElementType::f32, ElementType::f16, ElementType::bf16};

QSpinBox* number(int smallest, int largest, int value, QWidget* parent) {
    auto* box = new QSpinBox(parent);
    box->setRange(smallest, largest);
    box->setValue(value);
    box->setKeyboardTracking(false);
    return box;
}

}  // namespace

RerunPlanBox::RerunPlanBox(QWidget* parent) : QWidget(parent) {
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    auto* row = new FlowLayout;
    row->setContentsMargins(0, 0, 0, 0);
    whole->addLayout(row);
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
                      number(1, kMostInputs, static_cast<int>(kDefaultInputs), this), this);
    m_repeats = titled(*row, QStringLiteral("r&epeats"),
                       QStringLiteral("Launches of each candidate, into buffers filled differently. An emulation gives "
                                      "the same bits each time and runs once."),
                       number(1, kMostRepeats, kDefaultRepeats, this), this);
    m_generator = titled(*row, QStringLiteral("co&de by"), QStringLiteral("Whose kernels are emulated or replicated"),
                         new QComboBox(this), this);
    for (const CodeGenerator generator : kAllCodeGenerators)
        m_generator->addItem(shown(toString(generator)), static_cast<int>(generator));
    makeChecks(*row);
    m_words = new QLabel(this);
    m_words->setTextFormat(Qt::PlainText);
    m_words->setWordWrap(true);
    whole->addWidget(m_words);
    setEmulated(true);
    connect(this, &RerunPlanBox::changed, this, &RerunPlanBox::describe);
    for (QSpinBox* box : {m_m, m_n, m_k, m_inputs, m_repeats})
        connect(box, &QSpinBox::valueChanged, this, &RerunPlanBox::changed);
    for (QComboBox* combo : {m_type, m_generator})
        connect(combo, &QComboBox::currentIndexChanged, this, &RerunPlanBox::changed);
    for (QCheckBox* box : {m_lhsTransposed, m_transposed, m_checks, m_sweep})
        connect(box, &QCheckBox::toggled, this, &RerunPlanBox::changed);
}

void RerunPlanBox::makeChecks(QLayout& row) {
    m_timing = new QCheckBox(QStringLiteral("timin&g"), this);
    m_checks = new QCheckBox(QStringLiteral("&checks"), this);
    m_sweep = new QCheckBox(QStringLiteral("swee&p"), this);
    for (QCheckBox* box : {m_timing, m_checks, m_sweep})
        row.addWidget(box);
    connect(m_checks, &QCheckBox::toggled, this, [this] { m_checksByHand = true; });
}

void RerunPlanBox::setTarget(const RerunProblem& problem, Result<KeyBucket> bucket) {
    m_own = problem;
    m_bucket = std::move(bucket);
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

void RerunPlanBox::setEmulated(bool emulated) {
    m_isEmulated = emulated;
    m_timing->setEnabled(!emulated);
    m_timing->setToolTip(plainToolTip(
        emulated ? QStringLiteral("An emulated candidate has no time: choose a GPU or a worker of your own.")
                 : QStringLiteral("Measures times as well. Times of replicas are not those of the original kernels.")));
    m_checks->setToolTip(plainToolTip(
        emulated
            ? QStringLiteral("Runs one, two and three rows and columns, too. Misaligned buffers and padded rows "
                             "are not emulated.")
            : QStringLiteral("Runs misaligned buffers, padded rows, and one, two and three rows and columns, too.")));
    if (!m_checksByHand) {
        const QSignalBlocker quiet(m_checks);
        m_checks->setChecked(!emulated);
    }
    describe();
}

QString RerunPlanBox::sweepFault() const {
    if (!m_bucket) return shown(m_bucket.errorMessage());
    if (problem() != m_own) return QStringLiteral("it goes with the key's own sizes only");
    if (!bucketMembers(m_bucket.value(), m_isEmulated).empty()) return {};
    return m_isEmulated ? QStringLiteral(
                              "the key stands for no other shape whose rows need no padding, and others are "
                              "not emulated")
                        : QStringLiteral("the key stands for no other shape");
}

// "14 requests for each candidate: these sizes (1), padded rows (2), …"
void RerunPlanBox::describe() {
    const QString fault = sweepFault();
    m_sweep->setEnabled(fault.isEmpty());
    m_sweep->setToolTip(plainToolTip(
        fault.isEmpty()
            ? QStringLiteral("Runs up to %1 other shapes that the key stands for, too").arg(kMostBucketMembers)
            : QStringLiteral("Not here: %1").arg(fault)));
    RerunPlan plan;
    fill(plan);
    std::map<RerunCheck, std::size_t> counts;
    m_products = 0;
    for (const RerunRequest& request : requestsOf(plan)) {
        const RerunProblem& p = request.problem;
        m_products += static_cast<double>(p.m) * static_cast<double>(p.n) * static_cast<double>(p.k);
        ++counts[request.check];
    }
    QStringList parts;
    std::size_t all = 0;
    for (const auto& [check, count] : counts) {
        const bool isMain = check == RerunCheck::keySizes || check == RerunCheck::otherSizes;
        const QString name = isMain ? QStringLiteral("these sizes") : shown(inWords(check));
        const QString part = QStringLiteral("%1 (%2)").arg(name).arg(count);
        isMain ? parts.prepend(part) : parts.append(part);
        all += count;
    }
    QString words = QStringLiteral("%1 for each candidate: %2.")
                        .arg(counted(all, "request", "requests"), parts.join(QStringLiteral(", ")));
    if (m_isEmulated && m_checks->isChecked())
        words += QStringLiteral(" Misaligned buffers and padded rows are not emulated.");
    if (!fault.isEmpty()) words += QStringLiteral(" No sweep: %1.").arg(fault);
    m_words->setText(words);
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
    plan.keySizes = plan.problem == m_own;
    plan.standardChecks = m_checks->isChecked();
    plan.sweep = m_sweep->isEnabled() && m_sweep->isChecked();
    plan.onlyDense = m_isEmulated;
    plan.bucket.reset();
    if (m_bucket) plan.bucket = m_bucket.value();
    plan.timingSamples = m_timing->isEnabled() && m_timing->isChecked() ? kTimingSamples : 0;
}

}  // namespace flipscope
