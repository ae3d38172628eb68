#include "ui/panels/pin_write_dialog.h"

#include "core/report/pin_report.h"
#include "core/report/text_report.h"
#include "core/write/overwrite_refusal.h"
#include "ui/file_dialogs.h"
#include "ui/text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <utility>

namespace flipscope {
namespace {

QCheckBox* option(const QString& text, const QString& explanation, QWidget* parent) {
    auto* box = new QCheckBox(text, parent);
    box->setToolTip(plainToolTip(explanation));
    return box;
}

QLabel* words(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

PinWriteDialog::PinWriteDialog(std::vector<Pin> pins, const std::vector<PinBase>& bases,
                               std::vector<std::string> inputs, QWidget* parent)
    : QDialog(parent),
      m_pins(std::move(pins)),
      m_inputs(std::move(inputs)),
      m_base(new QComboBox(this)),
      m_out(new QLineEdit(this)),
      m_keepOthers(option(QStringLiteral("&Keep the base's choices for other keys"),
                          QStringLiteral("Without: the program tunes keys without a pin anew"), this)),
      m_dropRecords(option(QStringLiteral("Leave out &records of earlier processes"),
                           QStringLiteral("No program reads them back"), this)),
      m_dropKernels(option(QStringLiteral("Leave out &compiled kernels"),
                           QStringLiteral("The program compiles them again, which takes time at its start"), this)),
      m_replace(option(QStringLiteral("Replace the &file if it exists"),
                       QStringLiteral("Never the base, a file of the loaded runs, or one that a program uses"), this)),
      m_problem(words({}, this)),
      m_write(new QPushButton(QStringLiteral("&Write"), this)),
      m_job([this](Result<WrittenPins> result) { take(std::move(result)); }) {
    setWindowTitle(QStringLiteral("Write a database with the pins"));
    makeLayout(bases);
    showControls();
}

void PinWriteDialog::makeLayout(const std::vector<PinBase>& bases) {
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(words(
        QStringLiteral("Writes a new environment database of cubecl 0.11 in which the program finds %1. The base is "
                       "only read, and refused while a program uses it. Nothing that exists is changed.")
            .arg(counted(m_pins.size(), "pinned choice", "pinned choices")),
        this));
    m_base->setAccessibleName(QStringLiteral("Base"));
    m_base->setToolTip(plainToolTip(QStringLiteral("Its compiled kernels and other rows are taken over as they are")));
    m_base->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_base->setMinimumContentsLength(40);
    for (const PinBase& base : bases)
        m_base->addItem(base.title, QString::fromStdString(base.path));
    m_base->addItem(QStringLiteral("none: a new database"), QString());
    m_base->addItem(QStringLiteral("another file …"));
    connect(m_base, &QComboBox::activated, this, &PinWriteDialog::chooseBase);
    auto* out = new QHBoxLayout;
    auto* browse = new QPushButton(QStringLiteral("&Browse …"), this);
    m_out->setAccessibleName(QStringLiteral("Database to write"));
    m_out->setPlaceholderText(QStringLiteral("file that is to be made, such as env/default.db"));
    connect(m_out, &QLineEdit::textChanged, this, &PinWriteDialog::showControls);
    connect(browse, &QPushButton::clicked, this, [this] {
        const QString file = askForDatabaseToWrite(*this);
        if (!file.isEmpty()) m_out->setText(file);
    });
    out->addWidget(m_out, 1);
    out->addWidget(browse);
    auto* form = new QFormLayout;
    form->addRow(QStringLiteral("B&ase"), m_base);
    form->addRow(QStringLiteral("&Output"), out);
    qobject_cast<QLabel*>(form->labelForField(out))->setBuddy(m_out);
    layout->addLayout(form);
    for (QCheckBox* box : {m_keepOthers, m_dropRecords, m_dropKernels, m_replace})
        layout->addWidget(box);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_write, QDialogButtonBox::AcceptRole);
    m_write->setDefault(true);
    connect(m_write, &QPushButton::clicked, this, &PinWriteDialog::write);
    connect(buttons, &QDialogButtonBox::rejected, this, &PinWriteDialog::reject);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 86, sizeHint().height());
}

void PinWriteDialog::chooseBase() {
    if (m_base->currentData().isValid()) {
        m_baseBefore = m_base->currentIndex();
        return;
    }
    const QString file = askForDatabaseToOpen(*this);
    if (file.isEmpty()) {
        m_base->setCurrentIndex(m_baseBefore);
        return;
    }
    m_base->insertItem(0, shown(file.toStdString()), file);
    m_base->setCurrentIndex(0);
    m_baseBefore = 0;
}

void PinWriteDialog::write() {
    if (m_job.running() || m_out->text().isEmpty()) return;
    m_writtenBase = m_base->currentData().toString().toStdString();
    m_writtenOut = QFileInfo(m_out->text()).absoluteFilePath().toStdString();
    if (const auto refusal = overwriteRefusal(m_writtenOut, m_inputs)) return say(shown(refusal->message, 2000));
    say(QStringLiteral("Writing …"));
    WriteOptions options;
    options.keepOtherChoices = m_keepOthers->isChecked();
    options.dropRecords = m_dropRecords->isChecked();
    options.dropKernels = m_dropKernels->isChecked();
    options.replaceOutput = m_replace->isChecked();
    m_job.start([pins = m_pins, base = m_writtenBase, out = m_writtenOut, options](const std::stop_token& stop,
                                                                                   const ProgressSink&) {
        WriteOptions stoppable = options;
        stoppable.stop = stop;
        return writePins(pins, base, out, stoppable);
    });
    showControls();
}

void PinWriteDialog::take(Result<WrittenPins> result) {
    showControls();
    if (result.cancelled()) return say({});
    if (!result) return say(shown(result.errorMessage(), 2000));
    constexpr std::size_t kColumns = 110;
    const PinsWritten view{m_pins, result.value(), m_writtenBase, m_writtenOut};
    emit written(QString::fromStdString(toText(pinsWrittenDocument(view), {kColumns, false})));
    accept();
}

void PinWriteDialog::say(const QString& problem) {
    m_problem->setText(problem);
}

void PinWriteDialog::showControls() {
    m_write->setEnabled(!m_job.running() && !m_out->text().isEmpty());
}

}  // namespace flipscope
