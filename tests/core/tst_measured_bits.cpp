#include "core/analyse/analysis.h"
#include "tests/support/dataset_builder.h"

#include <doctest/doctest.h>

namespace flipscope {

namespace {

MeasuredBits bitsOf(std::map<CandidateIndex, std::size_t> classes) {
    return {ClassBasis::replica, "H200", "64×64×64 f32, seeds 1 and 2", std::move(classes)};
}

constexpr CandidateIndex kA{3}, kB{7}, kC{1};

}  // namespace

TEST_CASE("Winners of one class have the same bits, of two classes others, whatever a third did") {
    const MeasuredBits bits = bitsOf({{kA, 0}, {kB, 0}, {kC, 4}});
    CHECK((measuredStatement(bits, {kA, kB}).answer == ClassAnswer::sameBits));
    CHECK((measuredStatement(bits, {kB, kC}).answer == ClassAnswer::differentBits));
    CHECK((measuredStatement(bits, {kB, kC, CandidateIndex{99}}).answer == ClassAnswer::differentBits));
    CHECK((measuredStatement(bits, {kA, kB, CandidateIndex{99}}).answer == ClassAnswer::unknown));
    CHECK((measuredStatement(bits, {kA}).answer == ClassAnswer::unknown));
    CHECK((measuredStatement(bits, {}).answer == ClassAnswer::unknown));
}

TEST_CASE("A statement says what it rests on") {
    const ClassStatement statement = measuredStatement(bitsOf({{kA, 0}, {kB, 1}}), {kA, kB});
    CHECK((statement.basis == ClassBasis::replica));
    CHECK(statement.device == "H200");
    CHECK(statement.inputs == "64×64×64 f32, seeds 1 and 2");
}

TEST_CASE("What re-runs say replaces the prediction, what they do not say leaves it") {
    testing::DatasetBuilder builder;
    builder.addSet(8);
    builder.addWinners({{3, 7}, {3, 1}, {5, 6}});
    const Dataset dataset = builder.take();
    Analysis analysis = analyse(dataset).value();
    const ClassStatement predicted = analysis.classes[2];
    takeMeasured(analysis, {{KeyIndex{0}, bitsOf({{kA, 0}, {kB, 0}})},
                            {KeyIndex{1}, bitsOf({{kA, 0}, {kC, 1}})},
                            {KeyIndex{2}, bitsOf({{CandidateIndex{5}, 0}})},
                            {KeyIndex{9}, bitsOf({{kA, 0}})}});
    CHECK((analysis.classes[0].answer == ClassAnswer::sameBits));
    CHECK((analysis.classes[1].answer == ClassAnswer::differentBits));
    CHECK((analysis.classes[2].basis == ClassBasis::predicted));
    CHECK((analysis.classes[2].answer == predicted.answer));
    CHECK(analysis.measured.size() == 3);
}

}  // namespace flipscope
