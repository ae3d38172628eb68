#pragma once

#include "core/model/result.h"
#include "core/rerun/rerun_request.h"
#include "core/rerun/rerun_result.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// The messages of docs/worker-protocol.md as values. All functions are pure; any thread.

namespace flipscope {

inline constexpr std::uint64_t kWorkerProtocol = 1;
inline constexpr std::size_t kLongestMessage = std::size_t{64} << 20;

// A GPU, or a card that is emulated.
struct WorkerDevice {
    std::string id, name;
    std::string computeCapability, driver;  // of a GPU
    std::uint64_t memoryBytes = 0;          // of a GPU
    std::string evidence;                   // of an emulated card: what its numbers rest on
};

struct WorkerHello {
    std::uint64_t protocol = kWorkerProtocol;
    std::string name, version, backend;
    RerunMeans means = RerunMeans::emulated;
    std::vector<WorkerDevice> devices;
    std::vector<std::string> notes;
    std::vector<std::string> candidates = {};  // that it runs beside those of a candidate set
    bool givenOperands = false;                // it uses the operands that a request gives
    bool transposedLhs = false;                // it takes problems whose left operand is transposed
    bool placedOperands = false;               // it lays operands out as a request's placement says
};

// The device of a worker by its name, the last of that name, as requests take it; null when it offers none. Empty name:
// the first.
[[nodiscard]] const WorkerDevice* findDevice(const WorkerHello& hello, const std::string& name);

struct WorkerProgress {
    std::string id;
    std::size_t done = 0, total = 0;
    std::string text;
    std::optional<CandidateIndex> index = {};  // of the candidate that text names, for names repeat
};

struct WorkerAnswer {
    std::string id;
    RerunResult result;
};

struct WorkerDone {
    std::string id;
    bool stopped = false;
};

struct WorkerError {
    std::string id;  // empty: about the worker or a line
    std::string message;
};

struct WorkerCancel {
    std::string id;
};

struct WorkerQuit {};

struct UnknownMessage {
    std::string type;
};

using MessageFromWorker =
    std::variant<WorkerHello, WorkerProgress, WorkerAnswer, WorkerDone, WorkerError, UnknownMessage>;
using MessageToWorker = std::variant<RerunRequest, WorkerCancel, WorkerQuit, UnknownMessage>;

// One line without its end.
[[nodiscard]] std::string toLine(const MessageFromWorker& message);
[[nodiscard]] std::string toLine(const MessageToWorker& message);

// Who wrote a line: only what an asker kept can say that a result is its own word (RerunResult::byAsker).
enum class LineWriter : std::uint8_t { worker, asker };

// An Error says what is wrong with the line; its id is that of the message when that could be read. `means` is what the
// worker's hello said, for results that do not say it.
[[nodiscard]] Result<MessageFromWorker> parseFromWorker(std::string_view line, RerunMeans means,
                                                        LineWriter writer = LineWriter::worker);
[[nodiscard]] Result<MessageToWorker> parseToWorker(std::string_view line);

// The id of a message that may be wrong otherwise; empty when there is none.
[[nodiscard]] std::string idOfLine(std::string_view line);

// Stable names as in the protocol.
[[nodiscard]] std::string_view toString(RerunStatus status);
[[nodiscard]] std::string_view toString(RerunMeans means);

}  // namespace flipscope
