// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/pin_command_line.h"

#include "app/flipscope-cli/command_parts.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace flipscope::cli {

namespace {

void addOut(CLI::App& command, Options& options, const char* meaning, const char* force) {
    command.add_option("--out", options.out, meaning)->required()->check(notEmpty("file name"))->type_name("FILE");
    command.add_flag("--force", options.overwrites, force);
}

void addPinFile(CLI::App& command, Options& options) {
    command.add_option("file", options.pinFile, "pin file (docs/pin-file.md)")
        ->required()
        ->check(notEmpty("file name"))
        ->type_name("FILE");
}

void addPinMakeOptions(CLI::App& command, Options& options, PinWords& words) {
    auto* run = command.add_option("--run", words.run, "pin what this run used (id)")->check(notEmpty("run"));
    command
        .add_option(
            "--rule", options.pinRule,
            "majority, fastest-in-tie, class:NAME (the fastest of a class such as f32 or tf32-rna), most-exact, "
            "or run:ID")
        ->check(notEmpty("rule"))
        ->excludes(run);
    command.add_option("--key", options.handPins, "pin this key by hand, before the rule; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY=INDEX");
    command
        .add_option("--measured", options.rerunReports,
                    "what a re-run measured: the file of rerun --format json; may be repeated, and what several say "
                    "differently of a candidate is told")
        ->allow_extra_args(false)
        ->type_name("FILE");
    command.add_option("--by", options.pinnedBy, "who pins, kept in the file");
    addOut(command, options, "the pin file to write", "replace that file if it exists");
}

void addPinWriteOptions(CLI::App& command, Options& options, PinWords& words) {
    command.add_option("--to", words.target, "what to write: cubecl-db, an environment database of cubecl 0.11")
        ->check(CLI::IsMember({"cubecl-db"}))
        ->capture_default_str();
    command
        .add_option("--base", options.base,
                    "database whose other rows are taken over; read only, no program may use it (without: a new one)")
        ->check(notEmpty("file name"))
        ->type_name("DB");
    addOut(command, options, "the database to write",
           "replace that file if it exists; write the index of pins that have the name of another candidate");
    command.add_flag("--keep-other-choices", options.keepOtherChoices, "keep the base's choices for other keys");
    command.add_flag("--drop-records", options.dropRecords, "leave out what earlier processes recorded");
    command.add_flag("--drop-kernels", options.dropKernels, "leave out compiled kernels");
}

// "--key A=1 B=2": what follows the first stands among the paths.
void takeHandPins(Options& options) {
    const auto isHandPin = [](const std::string& word) {
        const std::size_t at = word.rfind('=');
        std::error_code error;
        return at != std::string::npos && at + 1 < word.size() &&
               word.find_first_not_of("0123456789", at + 1) == std::string::npos &&
               !std::filesystem::exists(word, error);
    };
    if (options.handPins.empty()) return;
    std::copy_if(options.paths.begin(), options.paths.end(), std::back_inserter(options.handPins), isHandPin);
    std::erase_if(options.paths, isHandPin);
}

}  // namespace

void addPinCommands(CLI::App& app, Options& options, PinWords& words, const AddCommand& add) {
    CLI::App* pin = app.add_subcommand("pin", "Choices to be repeated: make, show, write and check pin files");
    pin->footer("Example:\n  flipscope-cli pin make runs/ --run run14 --out pins.json\n\nEach has its own --help.");
    pin->require_subcommand(1);
    auto* make = add(*pin, "make", Command::pinMake, "Chooses a candidate a key and writes a pin file",
                     "pin make runs/ --run run14 --out pins.json\n"
                     "  flipscope-cli pin make runs/ --rule majority --key 411e0aa0=24 --out pins.json\n"
                     "  flipscope-cli pin make runs/ --rule class:f32 --card hopper --out pins.json\n\n"
                     "Keys that the rule cannot decide are listed and not pinned.");
    addPaths(*make, options);
    addPinMakeOptions(*make, options, words);
    auto* show = add(*pin, "show", Command::pinShow, "What a pin file pins, and why", "pin show pins.json");
    addPinFile(*show, options);
    auto* write = add(*pin, "write", Command::pinWrite, "Writes pins into a copy of a database that a program reads",
                      "pin write pins.json --to cubecl-db --base run13/environment.db --out env/default.db\n\n"
                      "The base is never changed. The copy holds the pinned choices and no others.");
    addPinFile(*write, options);
    addPinWriteOptions(*write, options, words);
    auto* check = add(*pin, "check", Command::pinCheck, "Pins against runs: stale, not obeyed, keys without a pin",
                      "pin check pins.json runs/");
    addPinFile(*check, options);
    check->add_flag("--strict", options.isStrict, "end with 1 unless every pin is in effect in every run");
    addPaths(*check, options);
}

void understandPinWords(Options& options, const PinWords& words) {
    if (options.command == Command::pinMake) takeHandPins(options);
    if (!words.run.empty()) options.pinRule = "run:" + words.run;
    if (options.command == Command::pinMake && options.pinRule.empty() && options.handPins.empty()) {
        throw CLI::ValidationError("pin make", "say which choices: --run ID, --rule NAME or --key KEY=INDEX");
    }
}

}  // namespace flipscope::cli
