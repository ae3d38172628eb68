#include "tests/support/measured_cells.h"

#include "core/rerun/candidate_arithmetic.h"
#include "core/rerun/emulator.h"
#include "core/rerun/result_checksum.h"
#include "core/rerun/seeded_input.h"

#include <fstream>
#include <map>

#include <nlohmann/json.hpp>

namespace flipscope::test {

namespace {

std::string problemLabel(const RerunProblem& p) {
    return std::to_string(p.m) + "x" + std::to_string(p.n) + "x" + std::to_string(p.k) + " " +
           std::string(toString(p.type)) + (p.rhsTransposed ? " rhsT" : "");
}

MeasuredCell readCell(const nlohmann::json& line, CodeGenerator generator) {
    MeasuredCell cell;
    cell.index = line.at("index");
    cell.name = line.at("name");
    const std::string type = line.value("dtype", "f32");
    cell.problem = {line.at("m"), line.at("n"), line.at("k"),
                    type == "f16"    ? ElementType::f16
                    : type == "bf16" ? ElementType::bf16
                                     : ElementType::f32,
                    line.at("rhs_transposed")};
    cell.generator = line.value("generator", std::string()) == "llvm" ? CodeGenerator::llvm : generator;
    cell.status = line.value("status", "ok");
    cell.checksum = line.value("checksum", std::string());
    cell.deterministic = line.value("same_over_repeats", true);
    return cell;
}

// Emulates each class of a problem once.
class Emulator {
public:
    std::string checksum(const CandidateArithmetic& arithmetic, const RerunProblem& problem) {
        const std::string key = classId(arithmetic.code, problem.type) + " " + problemLabel(problem);
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

std::string MeasuredCell::label() const {
    return std::to_string(index) + " " + name + " " + problemLabel(problem);
}

std::vector<MeasuredCell> readMeasuredCells(const std::string& path, CodeGenerator generator) {
    std::vector<MeasuredCell> cells;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        cells.push_back(readCell(nlohmann::json::parse(line), generator));
    return cells;
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
