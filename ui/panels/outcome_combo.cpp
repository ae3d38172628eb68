#include "ui/panels/outcome_combo.h"

#include "ui/text.h"

namespace flipscope {
namespace {

constexpr int kKindRole = Qt::UserRole;
constexpr int kPositionRole = Qt::UserRole + 1;  // of kind found: position in ViewState::foundOutcomes

QString textOf(const std::vector<FoundOutcome>& found, std::size_t position) {
    QString values = counted(found[position].distinct, "value", "values");
    const std::size_t lookedAt = found[position].values.outcomesLookedAt;
    if (position == 0)
        values +=
            lookedAt == 1 ? QStringLiteral(", the only one") : QStringLiteral(", best supported of %1").arg(lookedAt);
    return QStringLiteral("found: %1  (%2)").arg(shown(found[position].description, 200), values);
}

}  // namespace

OutcomeCombo::OutcomeCombo(ViewState& state, QWidget* parent) : QComboBox(parent), m_state(state) {
    setMinimumContentsLength(30);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setAccessibleName(QStringLiteral("Outcome"));
    connect(&m_state, &ViewState::foundOutcomesChanged, this, &OutcomeCombo::offer);
    connect(&m_state, &ViewState::outcomeChoiceChanged, this, &OutcomeCombo::showChoice);
    connect(this, &QComboBox::activated, this, [this] { m_state.chooseOutcome(choice()); });
    offer();
}

void OutcomeCombo::offer() {
    clear();
    const auto add = [this](const QString& text, OutcomeKind kind, std::size_t position = 0) {
        addItem(text, static_cast<int>(kind));
        setItemData(count() - 1, static_cast<qulonglong>(position), kPositionRole);
        setItemData(count() - 1, plainToolTip(text), Qt::ToolTipRole);
    };
    add(QStringLiteral("none chosen"), OutcomeKind::none);
    const auto& found = m_state.foundOutcomes();
    for (std::size_t i = 0; i < found.size(); ++i)
        add(textOf(found, i), OutcomeKind::found, i);
    add(QStringLiteral("pattern in the text output"), OutcomeKind::pattern);
    add(QStringLiteral("labels"), OutcomeKind::labels);
    add(QStringLiteral("exit status"), OutcomeKind::exitStatus);
    showChoice();
}

void OutcomeCombo::showChoice() {
    const OutcomeChoice& choice = m_state.outcomeChoice();
    const auto position = chosenOf(m_state.foundOutcomes(), choice);
    int row = position ? 1 + static_cast<int>(*position) : findData(static_cast<int>(choice.kind), kKindRole);
    if (!position && choice.kind == OutcomeKind::found) row = 0;  // no longer among those found
    setCurrentIndex(std::max(0, row));
    setToolTip(currentData(Qt::ToolTipRole).toString());
}

OutcomeChoice OutcomeCombo::choice() const {
    const auto kind = static_cast<OutcomeKind>(currentData(kKindRole).toInt());
    const auto position = static_cast<std::size_t>(currentData(kPositionRole).toULongLong());
    OutcomeChoice choice;
    if (kind == OutcomeKind::found && position < m_state.foundOutcomes().size())
        choice = choiceOfFound(m_state.foundOutcomes(), position);
    choice.kind = kind;
    choice.pattern = m_state.outcomeChoice().pattern;
    choice.threshold = m_state.outcomeChoice().threshold;
    return choice;
}

}  // namespace flipscope
