#include "kernels/library_matmul.h"

#include "kernels/device_buffer.h"
#include "kernels/shared_library.h"

#include <array>
#include <charconv>
#include <memory>
#include <utility>

#if __has_include(<cublasLt.h>)
#include <cublasLt.h>
#define FLIPSCOPE_HAS_CUBLASLT
#endif

namespace flipscope {

namespace {

constexpr std::string_view kF32Prefix = "cublaslt_", kTf32Prefix = "cublaslt_tf32_";

}  // namespace

std::optional<LibraryCandidate> libraryCandidate(std::string_view name) {
    LibraryCandidate candidate;
    if (name.starts_with(kTf32Prefix)) {
        candidate.compute = LibraryCompute::tf32;
        name.remove_prefix(kTf32Prefix.size());
    } else if (name.starts_with(kF32Prefix)) {
        name.remove_prefix(kF32Prefix.size());
    } else {
        return std::nullopt;
    }
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), candidate.number);
    const bool isNumber = error == std::errc() && end == name.data() + name.size();
    return isNumber ? std::optional(candidate) : std::nullopt;
}

std::vector<std::string> libraryCandidateNames() {
    std::vector<std::string> names;
    for (const std::string_view prefix : {kF32Prefix, kTf32Prefix}) {
        for (std::size_t i = 0; i < kAlgorithmsOffered; ++i)
            names.push_back(std::string(prefix) + std::to_string(i));
    }
    return names;
}

#ifdef FLIPSCOPE_HAS_CUBLASLT

namespace {

constexpr std::size_t kWorkspaceBytes = std::size_t{32} << 20;

// The functions of cuBLASLt that are used here.
struct Functions {
    decltype(&cublasLtCreate) create = nullptr;
    decltype(&cublasLtDestroy) destroy = nullptr;
    decltype(&cublasLtGetVersion) version = nullptr;
    decltype(&cublasLtMatmulDescCreate) createOperation = nullptr;
    decltype(&cublasLtMatmulDescDestroy) destroyOperation = nullptr;
    decltype(&cublasLtMatmulDescSetAttribute) setOperation = nullptr;
    decltype(&cublasLtMatrixLayoutCreate) createLayout = nullptr;
    decltype(&cublasLtMatrixLayoutDestroy) destroyLayout = nullptr;
    decltype(&cublasLtMatmulPreferenceCreate) createPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceDestroy) destroyPreference = nullptr;
    decltype(&cublasLtMatmulPreferenceSetAttribute) setPreference = nullptr;
    decltype(&cublasLtMatmulAlgoGetHeuristic) heuristic = nullptr;
    decltype(&cublasLtMatmulAlgoConfigGetAttribute) configuration = nullptr;
    decltype(&cublasLtMatmul) matmul = nullptr;
};

Result<Functions> loadFunctions() {
    const auto library = SharedLibrary::open({"libcublasLt.so.13", "libcublasLt.so.12"});
    if (!library) return Error{"cuBLASLt is not found: " + library.errorMessage()};
    const SharedLibrary& from = library.value();
    Functions f;
    const bool complete =
        from.find("cublasLtCreate", f.create) && from.find("cublasLtDestroy", f.destroy) &&
        from.find("cublasLtGetVersion", f.version) && from.find("cublasLtMatmulDescCreate", f.createOperation) &&
        from.find("cublasLtMatmulDescDestroy", f.destroyOperation) &&
        from.find("cublasLtMatmulDescSetAttribute", f.setOperation) &&
        from.find("cublasLtMatrixLayoutCreate", f.createLayout) &&
        from.find("cublasLtMatrixLayoutDestroy", f.destroyLayout) &&
        from.find("cublasLtMatmulPreferenceCreate", f.createPreference) &&
        from.find("cublasLtMatmulPreferenceDestroy", f.destroyPreference) &&
        from.find("cublasLtMatmulPreferenceSetAttribute", f.setPreference) &&
        from.find("cublasLtMatmulAlgoGetHeuristic", f.heuristic) &&
        from.find("cublasLtMatmulAlgoConfigGetAttribute", f.configuration) && from.find("cublasLtMatmul", f.matmul);
    return complete ? Result<Functions>(f) : Error{"the cuBLASLt that was found lacks a function"};
}

const Result<Functions>& functions() {
    static const Result<Functions> loaded = loadFunctions();
    return loaded;
}

std::string statusWords(const char* call, cublasStatus_t status) {
    return std::string(call) + " answers status " + std::to_string(static_cast<int>(status));
}

cudaDataType_t dataType(ElementType type) {
    if (type == ElementType::f16) return CUDA_R_16F;
    return type == ElementType::bf16 ? CUDA_R_16BF : CUDA_R_32F;
}

// The descriptions that one problem needs. cuBLASLt counts by columns: a row-major product is the product of the
// transposed operands in the other order, out' (n×m) = rhs' (n×k) · lhs' (k×m), over the same buffers.
class Problem {
public:
    explicit Problem(const Functions& f) : m_f(f) {}
    Problem(const Problem&) = delete;
    Problem& operator=(const Problem&) = delete;
    ~Problem() {
        if (m_operation != nullptr) m_f.destroyOperation(m_operation);
        for (cublasLtMatrixLayout_t layout : {m_first, m_second, m_out}) {
            if (layout != nullptr) m_f.destroyLayout(layout);
        }
        if (m_handle != nullptr) m_f.destroy(m_handle);
    }

    [[nodiscard]] std::optional<Error> describe(const DeviceMatmul& matmul, LibraryCompute compute) {
        const cublasComputeType_t type =
            compute == LibraryCompute::tf32 ? CUBLAS_COMPUTE_32F_FAST_TF32 : CUBLAS_COMPUTE_32F;
        cublasStatus_t status = m_f.create(&m_handle);
        const auto then = [&](auto call) {
            if (status == CUBLAS_STATUS_SUCCESS) status = call();
        };
        const cudaDataType_t element = dataType(matmul.type);
        then([&] { return m_f.createOperation(&m_operation, type, CUDA_R_32F); });
        const cublasOperation_t first = matmul.rhsTransposed ? CUBLAS_OP_T : CUBLAS_OP_N;
        const cublasOperation_t second = matmul.lhsTransposed ? CUBLAS_OP_T : CUBLAS_OP_N;
        then([&] { return m_f.setOperation(m_operation, CUBLASLT_MATMUL_DESC_TRANSA, &first, sizeof first); });
        then([&] { return m_f.setOperation(m_operation, CUBLASLT_MATMUL_DESC_TRANSB, &second, sizeof second); });
        // A row of the buffer is a column to the library.
        const auto layout = [&](cublasLtMatrixLayout_t* made, bool turned, std::uint64_t rows, std::uint64_t columns,
                                std::int64_t stride) {
            then([&] {
                return m_f.createLayout(made, element, turned ? columns : rows, turned ? rows : columns, stride);
            });
        };
        layout(&m_first, matmul.rhsTransposed, matmul.n, matmul.k, matmul.rhsStride);
        layout(&m_second, matmul.lhsTransposed, matmul.k, matmul.m, matmul.lhsStride);
        then([&] { return m_f.createLayout(&m_out, element, matmul.n, matmul.m, matmul.outStride); });
        if (status != CUBLAS_STATUS_SUCCESS) return Error{statusWords("the description of the problem", status)};
        auto workspace = DeviceBuffer::allocate(kWorkspaceBytes);
        if (!workspace) return Error{workspace.errorMessage()};
        m_workspace = std::move(workspace).value();
        return std::nullopt;
    }

    [[nodiscard]] Result<std::vector<cublasLtMatmulAlgo_t>> algorithms(const DeviceMatmul& matmul) const {
        cublasLtMatmulPreference_t preference = nullptr;
        if (const auto status = m_f.createPreference(&preference); status != CUBLAS_STATUS_SUCCESS)
            return Error{statusWords("cublasLtMatmulPreferenceCreate", status)};
        const std::size_t most = kWorkspaceBytes;
        cublasStatus_t limited =
            m_f.setPreference(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &most, sizeof most);
        // Buffers that are misaligned on purpose need algorithms that take them.
        for (const auto& [attribute, place] : {std::pair{CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, matmul.rhs},
                                               {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, matmul.lhs},
                                               {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, matmul.out},
                                               {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, matmul.out}}) {
            const std::uint32_t bytes = alignmentOf(place);
            if (limited == CUBLAS_STATUS_SUCCESS)
                limited = m_f.setPreference(preference, attribute, &bytes, sizeof bytes);
        }
        if (limited != CUBLAS_STATUS_SUCCESS) {
            m_f.destroyPreference(preference);
            return Error{statusWords("cublasLtMatmulPreferenceSetAttribute", limited)};
        }
        std::array<cublasLtMatmulHeuristicResult_t, kAlgorithmsOffered> found{};
        int count = 0;
        const auto status = m_f.heuristic(m_handle, m_operation, m_first, m_second, m_out, m_out, preference,
                                          static_cast<int>(found.size()), found.data(), &count);
        m_f.destroyPreference(preference);
        std::vector<cublasLtMatmulAlgo_t> algorithms;
        if (status == CUBLAS_STATUS_NOT_SUPPORTED) return algorithms;
        if (status != CUBLAS_STATUS_SUCCESS) return Error{statusWords("cublasLtMatmulAlgoGetHeuristic", status)};
        for (int i = 0; i < count; ++i) {
            const auto& result = found.at(static_cast<std::size_t>(i));
            if (result.state == CUBLAS_STATUS_SUCCESS) algorithms.push_back(result.algo);
        }
        return algorithms;
    }

    [[nodiscard]] std::string describeAlgorithm(const cublasLtMatmulAlgo_t& algorithm) const {
        const auto value = [&](cublasLtMatmulAlgoConfigAttributes_t attribute) {
            std::int32_t number = 0;
            std::size_t written = 0;
            m_f.configuration(&algorithm, attribute, &number, sizeof number, &written);
            return std::to_string(number);
        };
        const std::size_t version = m_f.version();
        constexpr std::size_t kMajor = 10000, kMinor = 100;
        return "cuBLASLt " + std::to_string(version / kMajor) + "." + std::to_string(version % kMajor / kMinor) + "." +
               std::to_string(version % kMinor) + " algorithm " + value(CUBLASLT_ALGO_CONFIG_ID) + ", tile " +
               value(CUBLASLT_ALGO_CONFIG_TILE_ID) + ", stages " + value(CUBLASLT_ALGO_CONFIG_STAGES_ID) +
               ", split of k " + value(CUBLASLT_ALGO_CONFIG_SPLITK_NUM) + ", reduction " +
               value(CUBLASLT_ALGO_CONFIG_REDUCTION_SCHEME);
    }

    [[nodiscard]] LaunchAnswer launch(const DeviceMatmul& matmul, const cublasLtMatmulAlgo_t& algorithm) const {
        const float one = 1, zero = 0;
        const auto status =
            m_f.matmul(m_handle, m_operation, &one, matmul.rhs, m_first, matmul.lhs, m_second, &zero, matmul.out, m_out,
                       matmul.out, m_out, &algorithm, m_workspace->data(), kWorkspaceBytes, nullptr);
        if (status == CUBLAS_STATUS_SUCCESS) return {};
        if (status == CUBLAS_STATUS_NOT_SUPPORTED || status == CUBLAS_STATUS_INVALID_VALUE)
            return {statusWords("cublasLtMatmul", status), cudaSuccess};
        const cudaError_t error = cudaGetLastError();
        return {{}, error == cudaSuccess ? cudaErrorUnknown : error};
    }

private:
    [[nodiscard]] static std::uint32_t alignmentOf(const void* place) {
        constexpr std::uintptr_t kMost = 256;
        const std::uintptr_t lowest = reinterpret_cast<std::uintptr_t>(place) | kMost;
        return static_cast<std::uint32_t>(lowest & (~lowest + 1));
    }

    const Functions& m_f;
    cublasLtHandle_t m_handle = nullptr;
    cublasLtMatmulDesc_t m_operation = nullptr;
    cublasLtMatrixLayout_t m_first = nullptr, m_second = nullptr, m_out = nullptr;
    std::optional<DeviceBuffer> m_workspace;
};

}  // namespace

Result<std::vector<LibraryAlgorithm>> libraryAlgorithms(const DeviceMatmul& matmul, LibraryCompute compute) {
    const Result<Functions>& f = functions();
    if (!f) return Error{f.errorMessage()};
    const auto problem = std::make_shared<Problem>(f.value());
    if (auto failure = problem->describe(matmul, compute)) return std::move(*failure);
    const auto algorithms = problem->algorithms(matmul);
    if (!algorithms) return Error{algorithms.errorMessage()};
    std::vector<LibraryAlgorithm> offered;
    for (const cublasLtMatmulAlgo_t& algorithm : algorithms.value()) {
        offered.push_back({problem->describeAlgorithm(algorithm), [problem, algorithm](const DeviceMatmul& launched) {
                               return problem->launch(launched, algorithm);
                           }});
    }
    return offered;
}

#else

Result<std::vector<LibraryAlgorithm>> libraryAlgorithms(const DeviceMatmul&, LibraryCompute) {
    return Error{"this worker was built without cuBLASLt's header"};
}

#endif

}  // namespace flipscope
