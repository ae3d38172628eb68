#include "app/flipscope-cli/program_words.h"

#include "core/process/command_words.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace flipscope::cli {

namespace {

constexpr std::string_view kWorker = "--worker", kWorkerIs = "--worker=";

bool drives(Command command) {
    return command == Command::collect || command == Command::force || command == Command::bisect;
}

bool takesProgramBehindDashes(std::string_view command) {
    constexpr std::array<std::string_view, 6> kCommands = {"collect",      "force",     "bisect",
                                                           "worker-check", "calibrate", "self-check"};
    return std::find(kCommands.begin(), kCommands.end(), command) != kCommands.end();
}

std::vector<std::string> wordsFrom(int first, int argc, const char* const* argv) {
    std::vector<std::string> words;
    for (int i = first; i < argc; ++i)
        words.emplace_back(argv[i]);
    return words;
}

// From the place where the worker is asked for.
SplitLine splitAtWorker(int argc, const char* const* argv, int place) {
    SplitLine line{{argv, argv + place}, {}};
    const std::string_view option = argv[place];
    const bool hasDashes = option == kWorker && place + 1 < argc && std::string_view(argv[place + 1]) == "--";
    if (option != kWorker) line.program.emplace_back(option.substr(kWorkerIs.size()));
    for (std::string& word : wordsFrom(place + (hasDashes ? 2 : 1), argc, argv))
        line.program.push_back(std::move(word));
    line.ours.push_back(kWorker.data());
    if (!line.program.empty()) line.ours.push_back("PROGRAM");
    return line;
}

}  // namespace

SplitLine splitLine(int argc, const char* const* argv) {
    const std::string_view command = argc > 1 ? argv[1] : "";
    for (int i = 2; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (command == "rerun" && (word == kWorker || word.starts_with(kWorkerIs))) return splitAtWorker(argc, argv, i);
        if (takesProgramBehindDashes(command) && word == "--") return {{argv, argv + i}, wordsFrom(i + 1, argc, argv)};
    }
    return {{argv, argv + argc}, {}};
}

std::string lineWithDashes(int argc, const char* const* argv, const std::vector<std::string>& unexpected) {
    if (argc < 2 || unexpected.empty() || !takesProgramBehindDashes(argv[1])) return {};
    const std::vector<std::string> words = wordsFrom(1, argc, argv);
    if (std::find(words.begin(), words.end(), "--") != words.end()) return {};
    // From the end: a word of the program may also be the value of an option before it.
    auto first = words.end();
    for (auto word = unexpected.rbegin(); word != unexpected.rend(); ++word) {
        do {
            if (first == words.begin()) return {};
            --first;
        } while (*first != *word);
    }
    std::string line = "flipscope-cli";
    for (auto word = words.begin(); word != words.end(); ++word)
        line += (word == first ? " -- " : " ") + quotedForShell(*word);
    return line;
}

void takeProgram(Options& options, const std::vector<std::string>& program) {
    if (options.command == Command::rerun) options.workerCommand.clear();  // the word that stood for it
    auto& words = drives(options.command) ? options.drive.command : options.workerCommand;
    words.insert(words.end(), program.begin(), program.end());
}

}  // namespace flipscope::cli
