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

// The chance of so many of k1 + k2 marked runs, or more, among the second n2 of n1 + n2. f: up to n1 + n2.
double chanceOfMore(std::size_t k1, std::size_t n1, std::size_t k2, std::size_t n2, const LogFactorials& f) {
    const std::size_t marked = k1 + k2;
    const auto logChoose = [&f](std::size_t n, std::size_t k) { return f(n) - f(k) - f(n - k); };
    double term = std::exp(logChoose(n2, k2) + logChoose(n1, k1) - logChoose(n1 + n2, marked)), sum = term;
    for (std::size_t k = k2; k < std::min(marked, n2); ++k) {
        term *= static_cast<double>(n2 - k) * static_cast<double>(marked - k) /
                (static_cast<double>(k + 1) * static_cast<double>(n1 + k + 1 - marked));
        sum += term;
    }
    return std::min(sum, 1.0);
}

double chanceOfMore(std::size_t k1, std::size_t n1, std::size_t k2, std::size_t n2) {
    constexpr std::size_t kUsual = 256;
    static const LogFactorials usual(kUsual);  // a search asks again and again, and a table costs more than the sum
    return n1 + n2 <= kUsual ? chanceOfMore(k1, n1, k2, n2, usual)
                             : chanceOfMore(k1, n1, k2, n2, LogFactorials(n1 + n2));
}

// Sign test: the chance of so many runs of the first kind, or more, where either kind is as likely.
double chanceOfMajority(std::size_t first, std::size_t second) {
    const std::size_t n = first + second;
    const LogFactorials f(n);
    double sum = 0.0;
    for (std::size_t k = first; k <= n; ++k)
        sum += std::exp(f(n) - f(k) - f(n - k) - static_cast<double>(n) * std::log(2.0));
    return sum;
}

ThirdStanding judgeThirdOfEnd(const TrialTally& end, std::size_t asWanted, const EvidenceLimits& limits) {
    constexpr double kClear = 0.01, kMore = 0.05;
    if (end.other == 0) return ThirdStanding::seldom;
    const bool isLast = end.counted() >= limits.mostRepeats;
    if (chanceOfMajority(asWanted, end.other) <= (isLast ? kMore : kClear)) return ThirdStanding::seldom;
    return isLast || chanceOfMajority(end.other, asWanted) <= kClear ? ThirdStanding::often : ThirdStanding::open;
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
    return chanceOfMore(first.bad, first.counted(), second.bad, second.counted());
}

double chanceOfMoreOther(const TrialTally& first, const TrialTally& second) {
    return chanceOfMore(first.other, first.counted(), second.other, second.counted());
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
    if (isLike(good, bad)) return Standing::good;
    const bool spent = tally.counted() >= limits.mostRepeats || isHopeless(tally, limits);
    return spent ? Standing::unresolved : Standing::open;
}

EndsStanding judgeEnds(const TrialTally& goodEnd, const TrialTally& badEnd, const EvidenceLimits& limits) {
    constexpr double kApart = 1e-5, kHopeless = 0.05;
    constexpr std::size_t kEnough = 20;
    const double chance = chanceOfMoreBad(goodEnd, badEnd);
    if (chance <= kApart) {
        const ThirdStanding ofGood = judgeThirdOfEnd(goodEnd, goodEnd.good, limits);
        const ThirdStanding ofBad = judgeThirdOfEnd(badEnd, badEnd.bad, limits);
        if (ofGood == ThirdStanding::often && goodEnd.good == 0) return EndsStanding::goodIsThird;
        if (ofGood == ThirdStanding::often || ofBad == ThirdStanding::often) return EndsStanding::thirdOften;
        return ofGood == ThirdStanding::open || ofBad == ThirdStanding::open ? EndsStanding::open : EndsStanding::apart;
    }
    const std::size_t least = std::min(goodEnd.counted(), badEnd.counted());
    if (least >= limits.mostRepeats || (least >= kEnough && chance > kHopeless)) return EndsStanding::alike;
    return EndsStanding::open;
}

ThirdStanding judgeThirdOfUndone(const TrialTally& goodEnd, const TrialTally& undone, const EvidenceLimits& limits) {
    constexpr double kClear = 0.001, kMore = 0.05;
    if (undone.other == 0) return ThirdStanding::seldom;
    const double chance = chanceOfMoreOther(goodEnd, undone);
    if (chance <= kClear) return ThirdStanding::often;
    if (std::min(goodEnd.counted(), undone.counted()) < limits.mostRepeats) return ThirdStanding::open;
    return chance <= kMore ? ThirdStanding::often : ThirdStanding::seldom;
}

}  // namespace flipscope
