#include "ui/plots/ulp_plot.h"

#include "ui/delegates/cell_palette.h"
#include "ui/plots/axis_colours.h"
#include "ui/text.h"

#include <QEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

#include <qcustomplot.h>

namespace flipscope {
namespace {

constexpr double kGroupWidth = 0.8;
constexpr double kRoomAbove = 2;
constexpr double kLeastStretch = 0.001;  // as high as it must be
constexpr double kSmallest = 0.5;        // one element is a bar that can be seen

// Shades of one hue: colours of their own would be taken for those of the classes.
QColor shadeOf(std::size_t model, bool dark) {
    constexpr std::array<int, 4> kLightness{205, 140, 90, 55};
    const int lightness = kLightness[std::min(model, kLightness.size() - 1)];
    return QColor::fromHsl(208, 120, dark ? 260 - lightness : lightness);
}

// Four of them in a row.
QString legendName(PrecisionModel model) {
    switch (model) {
        case PrecisionModel::tf32Even:
            return QStringLiteral("as TF32, ties to even");
        case PrecisionModel::tf32Away:
            return QStringLiteral("as TF32, ties away");
        case PrecisionModel::tf32Truncated:
            return QStringLiteral("as TF32, cut");
        default:
            return QStringLiteral("operands as they are");
    }
}

}  // namespace

QString ulpBinName(std::size_t bin) {
    if (bin == 0) return QStringLiteral("0");
    if (bin + 1 >= ErrorSummary::kUlpBins) return QStringLiteral("more");
    constexpr std::size_t kShort = 14;  // up to 4096 the number is as short
    const std::size_t exponent = bin - 1;
    return exponent < kShort ? QStringLiteral("≤ %1").arg(qulonglong{1} << exponent)
                             : QStringLiteral("≤ 2^%1").arg(exponent);
}

std::size_t ulpBinsUsed(const std::vector<ErrorSummary>& errors) {
    std::size_t used = 2;
    for (const ErrorSummary& error : errors)
        for (std::size_t bin = 0; bin < error.ulpHistogram.size(); ++bin)
            if (error.ulpHistogram[bin] > 0) used = std::max(used, bin + 1);
    return used;
}

UlpPlot::UlpPlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_plot);
    m_plot->setMinimumSize(240, 120);
    // In a row of its own above the axes, where it covers no bar.
    m_plot->plotLayout()->insertRow(0);
    m_plot->plotLayout()->addElement(0, 0, m_plot->legend);
    m_plot->plotLayout()->setRowStretchFactor(0, kLeastStretch);
    m_plot->legend->setFillOrder(QCPLayoutGrid::foColumnsFirst);
    setAccessibleName(QStringLiteral("Histogram of the errors in units in the last place"));
    redraw();
}

void UlpPlot::setErrors(const std::vector<ErrorSummary>& errors) {
    m_errors = errors;
    QStringList words;
    for (const ErrorSummary& error : errors)
        words += QStringLiteral("against float64 with operands as %1: at most %2 ULP")
                     .arg(shown(toString(error.model)))
                     .arg(error.largestUlp);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    redraw();
}

void UlpPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) redraw();
}

void UlpPlot::redraw() {
    const QColor text = palette().color(QPalette::WindowText);
    m_plot->clearPlottables();
    const std::size_t bins = ulpBinsUsed(m_errors);
    double most = 10;
    for (std::size_t i = 0; i < m_errors.size(); ++i) {
        auto* bars = new QCPBars(m_plot->xAxis, m_plot->yAxis);  // the plot takes it
        const double width = kGroupWidth / static_cast<double>(m_errors.size());
        QVector<double> places, heights;
        for (std::size_t bin = 0; bin < bins; ++bin) {
            const auto count = static_cast<double>(m_errors[i].ulpHistogram[bin]);
            places.push_back(static_cast<double>(bin) - kGroupWidth / 2 + width * (static_cast<double>(i) + 0.5));
            heights.push_back(count);
            most = std::max(most, count);
        }
        bars->setWidth(width);
        bars->setBaseValue(kSmallest);
        bars->setData(places, heights, true);
        bars->setBrush(shadeOf(i, isDark(palette())));
        bars->setPen(QPen(text, 0.6));
        bars->setName(legendName(m_errors[i].model));
    }
    auto names = QSharedPointer<QCPAxisTickerText>::create();
    for (std::size_t bin = 0; bin < bins; ++bin)
        names->addTick(static_cast<double>(bin), ulpBinName(bin));
    m_plot->xAxis->setTicker(names);
    m_plot->xAxis->setRange(-0.6, static_cast<double>(bins) - 0.4);
    m_plot->xAxis->setTickLabelRotation(bins > 10 ? 40 : 0);
    m_plot->xAxis->setLabel(QStringLiteral("distance from the float64 reference in ULP"));
    m_plot->yAxis->setScaleType(QCPAxis::stLogarithmic);
    m_plot->yAxis->setTicker(QSharedPointer<QCPAxisTickerLog>::create());
    m_plot->yAxis->setNumberFormat(QStringLiteral("eb"));
    m_plot->yAxis->setNumberPrecision(0);
    m_plot->yAxis->setRange(kSmallest, most * kRoomAbove);
    m_plot->yAxis->setLabel(QStringLiteral("elements"));
    colourAxes(*m_plot, palette(), font());
    m_plot->legend->setVisible(m_errors.size() > 1);
    if (m_errors.size() <= 1) m_plot->legend->clearItems();  // a hidden legend would keep room for them
    m_plot->legend->setMaximumSize(QWIDGETSIZE_MAX, m_errors.size() > 1 ? QWIDGETSIZE_MAX : 0);
    m_plot->legend->setBrush(palette().color(QPalette::Base));
    m_plot->legend->setTextColor(text);
    m_plot->legend->setFont(font());
    m_plot->legend->setBorderPen(Qt::NoPen);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace flipscope
