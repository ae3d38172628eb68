#include "core/analyse/outcomes.h"
#include "core/model/csv_text.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

using namespace flipscope;

// Any bytes as a table of labels: bounded records, problems and labels, and groups that hold every labelled run once.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const CsvRecord& record : readCsv(text).records) {
        if (record.cells.empty() || record.cells.size() > kMaxCsvCells || record.line == 0) std::abort();
    }
    Dataset dataset;
    for (const char* id : {"run1", "run2", "a/run3", "b/run3", "run4#1"}) {
        dataset.runs.emplace_back();
        dataset.runs.back().id = id;
        dataset.runs.back().sources = {std::string("data/") + id + "/log"};
    }
    const std::vector<RunIndex> runs{RunIndex{4}, RunIndex{0}, RunIndex{2}};
    const auto labels = valuesByLabels(dataset, runs, text, "fuzz.csv");
    if (!labels) return 0;
    if (labels.value().values.values.size() != runs.size()) std::abort();
    if (labels.value().problems.size() > kMaxProblemsKept + 1) std::abort();
    for (const Grouping grouping : {Grouping::automatic, Grouping::byText, Grouping::byGap, Grouping::byThreshold}) {
        const auto outcome = groupOutcome(labels.value().values, grouping, 1.5);
        if (!outcome) continue;
        std::size_t members = outcome.value().unlabelled;
        for (const OutcomeGroup& group : outcome.value().groups) {
            if (group.members.empty()) std::abort();
            members += group.members.size();
        }
        if (members != runs.size()) std::abort();
    }
    return 0;
}
