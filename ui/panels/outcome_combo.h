#pragma once

#include "ui/view_state.h"

#include <QComboBox>

namespace flipscope {

// The choice of what tells good runs from bad ones, as far as one line can offer it: what was found in the output, best
// supported first, then pattern, labels and exit status. It shows the choice of the state and changes it when the user
// takes another entry.
class OutcomeCombo : public QComboBox {
    Q_OBJECT
public:
    explicit OutcomeCombo(ViewState& state, QWidget* parent = nullptr);

    // What the entry shown stands for; pattern and threshold are those of the state.
    [[nodiscard]] OutcomeChoice choice() const;

private:
    void offer();
    void showChoice();

    ViewState& m_state;
};

}  // namespace flipscope
