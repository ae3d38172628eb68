#include "ui/panels/force_box.h"

#include "core/report/sentences.h"
#include "ui/panels/flow_layout.h"
#include "ui/panels/titled.h"
#include "ui/text.h"

#include <QComboBox>
#include <QSignalBlocker>
#include <algorithm>

namespace flipscope {
namespace {

constexpr int kEach = -1;  // in place of a candidate
constexpr int kLettersOfKey = 40, kLettersOfCandidate = 30, kLettersOfRun = 16;

void setUp(QComboBox& combo, int letters) {
    combo.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo.setMinimumContentsLength(letters);
}

}  // namespace

ForceBox::ForceBox(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_keys(new QComboBox(this)),
      m_candidates(new QComboBox(this)),
      m_bases(new QComboBox(this)),
      m_compared(new QComboBox(this)) {
    auto* row = new FlowLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    setUp(*m_keys, kLettersOfKey);
    setUp(*m_candidates, kLettersOfCandidate);
    setUp(*m_bases, kLettersOfRun);
    titled(*row, QStringLiteral("&Key"), QStringLiteral("Whose choice is forced otherwise"), m_keys, this);
    titled(
        *row, QStringLiteral("c&andidate"),
        QStringLiteral("The choice to force. Each by itself: forces every candidate and groups them by equal outcome"),
        m_candidates, this);
    titled(*row, QStringLiteral("&other choices of"),
           QStringLiteral("The run whose choices are held for all other keys"), m_bases, this);
    titled(*row, QStringLiteral("co&mpare"),
           QStringLiteral("What tells whether the choice changes anything. The whole standard output is the strictest; "
                          "it must not hold times and paths."),
           m_compared, this);
    m_compared->addItem(QStringLiteral("whole output"));
    m_compared->addItem(QStringLiteral("the outcome in view"));
    connect(m_keys, &QComboBox::activated, this, [this] {
        offerBases();
        offerCandidates();
        emit changed();
    });
    connect(m_bases, &QComboBox::activated, this, [this] {
        offerCandidates();
        emit changed();
    });
    for (QComboBox* combo : {m_candidates, m_compared})
        connect(combo, &QComboBox::activated, this, &ForceBox::changed);
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged})
        connect(&m_state, signal, this, &ForceBox::offerKeys);
    offerKeys();
}

std::optional<KeyIndex> ForceBox::key() const {
    if (m_keys->currentIndex() < 0) return std::nullopt;
    return KeyIndex{m_keys->currentData().toUInt()};
}

std::optional<RunIndex> ForceBox::base() const {
    if (m_bases->currentIndex() < 0) return std::nullopt;
    return RunIndex{m_bases->currentData().toUInt()};
}

std::optional<ForcedChoice> ForceBox::choice() const {
    if (!key() || !base() || m_candidates->currentIndex() < 0) return std::nullopt;
    const int candidate = m_candidates->currentData().toInt();
    if (candidate == kEach) return ForcedChoice{*key(), std::nullopt};
    return ForcedChoice{*key(), CandidateIndex{static_cast<std::uint32_t>(candidate)}};
}

bool ForceBox::comparesWholeOutput() const {
    return m_compared->currentIndex() == 0;
}

const WinnerCell* ForceBox::cellOf(RunIndex run) const {
    const auto& analysis = m_state.analysis();
    if (!key() || analysis == nullptr) return nullptr;
    const WinnerMatrix& matrix = analysis->matrix;
    const auto column = std::find(matrix.runs.begin(), matrix.runs.end(), run);
    if (column == matrix.runs.end()) return nullptr;
    const WinnerCell& cell = matrix.at(*key(), static_cast<std::size_t>(column - matrix.runs.begin()));
    return cell.winner && cell.set ? &cell : nullptr;
}

void ForceBox::offerKeys() {
    const auto before = key();
    const auto baseBefore = base();
    const QVariant candidateBefore = m_candidates->currentData();
    m_keys->clear();
    const auto& dataset = m_state.dataset();
    const auto& analysis = m_state.analysis();
    for (const bool flips : {true, false}) {
        if (dataset == nullptr || analysis == nullptr) break;
        for (const KeyVerdict& verdict : analysis->keys) {
            if (verdict.flips != flips || verdict.winners.empty()) continue;
            const TuningKey& key = keyOf(*dataset, verdict.key);
            m_keys->addItem(QStringLiteral("%1 · %2%3")
                                .arg(shown(key.label), shown(key.id), flips ? QStringLiteral(" · flips") : QString()),
                            verdict.key.value);
        }
    }
    if (before) m_keys->setCurrentIndex(std::max(0, m_keys->findData(before->value)));
    offerBases();
    if (baseBefore && m_bases->findData(baseBefore->value) >= 0)
        m_bases->setCurrentIndex(m_bases->findData(baseBefore->value));
    offerCandidates();
    if (candidateBefore.isValid() && m_candidates->findData(candidateBefore) >= 0)
        m_candidates->setCurrentIndex(m_candidates->findData(candidateBefore));
    emit changed();
}

void ForceBox::offerBases() {
    const auto before = base();
    m_bases->clear();
    const auto& analysis = m_state.analysis();
    if (analysis == nullptr) return;
    for (const RunIndex run : analysis->matrix.runs)
        if (cellOf(run) != nullptr) m_bases->addItem(shown(runOf(*m_state.dataset(), run).id), run.value);
    if (before) m_bases->setCurrentIndex(std::max(0, m_bases->findData(before->value)));
}

void ForceBox::offerCandidates() {
    m_candidates->clear();
    const WinnerCell* cell = base() ? cellOf(*base()) : nullptr;
    if (cell == nullptr) return;
    const CandidateSet& set = setOf(*m_state.dataset(), *cell->set);
    m_candidates->addItem(QStringLiteral("each by itself (%1)").arg(set.names.size()), kEach);
    for (std::uint32_t i = 0; i < set.names.size(); ++i) {
        QString text = shown(candidateLabel(set, CandidateIndex{i}), 200);
        if (cell->winner == CandidateIndex{i}) text += QStringLiteral(" (as in the run)");
        m_candidates->addItem(text, static_cast<int>(i));
    }
}

void ForceBox::choose(KeyIndex key, std::optional<CandidateIndex> candidate, std::optional<RunIndex> base) {
    m_keys->setCurrentIndex(m_keys->findData(key.value));
    offerBases();
    if (base && m_bases->findData(base->value) >= 0) m_bases->setCurrentIndex(m_bases->findData(base->value));
    offerCandidates();
    const int wanted = candidate ? static_cast<int>(candidate->value) : kEach;
    if (m_candidates->findData(wanted) >= 0) m_candidates->setCurrentIndex(m_candidates->findData(wanted));
    emit changed();
}

}  // namespace flipscope
