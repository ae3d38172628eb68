#include "core/analyse/seeded_random.h"
#include "core/rerun/result_checksum.h"

#include <vector>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

std::uint64_t serialFold(const std::vector<std::uint32_t>& patterns) {
    std::uint64_t h = 0;
    for (const std::uint32_t bits : patterns)
        h = 31 * h + bits;
    return h;
}

std::vector<std::uint32_t> randomPatterns(std::size_t count) {
    SeededRandom random(count + 1);
    std::vector<std::uint32_t> patterns(count);
    for (auto& pattern : patterns)
        pattern = static_cast<std::uint32_t>(random.next());
    return patterns;
}

}  // namespace

TEST_CASE("the checksum is the serial fold for every length") {
    for (std::size_t count = 0; count < 70; ++count) {
        const auto patterns = randomPatterns(count);
        CHECK(resultChecksum(patterns) == serialFold(patterns));
    }
    const auto many = randomPatterns(100'003);
    CHECK(resultChecksum(many) == serialFold(many));
}

TEST_CASE("blocks join to the checksum of the whole, wherever it is cut") {
    const auto patterns = randomPatterns(101);
    for (std::size_t cut = 0; cut <= patterns.size(); ++cut) {
        const std::span<const std::uint32_t> all(patterns);
        const auto joined =
            joinChecksums(resultChecksum(all.first(cut)), resultChecksum(all.subspan(cut)), patterns.size() - cut);
        CHECK(joined == serialFold(patterns));
    }
}

TEST_CASE("the text has sixteen digits") {
    CHECK(checksumText(0) == "0000000000000000");
    CHECK(checksumText(0x08b9a4b8cb0ae6fdU) == "08b9a4b8cb0ae6fd");
}
