#include "core/rerun/card_file.h"
#include "core/rerun/worker_messages.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any line as a message either way: what is understood is written as a line that is understood again, to the same text.
// The same bytes as a card file.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view line(reinterpret_cast<const char*>(data), size);
    (void)idOfLine(line);
    if (const auto message = parseFromWorker(line, RerunMeans::real)) {
        const std::string written = toLine(message.value());
        const auto again = parseFromWorker(written, RerunMeans::real);
        if (!again || toLine(again.value()) != written) std::abort();
    }
    if (const auto message = parseToWorker(line)) {
        const std::string written = toLine(message.value());
        const auto again = parseToWorker(written);
        if (!again || toLine(again.value()) != written) std::abort();
    }
    if (const auto card = parseCard(line, "fuzz.json")) {
        for (const CardOperands& operands : card.value().operands) {
            if (card.value().find(operands.type) == nullptr) std::abort();
        }
    }
    return 0;
}
