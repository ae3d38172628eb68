#pragma once

#include "ui/rerun_values.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QSpinBox>
#include <QWidget>

namespace flipscope {

// Shape, element type, inputs, repeats, checks and timing of a re-run, and in words how many requests that makes.
class RerunPlanBox : public QWidget {
    Q_OBJECT
public:
    explicit RerunPlanBox(QWidget* parent = nullptr);

    // The target's own problem, to which "Own sizes" leads back, and what its key stands for or why that cannot be
    // told.
    void setTarget(const RerunProblem& problem, Result<KeyBucket> bucket);
    void assumeGenerator(std::optional<CodeGenerator> generator);
    // Emulated candidates have no times and take dense rows only. The standard checks are made on a card, and not when
    // emulated, until the user says otherwise.
    void setEmulated(bool emulated);

    [[nodiscard]] RerunProblem problem() const;
    // Fills in all but device, key and candidates.
    void fill(RerunPlan& plan) const;
    // Products of all requests that a candidate runs on.
    [[nodiscard]] double products() const { return m_products; }

signals:
    void changed();

private:
    void makeChecks(QLayout& row);
    void show(const RerunProblem& problem);
    void describe();
    // Why there can be no sweep; empty when there can.
    [[nodiscard]] QString sweepFault() const;

    RerunProblem m_own;
    Result<KeyBucket> m_bucket = Error{"no key is chosen"};
    bool m_isEmulated = true;
    bool m_checksByHand = false;
    double m_products = 0;
    QSpinBox *m_m, *m_n, *m_k;
    QComboBox* m_type;
    QCheckBox *m_lhsTransposed, *m_transposed;
    QSpinBox *m_inputs, *m_repeats;
    QCheckBox *m_timing, *m_checks, *m_sweep;
    QComboBox* m_generator;
    QLabel* m_words;
};

}  // namespace flipscope
