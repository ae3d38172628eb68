#include "core/rerun/emulator.h"

#include "core/analyse/group_threads.h"
#include "core/rerun/float_formats.h"
#include "core/rerun/lane_kernels.h"
#include "core/rerun/packed_operands.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/sum_plan.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <span>
#include <thread>
#include <utility>

namespace flipscope {

namespace {

constexpr std::size_t kBlocksInPanel = 4;
constexpr std::size_t kMostElements = std::size_t{1} << 31U;  // of each matrix
constexpr unsigned kMostThreads = 256;
constexpr std::size_t kRowsInTask = 16;  // rows packed or summed up between two looks at `stop`

float asType(float value, ElementType type) {
    if (type == ElementType::f16) return fromF16Bits(toF16Bits(value));
    if (type == ElementType::bf16) return fromBf16Bits(toBf16Bits(value));
    return value;
}

std::uint32_t resultPattern(float sum, ElementType type) {
    if (type == ElementType::f16) return toF16Bits(sum);
    if (type == ElementType::bf16) return toBf16Bits(sum);
    return std::isnan(sum) ? 0x7fffffffU : std::bit_cast<std::uint32_t>(sum);
}

std::optional<Tf32Rounding> loaderOf(Arithmetic arithmetic) {
    switch (arithmetic) {
        case Arithmetic::tf32Away:
            return Tf32Rounding::tiesAway;
        case Arithmetic::tf32Even:
            return Tf32Rounding::tiesToEven;
        case Arithmetic::tf32Truncated:
            return Tf32Rounding::truncated;
        default:
            return std::nullopt;
    }
}

// What is wrong with the input, empty when nothing is.
std::string inputFault(const ClassCode& code, const RerunProblem& p, const Operands& operands) {
    if (p.type != ElementType::f32 && !isHalf(p.type)) {
        return std::string(toString(p.type)) + " operands cannot be emulated";
    }
    for (const auto& [rows, columns] : {std::pair{p.m, p.k}, std::pair{p.k, p.n}, std::pair{p.m, p.n}}) {
        if (columns != 0 && rows > kMostElements / columns) return "a matrix of it is too large to emulate";
    }
    if (operands.lhs.size() != p.m * p.k || operands.rhs.size() != p.k * p.n) {
        return "the operands do not have m·k and k·n elements";
    }
    if (loaderOf(code.arithmetic) && p.type != ElementType::f32) return "TF32 classes take f32 operands";
    if (code.arithmetic == Arithmetic::tensorCoreHalf && !isHalf(p.type)) {
        return "this tensor-core class takes half-precision operands";
    }
    const auto isOfType = [&](float value) { return std::isnan(value) || asType(value, p.type) == value; };
    if (isHalf(p.type) && !(std::all_of(operands.lhs.begin(), operands.lhs.end(), isOfType) &&
                            std::all_of(operands.rhs.begin(), operands.rhs.end(), isOfType))) {
        return "an operand is no value of " + std::string(toString(p.type));
    }
    return {};
}

// Whether the fast kernels are exact for these operands: the preconditions of GroupSums.
bool fitsFastSums(const SumPlan& plan, const OperandRange& lhs, const OperandRange& rhs) {
    if (!lhs.modelled || !rhs.modelled || plan.groups.keptFractionBits > 28) return false;
    if (!lhs.anyNonZero || !rhs.anyNonZero) return true;
    const int kept = static_cast<int>(plan.groups.keptFractionBits);
    const int bitsOfCount = static_cast<int>(std::bit_width(plan.order.size()));
    return lhs.smallest + rhs.smallest >= kept - 126 && lhs.largest + rhs.largest + 2 + bitsOfCount < 127;
}

class Run {
public:
    Run(const RerunProblem& problem, const Operands& operands, const SumPlan& plan, const EmulationOptions& options)
        : m_problem(problem),
          m_operands(operands),
          m_plan(plan),
          m_stop(options.stop),
          m_goesOn(options.goesOn),
          m_threads(std::clamp(options.threads != 0 ? options.threads : std::thread::hardware_concurrency(), 1U,
                               kMostThreads)),
          m_kernels(options.kernels != nullptr ? *options.kernels : *usableLaneKernels().back()) {
        const std::size_t cells = plan.order.size() * problem.m;
        m_lhs.values.resize(cells);
        m_rowRanges.resize(rowTasks());
        if (plan.kernel == SumPlan::Kernel::groups) m_lhs.exponents.resize(cells);
        m_patterns.resize(problem.m * problem.n);
    }

    Emulation result() {
        sumUp();
        if (m_stop.stop_requested()) return {Emulation::Status::stopped, {}, 0, {}};
        if (m_outside != 0) {
            return {
                Emulation::Status::outsideModel,
                {},
                0,
                std::to_string(m_outside) + " of " + std::to_string(m_patterns.size()) +
                    " elements leave the model of the tensor core: infinities, NaN, subnormal operands or sums beyond "
                    "the normal range of f32"};
        }
        const std::uint64_t checksum = resultChecksum(m_patterns);
        return {Emulation::Status::computed, std::move(m_patterns), checksum, {}};
    }

private:
    [[nodiscard]] std::size_t rowTasks() const { return (m_problem.m + kRowsInTask - 1) / kRowsInTask; }
    [[nodiscard]] std::size_t rowsIn(std::size_t task) const {
        return std::min(kRowsInTask, m_problem.m - task * kRowsInTask);
    }

    void sumUp() {
        forEachGroup(rowTasks(), m_threads, m_stop, [&](std::size_t task, std::size_t) {
            if (m_goesOn) m_goesOn();
            packLhsRows(m_plan, m_problem, m_operands.lhs, task * kRowsInTask, rowsIn(task), m_lhs);
            m_rowRanges[task] = rangeOf(
                {m_lhs.values.data() + task * kRowsInTask * m_plan.order.size(), rowsIn(task) * m_plan.order.size()});
            return true;
        });
        const std::size_t columns = kBlocksInPanel * m_kernels.lanes;
        const std::size_t panels = (m_problem.n + columns - 1) / columns;
        // Few panels are cut by rows as well, so that every thread has work; each piece packs its panel again.
        const std::size_t pieces =
            panels == 0 ? 0 : std::min(rowTasks(), (std::size_t{2} * m_threads + panels - 1) / panels);
        forEachGroup(panels * pieces, m_threads, m_stop, [&](std::size_t item, std::size_t) {
            const std::size_t piece = item % pieces;
            sumPanel(item / pieces * columns, rowTasks() * piece / pieces, rowTasks() * (piece + 1) / pieces);
            return true;
        });
    }

    void sumPanel(std::size_t firstColumn, std::size_t fromTask, std::size_t toTask) {
        const std::size_t lanes = m_kernels.lanes;
        const bool byColumn = m_plan.rotation == SumPlan::Rotation::byColumn;
        // Lanes of a block start their chains alike: where columns rotate, a block takes every fourth.
        const std::size_t step = byColumn ? kBlocksInPanel : 1;
        PackedValues blocks[kBlocksInPanel];
        OperandRange ranges[kBlocksInPanel];
        const auto firstOf = [&](std::size_t block) { return firstColumn + block * (byColumn ? 1 : lanes); };
        for (std::size_t block = 0; block < kBlocksInPanel; ++block) {
            if (firstOf(block) >= m_problem.n) break;
            packRhsBlock(m_plan, m_problem, m_operands.rhs, firstOf(block), step, lanes, blocks[block]);
            ranges[block] = rangeOf(blocks[block].values);
        }
        for (std::size_t task = fromTask; task < toTask && !m_stop.stop_requested(); ++task) {
            if (m_goesOn) m_goesOn();
            for (std::size_t block = 0; block < kBlocksInPanel; ++block) {
                if (firstOf(block) >= m_problem.n) break;
                const bool fast = fitsFastSums(m_plan, m_rowRanges[task], ranges[block]);
                sumRows(blocks[block], firstOf(block), step, task, fast);
            }
        }
    }

    // Ranges matter to the tensor-core classes only.
    [[nodiscard]] OperandRange rangeOf(std::span<const float> values) const {
        return m_plan.kernel == SumPlan::Kernel::groups ? operandRange(values, m_problem.type) : OperandRange{};
    }

    void sumRows(const PackedValues& block, std::size_t firstColumn, std::size_t step, std::size_t rowTask, bool fast) {
        const std::size_t row = rowTask * kRowsInTask;
        const std::size_t rows = rowsIn(rowTask);
        const std::size_t positions = m_plan.order.size();
        const std::size_t lanes = m_kernels.lanes;
        std::vector<float> sums(rows * lanes);
        LaneTask task{
            m_lhs.values.data() + row * positions, block.values.data(), nullptr, nullptr, rows, positions, sums.data()};
        if (m_plan.kernel == SumPlan::Kernel::chains) {
            ChainSums chains = m_plan.chains;
            chains.start = m_plan.startOf(firstColumn);
            m_kernels.chainSums(task, chains);
        } else if (m_plan.kernel == SumPlan::Kernel::trees) {
            m_kernels.productTrees(task, m_plan.trees);
        } else if (fast) {
            task.lhsExponents = m_lhs.exponents.data() + row * positions;
            task.rhsExponents = block.exponents.data();
            const TensorCoreSum& core = m_plan.groups;
            m_kernels.groupSums(task, {static_cast<std::int32_t>(core.keptFractionBits), core.group,
                                       core.rounding == FinalRounding::towardZero});
        } else {
            sumExactly(task, std::min(lanes, (m_problem.n - firstColumn + step - 1) / step));
        }
        for (std::size_t r = 0; r < rows; ++r) {
            std::uint32_t* to = m_patterns.data() + (row + r) * m_problem.n;
            for (std::size_t lane = 0; lane < lanes && firstColumn + lane * step < m_problem.n; ++lane)
                to[firstColumn + lane * step] = resultPattern(sums[r * lanes + lane], m_problem.type);
        }
    }

    // The slow form, for operands at the ends of the range.
    void sumExactly(const LaneTask& task, std::size_t columns) {
        const std::size_t lanes = m_kernels.lanes;
        std::vector<float> column(task.positions);
        for (std::size_t lane = 0; lane < columns; ++lane) {
            for (std::size_t p = 0; p < task.positions; ++p)
                column[p] = task.rhs[p * lanes + lane];
            for (std::size_t r = 0; r < task.rows; ++r) {
                const auto sum = tensorCoreSum(m_plan.groups, m_problem.type, 0.0F,
                                               {task.lhs + r * task.positions, task.positions}, column);
                if (!sum) ++m_outside;
                task.sums[r * lanes + lane] = sum.value_or(0.0F);
            }
        }
    }

    const RerunProblem& m_problem;
    const Operands& m_operands;
    const SumPlan& m_plan;
    std::stop_token m_stop;
    const std::function<void()>& m_goesOn;
    unsigned m_threads;
    const LaneKernels& m_kernels;
    PackedValues m_lhs;
    std::vector<OperandRange> m_rowRanges;  // of each row task
    std::vector<std::uint32_t> m_patterns;
    std::atomic<std::size_t> m_outside{0};
};

Operands loaded(const Operands& operands, Tf32Rounding rounding) {
    Operands result = operands;
    for (std::vector<float>* values : {&result.lhs, &result.rhs}) {
        std::transform(values->begin(), values->end(), values->begin(),
                       [rounding](float value) { return toTf32(value, rounding); });
    }
    return result;
}

}  // namespace

Emulation emulate(const ClassCode& code, const RerunProblem& problem, const Operands& operands,
                  const std::optional<TensorCore>& core, const EmulationOptions& options) {
    if (std::string fault = inputFault(code, problem, operands); !fault.empty()) {
        return {Emulation::Status::notComputable, {}, 0, std::move(fault)};
    }
    const auto plan = planSums(code, problem, core);
    if (!plan) return {Emulation::Status::notComputable, {}, 0, plan.errorMessage()};
    if (const auto loader = loaderOf(code.arithmetic)) {
        const Operands rounded = loaded(operands, *loader);
        return Run(problem, rounded, plan.value(), options).result();
    }
    return Run(problem, operands, plan.value(), options).result();
}

}  // namespace flipscope
