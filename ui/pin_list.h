#pragma once

#ifndef Q_MOC_RUN  // moc of Qt 6.4 fails on <functional> in C++20
#include "core/pin/pin.h"
#endif

#include <QObject>
#include <QString>
#include <cstddef>
#include <memory>
#include <vector>

namespace flipscope {

// The pins of the window while they are worked on: what they were before can be brought back, and it is known whether
// they stand in a file. Thread rule: UI thread only.
class PinList : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMostSteps = 100;  // that can be undone

    explicit PinList(QObject* parent = nullptr);

    // In the order of a pin file.
    [[nodiscard]] const std::vector<Pin>& pins() const { return now().pins; }
    // The pin file that they were opened from or saved to; empty: none.
    [[nodiscard]] const QString& file() const { return now().file; }
    // They are what the file holds, or there are none and never were.
    [[nodiscard]] bool isSaved() const { return now().isSaved; }
    // Somebody set or removed one of them by hand since the rule was applied or the file was opened.
    [[nodiscard]] bool hasHandWork() const { return now().hasHandWork; }
    // They are in a saved session.
    [[nodiscard]] bool isKept() const { return now().isKept; }
    // What would be lost if the window closed now: hand work that is in no pin file and in no saved session.
    [[nodiscard]] bool isWorkAtRisk() const { return now().isAtRisk(); }
    // Such work that others took the place of, those of a pin file or a session, and that can be brought back.
    [[nodiscard]] bool isReplacedWorkAtRisk() const;
    [[nodiscard]] bool canUndo() const { return m_at > 0; }
    [[nodiscard]] bool canRedo() const { return m_at + 1 < m_steps.size(); }

    // All pins at once, by a rule. keepsHandPins: those that were chosen by hand stay.
    void replaceAll(std::vector<Pin> pins, bool keepsHandPins = false);
    // Those of a pin file.
    void open(std::vector<Pin> pins, const QString& file);
    // Each takes the place of the pins that its key has.
    void setByHand(const std::vector<Pin>& pins);
    // Positions in pins().
    void remove(const std::vector<std::size_t>& positions);
    void undo();
    void redo();
    void markSaved(const QString& file);
    void markKept();  // in a session
    // As a session left them. isKept: they are in its file.
    void restore(std::vector<Pin> pins, const QString& file, bool isSaved, bool hasHandWork, bool isKept);

signals:
    void changed();  // pins, or only the marks

private:
    struct Step {
        std::vector<Pin> pins;
        QString file;
        bool isSaved = true, hasHandWork = false, isKept = false;
        bool isReplaced = false;  // by pins that were not made from them
        [[nodiscard]] bool isAtRisk() const { return hasHandWork && !isSaved && !isKept; }
    };
    [[nodiscard]] const Step& now() const { return m_steps[m_at]; }
    void add(Step step, bool replaces = false);

    std::vector<Step> m_steps;  // never empty
    std::size_t m_at = 0;
};

}  // namespace flipscope
