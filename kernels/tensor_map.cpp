#include "kernels/tensor_map.h"

#include "core/rerun/rerun_problem.h"

#include <cuda_runtime_api.h>

namespace flipscope {

namespace {

using Encode = decltype(&cuTensorMapEncodeTiled);

constexpr std::uint64_t kAlignment = 16;

Encode encodeFunction() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    constexpr unsigned kFirstVersion = 12000;
    if (cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, kFirstVersion, cudaEnableDefault,
                                         &found) != cudaSuccess ||
        found != cudaDriverEntryPointSuccess) {
        return nullptr;
    }
    return reinterpret_cast<Encode>(function);  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast): a symbol
}

CUtensorMapDataType mapDataType(ElementType type) {
    if (type == ElementType::f16) return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    return type == ElementType::bf16 ? CU_TENSOR_MAP_DATA_TYPE_BFLOAT16 : CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
}

}  // namespace

TensorMap describeTensor(const void* matrix, ElementType type, std::uint64_t rows, std::uint64_t columns,
                         std::int64_t stride, unsigned boxRows, unsigned boxColumns) {
    TensorMap result;
    const std::uint64_t rowBytes = static_cast<std::uint64_t>(stride) * bytesPerElement(type);
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): only its alignment is looked at
    if (reinterpret_cast<std::uintptr_t>(matrix) % kAlignment != 0 || rowBytes % kAlignment != 0) {
        result.refused = "its copies need rows aligned to 16 bytes";
        return result;
    }
    const Encode encode = encodeFunction();
    if (encode == nullptr) {
        result.refused = "the driver cannot describe tensors (it is older than 12.0)";
        return result;
    }
    const cuuint64_t sizes[] = {columns, rows};
    const cuuint64_t strides[] = {rowBytes};
    const cuuint32_t box[] = {boxColumns, boxRows};
    const cuuint32_t steps[] = {1, 1};
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast): the driver takes no pointer to const
    const CUresult status = encode(&result.map, mapDataType(type), 2, const_cast<void*>(matrix), sizes, strides, box,
                                   steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (status != CUDA_SUCCESS) {
        result.refused = "cuTensorMapEncodeTiled failed with error " + std::to_string(static_cast<int>(status));
    }
    return result;
}

}  // namespace flipscope
