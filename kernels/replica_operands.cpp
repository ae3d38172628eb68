#include "kernels/replica_operands.h"

#include "core/analyse/group_threads.h"
#include "core/rerun/float_formats.h"
#include "core/rerun/seeded_input.h"

#include <algorithm>
#include <cstring>
#include <thread>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

void putElement(std::byte* place, float value, ElementType type) {
    if (type == ElementType::f32) {
        std::memcpy(place, &value, sizeof value);
    } else {
        const std::uint16_t bits = type == ElementType::f16 ? toF16Bits(value) : toBf16Bits(value);
        std::memcpy(place, &bits, sizeof bits);
    }
}

struct Shape {
    std::size_t rows, columns, stride;
    [[nodiscard]] std::size_t elements() const { return (rows - 1) * stride + columns; }
};

// valueAt: of the dense row-major index. NaN between the rows: a kernel that reads there shows it.
template <class ValueAt>
std::vector<std::byte> bytesOf(const Shape& shape, ElementType type, std::size_t bytesEach, ValueAt valueAt) {
    std::vector<std::byte> bytes(shape.elements() * bytesEach, std::byte{0xff});
    const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    forEachGroup(shape.rows, threads, {}, [&](std::size_t row, std::size_t) {
        for (std::size_t column = 0; column < shape.columns; ++column) {
            putElement(bytes.data() + (row * shape.stride + column) * bytesEach, valueAt(row * shape.columns + column),
                       type);
        }
        return true;
    });
    return bytes;
}

Shape shapeOf(std::size_t rows, std::size_t columns, std::size_t stride) {
    return {rows, columns, stride == 0 ? columns : stride};
}

}  // namespace

Result<ReplicaOperands> ReplicaOperands::make(const RerunRequest& request) {
    const RerunProblem& p = request.problem;
    if (request.operands && (request.operands->lhs.size() != p.m * p.k || request.operands->rhs.size() != p.k * p.n)) {
        return Error{"the given operands do not have m·k and k·n elements"};
    }
    const std::size_t bytesEach = bytesPerElement(p.type);
    const Shape lhs = p.lhsTransposed ? shapeOf(p.k, p.m, request.placement.lhsStride)
                                      : shapeOf(p.m, p.k, request.placement.lhsStride);
    const Shape rhs = p.rhsTransposed ? shapeOf(p.n, p.k, request.placement.rhsStride)
                                      : shapeOf(p.k, p.n, request.placement.rhsStride);
    const Shape out = shapeOf(p.m, p.n, request.placement.outStride);
    const std::size_t offset = request.placement.offset * bytesEach;
    auto lhsBuffer = DeviceBuffer::allocate(lhs.elements() * bytesEach, offset);
    auto rhsBuffer = DeviceBuffer::allocate(rhs.elements() * bytesEach, offset);
    auto outBuffer = DeviceBuffer::allocate(out.elements() * bytesEach, offset);
    for (const auto* buffer : {&lhsBuffer, &rhsBuffer, &outBuffer}) {
        if (!*buffer) return Error{buffer->errorMessage()};
    }
    ReplicaOperands operands(std::move(lhsBuffer).value(), std::move(rhsBuffer).value(), std::move(outBuffer).value());
    const std::vector<float>* givenLhs = request.operands ? &request.operands->lhs : nullptr;
    const std::vector<float>* givenRhs = request.operands ? &request.operands->rhs : nullptr;
    for (const auto& [buffer, shape, seed, given] : {std::tuple{&operands.m_lhs, lhs, request.lhsSeed, givenLhs},
                                                     std::tuple{&operands.m_rhs, rhs, request.rhsSeed, givenRhs}}) {
        const auto valueAt = [seed = seed, given = given](std::size_t index) {
            return given != nullptr ? (*given)[index] : seededValue(seed, index);
        };
        const std::vector<std::byte> bytes = bytesOf(shape, p.type, bytesEach, valueAt);
        if (auto failure = buffer->upload(bytes.data(), bytes.size())) return std::move(*failure);
    }
    operands.m_elementBytes = bytesEach;
    DeviceMatmul& matmul = operands.m_matmul;
    matmul.lhs = operands.m_lhs.data();
    matmul.rhs = operands.m_rhs.data();
    matmul.out = operands.m_out.data();
    matmul.type = p.type;
    matmul.m = static_cast<unsigned>(p.m);
    matmul.n = static_cast<unsigned>(p.n);
    matmul.k = static_cast<unsigned>(p.k);
    matmul.lhsTransposed = p.lhsTransposed;
    matmul.rhsTransposed = p.rhsTransposed;
    matmul.lhsStride = static_cast<std::int64_t>(lhs.stride);
    matmul.rhsStride = static_cast<std::int64_t>(rhs.stride);
    matmul.outStride = static_cast<std::int64_t>(out.stride);
    return operands;
}

Result<std::size_t> ReplicaOperands::changedGuardBytes() const {
    std::size_t changed = 0;
    for (const DeviceBuffer* buffer : {&m_lhs, &m_rhs, &m_out}) {
        const auto bytes = buffer->changedGuardBytes();
        if (!bytes) return Error{bytes.errorMessage()};
        changed += bytes.value();
    }
    return changed;
}

}  // namespace flipscope
