#include "app/flipscope-cli/rerun_choice.h"

#include "app/flipscope-cli/loading.h"
#include "core/model/plain_text.h"
#include "core/report/format.h"
#include "core/report/key_choice.h"
#include "core/report/names.h"
#include "core/rerun/problem_words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace flipscope::cli {

namespace {

constexpr std::size_t kLongestSide = std::size_t{1} << 20;

// "512x1024x128": m, n, k.
std::optional<RerunProblem> shapeIn(std::string_view words) {
    RerunProblem problem;
    const std::size_t* const last = &problem.k;
    for (std::size_t* side : {&problem.m, &problem.n, &problem.k}) {
        const auto [end, error] = std::from_chars(words.data(), words.data() + words.size(), *side);
        if (error != std::errc() || *side == 0 || *side > kLongestSide) return std::nullopt;
        words.remove_prefix(static_cast<std::size_t>(end - words.data()));
        const bool ends = side == last;
        if (ends != words.empty() || (!ends && words.front() != 'x')) return std::nullopt;
        if (!ends) words.remove_prefix(1);
    }
    return problem;
}

Result<RerunChoice> choiceOfShapes(const Options& options) {
    if (!options.paths.empty() || !options.key.empty()) {
        return Error{"--shape and --repro stand for themselves: give either them or runs with --key"};
    }
    RerunTarget target = knownMatmulTarget();
    std::vector<RerunProblem> problems;
    if (options.repro) {
        if (!options.shapes.empty()) return Error{"--repro has its own shapes: give either it or --shape"};
        target.label = "the reported repro, m×n×k:";
        for (const RerunTarget& part : reportedRepro())
            problems.push_back(part.problem);
    }
    for (const std::string& words : options.shapes) {
        std::optional<RerunProblem> problem = shapeIn(words);
        if (!problem) {
            return Error{"--shape takes m, n and k as in 512x1024x128, each from 1 to " + std::to_string(kLongestSide) +
                         ", not “" + printable(words, 100) + "”"};
        }
        problem->type = options.elementType;
        problem->lhsTransposed = options.lhsTransposed;
        problem->rhsTransposed = options.rhsTransposed;
        problems.push_back(*problem);
    }
    for (const RerunProblem& problem : problems)
        target.label += (target.label.empty() ? "" : " ") + sizesInWords(problem);
    target.problem = problems.front();
    return RerunChoice{std::move(target), std::move(problems), {}, Error{"shapes of one's own belong to no key"}};
}

Result<RerunChoice> choiceOfKey(const Options& options, const std::stop_token& stop) {
    if (options.paths.empty() || options.key.empty()) {
        return Error{"give runs with --key, or --shape MxNxK, or --repro"};
    }
    Result<Loaded> loaded = loadAndAnalyse(options, stop);
    if (loaded.cancelled()) return Cancelled();
    if (!loaded) return Error{loaded.errorMessage()};
    const auto& [dataset, analysis] = loaded.value();
    const Result<KeyIndex> key = chosenKey(dataset, options.key);
    if (!key) return Error{key.errorMessage()};
    Result<RerunTarget> target = rerunTargetOf(dataset, analysis.keys[key.value().value]);
    if (!target) {
        const TuningKey& tuningKey = keyOf(dataset, key.value());
        return Error{keyLabel(dataset, key.value()) + " (" + tuningKey.id +
                     ") cannot be re-run: " + target.errorMessage()};
    }
    const std::vector<RerunProblem> problems = {target.value().problem};
    return RerunChoice{std::move(target).value(), problems, {}, bucketOfKey(keyOf(dataset, key.value()))};
}

}  // namespace

Result<std::vector<RerunCandidate>> chosenCandidates(const std::string& words, const RerunTarget& target) {
    if (words.empty()) return target.winners.empty() ? target.candidates : target.winners;
    std::vector<RerunCandidate> chosen;
    const auto add = [&](const RerunCandidate& candidate) {
        if (std::find(chosen.begin(), chosen.end(), candidate) == chosen.end()) chosen.push_back(candidate);
    };
    for (std::size_t begin = 0; begin <= words.size();) {
        const std::size_t end = std::min(words.find(',', begin), words.size());
        const std::string word(trimmed(std::string_view(words).substr(begin, end - begin)));
        begin = end + 1;
        std::uint32_t index = 0;
        const auto [rest, error] = std::from_chars(word.data(), word.data() + word.size(), index);
        const bool isNumber = error == std::errc() && rest == word.data() + word.size();
        if (word.empty() || (isNumber && index >= target.candidates.size())) {
            const std::string most = target.candidates.empty() ? "none" : std::to_string(target.candidates.size() - 1);
            return Error{"--candidates takes all, winners, names, or indices up to " + most +
                         " separated by commas, not “" + printable(words) + "”"};
        }
        if (word == "all" || word == "winners") {
            for (const RerunCandidate& candidate : word == "all" ? target.candidates : target.winners)
                add(candidate);
        } else if (isNumber) {
            add(target.candidates[index]);
        } else {
            bool isOfSet = false;
            for (const RerunCandidate& candidate : target.candidates) {
                if (candidate.name != word) continue;
                add(candidate);
                isOfSet = true;
            }
            if (!isOfSet) add({std::nullopt, word});
        }
    }
    if (chosen.empty()) return Error{"no winner of this key is known: name candidates by index, or all"};
    return chosen;
}

Result<RerunChoice> chosenRerun(const Options& options, const std::stop_token& stop) {
    const bool hasShapes = options.repro || !options.shapes.empty();
    Result<RerunChoice> choice = hasShapes ? choiceOfShapes(options) : choiceOfKey(options, stop);
    if (!choice) return choice;
    Result<std::vector<RerunCandidate>> candidates = chosenCandidates(options.candidates, choice.value().target);
    if (!candidates) return Error{candidates.errorMessage()};
    choice.value().candidates = std::move(candidates).value();
    return choice;
}

}  // namespace flipscope::cli
