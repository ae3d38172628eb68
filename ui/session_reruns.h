#pragma once

#include "core/rerun/kept_rerun.h"

#include <QJsonArray>
#include <QJsonValue>
#include <cstddef>

namespace flipscope {

// Re-runs as they stand in a session file: results only, as messages of docs/worker-protocol.md. How a worker was
// started is no part of it, so that opening a file starts nothing.
[[nodiscard]] QJsonArray rerunsToJson(const KeptReruns& reruns);

// damaged: how many entries were left out because something in them is no such message or of the wrong kind.
[[nodiscard]] KeptReruns rerunsFromJson(const QJsonValue& json, std::size_t& damaged);

}  // namespace flipscope
