#include "core/read/cbor_json.h"

#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::string bytes(std::initializer_list<unsigned> values) {
    std::string out;
    for (const unsigned value : values)
        out += static_cast<char>(static_cast<unsigned char>(value));
    return out;
}

std::string read(const std::string& cbor) {
    const auto value = jsonFromCbor(cbor);
    return value ? jsonText(*value) : "none";
}

}  // namespace

TEST_CASE("values that autotuners write are decoded") {
    CHECK(read(bytes({0x18, 0x2a})) == "42");
    CHECK(read(bytes({0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})) == "18446744073709551615");
    CHECK(read(bytes({0x38, 0x63})) == "-100");
    CHECK(read(bytes({0xf6})) == "null");
    CHECK(read(bytes({0x82, 0xf5, 0x61, 'x'})) == R"([true,"x"])");
    CHECK(read(bytes({0xa1, 0x61, 'k', 0xa1, 0x65, 'F', 'l', 'o', 'a', 't', 0x63, 'F', '3', '2'})) ==
          R"({"k":{"Float":"F32"}})");
    CHECK(read(bytes({0xfa, 0x3f, 0x00, 0x00, 0x00})) == "0.5");
    CHECK(read(bytes({0xf9, 0x7e, 0x00})) == "null");
}

TEST_CASE("indefinite lengths are decoded") {
    CHECK(read(bytes({0x9f, 0x01, 0x02, 0xff})) == "[1,2]");
    CHECK(read(bytes({0xbf, 0x61, 'a', 0x9f, 0xff, 0xff})) == R"({"a":[]})");
    CHECK(read(bytes({0x7f, 0x61, 'a', 0x61, 'b', 0xff})) == R"("ab")");
}

TEST_CASE("damaged values are refused") {
    for (const std::string& cbor :
         {bytes({}), bytes({0x18}), bytes({0x82, 0x01}), bytes({0x01, 0x02}), bytes({0x62, 'a'}), bytes({0x9f, 0x01}),
          bytes({0xff}), bytes({0x81, 0xff}), bytes({0x1c}), bytes({0x1f}), bytes({0xa1, 0x01, 0x01}),
          bytes({0x9b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}), bytes({0xbb, 0x80, 0, 0, 0, 0, 0, 0, 0}),
          bytes({0x5b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})}) {
        CHECK(read(cbor) == "none");
    }
}

TEST_CASE("big numbers are refused, not misread") {
    CHECK(read(bytes({0xc2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0})) == "none");
}

TEST_CASE("deep nesting is refused before it costs stack") {
    CHECK(read(std::string(kMaxCborDepth, '\x81') + '\x01') != "none");
    CHECK(read(std::string(kMaxCborDepth + 1, '\x81') + '\x01') == "none");
    CHECK(read(std::string(1'000'000, '\x81') + '\x01') == "none");
    CHECK(read(std::string(1'000'000, '\xc6') + '\x01') == "none");
    CHECK(read(std::string(1'000'000, '\x9f')) == "none");
}

TEST_CASE("too long a value is refused") {
    std::string longText = bytes({0x7a, 0x00, 0x40, 0x00, 0x00}) + std::string(kMaxCborBytes, 'x');
    CHECK(read(longText) == "none");
}

TEST_CASE("text that is no UTF-8 still gives valid JSON") {
    CHECK(read(bytes({0x62, 0xff, 'a'})) ==
          "\"\xef\xbf\xbd"
          "a\"");
}
