#pragma once

#include "ui/view_state.h"

#include <QWidget>
#include <optional>

class QComboBox;

namespace flipscope {

// What is forced: a key, one of its candidates or each by itself, the run whose other choices are held, and what of the
// program is compared.
class ForceBox : public QWidget {
    Q_OBJECT
public:
    explicit ForceBox(ViewState& state, QWidget* parent = nullptr);

    // Null: nothing that can be forced is chosen.
    [[nodiscard]] std::optional<ForcedChoice> choice() const;
    [[nodiscard]] std::optional<RunIndex> base() const;
    // In place of the outcome in view.
    [[nodiscard]] bool comparesWholeOutput() const;
    // Null: each candidate by itself; a base that has no choice for the key is replaced by one that has.
    void choose(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base);

signals:
    void changed();

private:
    void offerKeys();
    void offerBases();
    void offerCandidates();
    [[nodiscard]] std::optional<KeyIndex> key() const;
    [[nodiscard]] const WinnerCell* cellOf(RunIndex run) const;

    ViewState& m_state;
    QComboBox *m_keys, *m_candidates, *m_bases, *m_compared;
};

}  // namespace flipscope
