#include "ui/panels/key_page.h"

#include "core/report/drive_words.h"
#include "core/report/format.h"
#include "core/report/sentences.h"
#include "ui/models/candidate_table_model.h"
#include "ui/panels/data_table.h"
#include "ui/panels/flow_layout.h"
#include "ui/plots/band_plot.h"
#include "ui/text.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

namespace flipscope {
namespace {

constexpr int kAllRuns = -1;
// Shares of the page's height.
constexpr double kMostForWords = 0.3, kForTable = 0.25;

QLabel* textLabel(QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

}  // namespace

KeyPage::KeyPage(ViewState& state, QWidget* parent)
    : QWidget(parent),
      m_state(state),
      m_keys(new QComboBox(this)),
      m_runs(new QComboBox(this)),
      m_logarithmic(new QCheckBox(QStringLiteral("&Logarithmic"), this)),
      m_identity(textLabel(this)),
      m_verdict(textLabel(this)),
      m_readOut(textLabel(this)),
      m_plot(new BandPlot(this)),
      m_model(new CandidateTableModel(this)),
      m_table(new QTableView(this)),
      m_words(new QScrollArea(this)),
      m_splitter(new QSplitter(Qt::Vertical, this)) {
    makeControls();
    connect(m_keys, &QComboBox::activated, this,
            [this] { m_state.setCurrentKey(KeyIndex{m_keys->currentData().toUInt()}); });
    connect(m_runs, &QComboBox::activated, this, [this] {
        const int run = m_runs->currentData().toInt();
        m_plot->highlightRun(run == kAllRuns ? std::nullopt : std::optional(RunIndex{static_cast<std::uint32_t>(run)}));
    });
    connect(m_logarithmic, &QCheckBox::toggled, m_plot, &BandPlot::setLogarithmic);
    connect(m_plot, &BandPlot::hovered, this, [this](const QString& text) {
        m_readOut->setText(text.isEmpty()
                               ? QStringLiteral("Winners (◆) on top, then the others, each fastest first. Point at a "
                                                "mark for its numbers; wheel or + − zoom, 0 shows everything.")
                               : text);
    });
    emit m_plot->hovered({});
    connect(&m_state, &ViewState::datasetChanged, this, &KeyPage::showKey);
    connect(&m_state, &ViewState::analysisChanged, this, [this] {
        offerKeys();
        offerRuns();
        showKey();
        proposeKey();
    });
    connect(&m_state, &ViewState::suspectsChanged, this, &KeyPage::proposeKey);
    connect(&m_state, &ViewState::currentKeyChanged, this, &KeyPage::showKey);
    connect(&m_state, &ViewState::assumptionsChanged, this, &KeyPage::showKey);
    offerKeys();
    offerRuns();
    showKey();
}

void KeyPage::makeControls() {
    auto* controls = new FlowLayout;
    const auto button = [this, controls](const QString& text, const QString& explanation, auto action) {
        auto* made = new QPushButton(text, this);
        made->setToolTip(plainToolTip(explanation));
        connect(made, &QPushButton::clicked, this, action);
        controls->addWidget(made);
    };
    m_keys->setAccessibleName(QStringLiteral("Key"));
    m_keys->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_keys->setMinimumContentsLength(44);
    controls->addWidget(m_keys);
    button(QStringLiteral("&Previous flip"), QStringLiteral("Previous key that flips"), [this] { step(-1); });
    button(QStringLiteral("&Next flip"), QStringLiteral("Next key that flips"), [this] { step(1); });
    m_runs->setAccessibleName(QStringLiteral("Run shown in the plot"));
    controls->addWidget(m_runs);
    controls->addWidget(m_logarithmic);
    button(QStringLiteral("Re-run &winners"),
           QStringLiteral("Compute their bits again: emulated for a card, or on a GPU of this machine"), [this] {
               if (m_state.currentKey()) m_state.wantRerun(*m_state.currentKey(), {});
           });
    button(QStringLiteral("&Force …"),
           QStringLiteral("Run your program with this key's choice forced: one candidate, or each by itself"), [this] {
               if (m_state.currentKey()) m_state.wantForcing(*m_state.currentKey(), std::nullopt, std::nullopt);
           });
    button(QStringLiteral("&Export plot…"), QStringLiteral("Save as PNG, PDF or CSV"), [this] { exportPlot(); });

    auto* proxy = new QSortFilterProxyModel(this);
    proxy->setSourceModel(m_model);
    setUpDataTable(*m_table, *proxy, QStringLiteral("Candidates of the key"));

    makeActions(*proxy);
    makeLayout(controls);
}

void KeyPage::makeActions(const QSortFilterProxyModel& proxy) {
    const auto action = [this, &proxy](const QString& text, Qt::Key key, auto wanted) {
        auto* made = new QAction(text, m_table);
        made->setShortcut(QKeySequence(Qt::CTRL | key));
        made->setShortcutContext(Qt::WidgetShortcut);
        connect(made, &QAction::triggered, this, [this, &proxy, wanted] {
            const QModelIndex row = proxy.mapToSource(m_table->currentIndex());
            if (row.isValid() && m_state.currentKey()) wanted(*m_state.currentKey(), m_model->candidate(row.row()));
        });
        m_table->addAction(made);
    };
    action(QStringLiteral("&Re-run this candidate"), Qt::Key_R,
           [this](KeyIndex key, CandidateIndex candidate) { m_state.wantRerun(key, {candidate}); });
    action(QStringLiteral("&Pin this candidate"), Qt::Key_P,
           [this](KeyIndex key, CandidateIndex candidate) { m_state.wantPin(key, candidate); });
    action(QStringLiteral("R&un the program with this choice…"), Qt::Key_G,
           [this](KeyIndex key, CandidateIndex candidate) { m_state.wantForcing(key, candidate, std::nullopt); });
}

void KeyPage::makeLayout(QLayout* controls) {
    auto* words = new QWidget(this);
    auto* wordsLayout = new QVBoxLayout(words);
    wordsLayout->setContentsMargins(4, 0, 4, 0);
    wordsLayout->addWidget(m_identity);
    wordsLayout->addWidget(m_verdict);
    wordsLayout->addStretch(1);
    m_words->setWidget(words);
    m_words->setWidgetResizable(true);
    m_words->setFrameShape(QFrame::NoFrame);
    m_words->setFocusPolicy(Qt::NoFocus);
    m_words->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* drawing = new QWidget(this);
    auto* drawingLayout = new QVBoxLayout(drawing);
    drawingLayout->setContentsMargins(0, 0, 0, 0);
    drawingLayout->addWidget(m_plot, 1);
    drawingLayout->addWidget(m_readOut);
    for (QWidget* part : {static_cast<QWidget*>(m_words), drawing, static_cast<QWidget*>(m_table)})
        m_splitter->addWidget(part);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_splitByHand = true; });
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(controls);
    layout->addWidget(m_splitter, 1);
}

void KeyPage::offerKeys() {
    m_keys->clear();
    const auto& dataset = m_state.dataset();
    const auto& analysis = m_state.analysis();
    if (dataset == nullptr || analysis == nullptr) return;
    for (const bool flips : {true, false}) {
        for (const KeyVerdict& verdict : analysis->keys) {
            if (verdict.flips != flips) continue;
            const TuningKey& key = keyOf(*dataset, verdict.key);
            m_keys->addItem(QStringLiteral("%1 · %2%3")
                                .arg(shown(key.label), shown(key.id), flips ? QStringLiteral(" · flips") : QString()),
                            verdict.key.value);
        }
    }
}

// Something to look at from the start: the strongest suspect, else the first key that flips, if any does.
void KeyPage::proposeKey() {
    const auto& suspects = m_state.suspects();
    if (suspects != nullptr && !suspects->result.suspects.empty()) {
        m_state.proposeKey(suspects->result.suspects.front().keys.front());
    } else if (!m_state.currentKey() && m_keys->count() > 0) {
        m_state.proposeKey(KeyIndex{m_keys->itemData(0).toUInt()});
    }
}

void KeyPage::offerRuns() {
    m_runs->clear();
    m_runs->addItem(QStringLiteral("all runs"), kAllRuns);
    m_plot->highlightRun(std::nullopt);
    if (m_state.analysis() == nullptr) return;
    for (const RunIndex run : m_state.analysis()->matrix.runs)
        m_runs->addItem(QStringLiteral("only %1").arg(shown(runOf(*m_state.dataset(), run).id)), run.value);
}

void KeyPage::showKey() {
    const auto key = m_state.currentKey();
    const auto& dataset = m_state.dataset();
    const auto& analysis = m_state.analysis();
    if (!key || dataset == nullptr || analysis == nullptr) {
        m_identity->setText(dataset == nullptr
                                ? QStringLiteral("Open some runs, then choose a key here or in the matrix.")
                                : QStringLiteral("Choose a key above, or press Enter on one in the matrix."));
        m_verdict->clear();
        m_model->clear();
        m_plot->setBands(nullptr, nullptr);
        m_keys->setCurrentIndex(-1);
        return;
    }
    const QSignalBlocker quiet(m_keys);
    m_keys->setCurrentIndex(m_keys->findData(key->value));
    m_identity->setText(identityText(*key));
    m_verdict->setText(verdictText(*key));
    m_plot->setBands(dataset, std::make_shared<const CandidateBands>(candidateBands(*dataset, *analysis, *key)));
    m_model->setKey(dataset, analysis, *key, m_state.assumptions());
    fitDataTable(*m_table);
    fitWords();
}

// The words get the height they need, as far as the plot keeps most of the page. Moved by hand, they stay there.
void KeyPage::fitWords() {
    if (m_splitByHand || m_splitter->height() <= 0) return;
    const int all = m_splitter->height();
    const QWidget& words = *m_words->widget();
    const int wanted = words.heightForWidth(m_words->viewport()->width());
    const int line = m_verdict->fontMetrics().lineSpacing();
    const int above = m_verdict->y();
    const int most = above + std::max(1, (static_cast<int>(all * kMostForWords) - above) / line) * line;  // whole lines
    const int forWords = std::min(wanted, most);
    const int forTable = static_cast<int>(all * kForTable);
    m_splitter->setSizes({forWords, all - forWords - forTable, forTable});
}

void KeyPage::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitWords();
}

QString KeyPage::identityText(KeyIndex index) const {
    const TuningKey& key = keyOf(*m_state.dataset(), index);
    QString text = QStringLiteral("%1   id %2").arg(shown(key.label), shown(key.id));
    for (const std::string& alias : key.aliases)
        text += QStringLiteral("   reported as %1").arg(shown(alias));
    return text;
}

QString KeyPage::verdictText(KeyIndex index) const {
    const Dataset& dataset = *m_state.dataset();
    const KeyVerdict& verdict = m_state.analysis()->keys[index.value];
    QStringList lines;
    const auto& culprits = m_state.analysis()->proven;
    if (const auto proven = culprits.find(index); proven != culprits.end())
        lines += QString::fromStdString(provenSentence(proven->second));
    for (const PairVerdict& pair : verdict.pairs)
        lines += QString::fromStdString(verdictSentence(dataset, verdict, pair));
    if (const std::string differing = differingVerdictsSentence(verdict, verdict.pairs); !differing.empty())
        lines += QString::fromStdString(differing);
    if (verdict.set) {
        std::vector<CandidateIndex> winners;
        for (const WinnerCount& winner : verdict.winners)
            winners.push_back(winner.winner);
        const ClassStatement& known = m_state.analysis()->classes[index.value];
        if (winners.size() > 1)
            lines += QString::fromStdString(
                classSentence(known.basis != ClassBasis::predicted
                                  ? known
                                  : compareClasses(keyOf(dataset, index), setOf(dataset, *verdict.set), winners,
                                                   m_state.assumptions())));
    }
    lines += QString::fromUtf8(verdictCaveats().data(), static_cast<qsizetype>(verdictCaveats().size()));
    return lines.join(QLatin1Char('\n'));
}

void KeyPage::step(int by) {
    const auto& analysis = m_state.analysis();
    if (analysis == nullptr || m_keys->count() == 0) return;
    const int flips = static_cast<int>(analysis->flippingKeys);
    if (flips == 0) return;
    const int now = m_keys->currentIndex();
    const int next = now < 0 || now >= flips ? (by > 0 ? 0 : flips - 1) : (now + by + flips) % flips;
    m_state.setCurrentKey(KeyIndex{m_keys->itemData(next).toUInt()});
}

void KeyPage::exportPlot() {
    QString chosen;
    QString path =
        QFileDialog::getSaveFileName(this, QStringLiteral("Export plot"), QStringLiteral("key.png"),
                                     QStringLiteral("Picture (*.png);;PDF (*.pdf);;Numbers (*.csv)"), &chosen);
    if (path.isEmpty()) return;
    if (!path.contains(QLatin1Char('.')))
        path += chosen.contains(QStringLiteral("pdf"))   ? QStringLiteral(".pdf")
                : chosen.contains(QStringLiteral("csv")) ? QStringLiteral(".csv")
                                                         : QStringLiteral(".png");
    if (!m_plot->exportTo(path))
        QMessageBox::warning(
            this, QStringLiteral("Export plot"),
            QStringLiteral("Could not write %1: is the folder writable, and does the name end with .png, "
                           ".pdf or .csv?")
                .arg(path));
}

}  // namespace flipscope
