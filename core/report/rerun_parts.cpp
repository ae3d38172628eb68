#include "core/report/rerun_parts.h"

#include "core/report/format.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace flipscope {

namespace {

// Whether any candidate was run, or at least refused.
bool wasTried(const RerunRound& round) {
    return std::any_of(round.results.begin(), round.results.end(),
                       [](const RerunResult& result) { return result.status != RerunStatus::notRun; });
}

BucketPlace placeOf(const RerunRequest& request) {
    return request.check == RerunCheck::keySizes ? BucketPlace::inside : request.place;
}

// Without a key there is nothing that a shape could belong to.
BucketPlace placeIn(const RerunView& view, const RerunRequest& request) {
    return view.keyId.empty() ? BucketPlace::unknown : placeOf(request);
}

// The inputs of that place that were tried, each once.
std::vector<MeasuredInput> inputsTried(const RerunView& view, BucketPlace place) {
    std::vector<MeasuredInput> inputs;
    for (const RerunRound& round : view.report.rounds) {
        const MeasuredInput input = inputOf(round.request);
        if (!wasTried(round) || placeIn(view, round.request) != place) continue;
        if (std::find(inputs.begin(), inputs.end(), input) == inputs.end()) inputs.push_back(input);
    }
    return inputs;
}

std::string inWords(const RerunView& view, BucketPlace place) {
    if (view.keyId.empty()) return "shapes tried: ";
    if (place == BucketPlace::unknown) return "other shapes: ";
    return place == BucketPlace::inside ? "shapes of this key: " : "shapes of other keys: ";
}

bool sameShape(const MeasuredInput& a, const MeasuredInput& b) {
    return a.problem == b.problem && a.placement == b.placement;
}

// "8×8×64" where it was all inputs of that shape, else "8×8×64 with seeds 3 and 4".
std::string shapeWithSeeds(const std::vector<MeasuredInput>& hit, const std::vector<MeasuredInput>& tried,
                           const MeasuredInput& of) {
    const auto isOf = [&](const MeasuredInput& input) { return sameShape(input, of); };
    RerunRequest request;
    request.problem = of.problem;
    request.placement = of.placement;
    std::string words = shapeInWords(request);
    if (std::count_if(hit.begin(), hit.end(), isOf) == std::count_if(tried.begin(), tried.end(), isOf)) return words;
    const char* before = " with seeds ";
    for (const MeasuredInput& input : hit) {
        if (!isOf(input)) continue;
        words += before + std::to_string(input.lhsSeed) + " and " + std::to_string(input.rhsSeed);
        before = ", ";
    }
    return words;
}

// hit: inputs of one place.
std::string whereInWords(const RerunView& view, const std::vector<MeasuredInput>& hit, BucketPlace place) {
    constexpr std::size_t kInputsShown = 6;
    const std::vector<MeasuredInput> tried = inputsTried(view, place);
    if (hit.size() == tried.size()) return inWords(view, place) + "all that were tried";
    std::vector<std::string> shapes;
    for (auto input = hit.begin(); input != hit.end(); ++input) {
        const bool known =
            std::any_of(hit.begin(), input, [&](const auto& before) { return sameShape(before, *input); });
        if (!known) shapes.push_back(shapeWithSeeds(hit, tried, *input));
    }
    return inWords(view, place) + joinList(shapes, kInputsShown);
}

// Incidents of one kind: the same thing on the same inputs, of several candidates.
struct IncidentRow {
    std::vector<RerunCandidate> candidates;
    std::string what, because;
    Tone tone = Tone::plain;
    std::vector<MeasuredInput> inputs;
    BucketPlace place = BucketPlace::inside;  // of all of them
};

bool sameKind(const IncidentRow& a, const IncidentRow& b) {
    return a.what == b.what && a.because == b.because && a.place == b.place;
}

std::vector<IncidentRow> rowsOf(const RerunView& view, const CandidateFindings& found) {
    std::vector<IncidentRow> rows;
    for (const RerunIncident& incident : found.incidents) {
        const RerunRequest& request = view.report.rounds[incident.round].request;
        IncidentRow row{
            {found.candidate},     incidentInWords(incident), reasonOf(incident), toneOf(incident.verdict.kind), {},
            placeIn(view, request)};
        auto known = std::find_if(rows.begin(), rows.end(), [&](const auto& other) { return sameKind(other, row); });
        if (known == rows.end()) known = rows.insert(rows.end(), std::move(row));
        const MeasuredInput input = inputOf(request);
        if (std::find(known->inputs.begin(), known->inputs.end(), input) == known->inputs.end())
            known->inputs.push_back(input);
    }
    return rows;
}

std::string namesOf(const std::vector<RerunCandidate>& candidates) {
    if (candidates.size() == 1) return nameOf(candidates.front());
    std::vector<std::string> names;
    for (const RerunCandidate& candidate : candidates)
        names.push_back(candidate.index ? std::to_string(candidate.index->value) : printable(candidate.name));
    return joinList(names, names.size());
}

// Requests of which no candidate was run, by the reason.
void addNotRun(Document& document, const RerunView& view) {
    constexpr std::size_t kInputsShown = 6;
    std::vector<std::pair<std::string, std::vector<std::string>>> byReason;
    for (const RerunRound& round : view.report.rounds) {
        if (wasTried(round) || round.results.empty()) continue;
        const std::string& because = round.results.front().because;
        auto known =
            std::find_if(byReason.begin(), byReason.end(), [&](const auto& reason) { return reason.first == because; });
        if (known == byReason.end()) known = byReason.emplace(known, because, std::vector<std::string>());
        known->second.push_back(shapeInWords(round.request));
    }
    for (const auto& [because, shapes] : byReason)
        document.paragraph("Not run: " + joinList(shapes, kInputsShown) + " – " + printable(because) + ".", Tone::warn);
}

// What the key stands for, and what of it could not be tried.
void addPlan(Document& document, const RerunView& view, const RerunPlan& plan) {
    const auto& rounds = view.report.rounds;
    if (plan.bucket && plan.sweep) document.paragraph(bucketInWords(*plan.bucket), Tone::dim);
    if (!rounds.empty() && rounds.front().request.place == BucketPlace::outside) {
        document.paragraph(
            "The key's own sizes in dense rows are none of the problems that it stands for: it holds rounded sizes, "
            "and "
            "the alignment of rows that may be padded.",
            Tone::dim);
    }
    if (plan.onlyDense && (plan.standardChecks || plan.sweep)) {
        document.paragraph(
            "Not tried: misaligned buffers and padded rows. They are not emulated; only a card (--gpu, --worker) can "
            "run them.",
            Tone::dim);
    }
    if (plan.onlyDense && plan.timingSamples > 0) {
        document.paragraph("Not timed: an emulation on a processor tells nothing of a card's times.", Tone::dim);
    }
    const bool swept = std::any_of(rounds.begin(), rounds.end(), [](const RerunRound& round) {
        return round.request.check == RerunCheck::bucketMember;
    });
    if (!plan.sweep || !plan.bucket || swept) return;
    document.paragraph("No sweep: the key stands for no other shape" +
                           std::string(plan.onlyDense ? " whose rows need no padding." : "."),
                       Tone::warn);
}

// Whether a candidate that cost workers was spared the rest.
bool anyLeftOut(const RerunView& view) {
    for (const CandidateFindings& found : view.findings.candidates) {
        const auto lost = std::count_if(found.incidents.begin(), found.incidents.end(),
                                        [](const auto& incident) { return incident.byAsker; });
        if (lost < static_cast<std::ptrdiff_t>(kMostLossesOfOne)) continue;
        for (const RerunRound& round : view.report.rounds) {
            for (const RerunResult& result : round.results) {
                if (result.candidate == found.candidate && result.status == RerunStatus::notRun) return true;
            }
        }
    }
    return false;
}

}  // namespace

std::string nameOf(const RerunCandidate& candidate) {
    return (candidate.index ? std::to_string(candidate.index->value) + " " : "") + printable(candidate.name);
}

Tone toneOf(RerunVerdictKind kind) {
    switch (kind) {
        case RerunVerdictKind::sameBits:
            return Tone::good;
        case RerunVerdictKind::withinRounding:
        case RerunVerdictKind::cannotTell:
            return Tone::plain;
        case RerunVerdictKind::notJudged:
            return Tone::dim;
        default:
            return Tone::bad;
    }
}

bool isOutside(const RerunRequest& request) {
    return placeOf(request) == BucketPlace::outside;
}

void addIncidents(Document& document, const RerunView& view) {
    std::vector<IncidentRow> rows;
    for (const CandidateFindings& found : view.findings.candidates) {
        for (IncidentRow& row : rowsOf(view, found)) {
            const auto known = std::find_if(rows.begin(), rows.end(), [&](const IncidentRow& other) {
                return sameKind(other, row) && other.inputs == row.inputs;
            });
            if (known == rows.end()) {
                rows.push_back(std::move(row));
            } else {
                known->candidates.push_back(found.candidate);
            }
        }
    }
    if (rows.empty()) return;
    Table table;
    table.title = "Where candidates were refused, failed or were wrong";
    table.columns = {{"candidate", Align::left, true},
                     {"what", Align::left, true},
                     {"on", Align::left, true},
                     {"because", Align::left, true}};
    for (const IncidentRow& row : rows) {
        table.rows.push_back({{namesOf(row.candidates)},
                              {row.what, row.tone},
                              {whereInWords(view, row.inputs, row.place)},
                              {row.because}});
    }
    if (view.report.workersLost > 0 && anyLeftOut(view)) {
        table.note = "A candidate that ended its worker twice was not run on further inputs.";
    }
    document.table(std::move(table));
}

void addRemarks(Document& document, const RerunView& view) {
    std::vector<std::pair<std::string, std::vector<RerunCandidate>>> remarks;
    for (const RerunRound& round : view.report.rounds) {
        for (const RerunResult& result : round.results) {
            if (result.status != RerunStatus::ok || result.because.empty()) continue;
            auto known = std::find_if(remarks.begin(), remarks.end(),
                                      [&](const auto& remark) { return remark.first == result.because; });
            if (known == remarks.end()) {
                known = remarks.insert(remarks.end(), {result.because, std::vector<RerunCandidate>()});
            }
            auto& candidates = known->second;
            if (std::find(candidates.begin(), candidates.end(), result.candidate) == candidates.end()) {
                candidates.push_back(result.candidate);
            }
        }
    }
    for (const auto& [remark, candidates] : remarks)
        document.paragraph("Of " + namesOf(candidates) + ": " + printable(remark) + ".", Tone::warn);
}

void addInputs(Document& document, const RerunView& view) {
    constexpr std::size_t kInputsListed = 12;
    std::vector<std::string> items;  // one for each set of inputs of the key's sizes, one for each other check
    for (const RerunCheck check : {RerunCheck::keySizes, RerunCheck::otherSizes, RerunCheck::misaligned,
                                   RerunCheck::strided, RerunCheck::narrow, RerunCheck::bucketMember}) {
        const bool isFull = check == RerunCheck::keySizes || check == RerunCheck::otherSizes;
        std::vector<std::string> inputs;
        for (const RerunRound& round : view.report.rounds) {
            if (round.request.check != check || !wasTried(round)) continue;
            inputs.push_back(isFull ? inputInWords(round.request) : shapeInWords(round.request));
        }
        if (isFull) {
            items.insert(items.end(), inputs.begin(), inputs.end());
        } else if (!inputs.empty()) {
            items.push_back(std::string(inWords(check)) + ": " + joinList(inputs, kInputsListed));
        }
    }
    document.heading("Inputs tried");
    document.list(std::move(items));
    addNotRun(document, view);
    if (view.plan != nullptr) addPlan(document, view, *view.plan);
    if (!view.bucketFault.empty()) document.paragraph("No sweep: " + printable(view.bucketFault) + ".", Tone::warn);
}

}  // namespace flipscope
