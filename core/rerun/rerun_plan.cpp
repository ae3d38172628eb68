#include "core/rerun/rerun_plan.h"

#include "core/rerun/bucket_members.h"

#include <algorithm>
#include <array>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kMostNarrow = 3;

constexpr std::array<std::string_view, 6> kCheckNames = {"keySizes", "misaligned",   "strided",
                                                         "narrow",   "bucketMember", "otherSizes"};

class Requests {
public:
    explicit Requests(const RerunPlan& plan) : m_plan(plan) {}

    std::vector<RerunRequest> all() {
        for (std::size_t i = 0; i < m_plan.inputs; ++i) {
            const RerunCheck check = m_plan.keySizes ? RerunCheck::keySizes : RerunCheck::otherSizes;
            RerunRequest& request = add(check, m_plan.problem, {});
            request.lhsSeed += 2 * i;
            request.rhsSeed += 2 * i;
            request.timingSamples = i == 0 ? m_plan.timingSamples : 0;
        }
        if (m_plan.standardChecks && !m_plan.onlyDense) addPlacements();
        if (m_plan.standardChecks) addNarrow();
        if (m_plan.sweep && m_plan.bucket) {
            for (const BucketMember& member : bucketMembers(*m_plan.bucket, m_plan.onlyDense)) {
                if (member.problem == m_plan.problem && member.placement == OperandPlacement{}) continue;
                add(RerunCheck::bucketMember, member.problem, member.placement);
            }
        }
        return std::move(m_requests);
    }

private:
    void addPlacements() {
        const RerunProblem& problem = m_plan.problem;
        const std::size_t vector = elementsPerVector(problem.type);
        for (std::size_t offset = 1; offset < vector; offset *= 2)
            add(RerunCheck::misaligned, problem, {0, 0, 0, offset});
        for (const std::size_t padding : {std::size_t{1}, vector}) {
            add(RerunCheck::strided, problem,
                {lhsColumns(problem) + padding, rhsColumns(problem) + padding, problem.n + padding, 0});
        }
    }

    void addNarrow() {
        for (const auto size : {&RerunProblem::m, &RerunProblem::n}) {
            for (std::size_t width = 1; width <= kMostNarrow; ++width) {
                RerunProblem narrow = m_plan.problem;
                narrow.*size = width;
                if (narrow != m_plan.problem) add(RerunCheck::narrow, narrow, {});
            }
        }
    }

    RerunRequest& add(RerunCheck check, const RerunProblem& problem, const OperandPlacement& placement) {
        RerunRequest& request = m_requests.emplace_back();
        request.id = std::to_string(m_requests.size());
        request.device = m_plan.device;
        request.deviceName = m_plan.deviceName;
        request.problem = problem;
        request.placement = placement;
        request.codeGenerator = m_plan.codeGenerator;
        request.keyJson = m_plan.keyJson;
        request.candidates = m_plan.candidates;
        request.repeats = m_plan.repeats;
        request.check = check;
        if (m_plan.bucket) {
            const bool isInside = standsFor(*m_plan.bucket, problem, placement);
            request.place = isInside ? BucketPlace::inside : BucketPlace::outside;
        }
        return request;
    }

    const RerunPlan& m_plan;
    std::vector<RerunRequest> m_requests;
};

}  // namespace

std::vector<RerunRequest> requestsOf(const RerunPlan& plan) {
    return Requests(plan).all();
}

std::string_view toString(RerunCheck check) {
    return kCheckNames[static_cast<std::size_t>(check)];
}

std::optional<RerunCheck> rerunCheckFromString(std::string_view name) {
    const auto found = std::find(kCheckNames.begin(), kCheckNames.end(), name);
    if (found == kCheckNames.end()) return std::nullopt;
    return static_cast<RerunCheck>(found - kCheckNames.begin());
}

std::string_view toString(BucketPlace place) {
    static constexpr std::array<std::string_view, 3> kNames = {"unknown", "inside", "outside"};
    return kNames[static_cast<std::size_t>(place)];
}

}  // namespace flipscope
