#include "core/drive/outcome_reading.h"

#include "core/analyse/pattern_search.h"
#include "core/drive/program_run.h"
#include "core/process/command_words.h"
#include "core/read/content_hash.h"
#include "core/read/loader.h"
#include "core/read/text_output.h"

#include <array>
#include <utility>

namespace flipscope {

namespace {

// The run's two streams alone, where no reader of runs finds one in the folder.
Dataset streamsOf(const std::string& folder, const std::stop_token& stop) {
    Dataset dataset;
    Run& run = dataset.runs.emplace_back();
    ReadBuffer buffer;
    for (const char* name : {"/stdout.log", "/stderr.log"}) {
        const Result<InputFile> file = InputFile::open(folder + name);
        if (!file) continue;
        Result<TextOutput> text = readTextOutput(file.value(), folder + name, buffer, kMaxTextOutput, stop);
        if (text) run.outputs.push_back(std::move(text).value());
    }
    return dataset;
}

Result<OutcomeText> byPattern(const OutcomePattern& pattern, const std::string& folder, const std::stop_token& stop) {
    const Result<PatternSearch> search = PatternSearch::compile(pattern.regex);
    if (!search) return Error{"the pattern: " + search.errorMessage()};
    LoadOptions options;
    options.stop = stop;
    options.threads = 1;
    Result<Dataset> loaded = loadRuns({folder}, options);
    if (loaded.cancelled()) return Cancelled{};
    const bool isOne = loaded && loaded.value().runs.size() == 1;
    const Dataset dataset = isOne ? std::move(loaded).value() : streamsOf(folder, stop);
    const Result<std::optional<std::string>> value =
        valueOfRun(search.value(), dataset.runs.front(), pattern.match, pattern.n);
    OutcomeText outcome;
    if (!value) {
        outcome.because = "the pattern: " + value.errorMessage();
        return outcome;
    }
    outcome.text = value.value();
    // A pattern was tried on the given runs before: that it does not match here is a result.
    if (!outcome.text) outcome.because = "its output has no match of the pattern";
    return outcome;
}

Result<OutcomeText> byTest(const OutcomeReading& reading, const std::string& folder, const std::stop_token& stop) {
    constexpr int kCannotTell = 125, kMostBad = 124;
    ProgramRun run;
    run.command.arguments = reading.test;
    run.command.arguments.push_back(folder);
    run.command.folder = folder;
    run.outputFile = folder + "/test.stdout";
    run.errorFile = folder + "/test.stderr";
    run.limit = reading.testLimit;
    const Result<ProgramEnd> end = runProgram(run, stop);
    if (!end) return Error{"the test: " + end.errorMessage()};
    if (end.value().stopped) return Cancelled{};
    OutcomeText outcome;
    if (end.value().timedOut) {
        outcome.judged = TrialOutcome::invalid;
        outcome.because = "the test did not end within its time limit";
        return outcome;
    }
    const std::optional<int> status = end.value().end.status;
    outcome.text = toWords(end.value().end);
    if (!status || *status == kCannotTell || *status > kMostBad) {
        outcome.judged = TrialOutcome::invalid;
        outcome.because = "the test " + *outcome.text;
    } else {
        outcome.judged = *status == 0 ? TrialOutcome::good : TrialOutcome::bad;
    }
    return outcome;
}

}  // namespace

std::string inWords(const OutcomeReading& reading) {
    std::string words;
    switch (reading.by) {
        case OutcomeReading::By::wholeOutput:
            return "whole output";
        case OutcomeReading::By::exitStatus:
            return "exit status";
        case OutcomeReading::By::pattern:
            words = "pattern " + reading.pattern.regex;
            if (reading.pattern.match == PatternMatch::last) words += ", last match";
            if (reading.pattern.match == PatternMatch::nth) words += ", match " + std::to_string(reading.pattern.n);
            return words;
        case OutcomeReading::By::test:
            break;
    }
    for (const std::string& word : reading.test)
        words += (words.empty() ? "test " : " ") + quotedForShell(word);
    return words;
}

std::string outputDigest(const std::string& path, const std::stop_token& stop) {
    constexpr std::size_t kPiece = std::size_t{1} << 20;
    const Result<InputFile> file = InputFile::open(path);
    if (!file) return {};
    ContentHash hash;
    std::string piece(kPiece, '\0');
    for (std::uint64_t at = 0;;) {
        const Result<std::size_t> got = file.value().readAt(at, piece.data(), piece.size(), stop);
        if (!got) return {};
        if (got.value() == 0) return hash.digits();
        hash.add(std::string_view(piece).substr(0, got.value()));
        at += got.value();
    }
}

Result<OutcomeText> readOutcome(const OutcomeReading& reading, const std::string& folder, const RunRecord& record,
                                const std::stop_token& stop) {
    if (record.timedOut) return OutcomeText{std::nullopt, std::nullopt, "it did not end within the time limit"};
    if (reading.by == OutcomeReading::By::exitStatus) {
        return OutcomeText{"exit " + std::to_string(record.exitStatus), std::nullopt, ""};
    }
    if (reading.by == OutcomeReading::By::test) return byTest(reading, folder, stop);
    if (record.signal != 0) {
        return OutcomeText{std::nullopt, std::nullopt, "it " + toWords(ChildEnd{std::nullopt, record.signal})};
    }
    if (reading.by == OutcomeReading::By::pattern) return byPattern(reading.pattern, folder, stop);
    std::string digest = outputDigest(folder + "/stdout.log", stop);
    if (stop.stop_requested()) return Cancelled{};
    if (digest.empty()) return OutcomeText{std::nullopt, std::nullopt, "its output cannot be read"};
    return OutcomeText{std::move(digest), std::nullopt, ""};
}

}  // namespace flipscope
