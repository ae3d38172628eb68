// Scrolls the winner matrix of 1,000 runs × 1,000 keys at 1280×800 and prints the 99th percentile of the frame times in
// ms. A frame is everything from moving the scroll bars to the painted window. Usage: bench_matrix_scroll [FRAMES]
#include "tests/support/dataset_builder.h"
#include "ui/panels/matrix_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QScrollBar>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>

namespace {

using namespace flipscope;

constexpr std::size_t kRuns = 1000, kKeys = 1000, kCandidates = 40;

std::shared_ptr<const MatrixTable> syntheticTable() {
    std::mt19937 random(1);
    std::vector<std::vector<int>> winners(kKeys, std::vector<int>(kRuns));
    for (auto& row : winners) {
        const int favourite = static_cast<int>(random() % kCandidates);
        for (int& winner : row)
            winner = random() % 4 == 0 ? static_cast<int>(random() % kCandidates) : favourite;
    }
    testing::DatasetBuilder builder;
    builder.addWinners(winners);
    auto dataset = std::make_shared<const Dataset>(builder.take());
    auto analysis = analyse(*dataset);
    if (!analysis) std::exit(2);
    return buildMatrixTable(dataset, std::make_shared<const Analysis>(std::move(analysis).value()), {}).value();
}

double percentile99(std::vector<double> times) {
    std::sort(times.begin(), times.end());
    return times[std::min(times.size() - 1, times.size() * 99 / 100)];
}

std::vector<double> scroll(MatrixView& view, int frames, int dx, int dy) {
    std::vector<double> times;
    QScrollBar& across = *view.horizontalScrollBar();
    QScrollBar& down = *view.verticalScrollBar();
    for (int i = 0; i < frames; ++i) {
        QElapsedTimer timer;
        timer.start();
        across.setValue((across.value() + dx) % std::max(1, across.maximum()));
        down.setValue((down.value() + dy) % std::max(1, down.maximum()));
        QApplication::processEvents();
        times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    }
    return times;
}

}  // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication app(argc, argv);
    const int frames = argc > 1 ? std::max(10, std::atoi(argv[1])) : 600;
    MatrixModel model;
    MatrixView view(model);
    const auto table = syntheticTable();
    std::vector<std::size_t> rows(kKeys);
    for (std::size_t i = 0; i < kKeys; ++i)
        rows[i] = i;
    model.setTable(table, rows, arrangeColumns(kRuns, nullptr, false));
    view.resize(1280, 800);
    view.show();
    QApplication::processEvents();
    const auto print = [](const char* name, const std::vector<double>& times) {
        std::printf("%-24s p99 %6.2f ms\n", name, percentile99(times));
    };
    print("down by 3 rows", scroll(view, frames, 0, 66));
    print("across by 2 runs", scroll(view, frames, 76, 0));
    print("page by page, both ways", scroll(view, frames, 640, 700));
    return 0;
}
