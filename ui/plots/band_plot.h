#pragma once

#include "ui/plots/candidate_bands.h"

#include <QString>
#include <QWidget>
#include <memory>
#include <optional>

class QCustomPlot;
class QCPErrorBars;
class QCPGraph;
class QScrollBar;

namespace flipscope {

// Benchmark medians with noise bands of one key: a row a candidate, winners on top; the thick bar is the spread of the
// medians over the runs, the thin ones are the bands inside each run, filled marks are the winners. Draws finished
// arrays. Zoom with the wheel, + and -; move with the mouse or the arrow keys; double click or 0 shows everything.
class BandPlot : public QWidget {
    Q_OBJECT
public:
    explicit BandPlot(QWidget* parent = nullptr);
    ~BandPlot() override;

    // dataset names the runs in the read-out, null: they are no runs; both are kept alive. Null bands: an empty plot.
    void setBands(std::shared_ptr<const Dataset> dataset, std::shared_ptr<const CandidateBands> bands);
    void setLogarithmic(bool logarithmic);
    void showEverything();
    // One run stands out, the others step back; null: all alike.
    void highlightRun(std::optional<RunIndex> run);

    // False when the file could not be written. Format by the ending: .png, .pdf, .csv; anything else is false.
    [[nodiscard]] bool exportTo(const QString& path) const;

signals:
    // What is under the mouse, in words; empty when nothing is.
    void hovered(const QString& text);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makePlottables();
    void applyColours();
    void refill();
    void labelRows();
    void fitRows();
    void showRows();
    void zoom(double factor);
    void move(double share);
    void readOut(const QPoint& position);

    QCustomPlot* m_plot;
    QScrollBar* m_scroll;  // first row shown
    QCPGraph* m_rows;      // middle of the medians over the runs, carrier of m_acrossRuns
    QCPErrorBars* m_acrossRuns;
    QCPGraph* m_others;
    QCPErrorBars* m_otherBands;
    QCPGraph* m_winners;
    QCPErrorBars* m_winnerBands;
    std::shared_ptr<const Dataset> m_dataset;
    std::shared_ptr<const CandidateBands> m_bands;
    std::optional<RunIndex> m_highlighted;
    int m_rowsShown = 1;
    double m_unit = 1;  // ns in one unit of the time axis
};

}  // namespace flipscope
