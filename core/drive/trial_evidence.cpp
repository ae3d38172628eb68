#include "core/drive/trial_evidence.h"

#include "core/analyse/log_factorials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace flipscope {

namespace {

constexpr std::array<std::pair<TrialOutcome, std::string_view>, 4> kWords{{{TrialOutcome::good, "good"},
                                                                           {TrialOutcome::bad, "bad"},
                                                                           {TrialOutcome::other, "other"},
                                                                           {TrialOutcome::invalid, "invalid"}}};

// Too many trials that do not count, more than those that do.
bool isHopeless(const TrialTally& tally, const EvidenceLimits& limits) {
    return tally.invalid > limits.retries && tally.invalid > tally.counted();
}

double logLikelihood(const TrialTally& tally, double badRate) {
    return static_cast<double>(tally.bad) * std::log(badRate) +
           static_cast<double>(tally.notBad()) * std::log1p(-badRate);
}

}  // namespace

std::string_view toString(TrialOutcome outcome) {
    for (const auto& [value, word] : kWords)
        if (value == outcome) return word;
    return "invalid";
}

std::optional<TrialOutcome> trialOutcomeFrom(std::string_view text) {
    for (const auto& [value, word] : kWords)
        if (word == text) return value;
    return std::nullopt;
}

void TrialTally::add(TrialOutcome outcome) {
    switch (outcome) {
        case TrialOutcome::good:
            ++good;
            break;
        case TrialOutcome::bad:
            ++bad;
            break;
        case TrialOutcome::other:
            ++other;
            break;
        case TrialOutcome::invalid:
            ++invalid;
            break;
    }
}

double chanceOfMoreBad(const TrialTally& first, const TrialTally& second) {
    const std::size_t n1 = first.counted(), n2 = second.counted(), bad = first.bad + second.bad;
    const LogFactorials f(n1 + n2);
    const auto logChoose = [&f](std::size_t n, std::size_t k) { return f(n) - f(k) - f(n - k); };
    double sum = 0.0;
    for (std::size_t k = second.bad; k <= std::min(bad, n2); ++k) {
        if (bad - k > n1) continue;
        sum += std::exp(logChoose(n2, k) + logChoose(n1, bad - k) - logChoose(n1 + n2, bad));
    }
    return std::min(sum, 1.0);
}

Standing judgeSteady(const TrialTally& tally, Strength strength, const EvidenceLimits& limits) {
    const std::size_t wanted = strength == Strength::proof ? limits.repeats : 1;
    if (tally.counted() < wanted) return isHopeless(tally, limits) ? Standing::unresolved : Standing::open;
    if (tally.bad > 0) return Standing::bad;
    return tally.good > 0 ? Standing::good : Standing::other;
}

BadRates BadRates::of(const TrialTally& goodEnd, const TrialTally& badEnd) {
    const auto rate = [](const TrialTally& tally) {
        return (static_cast<double>(tally.bad) + 0.5) / (static_cast<double>(tally.counted()) + 1.0);
    };
    return {rate(goodEnd), rate(badEnd)};
}

Standing judgeVarying(const TrialTally& tally, Strength strength, const BadRates& rates, const EvidenceLimits& limits) {
    const double wanted = std::log(strength == Strength::proof ? 10'000.0 : 100.0);
    const double good = logLikelihood(tally, rates.good), bad = logLikelihood(tally, rates.bad);
    const double middle = logLikelihood(tally, (rates.good + rates.bad) / 2);
    const auto isLike = [&](double end, double opposite) {
        return end - opposite >= wanted && (strength == Strength::probe || end - middle >= std::log(100.0));
    };
    if (isLike(bad, good)) return Standing::bad;
    if (isLike(good, bad)) return tally.other > tally.good ? Standing::other : Standing::good;
    const bool spent = tally.counted() >= limits.mostRepeats || isHopeless(tally, limits);
    return spent ? Standing::unresolved : Standing::open;
}

EndsStanding judgeEnds(const TrialTally& goodEnd, const TrialTally& badEnd, const EvidenceLimits& limits) {
    constexpr double kApart = 1e-5, kHopeless = 0.05;
    constexpr std::size_t kEnough = 20;
    const double chance = chanceOfMoreBad(goodEnd, badEnd);
    if (chance <= kApart) return EndsStanding::apart;
    const std::size_t least = std::min(goodEnd.counted(), badEnd.counted());
    if (least >= limits.mostRepeats || (least >= kEnough && chance > kHopeless)) return EndsStanding::alike;
    return EndsStanding::open;
}

}  // namespace flipscope
