#pragma once

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace flipscope::test {

// The winners logged by the recorded runs, read without the readers of core/read, so that the statistics have real
// block structures to work on. Empty when the shared data is not there.
struct RecordedWinners {
    std::vector<std::string> runs;
    std::vector<std::string> firstLoss;                    // bits, by run
    std::map<std::string, std::vector<int>> winnersOfKey;  // key JSON -> by run, -1 where absent

    [[nodiscard]] std::vector<std::vector<int>> flipping() const {
        std::vector<std::vector<int>> result;
        for (const auto& each : winnersOfKey) {
            const auto& winners = each.second;
            if (std::any_of(winners.begin(), winners.end(), [&](int winner) { return winner != winners[0]; })) {
                result.push_back(winners);
            }
        }
        return result;
    }
};

inline std::string firstLossBits(const std::filesystem::path& output) {
    std::ifstream file(output);
    for (std::string line; std::getline(file, line);) {
        if (line.rfind("step 0: loss", 0) == 0) return line.substr(line.find("bits ") + 5);
    }
    return {};
}

inline RecordedWinners recordedWinners() {
    RecordedWinners recorded;
    const std::filesystem::path root = std::filesystem::path(FLIPSCOPE_SHARED_DATA) / "burn-0.22-h200";
    for (int run = 13; run <= 40; ++run) {
        const auto folder = root / ("run" + std::to_string(run));
        if (!std::filesystem::exists(folder / "decisions.jsonl")) return {};
        recorded.runs.push_back(folder.filename().string());
        recorded.firstLoss.push_back(firstLossBits(folder / "stdout.log"));
        std::ifstream log(folder / "decisions.jsonl");
        for (std::string line; std::getline(log, line);) {
            const auto decision = nlohmann::json::parse(line);
            auto& winners = recorded.winnersOfKey.try_emplace(decision["key"].dump(), 28, -1).first->second;
            winners[recorded.runs.size() - 1] = decision["fastest_index"].get<int>();
        }
    }
    return recorded;
}

}  // namespace flipscope::test
