#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace flipscope::testing {

// One line of a decision log: the key {"definition":{"m":m}}, candidates "a", "b", … measured with these medians in ns
// (mean, min and max are the same), `winner` named first.
inline std::string decisionLine(std::uint64_t m, std::uint32_t winner, const std::vector<std::uint32_t>& medians) {
    const auto success = [&](std::uint32_t index) {
        const nlohmann::json time = {{"secs", 0}, {"nanos", medians[index]}};
        const nlohmann::json numbers = {
            {"mean", time}, {"median", time}, {"variance", time}, {"min", time}, {"max", time}};
        const std::string name(1, static_cast<char>('a' + index));
        return nlohmann::json{{"outcome", {{"Ok", {{"name", name}, {"index", index}, {"computation", numbers}}}}}};
    };
    nlohmann::json results = nlohmann::json::array({success(winner)});
    for (std::uint32_t index = 0; index < medians.size(); ++index) {
        if (index != winner) results.push_back(success(index));
    }
    const std::string head = R"({"key":{"definition":{"m":)" + std::to_string(m) + R"(}},"fastest_index":)" +
                             std::to_string(winner) + R"(,"fastest_time":{"secs":0,"nanos":)" +
                             std::to_string(medians[winner]) + R"(},"results":)";
    return head + results.dump() + R"(,"log_context":null,"checks":null})" + "\n";
}

// A log of one line a key; `time` makes the numbers of one process differ from another's.
inline std::string decisionLog(const std::vector<std::uint64_t>& keys, std::uint32_t time, std::uint32_t winner = 0) {
    std::string log;
    for (const std::uint64_t key : keys) {
        const auto base = time + static_cast<std::uint32_t>(key);
        log += winner == 0 ? decisionLine(key, 0, {base, base + 7}) : decisionLine(key, 1, {base + 7, base});
    }
    return log;
}

}  // namespace flipscope::testing
