#pragma once

#include "ui/rerun_values.h"

#include <QCheckBox>
#include <QComboBox>
#include <QSpinBox>
#include <QWidget>

namespace flipscope {

// Shape, element type, inputs, repeats and timing of a re-run.
class RerunPlanBox : public QWidget {
    Q_OBJECT
public:
    explicit RerunPlanBox(QWidget* parent = nullptr);

    // The target's own problem, to which "Own sizes" leads back.
    void setProblem(const RerunProblem& problem);
    void assumeGenerator(std::optional<CodeGenerator> generator);
    // Emulated candidates have no times.
    void setTimed(bool possible);
    void chooseInputs(int pairs) { m_inputs->setValue(pairs); }

    [[nodiscard]] RerunProblem problem() const;
    // Fills in problem, code generator, inputs, repeats and timing.
    void fill(RerunPlan& plan) const;

signals:
    void changed();

private:
    void show(const RerunProblem& problem);

    RerunProblem m_own;
    QSpinBox *m_m, *m_n, *m_k;
    QComboBox* m_type;
    QCheckBox *m_lhsTransposed, *m_transposed;
    QSpinBox *m_inputs, *m_repeats;
    QCheckBox* m_timing;
    QComboBox* m_generator;
};

}  // namespace flipscope
