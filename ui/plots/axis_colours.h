#pragma once

class QCustomPlot;
class QFont;
class QPalette;

namespace flipscope {

// Background, axes, labels and a faint grid of a plot, as the window's palette and font have them; no line at zero.
// Does not redraw.
void colourAxes(QCustomPlot& plot, const QPalette& palette, const QFont& font);

}  // namespace flipscope
