#include "core/analyse/run_comparison.h"

namespace flipscope {

std::vector<PartialKey> findPartialKeys(const Dataset& dataset, const WinnerMatrix& matrix) {
    std::vector<PartialKey> partial;
    for (std::uint32_t row = 0; row < dataset.keys.size(); ++row) {
        PartialKey key{{row}, {}, {}};
        for (std::size_t column = 0; column < matrix.runs.size(); ++column) {
            const WinnerCell& cell = matrix.at({row}, column);
            if (cell.decision >= 0) {
                key.present.push_back(matrix.runs[column]);
            } else if (cell.source == WinnerSource::none_keyAbsent) {
                key.absent.push_back(matrix.runs[column]);
            }
        }
        if (!key.present.empty() && !key.absent.empty()) partial.push_back(std::move(key));
    }
    return partial;
}

}  // namespace flipscope
