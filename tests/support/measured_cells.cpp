#include "tests/support/measured_cells.h"

#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/emulator.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"

#include <fstream>
#include <map>
#include <sstream>

namespace flipscope::test {

namespace {

// Emulates each class of a problem once.
class Emulator {
public:
    std::string checksum(const CandidateArithmetic& arithmetic, const RerunProblem& problem) {
        const std::string key =
            classId(arithmetic.code, problem.type) + MeasuredCell{0, "", problem, {}, "", ""}.label();
        auto [found, isNew] = m_checksums.try_emplace(key);
        if (isNew) {
            const auto output = emulate(arithmetic.code, problem, seededOperands(problem), arithmetic.core);
            found->second =
                output.status == Emulation::Status::computed ? checksumText(output.checksum) : output.because;
        }
        return found->second;
    }

private:
    std::map<std::string, std::string> m_checksums;
};

}  // namespace

std::vector<MeasuredCell> readMeasuredCells(const std::string& path, CodeGenerator generator) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return parseMeasuredCells(text.str(), generator).value();
}

CellTally compareCells(const std::vector<MeasuredCell>& cells) {
    const CardNumbers card = findCard("H200").value();
    Emulator emulator;
    CellTally tally;
    for (const MeasuredCell& cell : cells) {
        const auto arithmetic = candidateArithmetic(cell.name, cell.problem, card, cell.generator);
        const bool refused = arithmetic.status == CandidateArithmetic::Status::refused;
        if (cell.status != "ok") {
            if (refused) {
                ++tally.refusedAsPredicted;
            } else {
                tally.refusalMissed.push_back(cell.label());
            }
        } else if (refused) {
            tally.wronglyRefused.push_back(cell.label() + ": " + arithmetic.because);
        } else if (arithmetic.status == CandidateArithmetic::Status::unknown) {
            tally.notComputable.push_back(cell.label() + ": " + arithmetic.because);
        } else if (const auto checksum = emulator.checksum(arithmetic, cell.problem); checksum == cell.checksum) {
            ++tally.equal;
        } else {
            tally.different.push_back(cell.label() + ": " + checksum + ", measured " + cell.checksum);
        }
    }
    return tally;
}

}  // namespace flipscope::test
