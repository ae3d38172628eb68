#include "core/read/file_kind.h"
#include "tests/support/sample_log.h"

#include <doctest/doctest.h>

using namespace flipscope;
using namespace std::string_view_literals;

namespace {

FileKind kindOf(std::string_view head) {
    return lookAtContent(head, true).kind;
}

}  // namespace

TEST_CASE("decision data is recognised by content") {
    const std::string line = testing::decisionLine(64, 0, {10, 20});
    CHECK(kindOf(line) == FileKind::decisionLog);
    CHECK(lookAtContent(std::string_view(line).substr(0, 200), false).kind == FileKind::decisionLog);  // a cut head
    CHECK(kindOf("starting\nloading data\n" + line + "step 0: loss 7\n") == FileKind::decisionLog);
    CHECK(kindOf(R"({"key":{"key":{"m":64},"checksum":"ab"},"value":{"fastest_index":0,"results":[]}})"
                 "\n") == FileKind::choiceCache);
    CHECK(kindOf("SQLite format 3\0rest"sv) == FileKind::database);
    CHECK(kindOf("\x37\x7f\x06\x82\0\0\0\0"sv) == FileKind::databaseSidecar);
    CHECK(kindOf("TSHMWAL\0\0"sv) == FileKind::databaseSidecar);
    CHECK(kindOf("") == FileKind::empty);
    CHECK(kindOf("\"alias\" , Key\r\n31944fb2,x\n") == FileKind::aliasList);
    CHECK(kindOf("alias,key,more\n") == FileKind::text);
}

TEST_CASE("lines with a key that are no decisions are no decision log") {
    CHECK(kindOf(R"({"tuner": "t", "key": {"m": 1}, "base": 0, "forced": 1, "rc": 0})"
                 "\n") == FileKind::text);
    CHECK(kindOf(R"({"key":"value"})"
                 "\n") == FileKind::text);
    CHECK(kindOf("{\"what\": \"all choices of run14\"}\n") == FileKind::text);
}

TEST_CASE("anything else is told what it looks like") {
    CHECK(lookAtContent("\x89PNG\r\n\x1a\n\0\0"sv, false).inWords == "a PNG image");
    CHECK(lookAtContent("\x7f"
                        "ELF\x02\x01"sv,
                        false)
              .inWords == "an ELF program or library");
    CHECK(lookAtContent("PK\x03\x04xx"sv, false).kind == FileKind::archive);
    CHECK(lookAtContent("\x1f\x8b\x08"sv, false).inWords == "a gzip archive");
    CHECK(lookAtContent("\xff\xfeh\0i\0"sv, true).inWords.find("UTF-16") != std::string::npos);
    CHECK(lookAtContent("s\0t\0e\0p\0 \0"
                        "0\0"sv,
                        true)
              .inWords.find("UTF-16") != std::string::npos);
    CHECK(lookAtContent("ab\0\1cd"sv, true).inWords == "binary data");
    CHECK(lookAtContent("", true).inWords == "an empty file");
    CHECK(lookAtContent("a,b\n1,2\n3,4\n", true).inWords == "a CSV table");
}

TEST_CASE("colours and progress bars on a terminal are text, control bytes everywhere are not") {
    CHECK(kindOf("\x1b[32mok\x1b[0m\rstep 1\rstep 2\n") == FileKind::text);
    CHECK(kindOf("\x01\x02\x03\x04text") == FileKind::other);
}

TEST_CASE("damage in the beginning of a log or a text leaves it what it is") {
    const std::string line = testing::decisionLine(64, 0, {10, 20});
    for (const std::string& damage : {std::string(100, '\0'), std::string("\x80\x04\x95\x01\n"),
                                      std::string("\xff\xfe\n"), std::string("\x01\x02\x03\n")}) {
        CHECK(kindOf(damage + "\n" + line) == FileKind::decisionLog);
    }
    CHECK(kindOf("step 0: loss 7.06\n" + std::string(2000, '\0') + "step 1: loss 7\n") == FileKind::text);
    CHECK(kindOf(std::string(5000, 'a') + "\n" + std::string(2000, '\0') + "step 1\n") == FileKind::text);
    CHECK(kindOf(std::string(5000, '\0')) == FileKind::other);
}

TEST_CASE("a database cut off in its first bytes is no text") {
    const FileLook torn = lookAtContent("SQLite for", true);
    CHECK((torn.kind == FileKind::other));
    CHECK(torn.inWords == "the torn beginning of a SQLite database");
    CHECK(kindOf("SQLite format 4 is not out") == FileKind::text);
    CHECK((kindOfContent("SQLite for", false) == FileKind::text));
    CHECK(kindOf("SQL") == FileKind::text);
}

TEST_CASE("of an empty file only the name can say that it is a log") {
    CHECK(namedLikeDecisionLog("decisions.jsonl"));
    CHECK(namedLikeDecisionLog("Run3.JSONL"));
    CHECK(namedLikeDecisionLog("my_decisions.log"));
    CHECK_FALSE(namedLikeDecisionLog("stdout.log"));
}

TEST_CASE("a piece of a record is a text that says so") {
    const std::string line = testing::decisionLine(64, 0, {10, 20});
    for (const FileLook& look : {lookAtContent(line.substr(90), true), lookBriefly(line.substr(90), true)}) {
        CHECK(look.kind == FileKind::text);
        CHECK(look.holdsRecordPiece);
    }
    CHECK_FALSE(lookBriefly(line, true).holdsRecordPiece);
    CHECK_FALSE(lookBriefly(R"({"elapsed":{"secs":1,"nanos":5}})", true).holdsRecordPiece);
}
