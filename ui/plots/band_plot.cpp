#include "ui/plots/band_plot.h"

#include "core/report/format.h"
#include "ui/delegates/cell_palette.h"
#include "ui/plots/axis_colours.h"
#include "ui/text.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QSaveFile>
#include <QScrollBar>
#include <algorithm>
#include <cmath>

#include <qcustomplot.h>

namespace flipscope {
namespace {

constexpr double kNearPixels = 14;

QPen penOf(QColor colour, double width, int alpha = 255) {
    colour.setAlpha(alpha);
    QPen pen(colour, width);
    pen.setCapStyle(Qt::FlatCap);
    return pen;
}

struct Series {
    QVector<double> times, ys, minus, plus;

    void add(double time, double y, double lower, double upper) {
        times.push_back(time);
        ys.push_back(y);
        minus.push_back(time - lower);
        plus.push_back(upper - time);
    }
    // Graphs keep their points ascending by time and error bars go by position, so both are put in that order first.
    void fill(QCPGraph& graph, QCPErrorBars& bars) {
        QVector<int> order(times.size());
        for (int i = 0; i < order.size(); ++i)
            order[i] = i;
        std::stable_sort(order.begin(), order.end(), [this](int a, int b) { return times[a] < times[b]; });
        Series sorted;
        for (const int i : order)
            sorted.add(times[i], ys[i], times[i] - minus[i], times[i] + plus[i]);
        graph.setData(sorted.times, sorted.ys, true);
        bars.setData(sorted.minus, sorted.plus);
    }
};

}  // namespace

BandPlot::BandPlot(QWidget* parent)
    : QWidget(parent), m_plot(new QCustomPlot(this)), m_scroll(new QScrollBar(Qt::Vertical, this)) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_plot, 1);
    layout->addWidget(m_scroll);
    connect(m_scroll, &QScrollBar::valueChanged, this, &BandPlot::showRows);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(QStringLiteral("Benchmark medians with noise bands"));
    m_plot->setFocusProxy(this);
    m_plot->setMinimumSize(240, 120);
    makePlottables();
    m_plot->setInteractions(QCP::iRangeDrag | QCP::iRangeZoom);
    m_plot->axisRect()->setRangeDrag(Qt::Horizontal);
    m_plot->axisRect()->setRangeZoom(Qt::Horizontal);
    connect(m_plot, &QCustomPlot::mouseMove, this, [this](QMouseEvent* event) { readOut(event->pos()); });
    connect(m_plot, &QCustomPlot::mouseDoubleClick, this, &BandPlot::showEverything);
    applyColours();
}

BandPlot::~BandPlot() = default;

void BandPlot::makePlottables() {
    const auto series = [this](QCPErrorBars*& bars) {
        auto* graph = m_plot->addGraph();
        graph->setLineStyle(QCPGraph::lsNone);
        bars = new QCPErrorBars(m_plot->xAxis, m_plot->yAxis);
        bars->setDataPlottable(graph);
        bars->setErrorType(QCPErrorBars::etKeyError);
        bars->setWhiskerWidth(0);
        bars->setSymbolGap(0);
        return graph;
    };
    m_rows = series(m_acrossRuns);
    m_others = series(m_otherBands);
    m_winners = series(m_winnerBands);
    m_plot->yAxis->setRangeReversed(true);
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerText>::create());
    m_plot->yAxis->setSubTicks(false);
}

void BandPlot::applyColours() {
    const QColor text = palette().color(QPalette::WindowText);
    const bool dark = isDark(palette());
    const QColor winner = dark ? QColor(0xff, 0x9f, 0x40) : QColor(0xc2, 0x4e, 0x00);
    const QColor other = dark ? QColor(0x8f, 0xb8, 0xe0) : QColor(0x2f, 0x6f, 0xa8);
    colourAxes(*m_plot, palette(), font());
    const int strong = m_highlighted ? 90 : 150;
    m_acrossRuns->setPen(penOf(text, 13, dark ? 60 : 42));
    m_rows->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssNone));
    m_otherBands->setPen(penOf(other, 1, strong));
    m_others->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDisc, QPen(other), other, 3.5));
    m_winnerBands->setPen(penOf(winner, 1.4, 200));
    m_winners->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(winner), winner, 8));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::setBands(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const CandidateBands> bands) {
    m_dataset = std::move(dataset);
    m_bands = std::move(bands);
    refill();
    showEverything();
}

void BandPlot::refill() {
    Series rows, others, winners;
    const double largest = m_bands != nullptr ? m_bands->largest : 0;
    m_unit = largest >= 1e9 ? 1e9 : largest >= 1e6 ? 1e6 : largest >= 1e3 ? 1e3 : 1;
    const QString axisWords = m_bands != nullptr ? m_bands->axisWords : CandidateBands().axisWords;
    m_plot->xAxis->setLabel(axisWords.arg(m_unit == 1e9   ? QStringLiteral("s")
                                          : m_unit == 1e6 ? QStringLiteral("ms")
                                          : m_unit == 1e3 ? QStringLiteral("µs")
                                                          : QStringLiteral("ns")));
    if (m_bands != nullptr) {
        for (std::size_t row = 0; row < m_bands->rows.size(); ++row) {
            const BandRow& band = m_bands->rows[row];
            rows.add(band.middle / m_unit, static_cast<double>(row), band.lower / m_unit, band.upper / m_unit);
        }
        for (const BandPoint& point : m_bands->points) {
            if (m_highlighted && point.run != *m_highlighted) continue;
            (point.won ? winners : others)
                .add(point.median / m_unit, point.y, point.bandLower.value_or(point.median) / m_unit,
                     point.bandUpper.value_or(point.median) / m_unit);
        }
    }
    rows.fill(*m_rows, *m_acrossRuns);
    others.fill(*m_others, *m_otherBands);
    winners.fill(*m_winners, *m_winnerBands);
    labelRows();
}

void BandPlot::labelRows() {
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    const int room = std::max(110, width() * 36 / 100);
    const QFontMetrics metrics(font());
    for (std::size_t row = 0; m_bands != nullptr && row < m_bands->rows.size(); ++row) {
        const BandRow& band = m_bands->rows[row];
        const QString text = band.runsWon > 0 ? QStringLiteral("%1 ◆%2").arg(band.label).arg(band.runsWon) : band.label;
        const QString number = text.section(QLatin1Char(' '), 0, 0) + QLatin1Char(' ');
        ticker->addTick(static_cast<double>(row),
                        number + metrics.elidedText(text.section(QLatin1Char(' '), 1), Qt::ElideMiddle,
                                                    room - metrics.horizontalAdvance(number)));
    }
    m_plot->yAxis->setTicker(ticker);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::fitRows() {
    const int rows = m_bands != nullptr ? static_cast<int>(m_bands->rows.size()) : 1;
    const int rowHeight = QFontMetrics(font()).height() + 2;
    // The axis rectangle is only known after a replot; the rest is the time axis with its label.
    const int room = std::max(rowHeight, m_plot->height() - 4 * rowHeight);
    m_rowsShown = std::clamp(room / rowHeight, 1, std::max(1, rows));
    m_scroll->setRange(0, std::max(0, rows - m_rowsShown));
    m_scroll->setPageStep(m_rowsShown);
    m_scroll->setVisible(rows > m_rowsShown);
    showRows();
}

void BandPlot::showRows() {
    const double first = m_scroll->value();
    m_plot->yAxis->setRange(first - 0.6, first + m_rowsShown - 0.4);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::setLogarithmic(bool logarithmic) {
    m_plot->xAxis->setScaleType(logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    if (logarithmic) {
        m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    } else {
        m_plot->xAxis->setTicker(QSharedPointer<QCPAxisTicker>::create());
    }
    showEverything();
}

void BandPlot::showEverything() {
    m_scroll->setValue(0);
    fitRows();
    const double smallest = m_bands != nullptr ? m_bands->smallest / m_unit : 0;
    const double largest = m_bands != nullptr && m_bands->largest > 0 ? m_bands->largest / m_unit : 1;
    if (m_plot->xAxis->scaleType() == QCPAxis::stLogarithmic) {
        const double from = smallest > 0 ? smallest : largest / 1e6;
        m_plot->xAxis->setRange(from * 0.93, std::max(largest, from) * 1.08);
    } else {
        const double margin = std::max((largest - smallest) * 0.04, largest * 0.01);
        m_plot->xAxis->setRange(smallest - margin, largest + margin);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::highlightRun(std::optional<RunIndex> run) {
    m_highlighted = run;
    refill();
    applyColours();
}

bool BandPlot::exportTo(const QString& path) const {
    if (path.endsWith(QStringLiteral(".png"), Qt::CaseInsensitive)) return m_plot->savePng(path, 0, 0, 2.0);
    if (path.endsWith(QStringLiteral(".pdf"), Qt::CaseInsensitive)) return m_plot->savePdf(path);
    if (!path.endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive) || m_bands == nullptr || m_dataset == nullptr)
        return false;
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) return false;
    file.write(bandsAsCsv(*m_dataset, *m_bands).toUtf8());
    return file.commit();
}

void BandPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        applyColours();
        labelRows();
    }
}

void BandPlot::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    labelRows();
    fitRows();
}

void BandPlot::zoom(double factor) {
    m_plot->xAxis->scaleRange(factor);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::move(double share) {
    const QCPRange range = m_plot->xAxis->range();
    if (m_plot->xAxis->scaleType() == QCPAxis::stLogarithmic) {
        const double factor = std::pow(range.upper / range.lower, share);
        m_plot->xAxis->setRange(range.lower * factor, range.upper * factor);
    } else {
        m_plot->xAxis->moveRange(range.size() * share);
    }
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void BandPlot::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return zoom(0.7);
        case Qt::Key_Minus:
            return zoom(1 / 0.7);
        case Qt::Key_0:
            return showEverything();
        case Qt::Key_Left:
            return move(-0.2);
        case Qt::Key_Right:
            return move(0.2);
        case Qt::Key_Up:
            return m_scroll->triggerAction(QAbstractSlider::SliderSingleStepSub);
        case Qt::Key_Down:
            return m_scroll->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        case Qt::Key_PageUp:
            return m_scroll->triggerAction(QAbstractSlider::SliderPageStepSub);
        case Qt::Key_PageDown:
            return m_scroll->triggerAction(QAbstractSlider::SliderPageStepAdd);
        default:
            QWidget::keyPressEvent(event);
    }
}

void BandPlot::readOut(const QPoint& position) {
    if (m_bands == nullptr) return;
    const double rowPixels = std::abs(m_plot->yAxis->coordToPixel(1) - m_plot->yAxis->coordToPixel(0));
    const double timePerPixel =
        std::abs(m_plot->xAxis->pixelToCoord(position.x() + 1) - m_plot->xAxis->pixelToCoord(position.x())) * m_unit;
    const BandPoint* point = nearestPoint(*m_bands, m_plot->xAxis->pixelToCoord(position.x()) * m_unit,
                                          m_plot->yAxis->pixelToCoord(position.y()), timePerPixel * rowPixels);
    if (point == nullptr || (m_highlighted && point->run != *m_highlighted)) return emit hovered({});
    const double dx = m_plot->xAxis->coordToPixel(point->median / m_unit) - position.x();
    const double dy = m_plot->yAxis->coordToPixel(point->y) - position.y();
    if (std::hypot(dx, dy) > kNearPixels) return emit hovered({});
    const auto time = [](double value) {
        return QString::fromStdString(formatDuration(Nanoseconds{std::llround(value)}));
    };
    QString text = m_dataset != nullptr ? shown(runOf(*m_dataset, point->run).id) + QStringLiteral(" · ") : QString();
    text += QStringLiteral("%1: median %2, ").arg(m_bands->rows[point->row].label, time(point->median));
    text += point->bandLower ? QStringLiteral("band %1 to %2").arg(time(*point->bandLower), time(*point->bandUpper))
                             : QStringLiteral("no band (one sample)");
    emit hovered(point->won ? text + QStringLiteral(" · the winner of this run") : text);
}

}  // namespace flipscope
