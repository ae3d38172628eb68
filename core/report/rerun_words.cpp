#include "core/report/format.h"
#include "core/report/rerun_report.h"
#include "core/rerun/problem_words.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

using Kind = RerunVerdictKind;

// For behind "below": where formatPercent itself says "< 0.01 %", that limit is one, too.
std::string limitInPercent(double share) {
    const std::string text = formatPercent(share);
    return text.starts_with("< ") ? text.substr(2) : text;
}

// The last candidate was not the one that cost a worker, so that there was something left for another one.
bool wentOnAfterLosses(const RerunReport& report) {
    if (!report.failure.empty() || report.stopped || report.rounds.empty()) return false;
    const auto& results = report.rounds.back().results;
    return !results.empty() && !results.back().byAsker;
}

}  // namespace

std::string_view inWords(RerunStatus status) {
    switch (status) {
        case RerunStatus::ok:
            return "ok";
        case RerunStatus::refused:
            return "refused";
        case RerunStatus::failed:
            return "failed";
        case RerunStatus::timedOut:
            return "timed out";
        case RerunStatus::notRun:
            return "not run";
    }
    return {};
}

std::string_view inWords(RerunCheck check) {
    switch (check) {
        case RerunCheck::misaligned:
            return "misaligned";
        case RerunCheck::strided:
            return "padded rows";
        case RerunCheck::narrow:
            return "narrow";
        case RerunCheck::bucketMember:
            return "other shapes that the key stands for";
        case RerunCheck::otherSizes:
            return "sizes of your own";
        case RerunCheck::keySizes:
            break;
    }
    return "the key's sizes";
}

std::string_view inWords(CardEvidence evidence) {
    switch (evidence) {
        case CardEvidence::emulatedDevice:
            return "calibrated on an emulator";
        case CardEvidence::publicationOnly:
            return "by publication only, not checked";
        case CardEvidence::publishedVectors:
            return "single instructions checked";
        case CardEvidence::kernelChecksums:
            return "whole kernels checked";
    }
    return {};
}

std::string meansSentence(RerunMeans means) {
    switch (means) {
        case RerunMeans::emulated:
            return "Emulated on a processor: the bits are those of the card's model, not of the card.";
        case RerunMeans::replica:
            return "Run on the card by replicas: they reproduce the candidates' bits, not their times.";
        case RerunMeans::real:
            return "The candidates themselves ran.";
    }
    return {};
}

std::string meansSentence(const RerunReport& report) {
    const std::set<RerunMeans> means = meansOf(report);
    if (means.size() == 1) return meansSentence(*means.begin());
    std::vector<std::string> some;
    for (const auto& [kind, words] :
         {std::pair{RerunMeans::real, "some are of the candidates themselves"},
          std::pair{RerunMeans::replica, "some of replicas on the card, which reproduce bits and not times"},
          std::pair{RerunMeans::emulated,
                    "some emulated on a processor, the bits of the card's model and not of the "
                    "card"}}) {
        if (means.contains(kind)) some.emplace_back(words);
    }
    return some.empty() ? "" : "The results came about in different ways: " + joinList(some, some.size()) + ".";
}

std::string generatorInWords(const RerunReport& report) {
    for (const RerunRound& round : report.rounds) {
        const bool isStandIn = std::any_of(round.results.begin(), round.results.end(), [](const RerunResult& result) {
            return result.status != RerunStatus::notRun && !result.byAsker && result.means != RerunMeans::real;
        });
        if (isStandIn) return ", for the kernels of " + std::string(toString(round.request.codeGenerator));
    }
    return {};
}

std::string describedDevice(const WorkerDevice& device) {
    if (device.evidence.empty()) return device.name;
    const auto known = cardEvidenceFromString(device.evidence);
    return device.name + " (numbers: " + (known ? std::string(inWords(*known)) : device.evidence) + ")";
}

RerunView viewOf(const KeptRerun& rerun, const RerunFindings& findings, const RerunPlan* plan) {
    const WorkerDevice* device = rerun.report.hello ? findDevice(*rerun.report.hello, rerun.device) : nullptr;
    RerunView view{rerun.label,   device != nullptr ? describedDevice(*device) : rerun.device,
                   rerun.winners, rerun.report,
                   findings,      plan};
    view.keyId = rerun.keyId;
    return view;
}

std::string inputInWords(const RerunRequest& request) {
    return shapeInWords(request) + " " + layoutInWords(request.problem) + ", seeds " + std::to_string(request.lhsSeed) +
           " and " + std::to_string(request.rhsSeed);
}

std::string differenceInWords(const RerunRequest& first, const RerunRequest& other) {
    std::vector<std::string> words;
    if (const std::string shape = shapeInWords(other); shape != shapeInWords(first)) words.push_back(shape);
    if (other.lhsSeed != first.lhsSeed || other.rhsSeed != first.rhsSeed)
        words.push_back("seeds " + std::to_string(other.lhsSeed) + " and " + std::to_string(other.rhsSeed));
    return words.size() < 2 ? joinList(words) : words[0] + ", " + words[1];
}

std::string otherInputInWords(const RerunReport& report, const CandidateFindings& found) {
    // Other bits on the first input, too: only the largest error is of another one, as the legend of errors says.
    const bool isFinding = !found.verdict.findings.empty();
    if (!isFinding && found.verdict.kind != Kind::withinRounding) return {};
    const std::size_t round = isFinding ? found.round : found.firstSuch;
    return differenceInWords(report.rounds.front().request, report.rounds[round].request);
}

std::string bitsInWords(const RerunFindings& findings, const CandidateFindings& found) {
    if (!found.measuredClass) return "–";
    const std::size_t inputs = findings.classes.inputs.size();
    std::string name = className(*found.measuredClass);
    if (found.ranOn.size() == inputs) return name;
    return name + " (on " + std::to_string(found.ranOn.size()) + " of " + plural(inputs, "input", "inputs") + ")";
}

std::string shapeInWords(const RerunRequest& request) {
    const OperandPlacement& place = request.placement;
    std::vector<std::string> where;
    for (const auto& [elements, name] :
         {std::pair{place.lhsStride, "left stride"}, std::pair{place.rhsStride, "right stride"},
          std::pair{place.outStride, "output stride"}, std::pair{place.offset, "offset"}}) {
        if (elements != 0) where.push_back(std::string(name) + " " + std::to_string(elements));
    }
    const std::string sizes = sizesInWords(request.problem);
    return where.empty() ? sizes : sizes + " (" + joinList(where) + ")";
}

std::string incidentInWords(const RerunIncident& incident) {
    std::vector<std::string> words;
    const bool ended = incident.status != RerunStatus::ok && incident.status != RerunStatus::notRun;
    if (ended) words.emplace_back(inWords(incident.status));
    for (const RerunFinding finding : incident.verdict.findings)
        words.emplace_back(inWords(kindOf(finding)));
    return joinList(words);
}

std::string incidentCounts(const CandidateFindings& found) {
    std::vector<std::pair<std::string, std::size_t>> counts;
    for (const RerunIncident& incident : found.incidents) {
        const std::string what = incidentInWords(incident);
        auto known = std::find_if(counts.begin(), counts.end(), [&](const auto& count) { return count.first == what; });
        if (known == counts.end()) known = counts.emplace(known, what, 0);
        ++known->second;
    }
    std::vector<std::string> words;
    for (const auto& [what, count] : counts)
        words.push_back(what + " on " + std::to_string(count));
    return joinList(words, words.size());
}

std::string reasonOf(const RerunIncident& incident) {
    const std::string reason = reasonOf(incident.verdict);
    return reason.empty() ? printable(incident.because) : reason;
}

std::string bucketInWords(const KeyBucket& bucket) {
    std::vector<std::string> sizes;
    for (const auto& [name, range] : {std::pair{"m", bucket.m}, std::pair{"n", bucket.n}, std::pair{"k", bucket.k}}) {
        const std::string from = std::to_string(range.smallest), to = std::to_string(range.largest);
        sizes.push_back(std::string(name) + (from == to ? " = " + to : " from " + from + " to " + to));
    }
    const auto alignment = [](const RowRule& rows) {
        const std::string bytes = std::to_string(1U << rows.alignment);
        return rows.atLeast() ? "a multiple of " + bytes + " bytes" : "an odd multiple of " + bytes + " bytes";
    };
    return "The key stands for all of " + joinList(sizes) + ", with rows of the left operand " +
           alignment(lhsRows(bucket)) + " apart, of the right one " + alignment(rhsRows(bucket)) +
           "; sizes as the tuner rounds them at its level " + std::string(toString(bucket.level)) +
           ", which no log names.";
}

std::string repeatsSentence(const RerunFindings& findings) {
    std::uint64_t fewest = 0;
    bool filled = true;
    for (const CandidateFindings& found : findings.candidates) {
        if (found.comparedRepeats == 0 || hasFinding(found, RerunFinding::nondeterministic)) continue;
        fewest = fewest == 0 ? found.comparedRepeats : std::min(fewest, found.comparedRepeats);
        filled = filled && found.gridFilled;
    }
    if (fewest == 0) return {};
    const auto bound = repeatRateBound(fewest);
    const std::string meanwhile = filled ? " while every multiprocessor of the card was busy" : "";
    return "Repeats: 0 of " + std::to_string(fewest) + " launches" + meanwhile +
           " gave other bits than the first one, of each candidate that is not named otherwise; " +
           (bound ? "so the share that does is below " + limitInPercent(*bound) + " (3/N, at 95 %)."
                  : "too few to bound the share that does: more --repeats would.");
}

std::string lossesSentence(const RerunReport& report) {
    if (report.workersLost == 0) return {};
    return plural(report.workersLost, "worker was", "workers were") + " lost on the way" +
           (wentOnAfterLosses(report) ? "; another was started for the rest." : ".");
}

}  // namespace flipscope
