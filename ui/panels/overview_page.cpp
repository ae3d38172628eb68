#include "ui/panels/overview_page.h"

#include "ui/text.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <array>

namespace flipscope {
namespace {

constexpr std::array<const char*, 6> kTiles{"runs",       "tuning keys", "keys that flip",
                                            "coin flips", "flip groups", "predicted same bits"};

QLabel* addTile(QHBoxLayout& row, const QString& caption, QWidget* parent) {
    auto* tile = new QFrame(parent);
    tile->setFrameShape(QFrame::StyledPanel);
    tile->setAutoFillBackground(true);
    tile->setBackgroundRole(QPalette::Base);
    auto* layout = new QVBoxLayout(tile);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(0);
    auto* figure = new QLabel(QStringLiteral("–"), tile);
    QFont large = figure->font();
    large.setPointSizeF(large.pointSizeF() * 1.9);
    large.setBold(true);
    figure->setFont(large);
    figure->setTextFormat(Qt::PlainText);
    figure->setAccessibleName(caption);
    layout->addWidget(figure);
    auto* words = new QLabel(caption, tile);
    words->setWordWrap(true);
    words->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    layout->addWidget(words);
    row.addWidget(tile, 1);
    return figure;
}

}  // namespace

OverviewPage::OverviewPage(ViewState& state, QWidget* parent)
    : QWidget(parent), m_state(state), m_text(new QTextBrowser(this)) {
    auto* tiles = new QHBoxLayout;
    for (const char* caption : kTiles)
        m_figures.push_back(addTile(*tiles, QString::fromLatin1(caption), this));
    setFocusProxy(m_text);
    m_text->setOpenLinks(false);
    m_text->setAccessibleName(QStringLiteral("Overview"));
    m_text->document()->setDocumentMargin(12);
    connect(m_text, &QTextBrowser::anchorClicked, this, &OverviewPage::follow);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(tiles);
    layout->addWidget(m_text, 1);
    for (const auto signal : {&ViewState::datasetChanged, &ViewState::analysisChanged, &ViewState::outcomeChanged,
                              &ViewState::suspectsChanged, &ViewState::foundOutcomesChanged})
        connect(&state, signal, this, &OverviewPage::refresh);
    refresh();
}

void OverviewPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();  // links take their colour when the text is set
}

void OverviewPage::refresh() {
    if (m_state.analysis() == nullptr) {
        for (QLabel* figure : m_figures)
            figure->setText(QStringLiteral("–"));
        m_text->setPlainText(m_state.dataset() == nullptr ? QStringLiteral("Nothing is loaded.")
                                                          : QStringLiteral("Analysing the runs …"));
        return;
    }
    const OverviewCounts counts = countOverview(*m_state.analysis());
    const std::array<std::size_t, kTiles.size()> figures{counts.runs,      counts.keys,   counts.flips,
                                                         counts.coinFlips, counts.groups, counts.predictedSameBits};
    for (std::size_t i = 0; i < figures.size(); ++i)
        m_figures[i]->setText(formatCount(figures[i]));
    m_text->setHtml(overviewHtml(m_state));
}

void OverviewPage::follow(const QUrl& url) {
    using Kind = OverviewLink::Kind;
    const OverviewLink link = overviewLink(url);
    switch (link.kind) {
        case Kind::verdict: {
            KeyFilter filter;
            filter.verdict = static_cast<Verdict>(link.number);
            m_state.setKeyFilter(filter);
            emit pageWanted(Page::matrix);
            break;
        }
        case Kind::matrix:
            emit pageWanted(Page::matrix);
            break;
        case Kind::suspects:
            emit pageWanted(Page::suspects);
            break;
        case Kind::runs:
            emit pageWanted(Page::runs);
            break;
        case Kind::prove:
            m_state.wantProof();
            break;
        case Kind::report:
            emit pageWanted(Page::report);
            break;
        case Kind::key:
            m_state.openKey(KeyIndex{static_cast<std::uint32_t>(link.number)});
            break;
        case Kind::chooseOutcome: {
            if (link.number >= m_state.foundOutcomes().size()) break;
            m_state.chooseOutcome(choiceOfFound(m_state.foundOutcomes(), link.number));
            emit pageWanted(Page::suspects);
            break;
        }
        case Kind::none:
            break;
    }
}

}  // namespace flipscope
