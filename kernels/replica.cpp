#include "kernels/replica.h"

#include "core/rerun/rerun_problem.h"

namespace flipscope {

namespace {

// Elements of 32 vectors.
unsigned rotatedTile(ElementType type) {
    return static_cast<unsigned>(32 * elementsPerVector(type));
}

TileLoader loaderOf(const CandidateFamily& family) {
    if (family.loader == CandidateFamily::Loader::tma) return TileLoader::tma;
    return family.loader == CandidateFamily::Loader::async ? TileLoader::async : TileLoader::sync;
}

}  // namespace

LaunchAnswer launchReplica(const CandidateFamily& family, const ClassCode& code, const DeviceMatmul& matmul,
                           cudaStream_t stream) {
    switch (code.arithmetic) {
        case Arithmetic::ascending:
            return launchAscending(matmul, stream);
        case Arithmetic::partialSums:
            return launchPartialSums(matmul, code.width, stream);
        case Arithmetic::gemm:
            return launchGemm(matmul, code.width, stream);
        case Arithmetic::rotatedTiles:
            return launchRotatedTiles(matmul, rotatedTile(matmul.type), stream);
        case Arithmetic::vecmat:
            return launchVecmat(matmul, false, stream);
        case Arithmetic::vecmatContracted:
            return launchVecmat(matmul, true, stream);
        case Arithmetic::tf32Away:
        case Arithmetic::tf32Even:
        case Arithmetic::tf32Truncated:
        case Arithmetic::tensorCoreHalf:
            return launchTensorCore(matmul,
                                    family.instruction == CandidateFamily::Instruction::mma ? MatrixInstruction::mmaSync
                                                                                            : MatrixInstruction::wmma,
                                    loaderOf(family), stream);
    }
    return {"there is no replica of this class", cudaSuccess};
}

}  // namespace flipscope
