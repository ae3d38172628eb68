#include "core/rerun/probe_controls.h"

#include "core/rerun/emulator.h"
#include "core/rerun/float_formats.h"
#include "core/rerun/seeded_input.h"

#include <algorithm>
#include <string>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kTile = 32;  // k of the real kernels goes by in such tiles
constexpr std::size_t kGroups = 5;

class Sums {
public:
    explicit Sums(const TensorCoreSum& core)
        : m_group(core.group),
          m_large(std::min(30, kSmall + static_cast<int>(core.keptFractionBits))),
          m_cut(m_large - static_cast<int>(core.keptFractionBits)) {}

    std::vector<ProbeSum> all() {
        for (const float sign : {1.0F, -1.0F}) {
            for (const float part : {0.25F, 0.5F, 0.75F, 0.9375F, 1.0F, 1.25F, 1.5F, 1.9375F})
                cuts(sign * part);
            many(sign);
            for (const float odd : {0.0F, 1.0F}) {
                for (int eighths = 1; eighths <= 8; ++eighths)
                    ties(sign, odd, sign * static_cast<float>(eighths));
            }
            ties(sign, 1, -sign);
        }
        return std::move(m_sums);
    }

private:
    // The place of product i of a group.
    [[nodiscard]] std::size_t at(std::size_t group, std::size_t i = 0) const { return group * m_group + i; }

    // `part` of the last unit that is kept, beside or before a large product.
    void cuts(float part) {
        const std::string unit = shown(part) + " units of the last kept bit";
        add(unit + " in the accumulator",
            {probeTerm(at(0), part, m_cut), probeTerm(at(1), 1, m_large), probeTerm(at(2), -1, m_large)});
        add(unit + " added to a large accumulator",
            {probeTerm(at(0), 1, m_large), probeTerm(at(1), part, m_cut), probeTerm(at(2), -1, m_large)});
        if (m_group < 2) return;
        add(unit + " before a product of large ones",
            {probeTerm(at(0), 1, m_large), probeTerm(at(1), part, m_cut), probeTerm(at(1, m_group - 1), -1, m_large)});
        add(unit + " behind a large product",
            {probeTerm(at(0), 1, m_large), probeTerm(at(1), -1, m_large), probeTerm(at(1, m_group - 1), part, m_cut)});
        add(unit + " in the accumulator before products that cancel",
            {probeTerm(at(0), part, m_cut), probeTerm(at(1), 1, m_large), probeTerm(at(1, m_group - 1), -1, m_large)});
        if (m_group < 3) return;
        // 1.5·1.5 is not normalised: its exponent is that of 1.
        ProbeTerm wide = probeTerm(at(0), 1.5F, m_large);
        ProbeTerm back = probeTerm(at(0, m_group - 1), -1.5F, m_large);
        wide.rhs *= 1.5F;
        back.rhs *= 1.5F;
        add(unit + " beside products of 1.5 by 1.5", {wide, probeTerm(at(0, 1), part, m_cut), back});
    }

    // As many half units as fit beside a large accumulator: each is cut, however many there are.
    void many(float sign) {
        std::vector<ProbeTerm> terms = {probeTerm(at(0), 1, m_large)};
        for (std::size_t i = 0; i < m_group; ++i)
            terms.push_back(probeTerm(at(1, i), sign * 0.5F, m_cut));
        terms.push_back(probeTerm(at(2), -1, m_large));
        add("a group of half units of the last kept bit", std::move(terms));
    }

    // An accumulator of 24 bits plus eighths of its last one.
    void ties(float sign, float odd, float eighths) {
        constexpr int kTop = 26, kEighth = kTop - 26, kLast = kTop - 23;
        add(shown(eighths) + " eighths of the last bit of " + (odd != 0 ? "an odd" : "an even") + " accumulator",
            {probeTerm(at(0), sign, kTop), probeTerm(at(1), sign * odd, kLast), probeTerm(at(2), eighths, kEighth),
             probeTerm(at(3), -sign, kTop)});
    }

    static std::string shown(float value) {
        std::string text = std::to_string(value);
        text.erase(text.find_last_not_of('0') + 1);
        if (text.back() == '.') text.pop_back();
        return text;
    }

    void add(std::string what, std::vector<ProbeTerm> terms) { m_sums.push_back({std::move(what), std::move(terms)}); }

    static constexpr int kSmall = 8;  // exponent that f16 results can have

    std::size_t m_group;
    int m_large;  // exponent of the largest products, 30 at most for f16
    int m_cut;    // exponent of the last bit that is kept beside them
    std::vector<ProbeSum> m_sums;
};

std::size_t controlDepth(const TensorCoreSum& core) {
    return (kGroups * core.group + kTile - 1) / kTile * kTile;
}

// Random products, cancelling and not.
std::vector<ProbeProduct> controlProducts(const TensorCoreSum& core, ElementType type) {
    constexpr int kMostSpread = 12;
    constexpr std::uint64_t kPlainSeed = 77;
    const int kept = static_cast<int>(core.keptFractionBits);
    const RerunProblem problem{kSumsInProduct, kSumsInProduct, std::max<std::size_t>(2 * kTile, controlDepth(core)),
                               type, false};
    std::vector<ProbeProduct> products;
    std::uint64_t seed = 0;
    // Exponents of the products spread over a few bits, over the bits that are kept, and beyond them.
    for (const int spread : {0, 1, 3, std::min(kMostSpread, kept / 4), std::min(kMostSpread, (kept + 6) / 4)})
        products.push_back(cancellingProduct(++seed, problem, spread));
    ProbeProduct& plain =
        products.emplace_back(ProbeProduct{"random products", problem, seededOperands(problem, kPlainSeed)});
    if (type != ElementType::f32) return products;
    for (std::vector<float>* values : {&plain.operands.lhs, &plain.operands.rhs}) {
        for (float& value : *values)
            value = toTf32(value, Tf32Rounding::tiesToEven);
    }
    return products;
}

// `sums`: those on the diagonal of a product that is made of them; empty: every element counts.
bool controlFits(ProbeReader& reader, const ProbeProduct& product, const TensorCoreSum& core,
                 std::span<const ProbeSum> sums) {
    const bool isF32 = reader.type() == ElementType::f32;
    const ClassCode code{isF32 ? Arithmetic::tf32Away : Arithmetic::tensorCoreHalf, core.group};
    const Emulation expected = emulate(code, product.problem, product.operands,
                                       TensorCore{core.keptFractionBits, core.group, core.group, core.rounding});
    if (expected.status != Emulation::Status::computed) {
        return reader.ends(InstructionNumbers::Outcome::failed, expected.because);
    }
    const auto patterns = reader.patternsOf(product);
    if (!patterns) return false;
    const std::size_t count = sums.empty() ? patterns->size() : sums.size();
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t element = sums.empty() ? i : i * (kSumsInProduct + 1);
        const std::uint32_t seen = (*patterns)[element];
        if (seen == expected.patterns[element]) continue;
        return reader.contradicts((sums.empty() ? product.what : sums[i].what) + " gave " +
                                  shownValue(patternValue(seen, reader.type())) + "; with " +
                                  std::to_string(core.keptFractionBits) + " kept bits and groups of " +
                                  std::to_string(core.group) + " it would be " +
                                  shownValue(patternValue(expected.patterns[element], reader.type())));
    }
    reader.countControls(count);
    return true;
}

}  // namespace

bool controlsFit(ProbeReader& reader, const TensorCoreSum& core) {
    const std::vector<ProbeSum> sums = Sums(core).all();
    for (std::size_t first = 0; first < sums.size(); first += kSumsInProduct) {
        const auto some = std::span(sums).subspan(first, std::min(kSumsInProduct, sums.size() - first));
        if (!controlFits(reader, productOf(some, reader.type(), controlDepth(core)), core, some)) return false;
    }
    const auto products = controlProducts(core, reader.type());
    return std::all_of(products.begin(), products.end(),
                       [&](const ProbeProduct& product) { return controlFits(reader, product, core, {}); });
}

}  // namespace flipscope
