#include "core/rerun/bucket_members.h"
#include "core/rerun/rerun_plan.h"
#include "tests/support/matmul_keys.h"

#include <algorithm>

#include <doctest/doctest.h>

using namespace flipscope;
using namespace flipscope::test;

namespace {

RerunPlan planOf(const KeyText& text) {
    RerunPlan plan;
    plan.problem = {text.m, text.n, text.k, ElementType::f32, false};
    plan.bucket = bucketOfKey(keyOf(text)).value();
    return plan;
}

std::vector<RerunRequest> ofCheck(const std::vector<RerunRequest>& requests, RerunCheck check) {
    std::vector<RerunRequest> chosen;
    std::copy_if(requests.begin(), requests.end(), std::back_inserter(chosen),
                 [&](const RerunRequest& request) { return request.check == check; });
    return chosen;
}

}  // namespace

TEST_CASE("each input is a request of its own with other seeds; only the first is timed") {
    RerunPlan plan;
    plan.problem = {4, 5, 6, ElementType::f16, true};
    plan.candidates = {{CandidateIndex{3}, "a"}};
    plan.device.assign(1, '2');
    plan.inputs = 3;
    plan.repeats = 7;
    plan.timingSamples = 11;
    const auto requests = requestsOf(plan);
    REQUIRE(requests.size() == 3);
    CHECK(requests[0].id == "1");
    CHECK(requests[2].id == "3");
    CHECK(requests[0].lhsSeed == kLhsSeed);
    CHECK(requests[0].rhsSeed == kRhsSeed);
    CHECK(requests[1].lhsSeed == 3);
    CHECK(requests[2].rhsSeed == 6);
    CHECK(requests[0].timingSamples == 11);
    CHECK(requests[1].timingSamples == 0);
    for (const RerunRequest& request : requests) {
        CHECK(request.device == "2");
        CHECK(request.repeats == 7);
        CHECK(request.candidates == plan.candidates);
        CHECK(request.problem.k == 6);
    }
}

TEST_CASE("standard checks: misaligned, padded and narrow operands, each said what it is for") {
    RerunPlan plan = planOf({512, 1024, 128, 9, 10});
    plan.standardChecks = true;
    plan.deviceName = "Hopper";
    const auto requests = requestsOf(plan);
    const auto misaligned = ofCheck(requests, RerunCheck::misaligned);
    REQUIRE(misaligned.size() == 2);
    CHECK(misaligned[0].placement == OperandPlacement{0, 0, 0, 1});
    CHECK(misaligned[1].placement == OperandPlacement{0, 0, 0, 2});
    CHECK((misaligned[0].place == BucketPlace::inside));
    const auto strided = ofCheck(requests, RerunCheck::strided);
    REQUIRE(strided.size() == 2);
    CHECK(strided[0].placement == OperandPlacement{129, 1025, 1025, 0});
    CHECK(strided[1].placement == OperandPlacement{132, 1028, 1028, 0});
    CHECK((strided[0].place == BucketPlace::outside));
    const auto narrow = ofCheck(requests, RerunCheck::narrow);
    REQUIRE(narrow.size() == 6);
    CHECK(narrow[0].problem == RerunProblem{1, 1024, 128, ElementType::f32, false});
    CHECK(narrow[5].problem == RerunProblem{512, 3, 128, ElementType::f32, false});
    CHECK((narrow[0].place == BucketPlace::outside));
    CHECK(requests.size() == 11);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        CHECK(requests[i].id == std::to_string(i + 1));
        CHECK(requests[i].deviceName == "Hopper");
        CHECK(requests[i].lhsSeed == kLhsSeed);
    }
    plan.problem.type = ElementType::f16;
    plan.problem.lhsTransposed = true;
    const auto half = requestsOf(plan);
    CHECK(ofCheck(half, RerunCheck::misaligned).size() == 3);
    CHECK(ofCheck(half, RerunCheck::strided)[0].placement.lhsStride == 513);
    plan.onlyDense = true;
    const auto dense = requestsOf(plan);
    CHECK(std::all_of(dense.begin(), dense.end(),
                      [](const RerunRequest& request) { return request.placement == OperandPlacement{}; }));
    CHECK(ofCheck(dense, RerunCheck::narrow).size() == 6);
}

TEST_CASE("a sweep runs the members of the bucket, the key's own sizes once") {
    RerunPlan plan = planOf({64, 128, 256, 10, 9});
    plan.sweep = true;
    const auto requests = requestsOf(plan);
    const auto members = ofCheck(requests, RerunCheck::bucketMember);
    CHECK(members.size() == bucketMembers(*plan.bucket).size() - 1);
    CHECK(requests.size() == members.size() + 1);
    for (const RerunRequest& request : requests) {
        CHECK((request.place == BucketPlace::inside));
        CHECK((request.check == RerunCheck::keySizes) == (request.problem == plan.problem));
    }
    plan.bucket.reset();
    REQUIRE(requestsOf(plan).size() == 1);
    CHECK((requestsOf(plan).front().place == BucketPlace::unknown));
}

TEST_CASE("sizes chosen in place of the key's are said to be that") {
    RerunPlan plan = planOf({64, 128, 256, 10, 9});
    plan.problem.m = 5;
    plan.keySizes = false;
    plan.inputs = 2;
    plan.standardChecks = true;
    const auto requests = requestsOf(plan);
    CHECK(ofCheck(requests, RerunCheck::otherSizes).size() == 2);
    CHECK(ofCheck(requests, RerunCheck::keySizes).empty());
    CHECK((requests.front().place == BucketPlace::outside));
    CHECK(!ofCheck(requests, RerunCheck::narrow).empty());
}

TEST_CASE("checks and places have names") {
    for (int i = 0; i <= static_cast<int>(RerunCheck::otherSizes); ++i) {
        const auto check = static_cast<RerunCheck>(i);
        CHECK((rerunCheckFromString(toString(check)) == check));
    }
    CHECK(!rerunCheckFromString("keysizes"));
    CHECK(!rerunCheckFromString(""));
    CHECK(toString(RerunCheck::keySizes) == "keySizes");
    CHECK(toString(RerunCheck::bucketMember) == "bucketMember");
    CHECK(toString(BucketPlace::unknown) == "unknown");
    CHECK(toString(BucketPlace::outside) == "outside");
}
