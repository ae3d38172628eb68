#include "core/analyse/key_search.h"

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

Dataset threeKeys() {
    Dataset dataset;
    const auto add = [&](const char* id, const char* label, std::vector<std::string> aliases = {}) {
        TuningKey key;
        key.id = id;
        key.label = label;
        key.aliases = std::move(aliases);
        dataset.keys.push_back(std::move(key));
    };
    add("411e0aa0", "matmul 512×64×512 f32 lhsᵀ");
    add("3cd3eb17", "matmul 512×64×1024 f32", {"Culprit-7"});
    add("41ff0000", "reduce 16×512 f32");
    return dataset;
}

std::string searched(std::string_view name) {
    const KeySearch search = searchKey(threeKeys(), name);
    std::string text = search.answer == KeySearch::Answer::one       ? "one"
                       : search.answer == KeySearch::Answer::several ? "several"
                                                                     : "none";
    for (const KeyIndex key : search.keys)
        text += " " + std::to_string(key.value);
    return text;
}

}  // namespace

TEST_CASE("a name in any spelling finds the only key that has it") {
    CHECK(searched("411e0aa0") == "one 0");
    CHECK(searched("411E0AA0") == "one 0");
    CHECK(searched("411e") == "one 0");
    CHECK(searched("3c") == "one 1");
    CHECK(searched("matmul 512x64x512 f32 lhst") == "one 0");
    CHECK(searched("MATMUL 512X64X1024 F32") == "one 1");
    CHECK(searched("reduce") == "one 2");
    CHECK(searched("64x1024") == "one 1");
    CHECK(searched("culprit-7") == "one 1");
}

TEST_CASE("several that fit equally well are listed") {
    CHECK(searched("41") == "several 0 2");
    CHECK(searched("matmul") == "several 0 1");
    CHECK(searched("512x64") == "several 0 1");
}

TEST_CASE("none that fits: the nearest come first") {
    CHECK(searched("matmul 512x65x1024 f32").starts_with("none 1"));
    CHECK(searched("16x513").starts_with("none 2"));
    CHECK(searched("").starts_with("none"));
    CHECK(searchKey({}, "x").keys.empty());
}
