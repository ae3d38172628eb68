#include "core/rerun/measured_cells.h"

#include "core/rerun/checksum_texts.h"
#include "core/rerun/problem_words.h"

#include <cstdint>

#include <nlohmann/json.hpp>

namespace flipscope {

namespace {

MeasuredCell readCell(const nlohmann::json& line, CodeGenerator generator) {
    MeasuredCell cell;
    cell.index = line.at("index").get<unsigned>();
    cell.name = line.at("name").get<std::string>();
    const auto type = line.value("dtype", std::string("f32"));
    cell.problem = {line.at("m").get<std::size_t>(), line.at("n").get<std::size_t>(), line.at("k").get<std::size_t>(),
                    type == "f16"    ? ElementType::f16
                    : type == "bf16" ? ElementType::bf16
                                     : ElementType::f32,
                    line.at("rhs_transposed").get<bool>()};
    cell.generator = line.value("generator", std::string()) == "llvm" ? CodeGenerator::llvm : generator;
    cell.status = line.value("status", std::string("ok"));
    cell.checksum = line.value("checksum", std::string());
    cell.deterministic = line.value("same_over_repeats", true);
    return cell;
}

std::vector<MeasuredCell> readBuiltInCells() {
    auto cells = parseMeasuredCells(builtInChecksumTable(), CodeGenerator::cudaCpp);
    return cells ? std::move(cells).value() : std::vector<MeasuredCell>();
}

}  // namespace

std::string MeasuredCell::label() const {
    return std::to_string(index) + " " + name + " " + problemInWords(problem);
}

Result<std::vector<MeasuredCell>> parseMeasuredCells(std::string_view table, CodeGenerator generator) {
    std::vector<MeasuredCell> cells;
    for (std::size_t start = 0, number = 1; start < table.size(); ++number) {
        const std::size_t end = std::min(table.find('\n', start), table.size());
        const std::string_view line = table.substr(start, end - start);
        start = end + 1;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        try {
            cells.push_back(readCell(nlohmann::json::parse(line), generator));
        } catch (const nlohmann::json::exception&) {
            return Error{"line " + std::to_string(number) + " of the table of checksums is no measured cell"};
        }
    }
    return cells;
}

const std::vector<MeasuredCell>& builtInMeasuredCells() {
    static const std::vector<MeasuredCell> kCells = readBuiltInCells();
    return kCells;
}

}  // namespace flipscope
