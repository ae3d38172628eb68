#pragma once

#include "core/analyse/outcomes.h"
#include "ui/models/matrix_table.h"
#include "ui/view_state.h"

#include <QString>

namespace flipscope {

// What the colours and signs of the winner matrix mean, as rich text of one paragraph: outcome groups with their number
// of runs, then only such cells as the table holds. outcome may be null. Strings from logs are escaped and shortened.
[[nodiscard]] QString matrixLegend(const MatrixTable& table, CellColouring colouring, const Outcome* outcome,
                                   bool dark);

}  // namespace flipscope
