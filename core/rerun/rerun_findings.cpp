#include "core/rerun/rerun_findings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace flipscope {

namespace {

using Kind = RerunVerdictKind;

// Gravest first.
constexpr std::array kByGravity = {Kind::writesOutside,    Kind::leavesUnwritten, Kind::readsUnwritten,
                                   Kind::nondeterministic, Kind::wrong,           Kind::cannotTell,
                                   Kind::withinRounding,   Kind::sameBits,        Kind::notJudged};

std::size_t gravityOf(Kind kind) {
    return static_cast<std::size_t>(std::find(kByGravity.begin(), kByGravity.end(), kind) - kByGravity.begin());
}

// How close to what is allowed: the model that decided (a later one is less exact), and the share of its bound.
std::pair<std::size_t, double> strainOf(const RerunVerdict& verdict) {
    const ModelCheck* check = decisiveCheck(verdict);
    if (check == nullptr) return {0, 0.0};
    const double share = check->error / check->bound;
    return {static_cast<std::size_t>(check - verdict.checks.data()),
            std::isnan(share) ? std::numeric_limits<double>::infinity() : share};
}

// Findings are of the candidate alone; all else is worth more where the baseline gave bits to compare with.
std::pair<int, std::size_t> rankOf(const RerunVerdict& verdict) {
    const bool lacksBaseline = verdict.findings.empty() && !verdict.compared;
    const int group = verdict.kind == Kind::notJudged ? 2 : lacksBaseline ? 1 : 0;
    return {group, gravityOf(verdict.kind)};
}

// Keeps the gravest, of equally grave ones the one closest to what is allowed.
void noteVerdict(CandidateFindings& found, RerunVerdict verdict, std::size_t round) {
    const auto before = rankOf(found.verdict), now = rankOf(verdict);
    if (now > before || (now == before && strainOf(verdict) <= strainOf(found.verdict))) return;
    if (now != before) found.firstSuch = round;
    found.verdict = std::move(verdict);
    found.round = round;
}

void noteError(CandidateFindings& found, const RerunResult& result, const RerunProblem& problem) {
    const std::optional<double> error = errorAsTheyAre(result, problem);
    if (!error) return;
    // An error that is no number is as bad as can be, and must not vanish in a comparison.
    const double counted = std::isnan(*error) ? std::numeric_limits<double>::infinity() : *error;
    found.largestError = std::max(found.largestError.value_or(0.0), counted);
}

// Once all candidates are judged.
void compareErrors(RerunFindings& findings) {
    const auto baseline = std::find_if(findings.candidates.begin(), findings.candidates.end(),
                                       [&](const auto& found) { return found.candidate == findings.baseline; });
    if (baseline == findings.candidates.end() || !baseline->largestError) return;
    for (CandidateFindings& found : findings.candidates) {
        const bool isOther = found.verdict.kind == Kind::withinRounding && found.verdict.compared;
        if (!isOther || !found.largestError || found.ranOn != baseline->ranOn) continue;
        const double ratio = *found.largestError / *baseline->largestError;
        if (std::isfinite(ratio) && ratio > 0) found.errorToBaseline = ratio;
    }
}

bool isIncident(const RerunResult& result, const RerunVerdict& verdict) {
    return !verdict.findings.empty() || (result.status != RerunStatus::ok && result.status != RerunStatus::notRun);
}

void countRepeats(CandidateFindings& found, const RerunResult& result) {
    if (result.status != RerunStatus::ok || result.comparedRepeats == 0) return;
    found.gridFilled = result.gridFilled && (found.gridFilled || found.comparedRepeats == 0);
    found.comparedRepeats += result.comparedRepeats;
    found.differentRepeats += result.differentRepeats;
}

void noteInput(CandidateFindings& found, const std::vector<MeasuredInput>& inputs, const RerunRequest& request) {
    const auto input =
        static_cast<std::size_t>(std::find(inputs.begin(), inputs.end(), inputOf(request)) - inputs.begin());
    const bool known = std::find(found.ranOn.begin(), found.ranOn.end(), input) != found.ranOn.end();
    if (input < inputs.size() && !known) found.ranOn.push_back(input);
}

bool hasRun(const RerunReport& report, const RerunCandidate& candidate) {
    return std::any_of(report.rounds.begin(), report.rounds.end(), [&](const RerunRound& round) {
        const RerunResult* result = resultOf(round, candidate);
        return result != nullptr && result->status == RerunStatus::ok;
    });
}

// The checksum that differs from the result's, of the same candidate on the same input by the same means, in one of the
// first `rounds`; null for none.
std::optional<std::uint64_t> otherBits(const RerunReport& report, std::size_t rounds, const RerunRequest& request,
                                       const RerunResult& result) {
    for (std::size_t i = 0; i < rounds; ++i) {
        if (!sameInput(report.rounds[i].request, request)) continue;
        const RerunResult* other = resultOf(report.rounds[i], result.candidate);
        const bool ran = other != nullptr && other->status == RerunStatus::ok && other->means == result.means;
        if (ran && other->checksum != result.checksum) return other->checksum;
    }
    return std::nullopt;
}

void noteFindings(CandidateFindings& found, const RerunVerdict& verdict) {
    for (const RerunFinding finding : verdict.findings) {
        const auto place = std::lower_bound(found.findings.begin(), found.findings.end(), finding);
        if (place == found.findings.end() || *place != finding) found.findings.insert(place, finding);
    }
}

std::vector<RerunCandidate> allCandidates(const RerunReport& report) {
    std::vector<RerunCandidate> all;
    for (const RerunRound& round : report.rounds) {
        for (const RerunResult& result : round.results) {
            if (std::find(all.begin(), all.end(), result.candidate) == all.end()) all.push_back(result.candidate);
        }
    }
    return all;
}

}  // namespace

bool hasFinding(const CandidateFindings& found, RerunFinding finding) {
    return std::find(found.findings.begin(), found.findings.end(), finding) != found.findings.end();
}

const CandidateFindings* foundOf(const RerunFindings& findings, const RerunCandidate& candidate) {
    const auto found = std::find_if(findings.candidates.begin(), findings.candidates.end(),
                                    [&](const CandidateFindings& other) { return other.candidate == candidate; });
    return found == findings.candidates.end() ? nullptr : &*found;
}

const RerunResult* resultOf(const RerunRound& round, const RerunCandidate& candidate) {
    const auto found = std::find_if(round.results.begin(), round.results.end(),
                                    [&](const RerunResult& result) { return result.candidate == candidate; });
    return found == round.results.end() ? nullptr : &*found;
}

std::optional<double> errorAsTheyAre(const RerunResult& result, const RerunProblem& problem) {
    const std::vector<PrecisionModel>& models = precisionModelsOf(problem.type);
    if (models.empty()) return std::nullopt;
    for (const ErrorSummary& error : result.errors) {
        if (error.model == models.front()) return error.largest;
    }
    return std::nullopt;
}

const TimingSummary* timingOf(const RerunReport& report, const RerunCandidate& candidate) {
    for (const RerunRound& round : report.rounds) {
        const RerunResult* result = resultOf(round, candidate);
        if (result != nullptr && result->timing) return &*result->timing;
    }
    return nullptr;
}

RerunVerdict verdictIn(const RerunReport& report, std::size_t round, const RerunResult& result,
                       const std::optional<RerunCandidate>& baseline) {
    const auto& [request, results] = report.rounds.at(round);
    const RerunResult* reference = baseline ? resultOf(report.rounds[round], *baseline) : nullptr;
    const bool isSound = reference != nullptr && reference->status == RerunStatus::ok &&
                         !otherBits(report, report.rounds.size(), request, *reference);
    RerunVerdict verdict = judge(result, request.problem, isSound ? reference : nullptr);
    if (result.status != RerunStatus::ok) return verdict;
    const auto before = otherBits(report, round, request, result);
    return before ? withBitsBefore(std::move(verdict), *before) : verdict;
}

RerunFindings findingsOf(const RerunReport& report, const std::optional<RerunCandidate>& baseline) {
    RerunFindings findings;
    findings.classes = classifyCandidates(report.rounds);
    const std::vector<RerunCandidate> all = allCandidates(report);
    if (baseline && hasRun(report, *baseline)) {
        findings.baseline = baseline;
    } else {
        const auto first = std::find_if(all.begin(), all.end(),
                                        [&](const RerunCandidate& candidate) { return hasRun(report, candidate); });
        if (first != all.end()) findings.baseline = *first;
    }
    for (const RerunCandidate& candidate : all) {
        CandidateFindings& found = findings.candidates.emplace_back();
        found.candidate = candidate;
        for (std::size_t i = 0; i < report.rounds.size(); ++i) {
            const RerunRound& round = report.rounds[i];
            const RerunResult* result = resultOf(round, candidate);
            if (result == nullptr) continue;
            countRepeats(found, *result);
            RerunVerdict verdict = verdictIn(report, i, *result, findings.baseline);
            noteFindings(found, verdict);
            if (isIncident(*result, verdict)) {
                found.incidents.push_back(
                    {i, result->status, verdict, result->means, result->because, result->byAsker});
            }
            if (result->status == RerunStatus::ok) {
                noteInput(found, findings.classes.inputs, round.request);
                noteError(found, *result, round.request.problem);
                if (!found.firstRan) found.firstRan = i;
            }
            noteVerdict(found, std::move(verdict), i);
        }
        std::sort(found.ranOn.begin(), found.ranOn.end());
        for (std::size_t i = 0; i < findings.classes.classes.size(); ++i) {
            const auto& members = findings.classes.classes[i].members;
            if (std::find(members.begin(), members.end(), candidate) != members.end()) found.measuredClass = i;
        }
    }
    compareErrors(findings);
    return findings;
}

std::set<RerunMeans> meansOf(const RerunReport& report) {
    return meansOf(report, allCandidates(report));
}

std::set<RerunMeans> meansOf(const RerunReport& report, const std::vector<RerunCandidate>& candidates) {
    std::set<RerunMeans> means;
    for (const RerunRound& round : report.rounds) {
        for (const RerunCandidate& candidate : candidates) {
            const RerunResult* result = resultOf(round, candidate);
            if (result != nullptr && result->status == RerunStatus::ok) means.insert(result->means);
        }
    }
    return means;
}

bool meetsKey(const RerunRequest& request) {
    return request.place == BucketPlace::inside ||
           (request.place == BucketPlace::unknown && request.check == RerunCheck::keySizes);
}

bool accuses(const RerunIncident& incident, const RerunReport& report) {
    if (incident.byAsker || incident.means != RerunMeans::real) return false;
    if (!incident.verdict.findings.empty()) return true;
    const RerunRequest& request = report.rounds.at(incident.round).request;
    const bool isPlaced = request.placement != OperandPlacement{};
    return meetsKey(request) || (incident.status != RerunStatus::refused && !isPlaced);
}

std::vector<RerunCandidate> blocklist(const RerunReport& report, const RerunFindings& findings) {
    std::vector<RerunCandidate> blocked;
    for (const CandidateFindings& found : findings.candidates) {
        const bool accused = std::any_of(found.incidents.begin(), found.incidents.end(),
                                         [&](const RerunIncident& incident) { return accuses(incident, report); });
        if (accused) blocked.push_back(found.candidate);
    }
    return blocked;
}

std::optional<double> repeatRateBound(std::uint64_t compared) {
    constexpr std::uint64_t kThree = 3;  // -ln 0.05, rounded up
    if (compared <= kThree) return std::nullopt;
    return static_cast<double>(kThree) / static_cast<double>(compared);
}

}  // namespace flipscope
