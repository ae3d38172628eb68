#include "core/drive/kept_file.h"
#include "core/drive/trial_journal.h"
#include "tests/support/sample_database.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

const JournalHeader kHeader{{"./train", "a b"}, "/where", "\"7\" is good", {"aa 1>2", "bb 3>4", "cc 0>1"}};

JournalTrial trial(std::size_t number, KeySet keys, TrialOutcome outcome) {
    JournalTrial made;
    made.number = number;
    made.fromBad = std::move(keys);
    made.outcome = outcome;
    made.value = "7.0\n";
    made.because = "why";
    made.seconds = 1.25;
    made.exitStatus = 3;
    return made;
}

}  // namespace

TEST_CASE("a journal reads back as it was written") {
    JournalTrial second = trial(2, {0, 2}, TrialOutcome::invalid);
    second.counts = false;
    Pin pin;
    pin.keyJson = R"({"m":1})";
    pin.tuner = "matmul";
    pin.keyId = "dd";
    pin.label = "label";
    pin.candidate = CandidateIndex{7};
    pin.candidateName = "name";
    pin.setChecksum = "abc";
    pin.setSize = 9;
    pin.places = {"autotune/x"};
    const auto journal = readJournal(journalLine(kHeader) + "\n" + journalLine(trial(1, {}, TrialOutcome::good)) +
                                     "\n" + journalLine(second) + "\n" + journalLine(pin) + "\n");
    REQUIRE_MESSAGE(journal, journal.errorMessage());
    CHECK(journal.value().header == kHeader);
    REQUIRE(journal.value().trials.size() == 2);
    CHECK(journalLine(journal.value().trials[0]) == journalLine(trial(1, {}, TrialOutcome::good)));
    CHECK(journalLine(journal.value().trials[1]) == journalLine(second));
    REQUIRE(journal.value().added.size() == 1);
    CHECK(journal.value().added[0] == pin);
    CHECK(journal.value().damaged == 0);
}

TEST_CASE("damaged lines are counted and cost no other") {
    std::string text = journalLine(kHeader) + "\n";
    const std::string good = journalLine(trial(1, {1}, TrialOutcome::bad));
    for (const std::string& damaged :
         {good.substr(0, 20), std::string("[]"), std::string("{}"), std::string(R"({"added":{"key":1}})"),
          journalLine(trial(1, {3}, TrialOutcome::bad)),     // a key that the header does not have
          journalLine(trial(1, {1, 0}, TrialOutcome::bad)),  // not ascending
          journalLine(trial(0, {1}, TrialOutcome::bad)), std::string(1000, '[')}) {
        text += damaged + "\n";
    }
    const auto journal = readJournal(text + good);
    REQUIRE(journal);
    CHECK(journal.value().trials.size() == 1);
    CHECK(journal.value().damaged == 8);
}

TEST_CASE("numbers that cannot be are damage and do not wrap to others") {
    const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
        REQUIRE(text.find(from) != std::string::npos);
        return text.replace(text.find(from), from.size(), to);
    };
    const std::string good = journalLine(trial(1, {1}, TrialOutcome::bad));
    Pin pin;
    pin.candidate = CandidateIndex{7};
    pin.setSize = 9;
    const std::string added = journalLine(pin);
    std::string text = journalLine(kHeader) + "\n";
    for (const char* wrong : {"-1", "1.5", "4294967297", "18446744073709551615", "1e300", "true", "\"1\""}) {
        text += replaced(good, "\"fromBad\":[1]", std::string("\"fromBad\":[") + wrong + "]") + "\n";
        text += replaced(good, "\"trial\":1", std::string("\"trial\":") + wrong) + "\n";
        text += replaced(good, "\"exitStatus\":" + std::to_string(trial(1, {1}, TrialOutcome::bad).exitStatus),
                         std::string("\"exitStatus\":") + wrong) +
                "\n";
        text += replaced(added, "\"candidate\":7", std::string("\"candidate\":") + wrong) + "\n";
        text += replaced(added, "\"candidates\":9", std::string("\"candidates\":") + wrong) + "\n";
    }
    text += replaced(added, "\"candidate\":7", "\"candidate\":9") + "\n";  // behind the end of its set
    text += replaced(good, "\"fromBad\":[1]", "\"fromBad\":1") + "\n";
    const auto journal = readJournal(text + good + "\n" + added + "\n");
    REQUIRE(journal);
    CHECK(journal.value().trials.size() == 1);
    CHECK(journal.value().added.size() == 1);
    CHECK(journal.value().damaged == 7 * 5 + 2);
}

TEST_CASE("what does not begin like a journal is none") {
    for (const char* text : {"", "\n", "x", "{}", R"({"schema":"flipscope-trials/2"})", R"({"schema":1})"})
        CHECK(!readJournal(text));
}

TEST_CASE("trials of something else are recognised") {
    CHECK(differenceOf(kHeader, kHeader).empty());
    JournalHeader other = kHeader;
    other.command = {"./other"};
    CHECK(differenceOf(kHeader, other) == "another command");
    other = kHeader;
    other.keys.pop_back();
    CHECK(differenceOf(kHeader, other).find("other runs") == 0);
    other = kHeader;
    other.outcome = "else";
    CHECK(differenceOf(kHeader, other) == "another outcome");
    other = kHeader;
    other.folder = "/else";
    CHECK(differenceOf(kHeader, other).find("folder") != std::string::npos);
    other = kHeader;
    other.base = "another";
    CHECK(differenceOf(kHeader, other) == "runs that made other choices besides");
    other = kHeader;
    other.keepsFolder = true;
    CHECK(differenceOf(kHeader, other).find("--cwd") != std::string::npos);
    CHECK(readJournal(journalLine(other)).value().header == other);
}

TEST_CASE("a journal that does not tell all that its trials held is of nobody's runs") {
    const std::string earlier =
        R"({"schema":"flipscope-trials/1","command":["./train","a b"],"folder":"/where","outcome":"\"7\" is good",)"
        R"("keys":["aa 1>2","bb 3>4","cc 0>1"]})";
    CHECK(readJournal(earlier).errorMessage().find("is of an earlier version") == 0);
    for (const char* missing : {"base", "keepsFolder"}) {
        nlohmann::json header = nlohmann::json::parse(journalLine(kHeader));
        header.erase(missing);
        CHECK(readJournal(header.dump()).errorMessage() == "is no journal of trials");
    }
}

TEST_CASE("the journal of forced choices says so, and what its trials left") {
    JournalHeader header{{"./train"}, "/where", "whole output", {"aa=1 bb=2", "aa=3"}};
    header.purpose = JournalHeader::kForce;
    header.base = "digest";
    JournalTrial entry = trial(1, {1}, TrialOutcome::other);
    entry.digest = "abc";
    entry.hopeless = true;
    const auto journal = readJournal(journalLine(header) + "\n" + journalLine(entry));
    REQUIRE_MESSAGE(journal, journal.errorMessage());
    CHECK(journal.value().header == header);
    CHECK(journalLine(journal.value().trials.at(0)) == journalLine(entry));
    CHECK(journal.value().trials[0].digest == "abc");
    CHECK(journal.value().trials[0].hopeless);
    CHECK(differenceOf(kHeader, header) == "a bisection");
    CHECK(differenceOf(header, kHeader) == "forced choices");
    JournalHeader other = header;
    other.keys.pop_back();
    CHECK(differenceOf(header, other) == "other choices");
    other = header;
    other.base = "another";
    CHECK(differenceOf(header, other) == "another base run");
    for (const char* wrong : {R"("digest":1)", R"("hopeless":1)", R"("hopeless":null)"}) {
        const std::string plain = journalLine(trial(1, {1}, TrialOutcome::other));
        const std::string line = plain.substr(0, plain.size() - 1) + "," + wrong + "}";
        CHECK(readJournal(journalLine(header) + "\n" + line).value().damaged == 1);
    }
    CHECK(!readJournal(
        R"({"schema":"flipscope-trials/2","command":[],"folder":"","outcome":"","keys":[],"base":"","keepsFolder":false,"purpose":1})"));
}

TEST_CASE("how the outcome is read and the search is played reads back") {
    OutcomeReading reading;
    reading.by = OutcomeReading::By::pattern;
    reading.pattern = {"loss “(\\S+)", PatternMatch::nth, 3};
    JournalHeader header = kHeader;
    header.reading = journalReading(reading);
    const std::string text = journalLine(header) + "\n";
    CHECK(readJournal(text).value().header == header);
    CHECK(!readJournal(text).value().search);
    CHECK(readJournal(journalLine(kHeader)).value().header.reading == std::nullopt);
    const auto twice =
        readJournal(text + journalLine(JournalSearch{5, false}) + "\n" + journalLine(JournalSearch{2, true}) + "\n" +
                    R"({"search":{"repeats":0,"ranked":true}})");
    CHECK(twice.value().search == JournalSearch{2, true});  // of the latest start
    CHECK(twice.value().damaged == 1);
    reading.pattern.n = 4;
    JournalHeader other = header;
    other.reading = journalReading(reading);
    CHECK(differenceOf(header, other) == "another outcome");
    CHECK(differenceOf(kHeader, header).empty());  // does not say, and the words are the same
    for (const char* wrong :
         {R"({"by":"x"})", R"({"by":"pattern"})", "1", R"({"by":"pattern","pattern":"x","match":1})",
          R"({"by":"pattern","pattern":"x","match":"nth","n":-1})"}) {
        CAPTURE(wrong);
        CHECK(!readJournal(
            R"({"schema":"flipscope-trials/2","command":[],"folder":"","outcome":"","keys":[],"base":"","keepsFolder":false,"reading":)" +
            std::string(wrong) + "}"));
    }
}

TEST_CASE("a journal is made, opened again, and kept from others") {
    const testing::TemporaryFolder folder;
    const std::string path = folder.file("trials/" + std::string(kJournalName));
    REQUIRE(openJournal(path, kHeader, {}));
    REQUIRE(!appendKeptLine(path, journalLine(trial(1, {}, TrialOutcome::good))));
    CHECK(openJournal(path, kHeader, {}).value().trials.size() == 1);
    JournalHeader other = kHeader;
    other.outcome = "else";
    const std::string said = openJournal(path, other, {}).errorMessage();
    CHECK(said.find(folder.file("trials") + " holds the trials of another outcome") == 0);
    std::stop_source stop;
    stop.request_stop();
    CHECK(openJournal(path, kHeader, stop.get_token()).cancelled());
    testing::writeFile(path, "");  // a disk that was full at the first line
    const auto begun = openJournal(path, kHeader, {});
    REQUIRE_MESSAGE(begun, begun.errorMessage());
    CHECK(begun.value().header == kHeader);
    CHECK(openJournal(path, other, {}).errorMessage().find("another outcome") != std::string::npos);
    testing::writeFile(path, "notes\n");
    CHECK(openJournal(path, kHeader, {}).errorMessage().find("is no journal") != std::string::npos);
}
