#include "core/rerun/calibration.h"

#include "core/rerun/probe_controls.h"
#include "core/rerun/probe_reader.h"
#include "core/rerun/tensor_core.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

using Outcome = InstructionNumbers::Outcome;

constexpr int kLarge = 30;         // exponent of the largest product that f16 factors give with room below
constexpr int kMostDistance = 48;  // kept bits are looked for this far, beyond the model's end
constexpr std::size_t kFewPositions = 128, kManyPositions = 576;  // holds two groups of kLargestGroup
constexpr unsigned kAccumulatorBits = 24;

std::size_t roundedUp(std::size_t value, std::size_t unit) {
    return (value + unit - 1) / unit * unit;
}

class Calibrator {
public:
    Calibrator(ElementType type, const ProductRunner& run) : m_reader(type, run, m_found) {}

    InstructionNumbers result() {
        if (operandsAreUsed() && findGroup() && findNumbers()) checkControls();
        return std::move(m_found);
    }

private:
    // Products of powers of two: no arithmetic of the model or near it cuts a bit of them.
    bool operandsAreUsed() {
        constexpr std::size_t kPositions = 64;
        const std::vector<std::pair<ProbeTerm, float>> products = {
            {{0, 4, 2}, 8.0F}, {{1, -8, 0.5F}, -4.0F}, {{kPositions - 1, 0.125F, 16}, 2.0F}, {{17, -32, -1}, 32.0F}};
        std::vector<ProbeSum> sums;
        for (const auto& [term, expected] : products)
            sums.push_back({"", {term}});
        const auto values = m_reader.valuesOf(sums, kPositions);
        if (!values) return false;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const auto& [term, expected] = products[i];
            if ((*values)[i] == expected) continue;
            return m_reader.ends(Outcome::operandsIgnored,
                                 shownValue(term.lhs) + " times " + shownValue(term.rhs) + " came out as " +
                                     shownValue((*values)[i]) +
                                     ": what was run is no product of the operands that were given");
        }
        return true;
    }

    // Positions b + 1 from 2 on where another group begins than that of position b.
    std::optional<std::vector<std::size_t>> groupStarts(std::size_t positions) {
        constexpr int kFarBelow = 42;  // cut beside the large ones, whatever the model's numbers
        const float small = std::ldexp(1.0F, kLarge - kFarBelow);
        std::vector<Reading> readings;
        for (std::size_t b = 1; b + 1 < positions; ++b) {
            readings.push_back(
                {{"a small product at position " + std::to_string(b + 1) + " behind large ones at " +
                      std::to_string(b - 1) + " and " + std::to_string(b) + " that cancel",
                  {probeTerm(b - 1, 1, kLarge), probeTerm(b, -1, kLarge), probeTerm(b + 1, 1, kLarge - kFarBelow)}},
                 small,
                 0});
        }
        const auto isStart = m_reader.read(readings, positions);
        if (!isStart) return std::nullopt;
        std::vector<std::size_t> starts;
        for (std::size_t i = 0; i < isStart->size(); ++i) {
            if ((*isStart)[i]) starts.push_back(i + 2);
        }
        return starts;
    }

    bool findGroup() {
        std::size_t positions = kFewPositions;
        auto starts = groupStarts(positions);
        if (starts && starts->size() < 2) starts = groupStarts(positions = kManyPositions);
        if (!starts) return false;
        if (starts->size() < 2) {
            return m_reader.contradicts("more than " + std::to_string(kLargestGroup) +
                                        " products seem to be added at once, which is beyond the model");
        }
        const std::size_t group = (*starts)[1] - (*starts)[0];
        const std::size_t first = group == 1 ? 2 : group;
        for (std::size_t i = 0; i < starts->size(); ++i) {
            if ((*starts)[i] == first + i * group) continue;
            const std::string where = i == 0 ? "first at "
                                             : "every " + std::to_string(group) + " positions up to " +
                                                   std::to_string((*starts)[i - 1]) + ", then at ";
            return m_reader.contradicts("groups of products begin " + where + std::to_string((*starts)[i]) +
                                        (i == 0 ? ", then at " + std::to_string((*starts)[1]) : ""));
        }
        if (starts->back() + group < positions) {
            return m_reader.contradicts("no group of products begins behind position " +
                                        std::to_string(starts->back()));
        }
        m_found.group = static_cast<unsigned>(group);
        return true;
    }

    // The term that leads group `index`.
    [[nodiscard]] ProbeTerm leading(std::size_t index, float significand, int exponent) const {
        return probeTerm(index * *m_found.group, significand, exponent);
    }
    [[nodiscard]] std::size_t depth(std::size_t groups) const { return roundedUp(groups * *m_found.group, 32); }

    // A product 2^-distance below two large ones that cancel. In groups of one they cannot meet: there it is the
    // accumulator that is cut beside a large product.
    [[nodiscard]] Reading keptAt(int distance) const {
        const int large = std::min(kLarge, distance);
        const float small = std::ldexp(1.0F, large - distance);
        std::string what = "a product 2^-" + std::to_string(distance) + " below large ones that cancel";
        if (*m_found.group > 1) {
            ProbeTerm back = leading(1, -1, large);
            ++back.position;
            return {{std::move(what), {leading(0, 1, large), leading(1, 1, large - distance), back}}, small, 0};
        }
        return {{std::move(what), {leading(0, 1, large - distance), leading(1, -1, large), leading(2, 1, large)}},
                small,
                0};
    }

    // In groups of one, beyond the accumulator's 24 bits: what is kept decides how a sum just above -2^30 is rounded.
    [[nodiscard]] Reading keptBeyondAccumulator(int distance) const {
        const float unit = std::ldexp(1.0F, kLarge - static_cast<int>(kAccumulatorBits));
        std::string what = "an accumulator with a bit 2^-" + std::to_string(distance) + " below a large product";
        std::vector<ProbeTerm> terms;
        float yes = unit;
        float no = 0;
        if (*m_found.rounding == FinalRounding::towardZero) {
            terms = {leading(0, 1, kLarge - distance)};
        } else if (distance == static_cast<int>(kAccumulatorBits) + 1) {  // one and a half units: a tie only if whole
            terms = {leading(0, 1.5F, kLarge - static_cast<int>(kAccumulatorBits))};
            yes = 2 * unit;
            no = unit;
        } else {  // half a unit and a little more
            terms = {leading(0, 0.5F, kLarge - static_cast<int>(kAccumulatorBits)), leading(1, 1, kLarge - distance)};
        }
        terms.push_back(leading(2, -1, kLarge));
        terms.push_back(leading(3, 1, kLarge));
        return {{std::move(what), std::move(terms)}, yes, no};
    }

    // How many of the distances from `first` on are kept, all before the first that is not; the Error says otherwise.
    std::optional<int> countKept(int first, int last, Reading (Calibrator::*reading)(int) const, std::size_t groups) {
        std::vector<Reading> readings;
        for (int distance = first; distance <= last; ++distance)
            readings.push_back((this->*reading)(distance));
        const auto isKept = m_reader.read(readings, depth(groups));
        if (!isKept) return std::nullopt;
        const auto end = std::find(isKept->begin(), isKept->end(), false);
        const auto again = std::find(end, isKept->end(), true);
        const int kept = static_cast<int>(end - isKept->begin());
        if (again != isKept->end()) {
            m_reader.contradicts("a bit 2^-" + std::to_string(first + kept) +
                                 " below the largest addend is lost, one 2^-" +
                                 std::to_string(first + (again - isKept->begin())) + " below it is not");
            return std::nullopt;
        }
        return kept;
    }

    bool findNumbers() {
        const bool single = *m_found.group == 1;
        const int last = single ? static_cast<int>(kAccumulatorBits) : kMostDistance;
        const auto first = countKept(0, last, &Calibrator::keptAt, 3);
        if (!first) return false;
        int kept = *first - 1;
        if (kept < 0) return m_reader.contradicts("a product as large as the largest addend is lost beside it");
        if (single && kept == last) {
            if (!findRounding(kept)) return false;
            const auto more = countKept(last + 1, kMostDistance, &Calibrator::keptBeyondAccumulator, 4);
            if (!more) return false;
            kept += *more;
        }
        if (kept > static_cast<int>(kMostKeptBits)) {
            return m_reader.contradicts("a bit 2^-" + std::to_string(kept) +
                                        " below the largest addend still counts; the model ends at " +
                                        std::to_string(kMostKeptBits) + " kept bits");
        }
        m_found.keptFractionBits = static_cast<unsigned>(kept);
        return m_found.rounding || findRounding(kept);
    }

    // Sums halfway between two accumulators. With few kept bits a group must add up far enough beyond its largest
    // addend for anything to be rounded; where it cannot, no rounding is found.
    bool findRounding(int kept) {
        constexpr int kAllKept = 24, kLeastKept = 16;
        std::optional<Reading> tie;
        if (kept >= kAllKept) {
            constexpr int kTop = 23;
            tie = {{"half of the last bit added to an odd accumulator",
                    {leading(0, 1, kTop), leading(1, 1, 0), leading(2, 1, -1), leading(3, -1, kTop)}},
                   2,
                   1};
        } else if (kept == kAllKept - 1) {
            constexpr int kTop = 22;
            tie = {{"an accumulator whose last bit a product of its size pushes out",
                    {leading(0, 1, kTop), leading(1, 3, -1), leading(2, 1, kTop), leading(3, -1, kTop + 1)}},
                   2,
                   1};
        } else if (kept >= kLeastKept && (1U << static_cast<unsigned>(kAllKept - 2 - kept)) <= *m_found.group) {
            tie = tieOfManyProducts(kept);
        }
        if (!tie) return true;
        const auto nearest = m_reader.read({*tie}, depth(kDeepest));
        if (nearest) m_found.rounding = nearest->front() ? FinalRounding::nearestEven : FinalRounding::towardZero;
        return nearest.has_value();
    }

    // With kept = 22 - doublings bits, 2^doublings products just below 4 and an accumulator just below 2 make
    // 2^(doublings + 2) and, below it, ones down to half of the sum's last bit: rounded up, they carry into a bit that
    // survives beside the large product that is taken off at last.
    [[nodiscard]] Reading tieOfManyProducts(int kept) const {
        const int doublings = 22 - kept;
        const int sumExponent = doublings + 2;
        const int scale = kept - sumExponent;  // so that the bit is worth 1
        const float factor = 2 - std::ldexp(1.0F, -(doublings + 1));
        Reading tie{{"many large products whose sum ends in ones", {}}, 1, 0};
        std::vector<ProbeTerm>& terms = tie.sum.terms;
        terms = {leading(0, 1, scale), leading(1, 1 - std::ldexp(1.0F, -sumExponent), scale),
                 leading(2, std::ldexp(1.0F, sumExponent) - 1, scale - kept)};
        for (std::size_t i = 0; i < std::size_t{1} << static_cast<unsigned>(doublings); ++i) {
            ProbeTerm& term = terms.emplace_back(leading(3, factor, scale));
            term.rhs *= factor;
            term.position += i;
        }
        terms.push_back(leading(4, -1, sumExponent + scale));
        return tie;
    }

    void checkControls() {
        // Where no probe told the rounding, the controls may; where they do not either, it makes no difference.
        const auto told = m_found.rounding;
        if (fits(told.value_or(FinalRounding::towardZero))) {
            m_found.outcome = Outcome::fits;
            if (told) return;
            const InstructionNumbers withTowardZero = m_found;
            const bool eitherWay = fits(FinalRounding::nearestEven);
            if (!eitherWay && m_found.outcome != Outcome::doesNotFit) return;
            m_found = withTowardZero;
            if (!eitherWay) m_found.rounding = FinalRounding::towardZero;
        } else if (!told && m_found.outcome == Outcome::doesNotFit) {
            const InstructionNumbers contradicted = m_found;
            m_found.controls = 0;
            if (fits(FinalRounding::nearestEven)) {
                m_found.outcome = Outcome::fits;
                m_found.because.clear();
                m_found.rounding = FinalRounding::nearestEven;
            } else if (m_found.outcome == Outcome::doesNotFit) {
                m_found = contradicted;
            }
        }
    }

    bool fits(FinalRounding rounding) {
        return controlsFit(m_reader, {*m_found.keptFractionBits, *m_found.group, rounding});
    }

    static constexpr std::size_t kDeepest = 5;  // groups that a probe of the rounding takes

    InstructionNumbers m_found;
    ProbeReader m_reader;
};

}  // namespace

InstructionNumbers calibrateInstruction(ElementType type, const ProductRunner& run) {
    return Calibrator(type, run).result();
}

}  // namespace flipscope
