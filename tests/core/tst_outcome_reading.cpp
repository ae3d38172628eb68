#include "core/drive/outcome_reading.h"
#include "core/process/process_identity.h"
#include "tests/support/sample_database.h"

#include <filesystem>

#include <doctest/doctest.h>

using namespace flipscope;
using testing::TemporaryFolder;
using testing::writeFile;

namespace {

OutcomeText read(const OutcomeReading& reading, const TemporaryFolder& folder, const RunRecord& record = {}) {
    auto outcome = readOutcome(reading, folder.path(), record, {});
    REQUIRE_MESSAGE(outcome, outcome.errorMessage());
    return std::move(outcome).value();
}

OutcomeReading testBy(const TemporaryFolder& folder, const std::string& script) {
    writeFile(folder.file("judge"), "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder.file("judge"), std::filesystem::perms::all);
    OutcomeReading reading;
    reading.by = OutcomeReading::By::test;
    reading.test = {folder.file("judge")};
    return reading;
}

}  // namespace

TEST_CASE("an outcome by pattern, also where no decisions lie") {
    const TemporaryFolder folder;
    writeFile(folder.file("stdout.log"), "step 0: loss 7.5\nstep 1: loss 6.5\n");
    OutcomeReading reading;
    reading.by = OutcomeReading::By::pattern;
    reading.pattern = {R"(loss (\S+))", PatternMatch::last, 1};
    CHECK(read(reading, folder).text == "6.5");
    reading.pattern.regex = "nothing (.)";
    const OutcomeText none = read(reading, folder);
    CHECK(!none.text);
    CHECK(none.because.find("no match") != std::string::npos);
}

TEST_CASE("a pattern that cannot be used is an error, not a run without a match") {
    const TemporaryFolder folder;
    writeFile(folder.file("stdout.log"), "loss 7.5\n");
    OutcomeReading reading;
    reading.by = OutcomeReading::By::pattern;
    reading.pattern.regex = "loss (";
    const auto outcome = readOutcome(reading, folder.path(), {}, {});
    REQUIRE(!outcome);
    CHECK_MESSAGE(outcome.errorMessage().find("the pattern: ") == 0, outcome.errorMessage());
}

TEST_CASE("a run that did not end by itself has no outcome but its status") {
    const TemporaryFolder folder;
    writeFile(folder.file("stdout.log"), "loss 1\n");
    RunRecord record;
    record.exitStatus = 134;
    record.signal = 6;
    OutcomeReading reading;
    CHECK(!read(reading, folder, record).text);
    reading.by = OutcomeReading::By::exitStatus;
    CHECK(read(reading, folder, record).text == "exit 134");
    record.signal = 0;
    record.timedOut = true;
    CHECK(!read(reading, folder, record).text);
    reading.by = OutcomeReading::By::wholeOutput;
    CHECK(read(reading, folder, record).because.find("time limit") != std::string::npos);
}

TEST_CASE("the whole output: equal texts, equal digests") {
    const TemporaryFolder folder;
    writeFile(folder.file("stdout.log"), std::string(3'000'000, 'a'));
    const auto one = read({}, folder).text;
    writeFile(folder.file("stdout.log"), std::string(2'999'999, 'a') + "b");
    CHECK(one->size() == 32);
    CHECK(read({}, folder).text != one);
    CHECK(outputDigest("/no/such/file", {}).empty());
}

TEST_CASE("two outputs that cannot be read are not equal outcomes") {
    const TemporaryFolder folder;
    const OutcomeText outcome = read({}, folder);
    CHECK(!outcome.text);
    CHECK(outcome.because == "its output cannot be read");
}

TEST_CASE("a test judges as git bisect run has it, in the run's folder") {
    const TemporaryFolder folder;
    const auto judged = [&folder](const std::string& script) { return read(testBy(folder, script), folder).judged; };
    CHECK((judged("test \"$PWD\" = \"$1\"") == TrialOutcome::good));
    CHECK((judged("exit 1") == TrialOutcome::bad));
    CHECK((judged("exit 124") == TrialOutcome::bad));
    CHECK((judged("exit 125") == TrialOutcome::invalid));
    CHECK((judged("exit 126") == TrialOutcome::invalid));
    CHECK((judged("no-such-command-here") == TrialOutcome::invalid));  // a shell's 127
    CHECK((judged("kill -9 $$") == TrialOutcome::invalid));
    OutcomeReading missing;
    missing.by = OutcomeReading::By::test;
    missing.test = {"/no/such/test"};
    CHECK(readOutcome(missing, folder.path(), {}, {}).errorMessage().find("the test") == 0);
}

TEST_CASE("a test that hangs is ended with what it started, and cannot tell") {
    const TemporaryFolder folder;
    OutcomeReading reading = testBy(folder, "sleep 300 & echo $! > other; wait");
    reading.testLimit = std::chrono::milliseconds{500};
    const OutcomeText outcome = read(reading, folder);
    CHECK((outcome.judged == TrialOutcome::invalid));
    CHECK(outcome.because == "the test did not end within its time limit");
    CHECK(!processIdentity(static_cast<pid_t>(std::stol(testing::readFile(folder.file("other"))))));
}

TEST_CASE("readings in words differ where they do") {
    OutcomeReading reading;
    CHECK(inWords(reading) == "whole output");
    reading.by = OutcomeReading::By::exitStatus;
    CHECK(inWords(reading) == "exit status");
    reading.by = OutcomeReading::By::pattern;
    reading.pattern = {"loss (.)", PatternMatch::nth, 3};
    CHECK(inWords(reading) == "pattern loss (.), match 3");
    reading.pattern.match = PatternMatch::last;
    CHECK(inWords(reading) == "pattern loss (.), last match");
    reading.by = OutcomeReading::By::test;
    reading.test = {"judge", "a b"};
    CHECK(inWords(reading) == "test judge 'a b'");
}
