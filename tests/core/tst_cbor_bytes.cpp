#include "core/pin/cbor_bytes.h"
#include "core/read/cbor_json.h"

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace flipscope;

namespace {

std::string hexOf(const std::string& bytes) {
    static constexpr char kDigits[] = "0123456789abcdef";
    std::string hex;
    for (const char c : bytes) {
        hex += kDigits[static_cast<unsigned char>(c) >> 4U];
        hex += kDigits[static_cast<unsigned char>(c) & 15U];
    }
    return hex;
}

// The bytes of a value, without those around it in {"key":…,"checksum":"c"}.
std::string encoded(const std::string& json) {
    const auto key = parseKeyJson(json);
    REQUIRE(key);
    const auto bytes = cborOfRowKey(*key, "c");
    REQUIRE_MESSAGE(bytes.hasValue(), bytes.errorMessage());
    const std::string hex = hexOf(bytes.value());
    const std::string head = "a2636b6579", tail = "68636865636b73756d6163";
    REQUIRE(hex.substr(0, head.size()) == head);
    REQUIRE(hex.substr(hex.size() - tail.size()) == tail);
    return hex.substr(head.size(), hex.size() - head.size() - tail.size());
}

}  // namespace

TEST_CASE("a choice is the least that cubecl reads back") {
    CHECK(hexOf(cborOfChoice({14})) == "a26d666173746573745f696e6465780e67726573756c747380");
    CHECK(hexOf(cborOfChoice({24})) == "a26d666173746573745f696e646578181867726573756c747380");
    CHECK(jsonFromCbor(cborOfChoice({70'000})).value() ==
          nlohmann::json{{"fastest_index", 70'000}, {"results", nlohmann::json::array()}});
}

TEST_CASE("the documented key of an f32 1024³ matmul has the documented bytes") {
    const auto key = parseKeyJson(
        R"({"definition":{"m":1024,"n":1024,"k":1024,"lhs_pow2_factor":4,"lhs_stride_factor":10,"rhs_pow2_factor":4,)"
        R"("rhs_stride_factor":10,"elem_lhs":{"Float":"F32"},"elem_rhs":{"Float":"F32"},"elem_out":{"Float":"F32"},)"
        R"("matrix_layout_lhs":"Contiguous","matrix_layout_rhs":"Contiguous","lhs_storage":"Plain",)"
        R"("rhs_storage":"Plain"},"analysis":{"scale_global":"Medium","kind":"General"}})");
    REQUIRE(key);
    const auto bytes = cborOfRowKey(*key, "f8afebf0bd2882ee9d95825980948e26");
    REQUIRE(bytes);
    CHECK(hexOf(bytes.value()) ==
          "a2636b6579a26a646566696e6974696f6eae616d190400616e190400616b1904006f6c68735f706f77325f666163746f72"
          "04716c68735f7374726964655f666163746f720a6f7268735f706f77325f666163746f7204717268735f7374726964655f"
          "666163746f720a68656c656d5f6c6873a165466c6f61746346333268656c656d5f726873a165466c6f617463463332"
          "68656c656d5f6f7574a165466c6f617463463332716d61747269785f6c61796f75745f6c68736a436f6e746967756f7573"
          "716d61747269785f6c61796f75745f7268736a436f6e746967756f75736b6c68735f73746f7261676565506c61696e"
          "6b7268735f73746f7261676565506c61696e68616e616c79736973a26c7363616c655f676c6f62616c664d656469756d"
          "646b696e646747656e6572616c68636865636b73756d78206638616665626630626432383832656539643935383235393830"
          "393438653236");
}

TEST_CASE("numbers take the shortest form that loses nothing") {
    CHECK(encoded("0") == "00");
    CHECK(encoded("23") == "17");
    CHECK(encoded("24") == "1818");
    CHECK(encoded("255") == "18ff");
    CHECK(encoded("256") == "190100");
    CHECK(encoded("65536") == "1a00010000");
    CHECK(encoded("4294967296") == "1b0000000100000000");
    CHECK(encoded("18446744073709551615") == "1bffffffffffffffff");
    CHECK(encoded("-1") == "20");
    CHECK(encoded("-500") == "3901f3");
    CHECK(encoded("-9223372036854775808") == "3b7fffffffffffffff");
    CHECK(encoded("0.5") == "f93800");
    CHECK(encoded("-0.0") == "f98000");
    CHECK(encoded("65504.0") == "f97bff");
    CHECK(encoded("65536.0") == "fa47800000");
    CHECK(encoded("5.960464477539063e-8") == "f90001");
    CHECK(encoded("6.103515625e-5") == "f90400");
    CHECK(encoded("0.8") == "fb3fe999999999999a");
    CHECK(encoded("100000.0") == "fa47c35000");
    CHECK(encoded("1.1") == "fb3ff199999999999a");
}

TEST_CASE("other values and nesting") {
    CHECK(encoded("[null,true,false,\"é\"]") == "84f6f5f462c3a9");
    CHECK(encoded(R"({"b":{},"a":[]})") == "a26162a0616180");  // members stay in their order
    CHECK(encoded("\"" + std::string(30, 'x') + "\"").substr(0, 4) == "781e");
}

TEST_CASE("a number that no form holds is named") {
    const auto key = parseKeyJson(R"({"a":[340282366920938463463374607431768211455]})");
    REQUIRE(key);
    CHECK(cborOfRowKey(*key, "c").errorMessage().find("340282366920938463463374607431768211455") != std::string::npos);
}
