// What a re-run says first: how many different results there are, and what that means for the winners.

#include "core/report/format.h"
#include "core/report/rerun_parts.h"
#include "core/report/rerun_report.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace flipscope {

namespace {

// What became of some candidates over all inputs.
struct BitsCount {
    std::size_t asked = 0;
    std::size_t classed = 0, unplaced = 0;  // with bits of their own; unplaced: on too few inputs to find the class
    std::size_t notReproducible = 0, leaveUnwritten = 0, readUnwritten = 0, noResult = 0;
    std::set<std::size_t> classes;
};

NoClassReason whyWithout(const RerunFindings& findings, const RerunCandidate& candidate) {
    for (const CandidatesWithoutClass& group : findings.classes.without) {
        if (std::find(group.members.begin(), group.members.end(), candidate) != group.members.end())
            return group.reason;
    }
    return NoClassReason::neverRan;
}

BitsCount countBits(const RerunFindings& findings, const std::vector<RerunCandidate>& candidates) {
    BitsCount count;
    for (const RerunCandidate& candidate : candidates) {
        ++count.asked;
        const CandidateFindings* found = foundOf(findings, candidate);
        const NoClassReason why = whyWithout(findings, candidate);
        if (found != nullptr && found->measuredClass) {
            ++count.classed;
            count.classes.insert(*found->measuredClass);
        } else if (found == nullptr || why == NoClassReason::neverRan) {
            ++count.noResult;
        } else if (why != NoClassReason::notReproducible) {
            ++count.unplaced;
        } else if (hasFinding(*found, RerunFinding::leavesUnwritten)) {
            ++count.leaveUnwritten;
        } else if (hasFinding(*found, RerunFinding::readsUnwritten)) {
            ++count.readUnwritten;
        } else {
            ++count.notReproducible;
        }
    }
    return count;
}

// "1 is not reproducible and 2 gave no result": of those that are in no class.
std::string restInWords(const BitsCount& count) {
    std::vector<std::string> words;
    for (const auto& [number, one, many] :
         {std::tuple{count.notReproducible, "is not reproducible", "are not reproducible"},
          std::tuple{count.leaveUnwritten, "leaves elements unwritten", "leave elements unwritten"},
          std::tuple{count.readUnwritten, "reads what it did not write", "read what they did not write"},
          std::tuple{count.unplaced, "ran on too few inputs to be compared", "ran on too few inputs to be compared"},
          std::tuple{count.noResult, "gave no result", "gave no result"}}) {
        if (number != 0) words.push_back(plural(number, one, many));
    }
    return joinList(words, words.size());
}

// "2 of 3 candidates have bits of their own"
std::string ownBitsInWords(const BitsCount& count, std::string_view one, std::string_view many) {
    const std::size_t own = count.classed + count.unplaced;
    const std::string of = " of " + (one.empty() ? std::to_string(count.asked) : plural(count.asked, one, many));
    if (own == 0) return "None" + of + " has bits of its own";
    return std::to_string(own) + of + (own == 1 ? " has bits of its own" : " have bits of their own");
}

// Inputs that were tried, and those of them on which all the candidates ran.
struct InputCount {
    std::size_t tried = 0, common = 0;
    [[nodiscard]] bool isPartial() const { return common < tried; }
};

bool isInputOutside(const RerunReport& report, const MeasuredInput& input) {
    return std::any_of(report.rounds.begin(), report.rounds.end(), [&](const RerunRound& round) {
        return inputOf(round.request) == input && isOutside(round.request);
    });
}

InputCount countWinnersInputs(const RerunView& view, bool insideOnly) {
    InputCount count;
    const auto& inputs = view.findings.classes.inputs;
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (insideOnly && isInputOutside(view.report, inputs[i])) continue;
        ++count.tried;
        const bool all = std::all_of(view.winners.begin(), view.winners.end(), [&](const RerunCandidate& winner) {
            const CandidateFindings* found = foundOf(view.findings, winner);
            return found != nullptr && std::binary_search(found->ranOn.begin(), found->ranOn.end(), i);
        });
        count.common += all ? 1U : 0U;
    }
    return count;
}

// Where the winners gave different bits: inputs that the key stands for (or may), and others.
struct Differences {
    std::vector<std::string> inside, outside;
};

Differences differencesOf(const RerunView& view) {
    Differences differences;
    for (const MeasuredInput& input : view.findings.classes.inputs) {
        std::set<std::uint64_t> checksums;
        std::string shape;
        for (const RerunRound& round : view.report.rounds) {
            if (inputOf(round.request) != input) continue;
            shape = shapeInWords(round.request);
            for (const RerunCandidate& winner : view.winners) {
                const CandidateFindings* found = foundOf(view.findings, winner);
                const RerunResult* result = resultOf(round, winner);
                const bool counts = found != nullptr && found->measuredClass && result != nullptr;
                if (counts && result->status == RerunStatus::ok) checksums.insert(result->checksum);
            }
        }
        if (checksums.size() < 2) continue;
        auto& where = isInputOutside(view.report, input) ? differences.outside : differences.inside;
        if (where.empty() || where.back() != shape) where.push_back(std::move(shape));
    }
    return differences;
}

// What a model says is a prediction; what ran on the card is a measurement.
std::string byWhat(const RerunView& view) {
    const std::set<RerunMeans> means = meansOf(view.report, view.winners);
    if (!means.contains(RerunMeans::emulated)) return {};
    return means.size() == 1 ? "By the model of the card, " : "In part by the model of the card, ";
}

std::string sentence(std::string words) {
    if (!words.empty() && words.front() >= 'a' && words.front() <= 'z')
        words.front() = static_cast<char>(words.front() - 'a' + 'A');
    return words;
}

// " that all of them ran on (1 of 3)"
std::string commonInWords(const InputCount& inputs) {
    return "all of them ran on (" + std::to_string(inputs.common) + " of " + std::to_string(inputs.tried) + ")";
}

std::string sameEverywhere(const std::string& by, const InputCount& inputs) {
    if (!inputs.isPartial())
        return sentence(by + "all winners of this key compute the same bits on these inputs: its flips changed none.");
    if (inputs.common == 0)
        return sentence(by +
                        "winners of this key computed the same bits where they ran on the same input, but all of them "
                        "ran on none: whether its flips change bits cannot be told.");
    return sentence(by + "all winners of this key compute the same bits on the inputs that " + commonInWords(inputs) +
                    ". Whether its flips change bits on the others cannot be told.");
}

// "24 matmul_… (operands cut to TF32)"
std::string nameAndModel(const CandidateFindings& found) {
    const ModelCheck* check = found.verdict.classKnown ? decisiveCheck(found.verdict) : nullptr;
    return nameOf(found.candidate) + (check == nullptr ? "" : " (" + std::string(inWords(check->model)) + ")");
}

// Of winners with different bits, those whose whole error is notably above that of the most exact one.
std::string lessExact(const RerunView& view) {
    std::vector<const CandidateFindings*> winners;
    for (const RerunCandidate& winner : view.winners) {
        const CandidateFindings* found = foundOf(view.findings, winner);
        const bool counts = found != nullptr && found->measuredClass && found->largestError && *found->largestError > 0;
        if (counts) winners.push_back(found);
    }
    const auto byError = [](const auto* a, const auto* b) { return *a->largestError < *b->largestError; };
    if (winners.size() < 2) return {};
    const CandidateFindings& best = **std::min_element(winners.begin(), winners.end(), byError);
    const CandidateFindings& worst = **std::max_element(winners.begin(), winners.end(), byError);
    const double times = *worst.largestError / *best.largestError;
    if (times < kNotableError) {
        return " They are about equally exact: whole errors from " + exactnessInWords(best) + " to " +
               exactnessInWords(worst) + " of |A||B|.";
    }
    std::vector<std::string> names;
    for (const CandidateFindings* found : winners) {
        if (*found->largestError >= kNotableError * *best.largestError) names.push_back(nameAndModel(*found));
    }
    const std::string verb = names.size() == 1 ? " is less exact than " : " are less exact than ";
    return " " + joinList(names, names.size()) + verb + nameAndModel(best) + ": whole error up to " +
           exactnessInWords(worst) + " of |A||B| against " + exactnessInWords(best) + ", " + timesInWords(times) +
           " times as large.";
}

}  // namespace

std::string classesAnswer(const RerunFindings& findings) {
    std::vector<RerunCandidate> all;
    bool partial = false;
    for (const CandidateFindings& found : findings.candidates) {
        all.push_back(found.candidate);
        partial = partial || (found.measuredClass && found.ranOn.size() < findings.classes.inputs.size());
    }
    const BitsCount count = countBits(findings, all);
    const std::size_t classes = count.classes.size();
    if (count.noResult == count.asked) return "No candidate gave a result.";
    if (count.classed + count.noResult < count.asked) {
        const std::string bits = count.classed < 2 ? ""
                                 : classes > 1
                                     ? ", in " + std::to_string(classes) + " different results, a letter each below"
                                 : partial ? ", equal where they ran on the same input; not all ran on every one"
                                           : ", equal on every input tried";
        return ownBitsInWords(count, "candidate", "candidates") + bits + "; " + restInWords(count) + ".";
    }
    const std::string ran = plural(count.classed, "candidate", "candidates") + " ran";
    if (count.classed == 1) return ran + ": there is nothing to compare its bits with.";
    if (classes > 1) return ran + "; they gave " + std::to_string(classes) + " different results, a letter each below.";
    return ran + (partial ? "; they gave equal bits where they ran on the same input, but not all ran on every one."
                          : "; all gave equal bits on every input tried.");
}

std::string winnersAnswer(const RerunView& view) {
    if (view.winners.size() < 2) return {};
    const BitsCount count = countBits(view.findings, view.winners);
    const std::string by = byWhat(view);
    const Differences differences = differencesOf(view);
    const std::string untold = "Whether the winners of this key compute the same bits cannot be told: ";
    if (count.classed < count.asked && (count.classes.size() < 2 || differences.inside.empty()))
        return untold + ownBitsInWords(count, "", "") + "; " + restInWords(count) + ".";
    if (count.classes.size() == 1) return sameEverywhere(by, countWinnersInputs(view, false));
    if (differences.inside.empty() && differences.outside.empty())
        return untold + "those that differ from others did not run on the same inputs.";
    if (differences.inside.empty()) {
        const InputCount inputs = countWinnersInputs(view, true);
        const std::string on = inputs.isPartial() ? " and that " + commonInWords(inputs) : "";
        return sentence(by + "all winners of this key compute the same bits on the inputs tried that it stands for" +
                        on + ". On others they differ: " + joinList(differences.outside) + ".");
    }
    return sentence(by + "the winners of this key compute different bits: a flip from one letter below to another " +
                    "changes the result.") +
           lessExact(view);
}

}  // namespace flipscope
