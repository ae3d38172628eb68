#include "core/rerun/candidate_classes.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

namespace flipscope {

namespace {

using Checksums = std::vector<std::optional<std::uint64_t>>;

bool hasOwnBits(const RerunResult& result) {
    return result.unwritten == 0 && !result.dependsOnFill && result.differentRepeats == 0;
}

// Candidates that ran on the same inputs with equal checksums: nothing tells them apart.
struct Profile {
    std::vector<RerunCandidate> members;
    Checksums checksums;
    [[nodiscard]] auto ran() const {
        return std::count_if(checksums.begin(), checksums.end(), [](const auto& c) { return c.has_value(); });
    }
};

struct Common {
    bool shared = false, different = false;
};

Common compare(const Checksums& a, const Checksums& b) {
    Common common;
    for (std::size_t i = 0; i < a.size(); ++i) {
        if (!a[i] || !b[i]) continue;
        common.shared = true;
        common.different |= *a[i] != *b[i];
    }
    return common;
}

// What one candidate did, before profiles are made of them.
struct History {
    RerunCandidate candidate;
    Checksums checksums;
    bool reproducible = true;
};

class Classifier {
public:
    explicit Classifier(const std::vector<RerunRound>& rounds) {
        for (const RerunRound& round : rounds)
            read(round);
        dropUnusedInputs();
        makeProfiles();
    }

    CandidateClasses classify() && {
        found();
        join();
        evictContradicted();
        putInOrder();
        fill();
        return std::move(m_result);
    }

private:
    void read(const RerunRound& round) {
        const std::size_t input = indexOf(inputOf(round.request));
        for (const RerunResult& result : round.results) {
            History& history = historyOf(result.candidate);
            if (result.status != RerunStatus::ok) continue;
            history.reproducible &= hasOwnBits(result);
            history.checksums.resize(m_result.inputs.size());
            auto& checksum = history.checksums[input];
            history.reproducible &= checksum.value_or(result.checksum) == result.checksum;
            checksum = result.checksum;
        }
    }

    std::size_t indexOf(const MeasuredInput& input) {
        auto& inputs = m_result.inputs;
        const auto found = std::find(inputs.begin(), inputs.end(), input);
        const auto index = static_cast<std::size_t>(found - inputs.begin());
        if (found == inputs.end()) inputs.push_back(input);
        return index;
    }

    History& historyOf(const RerunCandidate& candidate) {
        const auto found = std::find_if(m_histories.begin(), m_histories.end(),
                                        [&](const History& history) { return history.candidate == candidate; });
        return found != m_histories.end() ? *found : m_histories.emplace_back(History{candidate, {}, true});
    }

    // An input on which no candidate that counts ran would be claimed as tried.
    void dropUnusedInputs() {
        for (History& history : m_histories)
            history.checksums.resize(m_result.inputs.size());
        for (std::size_t i = m_result.inputs.size(); i-- > 0;) {
            const bool used = std::any_of(m_histories.begin(), m_histories.end(), [i](const History& history) {
                return history.reproducible && history.checksums[i].has_value();
            });
            if (used) continue;
            const auto at = static_cast<std::ptrdiff_t>(i);
            m_result.inputs.erase(m_result.inputs.begin() + at);
            for (History& history : m_histories)
                history.checksums.erase(history.checksums.begin() + at);
        }
    }

    void makeProfiles() {
        CandidatesWithoutClass neverRan{{}, NoClassReason::neverRan, {}};
        CandidatesWithoutClass notReproducible{{}, NoClassReason::notReproducible, {}};
        for (const History& history : m_histories) {
            const auto& sums = history.checksums;
            if (!history.reproducible) {
                notReproducible.members.push_back(history.candidate);
            } else if (std::none_of(sums.begin(), sums.end(), [](const auto& sum) { return sum.has_value(); })) {
                neverRan.members.push_back(history.candidate);
            } else {
                const auto found = std::find_if(m_profiles.begin(), m_profiles.end(),
                                                [&](const Profile& profile) { return profile.checksums == sums; });
                Profile& profile = found != m_profiles.end() ? *found : m_profiles.emplace_back(Profile{{}, sums});
                profile.members.push_back(history.candidate);
            }
        }
        for (auto* group : {&notReproducible, &neverRan}) {
            if (!group->members.empty()) m_result.without.push_back(std::move(*group));
        }
    }

    void found() {
        std::vector<std::size_t> order(m_profiles.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [this](std::size_t a, std::size_t b) { return m_profiles[a].ran() > m_profiles[b].ran(); });
        for (const std::size_t profile : order) {
            if (possibleFor(profile).empty()) m_classes.push_back({profile});
        }
    }

    // The classes from whose founder the profile is not proven to differ.
    [[nodiscard]] std::vector<std::size_t> possibleFor(std::size_t profile) const {
        std::vector<std::size_t> possible;
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            if (!compare(m_profiles[profile].checksums, m_profiles[m_classes[c].front()].checksums).different)
                possible.push_back(c);
        }
        return possible;
    }

    void join() {
        const auto founders = m_classes;
        for (std::size_t profile = 0; profile < m_profiles.size(); ++profile) {
            if (std::find(founders.begin(), founders.end(), std::vector{profile}) != founders.end()) continue;
            auto possible = possibleFor(profile);
            if (possible.size() != 1) {
                leaveOut(profile, NoClassReason::severalFit, std::move(possible));
            } else if (!compare(m_profiles[profile].checksums, m_profiles[founders[possible.front()].front()].checksums)
                            .shared) {
                leaveOut(profile, NoClassReason::nothingInCommon, std::move(possible));
            } else {
                m_classes[possible.front()].push_back(profile);
            }
        }
    }

    void evictContradicted() {
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            const std::vector<std::size_t> members = m_classes[c];
            std::erase_if(m_classes[c], [&](std::size_t profile) {
                const bool contradicted = std::any_of(members.begin(), members.end(), [&](std::size_t other) {
                    return compare(m_profiles[profile].checksums, m_profiles[other].checksums).different;
                });
                if (contradicted) leaveOut(profile, NoClassReason::contradicted, {c});
                return contradicted;
            });
        }
    }

    void leaveOut(std::size_t profile, NoClassReason reason, std::vector<std::size_t> possible) {
        m_result.without.push_back({m_profiles[profile].members, reason, std::move(possible)});
    }

    // The order hangs on the candidates alone, not on who was asked first.
    void putInOrder() {
        const auto lowestOf = [this](std::size_t measuredClass) {
            using Place = std::pair<std::uint64_t, std::string_view>;
            constexpr std::uint64_t kBehindAll = std::numeric_limits<std::uint64_t>::max();
            std::optional<Place> lowest;
            for (const std::size_t profile : m_classes[measuredClass]) {
                for (const RerunCandidate& member : m_profiles[profile].members) {
                    const Place place = member.index ? Place{member.index->value, {}} : Place{kBehindAll, member.name};
                    lowest = lowest ? std::min(*lowest, place) : place;
                }
            }
            return lowest.value_or(Place{kBehindAll, {}});
        };
        std::vector<std::size_t> order(m_classes.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return lowestOf(a) < lowestOf(b); });
        std::vector<std::size_t> placeOf(order.size());
        std::vector<std::vector<std::size_t>> sorted;
        for (const std::size_t measuredClass : order) {
            placeOf[measuredClass] = sorted.size();
            sorted.push_back(std::move(m_classes[measuredClass]));
        }
        m_classes = std::move(sorted);
        for (CandidatesWithoutClass& group : m_result.without) {
            for (std::size_t& possible : group.possible)
                possible = placeOf[possible];
            std::sort(group.possible.begin(), group.possible.end());
        }
    }

    void fill() {
        for (const std::vector<std::size_t>& profiles : m_classes) {
            MeasuredClass& filled = m_result.classes.emplace_back();
            filled.checksums.resize(m_result.inputs.size());
            for (const std::size_t profile : profiles) {
                const Checksums& sums = m_profiles[profile].checksums;
                for (std::size_t i = 0; i < sums.size(); ++i) {
                    if (sums[i]) filled.checksums[i] = sums[i];
                }
            }
            for (const History& history : m_histories) {
                const bool isMember = std::any_of(profiles.begin(), profiles.end(), [&](std::size_t profile) {
                    return m_profiles[profile].checksums == history.checksums && history.reproducible;
                });
                if (!isMember) continue;
                filled.members.push_back(history.candidate);
                if (history.checksums != filled.checksums) filled.partialMembers.push_back(history.candidate);
            }
        }
    }

    CandidateClasses m_result;
    std::vector<History> m_histories;
    std::vector<Profile> m_profiles;
    std::vector<std::vector<std::size_t>> m_classes;  // profiles, the founder first
};

}  // namespace

MeasuredInput inputOf(const RerunRequest& request) {
    return {request.problem, request.placement, request.lhsSeed, request.rhsSeed};
}

bool sameInput(const RerunRequest& a, const RerunRequest& b) {
    return inputOf(a) == inputOf(b) && a.codeGenerator == b.codeGenerator;
}

CandidateClasses classifyCandidates(const std::vector<RerunRound>& rounds) {
    return Classifier(rounds).classify();
}

std::string className(std::size_t measuredClass) {
    constexpr std::size_t kLetters = 26;
    std::string name(1, static_cast<char>('A' + measuredClass % kLetters));
    return measuredClass < kLetters ? name : className(measuredClass / kLetters - 1) + name;
}

}  // namespace flipscope
