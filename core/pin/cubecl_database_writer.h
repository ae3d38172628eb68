#pragma once

#include "core/model/result.h"
#include "core/pin/pin.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace flipscope {

struct WriteOptions {
    // Without: the file holds the pinned choices and no others. With: the base's choices for other keys stay.
    bool keepOtherChoices = false;
    bool dropRecords = false;    // what earlier processes noted of themselves (records/…); no program reads it back
    bool dropKernels = false;    // compiled kernels; without them the program compiles again
    bool replaceOutput = false;  // an existing output file may go; never the base, never one that is in use
    // A pin whose index and name are of two candidates, as far as the base tells, is written by its index and warned
    // of; without it is an Error.
    bool takesIndex = false;
    std::stop_token stop = {};
};

// A row written for a pin.
struct WrittenPin {
    std::size_t pin = 0;    // position in the pins given
    std::string nameSpace;  // "autotune/<version>/<device>/<tuner>"
    std::string keyBlob;    // CBOR
};

struct WrittenPins {
    std::vector<WrittenPin> rows;      // one or more a pin, in the order of the pins
    std::size_t otherChoicesKept = 0;  // rows of autotune namespaces that are the base's
    std::size_t otherChoicesDropped = 0;
    std::size_t otherRowsKept = 0;  // of all other namespaces, byte for byte
    std::size_t otherRowsDropped = 0;
    std::vector<std::size_t> notInBase;  // pins (positions) whose key the base holds nowhere
    std::vector<std::string> warnings;   // sentences
};

// Writes an environment database of cubecl 0.11 (formats cubecl-0.11 §4.3 to §4.7) in which each pinned key has the
// pin's candidate, as the value {"fastest_index":N,"results":[]} of origin 0, and no other choice. basePath: the
// database whose other rows it takes over (its -wal is found beside it); empty: none. Neither it nor anything beside it
// is changed or created; a private copy is read where it has a -wal. The output is one complete file in rollback mode,
// without -wal, -shm and -tshm; it appears under its name when it is whole, was checked and read back, or not at all.
// An Error says what to do: the base is in use or changes, is none of cubecl 0.11, the output exists or is the base,
// files of another database lie beside the output, a pin has no place, is behind the end of its set or has the name of
// another candidate.
// Thread rule: any thread; not while this process has the base open by SQLite in writing.
[[nodiscard]] Result<WrittenPins> writePins(const std::vector<Pin>& pins, const std::string& basePath,
                                            const std::string& outPath, const WriteOptions& options = {});

}  // namespace flipscope
