#include "core/analyse/line_tokens.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// "w:loss n:2.5" with t behind time-like numbers.
std::string shown(std::string_view line) {
    const TokenisedLine tokenised = tokeniseLine(line);
    std::string text;
    for (std::size_t i = 0; i < tokenised.tokens.size(); ++i) {
        constexpr std::string_view kLetters = "wnhmp";
        text += i == 0 ? "" : " ";
        text += kLetters[static_cast<std::size_t>(tokenised.tokens[i].kind)];
        text += tokenised.tokens[i].timeLike ? "t:" : ":";
        text += tokenised.token(i);
    }
    return text;
}

bool sameForm(std::string_view a, std::string_view b) {
    return tokeniseLine(a).pattern == tokeniseLine(b).pattern;
}

}  // namespace

TEST_CASE("words, numbers and bit patterns of a training line") {
    CHECK(shown("step 0: loss 7.064027 bits 40e20c83") == "w:step n:0 w:loss n:7.064027 w:bits h:40e20c83");
    CHECK(shown("matmul 64x64x64: checksum 840f324e76588fd5 max_err 5.296e-8") ==
          "w:matmul w:64x64x64 w:checksum h:840f324e76588fd5 w:max_err n:5.296e-8");
    CHECK(shown("loss=-1.5 gnorm:+.25,x") == "w:loss n:-1.5 w:gnorm n:+.25 w:x");
}

TEST_CASE("machines and users are values that say where") {
    CHECK(shown("host: gpu-17 node node07 loss 1.5") == "w:host p:gpu-17 w:node p:node07 w:loss n:1.5");
    CHECK(shown("node 3 lost, user=ann") == "w:node nt:3 w:lost w:user w:ann");
    CHECK(sameForm("host: gpu-17", "host: rack.b"));
}

TEST_CASE("a decimal comma is part of a number where it can be nothing else") {
    CHECK(shown("Schritt 0: Verlust 7,064027 Norm -0,25") == "w:Schritt n:0 w:Verlust n:7,064027 w:Norm n:-0,25");
    CHECK(shown("Verlust=7,06e-3; Zeit 4,35s") == "w:Verlust n:7,06e-3 w:Zeit nt:4,35");
    CHECK(shown("Verlust 7,0640, Norm nan") == "w:Verlust n:7,0640 w:Norm n:nan");
    CHECK(sameForm("Verlust 7,064027", "Verlust nan"));
    // Thousands, lists, tuples, cells and lines with decimal points stay as they are.
    CHECK(shown("loss 1,234") == "w:loss n:1 n:234");
    CHECK(shown("loss 1,234,567") == "w:loss n:1 n:234 n:567");
    CHECK(shown("(64,12) [3,5]") == "n:64 n:12 n:3 n:5");
    CHECK(shown("run1,7,06") == "w:run1 n:7 n:06");
    CHECK(shown("loss 7,06 of 1.5") == "w:loss n:7 n:06 w:of n:1.5");
    CHECK(shown(R"({"a":7,"b":1,5})") == "w:a n:7 w:b n:1 n:5");
}

TEST_CASE("three decimals are a number where the output has decimal commas for certain") {
    const auto numberIn = [](std::string_view line, bool decimalCommas) {
        const TokenisedLine tokenised = tokeniseLine(line, decimalCommas);
        return std::string(tokenised.token(1));
    };
    CHECK(numberIn("Verlust 7,064", false) == "7");
    CHECK(numberIn("Verlust 7,064", true) == "7,064");
    CHECK(numberIn("Verlust 0,064", false) == "0,064");
    CHECK(numberIn("Form (3,064)", true) == "3");
    CHECK(hasDecimalComma("Verlust 0,064"));
    CHECK_FALSE(hasDecimalComma("Verlust 7,064"));
    CHECK_FALSE(hasDecimalComma("Verlust 7.064, 3"));
}

TEST_CASE("nan, inf and a dash stand where a number could") {
    CHECK(shown("loss nan gap -inf acc NaN mean - max null") ==
          "w:loss n:nan w:gap n:-inf w:acc n:NaN w:mean m:- w:max m:null");
    CHECK(sameForm("loss 2.5", "loss nan"));
    CHECK(sameForm("mean 1e-5", "mean -"));
}

TEST_CASE("JSON lines and tables") {
    CHECK(shown(R"({"step":1,"loss":2.3})") == "w:step n:1 w:loss n:2.3");
    CHECK(shown("|gsm8k|      3|exact_match|0.61|") == "w:gsm8k n:3 w:exact_match n:0.61");
}

TEST_CASE("durations, rates and process ids are time-like, statistics are not") {
    CHECK(shown("finished after 4.35s, 12 ms at 41.2 it/s") ==
          "w:finished w:after nt:4.35 nt:12 w:ms w:at nt:41.2 w:it/s");
    CHECK(shown("1043.5 tok/s, pid 4711, wall_time=3") == "nt:1043.5 w:tok/s w:pid nt:4711 w:wall_time nt:3");
    CHECK(shown("max 3 min 1 steps 20") == "w:max n:3 w:min n:1 w:steps n:20");
    CHECK(shown("took 5.2 µs") == "w:took nt:5.2 w:s");
}

TEST_CASE("dates, times, paths, addresses and ids say when and where") {
    CHECK(shown("2024-05-01 10:11:23.5 INFO x") == "p:2024-05-01 10:11:23.5 w:INFO w:x");
    CHECK(shown("[2024-05-01T10:11:23Z] eta 00:20") == "p:2024-05-01T10:11:23Z w:eta p:00:20");
    CHECK(shown("saved /tmp/out/run_0xab/model.pt.") == "w:saved p:/tmp/out/run_0xab/model.pt");
    CHECK(shown("at 0x7f1234567890 bits 0x40e20c83") == "w:at p:0x7f1234567890 w:bits h:0x40e20c83");
    CHECK(shown("id 123e4567-e89b-12d3-a456-426614174000") == "w:id p:123e4567-e89b-12d3-a456-426614174000");
}

TEST_CASE("versions and names with digits are words") {
    CHECK(shown("torch 2.11.0 on gpu0 int8-gemm t.py") == "w:torch w:2.11.0 w:on w:gpu0 w:int8-gemm w:t.py");
}

TEST_CASE("escape sequences, bars and padding are no part of the form") {
    CHECK(sameForm("  5%|▌     | 5/100", " 35%|▌▌▌▌  | 35/100"));
    CHECK(sameForm("[=====>....] 5", "[=>.......] 1"));
    CHECK(sameForm("\x1b[1;32mok\x1b[0m 1", "\x1b[31mok\x1b[m 2"));
    CHECK(shown("\x1b[1;32m5 ok\x1b[0m") == "n:5 w:ok");
    CHECK(sameForm("a   1", "a 12"));
    CHECK_FALSE(sameForm("a 1", "b 1"));
    CHECK_FALSE(sameForm("a 1", "a 1 2"));
}

TEST_CASE("any bytes and any length give tokens inside the line") {
    CHECK(tokeniseLine("").tokens.empty());
    CHECK(shown("- ") == "m:-");
    for (const std::string& line :
         {std::string(100'000, '1'), std::string(100'000, '-'), std::string("\xff\xfe\x00.-+", 6),
          std::string(5'000, ' ') + "x", std::string("1e"), std::string("0x"), std::string("1.e-")}) {
        const TokenisedLine tokenised = tokeniseLine(line);
        CHECK(tokenised.tokens.size() <= kMaxLineTokens);
        for (const LineToken& token : tokenised.tokens) {
            CHECK(token.begin < token.end);
            CHECK(token.end <= kMaxLineBytes);
        }
    }
}
