#include "core/analyse/labelings.h"

#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <string>

#include <doctest/doctest.h>

using namespace flipscope;

namespace {

// Writes each labeling as a text of digits.
struct Writer {
    explicit Writer(std::size_t runs, char last) : text(runs, last), rest(last) {}
    void place(std::size_t run, std::size_t group) { text[run] = static_cast<char>('0' + group); }
    void undo(std::size_t run, std::size_t) { text[run] = rest; }
    void leaf() { all.push_back(text); }
    std::string text;
    char rest;
    std::vector<std::string> all;
};

std::vector<std::string> walked(const std::vector<std::size_t>& sizes, std::size_t runs) {
    Writer writer(runs, static_cast<char>('0' + sizes.size() - 1));
    LabelingWalk<Writer> walk(sizes, writer);
    walk.walk();
    return writer.all;
}

}  // namespace

TEST_CASE("the number of labelings is the multinomial coefficient") {
    CHECK(numberOfLabelings({2, 4}, 1'000'000) == 15);
    CHECK(numberOfLabelings({6, 22}, 1'000'000) == 376'740);
    CHECK(numberOfLabelings({1, 2, 3}, 1'000'000) == 60);
    CHECK(numberOfLabelings({5}, 10) == 1);
    CHECK(numberOfLabelings({}, 10) == 1);
}

TEST_CASE("more labelings than the limit are not counted out") {
    CHECK_FALSE(numberOfLabelings({2, 4}, 14));
    CHECK(numberOfLabelings({2, 4}, 15) == 15);
    CHECK_FALSE(numberOfLabelings({500, 500}, 1'000'000));
    CHECK_FALSE(numberOfLabelings(std::vector<std::size_t>(1'500, 1), 1'000'000));
}

TEST_CASE("a walk visits every labeling of two groups once") {
    CHECK(walked({1, 2}, 3) == std::vector<std::string>{"011", "101", "110"});
}

TEST_CASE("a walk visits every labeling of three groups once") {
    const auto all = walked({1, 1, 2}, 4);
    CHECK(all.size() == 12);
    CHECK(std::set<std::string>(all.begin(), all.end()).size() == 12);
    for (std::string labeling : all) {
        std::sort(labeling.begin(), labeling.end());
        CHECK(labeling == "0122");
    }
    CHECK(walked({2, 3, 4}, 9).size() == *numberOfLabelings({2, 3, 4}, 10'000));
}

TEST_CASE("a shuffler gives every labeling equally often") {
    LabelShuffler shuffler({1, 1, 2}, 7);
    std::map<std::vector<GroupLabel>, int> seen;
    for (int i = 0; i < 12'000; ++i)
        ++seen[shuffler.next()];
    CHECK(seen.size() == 12);
    // 1,000 of each expected, standard deviation 30.
    for (const auto& [labels, count] : seen)
        CHECK(std::abs(count - 1'000) < 150);
}

TEST_CASE("equal seeds give equal labelings, other seeds others") {
    LabelShuffler a({10, 20}, 1), b({10, 20}, 1), c({10, 20}, 2);
    CHECK(a.next() == b.next());
    CHECK(a.next() == b.next());
    CHECK(b.next() != c.next());
}

TEST_CASE("bit planes hold the labels of the shuffler") {
    const std::vector<std::size_t> sizes{20, 30, 50};
    const RandomLabelings kept(sizes, 50, 3);
    REQUIRE(kept.hasPlanes());
    LabelShuffler shuffler(sizes, 3);
    for (std::size_t labeling = 0; labeling < kept.count(); ++labeling) {
        const auto& labels = shuffler.next();
        for (std::size_t run = 0; run < 100; ++run) {
            for (std::size_t group = 0; group < 2; ++group) {
                const bool in = ((kept.plane(labeling, group)[run / 64] >> (run % 64)) & 1U) != 0;
                CHECK(in == (labels[run] == group));
            }
        }
    }
}

TEST_CASE("with many groups the labels themselves are kept") {
    const std::vector<std::size_t> sizes(17, 3);
    const RandomLabelings kept(sizes, 20, 3);
    REQUIRE_FALSE(kept.hasPlanes());
    LabelShuffler shuffler(sizes, 3);
    for (std::size_t labeling = 0; labeling < kept.count(); ++labeling) {
        const auto& labels = shuffler.next();
        CHECK(std::equal(labels.begin(), labels.end(), kept.labels(labeling)));
    }
}

TEST_CASE("many runs are kept in bounded memory by making fewer labelings") {
    std::vector<std::size_t> sizes(17, 1);
    sizes.back() = 40'000;
    // 80 kB each, so that 838 would fit.
    CHECK(RandomLabelings(sizes, 10'000, 1).count() == 999);
    CHECK(RandomLabelings(sizes, 500, 1).count() == 500);
}

TEST_CASE("random labelings of few groups are kept as labels when asked for, and are the same ones") {
    const std::vector<std::size_t> sizes{2, 3, 4};
    const RandomLabelings planes(sizes, 50, 5), labels(sizes, 50, 5, RandomLabelings::Kept::labels);
    REQUIRE(planes.hasPlanes());
    REQUIRE_FALSE(labels.hasPlanes());
    for (std::size_t labeling = 0; labeling < 50; ++labeling) {
        for (std::size_t run = 0; run < 9; ++run) {
            const GroupLabel label = labels.labels(labeling)[run];
            for (std::size_t group = 0; group < 2; ++group)
                CHECK(((planes.plane(labeling, group)[0] >> run) & 1U) == (label == group ? 1U : 0U));
        }
    }
}
