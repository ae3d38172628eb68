// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/command_line.h"

#include "app/flipscope-cli/command_parts.h"
#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/drive_arguments.h"
#include "app/flipscope-cli/outcome_arguments.h"
#include "app/flipscope-cli/pin_command_line.h"
#include "core/analyse/nearest_text.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/rerun/card_file.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>

namespace flipscope::cli {

namespace {

// What CLI11 fills in as text and is turned into values after parsing.
struct Words {
    std::string format, colour = "auto", card, codeGenerator;
    std::string checks, elementType = "f32";
    PinWords pin;
    OutcomeWords outcome;
};

const std::map<std::string, Format> kFormats{{"text", Format::text},
                                             {"json", Format::json},
                                             {"csv", Format::csv},
                                             {"html", Format::html},
                                             {"markdown", Format::markdown}};
const std::map<std::string, ColourWhen> kColours{
    {"auto", ColourWhen::automatic}, {"always", ColourWhen::always}, {"never", ColourWhen::never}};

template <class Value>
std::vector<std::string> namesOf(const std::map<std::string, Value>& values) {
    std::vector<std::string> names;
    for (const auto& [name, value] : values)
        names.push_back(name);
    return names;
}

std::vector<std::string> generatorNames() {
    std::vector<std::string> names;
    for (const CodeGenerator generator : kAllCodeGenerators)
        names.emplace_back(optionName(generator));
    return names;
}

void addOutputOptions(CLI::App& command, Options& options, Words& words) {
    command.add_option("--format", words.format, "text, json, csv, html or markdown")
        ->check(CLI::IsMember(namesOf(kFormats)));
    command.add_option("--output,-o", options.output, "write to this file instead of standard output");
    command.add_option("--color,--colour", words.colour, "colours: auto (only on a terminal), always or never")
        ->check(CLI::IsMember(namesOf(kColours)));
    command.add_flag("--all", options.all, "show every row, not only the first ones");
}

void addReadingOptions(CLI::App& command, Options& options, Words& words) {
    command.add_option("--runs", options.runs, "take only these runs (ids, separated by commas)")->delimiter(',');
    command.add_option("--split-run", options.splitRuns,
                       "split the log of this run where a key first repeats (two processes in one file)");
    command.add_option(
        "--aliases", options.aliasFile,
        "CSV file with the columns alias,key: names of keys in reports (a list among PATHS is read too)");
    command.add_option("--card", words.card,
                       "GPU for predicted numbers: volta, ampere, ada, hopper, blackwell, or a product such as H200");
    command
        .add_option("--code-generator", words.codeGenerator, "code generator for predicted numbers: cuda-cpp or llvm")
        ->check(CLI::IsMember(generatorNames()));
}

void addRerunOptions(CLI::App& command, Options& options, Words& words) {
    constexpr std::size_t kMostInputs = 1000;
    constexpr unsigned kMostRepeats = 100'000;
    command.add_option("paths", options.paths, "runs: log files, run folders, a parent of many, archives")
        ->type_name("PATHS");
    command.add_option("--key", options.key, "the key whose candidates are run, as for the command key");
    command
        .add_option("--shape", options.shapes,
                    "m, n and k of a matmul of your own, as in 512x1024x128, in place of runs and key; may be repeated")
        ->allow_extra_args(false)
        ->type_name("MxNxK");
    command.add_flag("--repro", options.repro, "the three shapes of the public report, in place of runs and key");
    command.add_option("--dtype", words.elementType, "of the shapes")
        ->check(CLI::IsMember({"f32", "f16", "bf16"}))
        ->capture_default_str();
    command.add_flag("--lhs-transposed", options.lhsTransposed, "of the shapes: the left buffer holds k×m");
    command.add_flag("--rhs-transposed", options.rhsTransposed, "of the shapes: the right buffer holds n×k");
    command.add_option(
        "--candidates", options.candidates,
        "winners, all, indices or names separated by commas; names that the set has not are the worker's "
        "own, such as cublaslt_0 (default: winners; for shapes all)");
    auto* gpu = command.add_flag("--gpu", options.useGpu, "the same as --backend cuda");
    command.add_option("--card-file", options.cardFile, "card file to emulate (else --card names a known card)")
        ->excludes(gpu);
    command
        .add_option("--backend", options.backend,
                    "emulate or emulate:CARD (bit for bit on this processor), cuda (replicas on a GPU "
                    "of this machine), or worker with --worker")
        ->excludes(gpu);
    command.add_option("--device", options.device, "id of the worker's device; without it the first");
    command.add_option("--inputs", options.inputs, "sets of seeded inputs to try")
        ->check(CLI::Range(std::size_t{1}, kMostInputs))
        ->capture_default_str();
    command.add_option("--repeats", options.repeats, "launches of each candidate and input")
        ->check(CLI::Range(1U, kMostRepeats))
        ->capture_default_str();
    command.add_option("--timing", options.timingSamples, "samples of each candidate's time; 0: none")
        ->check(CLI::Range(0U, kMostRepeats))
        ->capture_default_str();
    command
        .add_option("--checks", words.checks,
                    "standard: also misaligned buffers, padded rows, and one to three rows or columns; none "
                    "(default: standard with --gpu or --worker, else none)")
        ->check(CLI::IsMember({"none", "standard"}));
    command.add_flag("--sweep", options.sweep,
                     "run other shapes too that the key stands for, and name those that fail");
    command
        .add_option("--blocklist", options.blocklist,
                    "write to this file, as JSON, the candidates that refused, failed or were wrong by themselves")
        ->check(notEmpty("file name"));
    command
        .add_option("--worker", options.workerCommand,
                    "command of another worker and its arguments (docs/worker-protocol.md); ends the line")
        ->excludes(gpu)
        ->expected(1, -1)
        ->type_name("COMMAND");
}

void addWorkerChoice(CLI::App& command, Options& options) {
    command.add_option("--backend", options.backend,
                       "cuda (a GPU of this machine), emulate:CARD, or worker with its command behind --");
    command.add_option("--device", options.device, "id of the worker's device; without it the first");
    command.add_option("--seed", options.checkSeed, "of the random shapes and inputs")->capture_default_str();
    command.add_option("command", options.workerCommand, "the worker's command and its arguments, behind --")
        ->type_name("COMMAND");
}

void addCalibrateOptions(CLI::App& command, Options& options) {
    constexpr std::size_t kMostChecks = 10'000;
    addWorkerChoice(command, options);
    command.add_option("--name", options.cardName, "name of the card in its file")->required();
    command.add_option("--out", options.cardOut, "card file to write; left alone unless all is verified")
        ->required()
        ->check(notEmpty("file name"));
    command.add_option("--checks", options.checks, "products of each kind and type that are compared by checksum")
        ->check(CLI::Range(std::size_t{1}, kMostChecks))
        ->capture_default_str();
}

void addCommands(CLI::App& app, Options& options, Words& words, std::map<const CLI::App*, Command>& commands) {
    std::vector<CLI::App*> added;
    const auto addTo = [&](CLI::App& parent, const char* name, Command command, const char* description,
                           const char* example) {
        CLI::App* made = parent.add_subcommand(name, description);
        made->footer(std::string("Example:\n  flipscope-cli ") + example);
        commands[made] = command;
        added.push_back(made);
        return made;
    };
    const auto add = [&](const char* name, Command command, const char* description, const char* example) {
        return addTo(app, name, command, description, example);
    };
    auto* summary = add("summary", Command::summary, "Which keys flip between the runs, and what that means",
                        "summary runs/\n\nExit status: 0 no flips, 1 flips, 2 could not do it.");
    addPaths(*summary, options);
    auto* diff = add("diff", Command::diff, "What two runs chose differently",
                     "diff runs/run13 runs/run14\n  flipscope-cli diff runs/ run13 run14\n\n"
                     "Exit status: 0 no flips, 1 flips, 2 could not do it.");
    diff->add_option("a", options.runA, "path of a run, or its id when PATHS are given (PATHS may stand first too)")
        ->required()
        ->type_name("A");
    diff->add_option("b", options.runB, "the other run")->required()->type_name("B");
    diff->add_option("paths", options.paths, "runs that A and B are among; all of them give evidence")
        ->type_name("PATHS");
    auto* key =
        add("key", Command::key, "One key: its candidates, bands, winners and verdicts", "key runs/ --key 31944fb2");
    addPaths(*key, options);
    key->add_option("--key", options.key,
                    "id, alias or label of the key, or a part of it that only one has (x for ×, small letters do)")
        ->required();
    auto* suspects =
        add("suspects", Command::suspects, "Which choices go with the outcome of the runs, against luck",
            "suspects runs/ --outcome-pattern 'step 0: loss (\\S+)' --gap\n"
            "  flipscope-cli suspects runs/ --outcome-pattern 'loss (\\S+)' --match last --ungrouped\n"
            "  flipscope-cli suspects runs/ --labels labels.csv\n\n"
            "Without an outcome, what varies in the runs' output is found and the best supported is used.");
    addPaths(*suspects, options);
    addSuspectOptions(*suspects, options, words.outcome);
    auto* outcomes =
        add("outcomes", Command::outcomes, "What varies between the runs' otherwise equal outputs", "outcomes runs/");
    addPaths(*outcomes, options);
    auto* rerun =
        add("rerun", Command::rerun, "Runs candidates of one key and says which compute the same bits",
            "rerun runs/ --key 411e0aa0 --backend emulate:hopper\n"
            "  flipscope-cli rerun runs/ --key 411e0aa0 --backend cuda --candidates all,cublaslt_0 --timing 30\n"
            "  flipscope-cli rerun --shape 512x1024x128 --dtype f16 --backend emulate:blackwell\n"
            "  flipscope-cli rerun --repro --backend emulate:blackwell\n"
            "  flipscope-cli rerun runs/ --key 411e0aa0 --sweep --blocklist list.json --worker python3 "
            "my_worker.py\n\n"
            "Without --backend, --gpu or --worker the candidates are emulated bit for bit, for --card.");
    addRerunOptions(*rerun, options, words);
    auto* workerCheck = add("worker-check", Command::workerCheck, "Does a program speak the worker protocol?",
                            "worker-check --candidate sum_ascending -- python3 example_worker.py\n\n"
                            "Exit status: 0 it does, 2 it does not.");
    workerCheck->add_option("--candidate", options.workerCandidates, "name of a candidate that the worker can run")
        ->type_name("NAME");
    workerCheck->add_option("command", options.workerCommand, "the worker's command and its arguments, behind --")
        ->required()
        ->type_name("COMMAND");
    auto* calibrate = add("calibrate", Command::calibrate, "Finds a card's numbers by probing, for the emulator",
                          "calibrate --name 'My card' --out my-card.json\n"
                          "  flipscope-cli calibrate --name 'Far card' --out far.json -- ssh gpu flipscope-worker\n\n"
                          "Exit status: 0 verified and written, 2 not. --card names the generation whose kernels run\n"
                          "where the worker does not say the compute capability.");
    addCalibrateOptions(*calibrate, options);
    auto* selfCheck = add("self-check", Command::selfCheck, "Do emulator and GPU give the bits they should?",
                          "self-check\n"
                          "  flipscope-cli self-check --card-file my-card.json -- ssh gpu flipscope-worker\n\n"
                          "Exit status: 0 all equal, 2 not. Without a GPU its part is skipped, and said to be.");
    addWorkerChoice(*selfCheck, options);
    selfCheck->add_option("--card-file", options.cardFile, "numbers of the GPU; without it those of the known card");
    auto* exportTable =
        add("export", Command::exportTable, "A whole table for scripts",
            "export runs/ --what medians --format csv --output medians.csv\n\n"
            "In CSV, texts that begin with = + - @ get a ' in front, so that no spreadsheet runs them.");
    addPaths(*exportTable, options);
    exportTable->add_option("--what", options.what, "table: " + exportNames())->required();
    addPinCommands(app, options, words.pin, addTo);
    addDriveCommands(app, options, words.outcome, addTo);
    for (CLI::App* command : added) {
        addOutputOptions(*command, options, words);
        if (!runsProgram(command->get_name())) addReadingOptions(*command, options, words);
    }
}

// The generation of a card that is known, by its own name or that of a product.
Card generationNamed(const std::string& words) {
    if (const auto card = cardFromString(words)) return *card;
    for (const CardNumbers& card : builtInCards()) {
        if (namesCard(card, words)) return card.generation;
    }
    throw CLI::ValidationError("--card", "knows no card “" + printable(words, 100) + "”: " + knownCardsInWords());
}

// Throws CLI::ValidationError for values that only the whole line shows to be wrong.
void understandWords(Options& options, const Words& words) {
    options.format = options.command == Command::exportTable ? Format::csv : Format::text;
    if (!words.format.empty()) options.format = kFormats.at(words.format);
    options.colour = kColours.at(words.colour);
    if (!words.card.empty()) options.assumptions.card = generationNamed(words.card);
    options.assumptions.codeGenerator = codeGeneratorFromString(words.codeGenerator);
    options.elementType = words.elementType == "f16"    ? ElementType::f16
                          : words.elementType == "bf16" ? ElementType::bf16
                                                        : ElementType::f32;
    if (!words.checks.empty()) options.standardChecks = words.checks == "standard";
    understandPinWords(options, words.pin);
    understandOutcomeWords(options, words.outcome);
    understandDriveWords(options);
    if (options.command == Command::exportTable && !isExportName(options.what)) {
        throw CLI::ValidationError("--what", "must be one of: " + exportNames());
    }
}

// What is wrong with a first argument that is no command; empty when it is one, or an option.
std::string unknownCommand(const CLI::App& app, int argc, const char* const* argv) {
    if (argc < 2 || argv[1][0] == '-' || argv[1][0] == '\0') return {};
    const std::string given = argv[1];
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        names.push_back(command->get_name());
    if (std::find(names.begin(), names.end(), given) != names.end()) return {};
    std::string text = "there is no command “" + printable(given, 100) + "”";
    std::error_code error;
    if (const auto nearest = nearestText(given, names)) return text + "; did you mean “" + names[*nearest] + "”?";
    if (std::filesystem::exists(given, error)) {
        return text + ", but a path of this name: flipscope-cli summary " + shellQuoted(given);
    }
    return text + "; there are " + joinList(names, names.size()) + ".";
}

}  // namespace

std::variant<Options, int> parseCommandLine(int argc, const char* const* argv) {
    Options options;
    Words words;
    std::map<const CLI::App*, Command> commands;
    CLI::App app(
        "Flipscope reads the autotune decisions of many runs of one program and says which keys flipped,\n"
        "whether that was a coin flip, and how strongly it goes with the outcome of the runs.",
        "flipscope-cli");
    app.set_version_flag("--version", "flipscope-cli " FLIPSCOPE_VERSION);
    app.footer("Example:\n  flipscope-cli summary runs/\n\nEach command has its own --help.");
    app.require_subcommand(1);
    try {
        addCommands(app, options, words, commands);
        if (const std::string fault = unknownCommand(app, argc, argv); !fault.empty()) {
            std::cerr << "flipscope-cli: " << fault << "\nRun with --help for more information.\n";
            return kFailed;
        }
        const std::size_t end = programPlace(argc, argv);
        for (std::size_t i = end + 1; i < static_cast<std::size_t>(argc); ++i)
            options.drive.command.emplace_back(argv[i]);
        app.parse(static_cast<int>(end), argv);
        const CLI::App* chosen = app.get_subcommands().front();
        while (!chosen->get_subcommands().empty())
            chosen = chosen->get_subcommands().front();
        options.command = commands.at(chosen);
        understandWords(options, words);
    } catch (const CLI::ParseError& error) {
        // CLI11 prints help and version to standard output, everything else to standard error.
        return app.exit(error) == 0 ? kDone : kFailed;
    }
    return options;
}

}  // namespace flipscope::cli
