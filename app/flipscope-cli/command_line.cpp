// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/command_line.h"

#include "app/flipscope-cli/command_parts.h"
#include "app/flipscope-cli/commands.h"
#include "app/flipscope-cli/drive_arguments.h"
#include "app/flipscope-cli/outcome_arguments.h"
#include "app/flipscope-cli/pin_command_line.h"
#include "app/flipscope-cli/program_words.h"
#include "app/flipscope-cli/report_arguments.h"
#include "app/flipscope-cli/rerun_arguments.h"
#include "core/analyse/nearest_text.h"
#include "core/process/command_words.h"
#include "core/report/document_parts.h"
#include "core/report/format.h"
#include "core/rerun/card_file.h"
#include "core/rerun/product_names.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <map>

#include <CLI/CLI.hpp>

namespace flipscope::cli {

namespace {

// What CLI11 fills in as text and is turned into values after parsing.
struct GivenWords {
    std::string format, colour = "auto", card, codeGenerator;
    PinWords pin;
    RerunWords rerun;
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

void addOutputOptions(CLI::App& command, Options& options, GivenWords& words) {
    command.add_option("--format", words.format, "text, json, csv, html or markdown")
        ->check(CLI::IsMember(namesOf(kFormats)));
    command.add_option("--output,-o", options.output, "write to this file instead of standard output");
    command.add_option("--color,--colour", words.colour, "colours: auto (only on a terminal), always or never")
        ->check(CLI::IsMember(namesOf(kColours)));
    command.add_flag("--all", options.all, "show every row, not only the first ones");
}

void addCardOption(CLI::App& command, GivenWords& words) {
    command.add_option("--card", words.card,
                       "GPU for predicted numbers: volta, ampere, ada, hopper, blackwell, or a product such as H200");
}

bool readsRuns(Command command) {
    constexpr std::array kReading = {Command::summary,  Command::diff,  Command::key,         Command::suspects,
                                     Command::outcomes, Command::rerun, Command::exportTable, Command::pinMake,
                                     Command::pinCheck, Command::report};
    return std::find(kReading.begin(), kReading.end(), command) != kReading.end();
}

void addReadingOptions(CLI::App& command, Options& options, GivenWords& words) {
    command.add_option("--runs", options.runs, "take only these runs (ids, separated by commas)")->delimiter(',');
    command.add_option("--split-run", options.splitRuns,
                       "split the log of this run where a key first repeats (two processes in one file)");
    command.add_option(
        "--aliases", options.aliasFile,
        "CSV file with the columns alias,key: names of keys in reports (a list among PATHS is read too)");
    addCardOption(command, words);
    command
        .add_option("--code-generator", words.codeGenerator, "code generator for predicted numbers: cuda-cpp or llvm")
        ->check(CLI::IsMember(generatorNames()));
}

void addCommands(CLI::App& app, Options& options, GivenWords& words, std::map<const CLI::App*, Command>& commands) {
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
                        "summary runs/\n\nExit status: 0 no flips seen, 1 flips, 2 could not do it.");
    addPaths(*summary, options);
    auto* diff = add("diff", Command::diff, "What two runs chose differently",
                     "diff runs/run13 runs/run14\n  flipscope-cli diff runs/ run13 run14\n\n"
                     "Exit status: 0 no flips seen, 1 flips, 2 could not do it.");
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
    addRerunCommands(app, options, words.rerun, addTo);
    auto* exportTable =
        add("export", Command::exportTable, "A whole table for scripts",
            "export runs/ --what medians --format csv --output medians.csv\n\n"
            "In CSV, texts that begin with = + - @ get a ' in front, so that no spreadsheet runs them.");
    addPaths(*exportTable, options);
    exportTable->add_option("--what", options.what, "table: " + exportNames())->required();
    addPinCommands(app, options, words.pin, addTo);
    addDriveCommands(app, options, words.outcome, addTo);
    addReportCommand(app, options, words.outcome, addTo);
    for (CLI::App* command : added) {
        addOutputOptions(*command, options, words);
        if (readsRuns(commands.at(command))) addReadingOptions(*command, options, words);
        if (commands.at(command) == Command::calibrate) addCardOption(*command, words);
    }
}

// Why no card is known by these words, and what to do.
std::string unknownCardInWords(const std::string& words) {
    const std::string name = "“" + printable(words, 100) + "”";
    const auto generation = generationWithoutNumbers(words);
    const std::string what =
        generation ? "has no numbers for " + name + ", which is of the " + std::string(*generation) + " generation"
                   : "knows no card " + name;
    return what + ". Known are " + knownCardsInWords() +
           ", and most other products of these generations by their names. If you know its generation, name that "
           "(--card ada); else flipscope-cli calibrate finds the numbers on the GPU itself, and rerun takes them with "
           "--card-file.";
}

// The generation of a card that is known, by its own name or that of a product.
Card generationNamed(const std::string& words) {
    if (const auto card = cardFromString(words)) return *card;
    if (const CardNumbers* card = builtInCardNamed(words)) return card->generation;
    throw CLI::ValidationError("--card", unknownCardInWords(words));
}

// Throws CLI::ValidationError for values that only the whole line shows to be wrong.
void understandWords(Options& options, const GivenWords& words) {
    options.format = options.command == Command::exportTable ? Format::csv : Format::text;
    if (!words.format.empty()) options.format = kFormats.at(words.format);
    options.colour = kColours.at(words.colour);
    if (!words.card.empty()) options.assumptions.card = generationNamed(words.card);
    options.cardWords = words.card;
    options.assumptions.codeGenerator = codeGeneratorFromString(words.codeGenerator);
    understandRerunWords(options, words.rerun);
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
        return text + ", but a path of this name: flipscope-cli summary " + quotedForShell(given);
    }
    return text + "; there are " + joinList(names, names.size()) + ".";
}

}  // namespace

std::variant<Options, int> parseCommandLine(int argc, const char* const* argv) {
    Options options;
    GivenWords words;
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
        const SplitLine line = splitLine(argc, argv);
        app.parse(static_cast<int>(line.ours.size()), line.ours.data());
        const CLI::App* chosen = app.get_subcommands().front();
        while (!chosen->get_subcommands().empty())
            chosen = chosen->get_subcommands().front();
        options.command = commands.at(chosen);
        takeProgram(options, line.program);
        understandWords(options, words);
    } catch (const CLI::ExtrasError& error) {
        const std::string corrected = lineWithDashes(argc, argv, app.remaining(true));
        if (corrected.empty()) return app.exit(error) == 0 ? kDone : kFailed;
        std::cerr << "flipscope-cli: the command of your program goes behind --:\n  " << printable(corrected, 8000)
                  << '\n';
        return kFailed;
    } catch (const CLI::ParseError& error) {
        // CLI11 prints help and version to standard output, everything else to standard error.
        return app.exit(error) == 0 ? kDone : kFailed;
    }
    return options;
}

}  // namespace flipscope::cli
