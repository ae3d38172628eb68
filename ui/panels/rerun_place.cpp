#include "ui/panels/rerun_place.h"

#include "core/process/command_words.h"
#include "core/report/rerun_report.h"
#include "core/rerun/device_choice.h"
#include "core/rerun/own_worker.h"
#include "ui/text.h"

#include <QFileDialog>
#include <QGridLayout>
#include <QMessageBox>
#include <QSignalBlocker>
#include <algorithm>

namespace flipscope {
namespace {

constexpr int kKindRole = Qt::UserRole, kNumberRole = Qt::UserRole + 1, kDeviceRole = Qt::UserRole + 2;

QString evidenceWords(const CardNumbers& card, ElementType type) {
    const CardOperands* operands = card.find(type);
    return operands != nullptr ? shown(inWords(operands->evidence))
                               : QStringLiteral("no tensor core for %1").arg(shown(toString(type)));
}

QString detailsOf(const CardNumbers& card, ElementType type) {
    QStringList products;
    for (const std::string& product : card.products)
        products += shown(product, 60);
    QString text = QStringLiteral("Emulated on this processor");
    if (!products.isEmpty()) text += QStringLiteral(" as ") + products.join(QStringLiteral(", "));
    text += QStringLiteral("; numbers for %1: %2.").arg(shown(toString(type)), evidenceWords(card, type));
    if (!card.sameGeneration.empty())
        text += QStringLiteral(" They stand for all of its generation; on its other products nothing was measured.");
    const CardOperands* operands = card.find(type);
    if (operands == nullptr || operands->note.empty()) return text;
    // A clause in card files, a sentence here.
    QString note = shown(operands->note);
    note[0] = note[0].toUpper();
    return text + QLatin1Char(' ') + note + (note.endsWith(QLatin1Char('.')) ? QString() : QStringLiteral("."));
}

// Several devices of one name are told apart by their ids.
QString deviceLabel(const WorkerDevice& device, const WorkerHello& hello) {
    const auto isNamesake = [&device](const WorkerDevice& other) { return other.name == device.name; };
    const bool isOnly = std::count_if(hello.devices.begin(), hello.devices.end(), isNamesake) == 1;
    const QString name = shown(device.name, 80);
    return isOnly ? name : QStringLiteral("%1 (%2)").arg(name, shown(device.id, 40));
}

}  // namespace

RerunPlace::RerunPlace(std::string worker, QWidget* parent)
    : QWidget(parent),
      m_worker(std::move(worker)),
      m_combo(new QComboBox(this)),
      m_command(new QLineEdit(this)),
      m_ask(new QPushButton(QStringLiteral("&List its candidates"), this)),
      m_device(new QComboBox(this)),
      m_details(new QLabel(this)),
      m_cards(builtInCards()) {
    auto* title = new QLabel(QStringLiteral("&Whose card?"), this);
    title->setBuddy(m_combo);
    m_combo->setAccessibleName(QStringLiteral("Whose card?"));
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_combo->setMinimumContentsLength(38);
    m_command->setPlaceholderText(QStringLiteral("command of a worker, for example python3 my_worker.py"));
    m_command->setAccessibleName(QStringLiteral("Command of the worker"));
    m_command->setToolTip(plainToolTip(
        QStringLiteral("A program that speaks docs/worker-protocol.md. It is started when you press Run or List, "
                       "without a shell; double quotes keep words together. It is not kept in sessions.")));
    m_ask->setToolTip(plainToolTip(
        QStringLiteral("Starts your program, hears which candidates of its own it offers, and ends it again")));
    m_device->setAccessibleName(QStringLiteral("Device of the worker"));
    m_device->setToolTip(plainToolTip(QStringLiteral("On which of the worker's devices the candidates are run")));
    m_details->setTextFormat(Qt::PlainText);
    m_details->setWordWrap(true);
    const auto add = [this](const QString& text, Kind kind, int number) {
        m_combo->addItem(text, static_cast<int>(kind));
        m_combo->setItemData(m_combo->count() - 1, number, kNumberRole);
    };
    add(QStringLiteral("choose whose card …"), Kind::ask, 0);
    for (int i = 0; i < static_cast<int>(m_cards.size()); ++i)
        add({}, Kind::card, i);
    add(QStringLiteral("card file …"), Kind::otherFile, 0);
    add(QStringLiteral("a worker of your own …"), Kind::command, 0);
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(title, 0, 0);
    layout->addWidget(m_combo, 0, 1);
    layout->addWidget(m_command, 0, 2);
    layout->addWidget(m_ask, 0, 3);
    layout->addWidget(m_device, 0, 4);
    layout->addWidget(m_details, 1, 0, 1, 5);
    layout->setColumnStretch(2, 1);
    nameCards();
    connect(m_combo, &QComboBox::activated, this, [this](int index) {
        m_chosen = true;
        choose(index);
    });
    connect(m_command, &QLineEdit::textChanged, this, [this] {
        m_fault.clear();
        offerDevices();
        showDetails();
        emit changed();
    });
    connect(m_ask, &QPushButton::clicked, this, &RerunPlace::askWanted);
    showDetails();
}

RerunPlace::Kind RerunPlace::kind() const {
    return static_cast<Kind>(m_combo->currentData(kKindRole).toInt());
}

const CardNumbers& RerunPlace::card() const {
    return m_cards[static_cast<std::size_t>(m_combo->currentData(kNumberRole).toInt())];
}

bool RerunPlace::isEmulated() const {
    return kind() == Kind::card || kind() == Kind::file;
}

void RerunPlace::choose(int index) {
    m_combo->setCurrentIndex(index);
    if (kind() == Kind::otherFile) return askForFile();
    m_lastIndex = index;
    showDetails();
    if (kind() == Kind::command) m_command->setFocus();
    emit changed();
}

void RerunPlace::assumeCard(std::optional<Card> card) {
    if (m_chosen) return;
    int index = 0;
    for (int i = 0; card && i < m_combo->count(); ++i) {
        if (static_cast<Kind>(m_combo->itemData(i, kKindRole).toInt()) != Kind::card) continue;
        const CardNumbers& offered = m_cards[static_cast<std::size_t>(m_combo->itemData(i, kNumberRole).toInt())];
        // The name of a generation is that of its own card; others of the generation have longer ones.
        if (offered.generation == *card && (index == 0 || offered.name == toString(*card))) index = i;
    }
    if (index != m_combo->currentIndex()) choose(index);
}

void RerunPlace::setOperands(ElementType type) {
    m_operands = type;
    nameCards();
    showDetails();
}

void RerunPlace::nameCards() {
    for (int i = 0; i < m_combo->count(); ++i) {
        const Kind kind = static_cast<Kind>(m_combo->itemData(i, kKindRole).toInt());
        if (kind != Kind::card && kind != Kind::file) continue;
        const CardNumbers& offered = m_cards[static_cast<std::size_t>(m_combo->itemData(i, kNumberRole).toInt())];
        m_combo->setItemText(
            i, QStringLiteral("%1 · %2").arg(shown(offered.name, 60), evidenceWords(offered, m_operands)));
    }
}

void RerunPlace::offerGpus(const WorkerHello& hello) {
    for (const WorkerDevice& device : hello.devices) {
        const QString id = QString::fromStdString(device.id);
        if (m_combo->findData(id, kDeviceRole) >= 0) continue;
        m_combo->insertItem(1, QStringLiteral("%1 in this machine").arg(deviceLabel(device, hello)),
                            static_cast<int>(Kind::gpu));
        m_combo->setItemData(1, id, kDeviceRole);
        if (m_lastIndex >= 1) ++m_lastIndex;
    }
    hear(ownWorkerCommand(m_worker, "cuda", {}), hello);
}

void RerunPlace::hear(const ChildCommand& worker, const WorkerHello& hello) {
    m_heard[worker.arguments] = hello;
    m_fault.clear();
    offerDevices();
    showDetails();
    emit changed();
}

// A device chosen before stays chosen when the worker says hello again.
void RerunPlace::offerDevices() {
    const QString before = m_device->currentData().toString();
    m_device->clear();
    const WorkerHello* said = kind() == Kind::command ? hello() : nullptr;
    if (said == nullptr || said->devices.size() < 2) return;
    for (const WorkerDevice& device : said->devices)
        m_device->addItem(deviceLabel(device, *said), QString::fromStdString(device.id));
    m_device->setCurrentIndex(std::max(0, m_device->findData(before)));
}

void RerunPlace::showFault(const QString& fault) {
    m_fault = fault;
    showDetails();
}

const WorkerHello* RerunPlace::hello() const {
    if (!problem().isEmpty()) return nullptr;
    const auto heard = m_heard.find(command().arguments);
    return heard == m_heard.end() ? nullptr : &heard->second;
}

std::vector<std::string> RerunPlace::ownCandidates() const {
    const WorkerHello* said = hello();
    return said == nullptr ? std::vector<std::string>() : said->candidates;
}

QString RerunPlace::commandDetails() const {
    if (!m_fault.isEmpty()) return m_fault;
    const WorkerHello* said = hello();
    if (said == nullptr)
        return QStringLiteral(
            "Your program is started when you press Run or List. Whose kernels it runs, and whose times it measures, "
            "is what it says of itself.");
    const QString version = said->version.empty() ? QString() : QLatin1Char(' ') + shown(said->version, 30);
    return QStringLiteral("It says of itself: %1%2, %3, %4 of its own.")
        .arg(shown(said->name, 60), version, counted(said->devices.size(), "device", "devices"),
             counted(said->candidates.size(), "candidate", "candidates"));
}

QString RerunPlace::chooseCard(const QString& nameOrPath) {
    const Result<CardNumbers> found = findCard(nameOrPath.toStdString());
    if (!found) return shown(found.errorMessage(), 1000);
    m_chosen = true;
    for (int i = 0; i < m_combo->count(); ++i) {
        const bool isBuiltIn = static_cast<Kind>(m_combo->itemData(i, kKindRole).toInt()) == Kind::card;
        const auto number = static_cast<std::size_t>(m_combo->itemData(i, kNumberRole).toInt());
        if (isBuiltIn && m_cards[number].name == found.value().name) return choose(i), QString();
    }
    addFile(nameOrPath, found.value());
    return {};
}

void RerunPlace::chooseCommand(const QString& command) {
    m_chosen = true;
    m_command->setText(command);
    choose(m_combo->findData(static_cast<int>(Kind::command), kKindRole));
}

void RerunPlace::askForFile() {
    m_combo->setCurrentIndex(m_lastIndex);
    const QString path = QFileDialog::getOpenFileName(this, QStringLiteral("Card file"), {},
                                                      QStringLiteral("Card files (*.json);;All files (*)"));
    if (path.isEmpty()) return;
    const Result<CardNumbers> card = findCard(path.toStdString());
    if (card) return addFile(path, card.value());
    QMessageBox box(QMessageBox::Warning, QStringLiteral("Card file"), shown(card.errorMessage(), 1000),
                    QMessageBox::Ok, this);
    box.setTextFormat(Qt::PlainText);
    box.exec();
}

void RerunPlace::addFile(const QString& path, const CardNumbers& card) {
    m_cards.push_back(card);
    m_files.push_back(path.toStdString());
    const int index = m_combo->findData(static_cast<int>(Kind::otherFile), kKindRole);
    m_combo->insertItem(index, {}, static_cast<int>(Kind::file));
    m_combo->setItemData(index, static_cast<int>(m_cards.size()) - 1, kNumberRole);
    nameCards();
    choose(index);
}

void RerunPlace::showDetails() {
    for (QWidget* widget : {static_cast<QWidget*>(m_command), static_cast<QWidget*>(m_ask)})
        widget->setVisible(kind() == Kind::command);
    m_device->setVisible(kind() == Kind::command && m_device->count() > 0);
    m_ask->setEnabled(problem().isEmpty());
    switch (kind()) {
        case Kind::card:
        case Kind::file:
            m_details->setText(detailsOf(card(), m_operands));
            break;
        case Kind::gpu:
            m_details->setText(
                QStringLiteral("Replicas run on this GPU: they reproduce the candidates' bits, not their times. "
                               "Behind them stand %1 of the worker's own.")
                    .arg(counted(ownCandidates().size(), "candidate", "candidates")));
            break;
        case Kind::command:
            m_details->setText(commandDetails());
            break;
        default:
            m_details->setText(QStringLiteral(
                "No log names its card. Bits can be computed for a card that you do not have: choose the one on which "
                "the runs were made, or somebody else's."));
    }
}

QString RerunPlace::problem() const {
    if (kind() == Kind::ask || kind() == Kind::otherFile)
        return QStringLiteral("Whose card? Choose one above, then press Run.");
    if (kind() != Kind::command) return {};
    const Result<std::vector<std::string>> words = splitCommandWords(m_command->text().toStdString());
    if (!words)
        return QStringLiteral("The command of your worker cannot be read: %1.").arg(shown(words.errorMessage(), 200));
    if (words.value().empty()) return QStringLiteral("Give the command of your worker, then press Run.");
    return {};
}

QString RerunPlace::ownCommand() const {
    return kind() == Kind::command ? m_command->text() : QString();
}

ChildCommand RerunPlace::command() const {
    if (kind() == Kind::gpu) return ownWorkerCommand(m_worker, "cuda", {});
    if (kind() != Kind::command) {
        const auto number = static_cast<std::size_t>(m_combo->currentData(kNumberRole).toInt());
        const std::size_t builtIn = builtInCards().size();
        return ownWorkerCommand(m_worker, "emulate", number < builtIn ? std::string() : m_files[number - builtIn]);
    }
    const Result<std::vector<std::string>> words = splitCommandWords(m_command->text().toStdString());
    return {words ? words.value() : std::vector<std::string>()};  // none where problem() says why
}

void RerunPlace::fill(RerunOrder& order) const {
    order.worker = command();
    order.generation.reset();
    order.device.clear();
    order.deviceId.clear();
    if (kind() == Kind::gpu) order.deviceId = m_combo->currentData(kDeviceRole).toString().toStdString();
    if (kind() == Kind::command) order.deviceId = m_device->currentData().toString().toStdString();
    if (const WorkerHello* said = hello(); said != nullptr && !order.deviceId.empty()) {
        const Result<WorkerDevice> device = chosenDevice(*said, order.deviceId, {});
        if (device) order.device = device.value().name;
    }
    if (!isEmulated()) return;
    order.device = card().name;
    order.generation = card().generation;
}

}  // namespace flipscope
