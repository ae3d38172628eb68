#pragma once

#include "ui/rerun_values.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace flipscope {

// "Whose card?": a card to emulate, a GPU of this machine, or a worker of the user's own. Starts nothing itself.
class RerunPlace : public QWidget {
    Q_OBJECT
public:
    // worker: the program that emulates and runs replicas.
    explicit RerunPlace(std::string worker, QWidget* parent = nullptr);

    // The card taken as long as the user has chosen none here; null: ask.
    void assumeCard(std::optional<Card> card);
    // Evidence is said for these operands.
    void setOperands(ElementType type);
    // GPUs of this machine that the worker has replicas for, as its hello names them.
    void offerGpus(const WorkerHello& hello);
    // What a worker said of itself that was started with this command.
    void hear(const ChildCommand& worker, const WorkerHello& hello);
    // Says why the worker of the user's own could not be asked.
    void showFault(const QString& fault);
    // Takes a card by name, generation or product, or a card file, as the user would. Empty when it did, else why not.
    QString chooseCard(const QString& nameOrPath);
    // Takes the command of a worker as if the user had typed it: the window does so only for what the user typed.
    void chooseCommand(const QString& command);

    // Why nothing can be run yet; empty when it can.
    [[nodiscard]] QString problem() const;
    // Fills in worker, device and generation. Precondition: no problem().
    void fill(RerunOrder& order) const;
    // A command of the user's own: to be started only after the user said so.
    [[nodiscard]] QString ownCommand() const;
    // How the chosen worker is started. Precondition: no problem().
    [[nodiscard]] ChildCommand command() const;
    // What the chosen worker runs beside a candidate set, as far as it has said hello.
    [[nodiscard]] std::vector<std::string> ownCandidates() const;
    [[nodiscard]] bool isEmulated() const;
    [[nodiscard]] QComboBox& combo() { return *m_combo; }
    // The devices of a worker of the user's own; none before its hello, or where it has but one.
    [[nodiscard]] QComboBox& devices() { return *m_device; }

signals:
    void changed();
    // The user wants the worker of their own to be started to hear what it offers.
    void askWanted();

private:
    enum class Kind { ask, card, file, otherFile, gpu, command };
    [[nodiscard]] Kind kind() const;
    [[nodiscard]] const CardNumbers& card() const;
    void choose(int index);
    void nameCards();
    void askForFile();
    void addFile(const QString& path, const CardNumbers& card);
    void showDetails();
    [[nodiscard]] const WorkerHello* hello() const;
    [[nodiscard]] QString commandDetails() const;
    void offerDevices();

    std::string m_worker;
    QComboBox* m_combo;
    QLineEdit* m_command;
    QPushButton* m_ask;
    QComboBox* m_device;  // of a worker of the user's own that has several
    QLabel* m_details;
    std::map<std::vector<std::string>, WorkerHello> m_heard;  // by the words of the command
    QString m_fault;
    std::vector<CardNumbers> m_cards;  // built in, then read from files
    std::vector<std::string> m_files;  // of those behind the built-in ones
    ElementType m_operands = ElementType::f32;
    bool m_chosen = false;
    int m_lastIndex = 0;
};

}  // namespace flipscope
