#include "core/handover/environment_facts.h"

#include "core/report/format.h"

#include <algorithm>
#include <map>

namespace flipscope {

namespace {

constexpr std::size_t kValuesShown = 4;

std::string joinedDevices(const RunRecord& record) {
    return joinList(record.machine.devices, 8);
}

class Collecting {
public:
    Collecting(const WinnerMatrix& matrix, const Scrubber& scrubber)
        : m_runs(matrix.runs.size()), m_scrubber(scrubber) {}

    // value: of a column; empty where it is not known.
    template <class ValueOf>
    void add(const std::string& name, bool always, ValueOf valueOf) {
        std::map<std::string, std::size_t> counts;
        for (std::size_t column = 0; column < m_runs; ++column) {
            const std::string value = m_scrubber.text(valueOf(column));
            if (!value.empty()) ++counts[value];
        }
        if (counts.empty() && !always) return;
        EnvironmentFact& fact = m_facts.emplace_back(EnvironmentFact{name, {counts.begin(), counts.end()}});
        std::stable_sort(fact.values.begin(), fact.values.end(),
                         [](const auto& a, const auto& b) { return a.second > b.second; });
    }

    std::vector<EnvironmentFact> take() { return std::move(m_facts); }

private:
    std::size_t m_runs;
    const Scrubber& m_scrubber;
    std::vector<EnvironmentFact> m_facts;
};

}  // namespace

const CardNumbers* recordedCard(const std::vector<std::optional<RunRecord>>& records) {
    const CardNumbers* card = nullptr;
    for (const auto& record : records) {
        for (const std::string& device : record ? record->machine.devices : std::vector<std::string>()) {
            const CardNumbers* numbers = builtInCardOf(device, {});
            if (numbers == nullptr || (card != nullptr && card->name != numbers->name)) return nullptr;
            card = numbers;
        }
    }
    return card;
}

std::string EnvironmentFact::inWords() const {
    if (values.empty()) return "not recorded";
    std::vector<std::string> parts;
    for (const auto& [value, runs] : values)
        parts.push_back(printable(value, 200) + (runs > 0 ? " (" + plural(runs, "run", "runs") + ")" : std::string()));
    return joinList(parts, kValuesShown);
}

std::vector<EnvironmentFact> environmentFacts(const Dataset& dataset, const WinnerMatrix& matrix,
                                              const std::vector<std::optional<RunRecord>>& records,
                                              const ClassAssumptions& assumptions, const Scrubber& scrubber) {
    Collecting facts(matrix, scrubber);
    const auto stated = [&](std::size_t column, const char* name) {
        const auto& environment = runOf(dataset, matrix.runs[column]).environment;
        const auto found = environment.find(name);
        return found == environment.end() ? std::string() : found->second;
    };
    const auto recorded = [&](std::size_t column) {
        return column < records.size() && records[column] ? &*records[column] : nullptr;
    };
    facts.add("GPU", true, [&](std::size_t column) {
        return recorded(column) != nullptr ? joinedDevices(*recorded(column)) : std::string();
    });
    facts.add("driver", true, [&](std::size_t column) {
        return recorded(column) != nullptr ? recorded(column)->machine.driver : std::string();
    });
    facts.add("framework", true, [&](std::size_t column) { return stated(column, "producer"); });
    std::vector<EnvironmentFact> made = facts.take();
    EnvironmentFact generator{"code generator", {}};
    if (assumptions.codeGenerator)
        generator.values.emplace_back("taken to be " + std::string(optionName(*assumptions.codeGenerator)), 0);
    made.push_back(std::move(generator));
    if (assumptions.card) {
        made.push_back(
            {"card for predictions and emulation", {{"taken to be " + std::string(toString(*assumptions.card)), 0}}});
    }
    // What the logs and databases tell besides.
    std::map<std::string, bool> names;
    for (const RunIndex run : matrix.runs) {
        for (const auto& [name, value] : runOf(dataset, run).environment)
            names[name] = name != "producer";
    }
    Collecting others(matrix, scrubber);
    for (const auto& [name, isShown] : names) {
        const std::string& wanted = name;
        if (isShown)
            others.add(name == "device" ? "device in the framework" : name, false,
                       [&](std::size_t column) { return stated(column, wanted.c_str()); });
    }
    std::vector<EnvironmentFact> more = others.take();
    made.insert(made.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
    return made;
}

}  // namespace flipscope
