#include "core/drive/trial_journal.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

using namespace flipscope;

// Any bytes behind the header of a journal: bounded, and every trial names keys that the header has.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const JournalHeader header{{"./train"}, "/where", "outcome", {"aa 1>2", "bb 3>4"}};
    const std::string text(reinterpret_cast<const char*>(data), size);
    (void)readJournal(text);
    const auto journal = readJournal(journalLine(header) + "\n" + text);
    if (!journal) std::abort();
    for (const JournalTrial& trial : journal.value().trials)
        if (!trial.fromBad.empty() && trial.fromBad.back() >= header.keys.size()) std::abort();
    return 0;
}
