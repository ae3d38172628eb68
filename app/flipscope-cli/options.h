#pragma once

#include "app/flipscope-cli/drive_options.h"
#include "core/analyse/numerical_class.h"
#include "core/analyse/outcomes.h"
#include "core/report/data_table.h"
#include "core/rerun/rerun_plan.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace flipscope::cli {

enum class Command : std::uint8_t {
    summary,
    diff,
    key,
    suspects,
    outcomes,
    rerun,
    workerCheck,
    calibrate,
    selfCheck,
    exportTable,
    pinMake,
    pinShow,
    pinWrite,
    pinCheck,
    collect,
    force,
    bisect,
    report,
};
enum class Format : std::uint8_t { text, json, csv, html, markdown };
enum class ColourWhen : std::uint8_t { automatic, always, never };

// Exit status of every command; flips for summary and diff, and for pin check --strict a pin that is not in effect.
inline constexpr int kDone = 0;
inline constexpr int kFound = 1;
inline constexpr int kFailed = 2;

// The command line, understood but not yet acted on.
struct Options {
    Command command = Command::summary;
    std::vector<std::string> paths;
    std::vector<std::string> runs;       // ids; empty: all
    std::vector<std::string> splitRuns;  // ids
    std::string aliasFile;               // empty: none
    Format format = Format::text;
    ColourWhen colour = ColourWhen::automatic;
    std::string output;  // empty: standard output
    bool all = false;
    ClassAssumptions assumptions;
    std::string cardWords;  // --card as typed: a product may have numbers of its own beside its generation's

    std::string runA, runB;  // diff
    std::string key;         // key, rerun
    std::string what;        // export

    // suspects
    std::string pattern, labelsFile;
    bool exitStatus = false;
    PatternMatch match = PatternMatch::first;
    std::size_t matchNumber = 1;
    bool matchGiven = false;
    Grouping grouping = Grouping::automatic;
    std::optional<double> threshold;
    std::string thresholdText;  // as typed

    // rerun
    std::string candidates;                      // as --candidates takes them; empty: winners, of shapes all
    std::vector<std::string> shapes;             // "512x1024x128": m, n, k
    bool repro = false;                          // the shapes of the public report
    ElementType elementType = ElementType::f32;  // of the shapes
    bool lhsTransposed = false, rhsTransposed = false;
    std::vector<std::string> workerCommand;     // empty: the worker beside this program
    std::vector<std::string> workerCandidates;  // worker-check: names that the worker can run
    bool useGpu = false;                        // of the worker beside this program
    std::string cardFile;                       // empty: the card of the assumptions
    std::size_t inputs = kDefaultInputs;        // pairs of seeds
    unsigned repeats = 3, timingSamples = 0;
    std::optional<bool> standardChecks;  // null: where a card or a worker runs the candidates
    bool sweep = false;
    std::string blocklist;  // file to write; empty: none

    // calibrate, self-check; both with workerCommand
    std::string backend;      // cuda, emulate:CARD or worker; empty: worker where there is a command, else cuda
    std::string device;       // id in the worker; empty: its first
    std::string cardName;     // of the card file to write
    std::string cardOut;      // card file to write
    std::size_t checks = 12;  // products of each kind and type, to compare by checksum
    std::uint64_t checkSeed = 1;

    // pin
    std::string pinFile;                    // read by show, write and check
    std::string pinRule;                    // make; as --rule takes it, also for --run
    std::vector<std::string> handPins;      // make: KEY=INDEX
    std::vector<std::string> rerunReports;  // make: JSON files
    std::string pinnedBy;                   // make
    std::string base;                       // write; empty: none
    std::string out;                        // make, write
    bool overwrites = false;                // make, write: an existing `out` may go; write: see takesIndex
    bool keepOtherChoices = false, dropRecords = false, dropKernels = false;  // write
    bool isStrict = false;                                                    // check

    // report; with pattern and the others of suspects, rerunReports and out
    std::vector<std::string> reportKeys;    // empty: chosen by what was found
    std::vector<std::string> trialFolders;  // of bisect
    std::string title;

    DriveOptions drive;  // collect, force, bisect
};

}  // namespace flipscope::cli
