#include "core/drive/drive_findings.h"

#include <algorithm>
#include <utility>

namespace flipscope {

namespace {

FoundKey keyOfPin(const Pin& pin) {
    return {pin.keyJson, pin.tuner, pin.setChecksum, pin.keyId, pin.label};
}

bool isOf(const FoundKey& found, const Dataset& dataset, const KeyVerdict& verdict) {
    if (!verdict.set) return false;
    const TuningKey& key = keyOf(dataset, verdict.key);
    return key.canonicalJson == found.keyJson && key.tuner == found.tuner &&
           setOf(dataset, *verdict.set).checksum == found.setChecksum;
}

template <class Item>
const KeyVerdict* verdictOn(const Item& item, const Dataset& dataset, const std::vector<KeyVerdict>& verdicts) {
    const auto hit = std::find_if(verdicts.begin(), verdicts.end(),
                                  [&](const KeyVerdict& verdict) { return isOf(item.key, dataset, verdict); });
    return hit == verdicts.end() ? nullptr : &*hit;
}

// The one key that all variants change, as a pin of its base choice.
const Pin* baseChoice(const ForcingPlan& plan) {
    if (plan.variants.empty() || plan.variants.front().size() != 1) return nullptr;
    const Pin& first = plan.variants.front().front();
    const auto isIt = [&first](const Pin& pin) { return isSameKey(pin, first); };
    for (const std::vector<Pin>& variant : plan.variants)
        if (variant.size() != 1 || !isIt(variant.front())) return nullptr;
    const auto base = std::find_if(plan.base.begin(), plan.base.end(), isIt);
    return base == plan.base.end() || base->setChecksum != first.setChecksum ? nullptr : &*base;
}

std::string deviceOf(const Forcing& forcing) {
    for (const ForcedVariant& variant : forcing.variants) {
        for (const ForcedTrial& trial : variant.trials) {
            const Machine& machine = trial.record.machine;
            if (!machine.devices.empty()) return machine.devices.front();
            if (!machine.host.empty()) return machine.host;
        }
    }
    return {};
}

}  // namespace

std::vector<FoundCulprit> culpritsOf(const Dataset& dataset, const BisectionPlan& plan, const Bisection& bisection) {
    std::vector<FoundCulprit> culprits;
    const BisectAnswer& answer = bisection.answer;
    if (bisection.stopped || answer.verdict != BisectVerdict::proven) return culprits;
    for (const KeySet& group : answer.groups) {
        for (const std::uint32_t position : group) {
            const DifferingChoice& choice = plan.choices.differing[position];
            culprits.push_back(
                {keyOfPin(choice.good),
                 {choice.good.candidate, choice.bad.candidate, runOf(dataset, plan.choices.good).id,
                  runOf(dataset, plan.choices.bad).id, plan.outcomeInWords, group.size(), answer.groups.size()}});
        }
    }
    return culprits;
}

std::optional<ForcedClasses> forcedClassesOf(const ForcingPlan& plan, const Forcing& forcing, const std::string& base) {
    const OutcomeReading& reading = plan.trials.reading;
    const bool byPattern = reading.by == OutcomeReading::By::pattern;
    const Pin* choice = baseChoice(plan);
    if (choice == nullptr || (!byPattern && reading.by != OutcomeReading::By::wholeOutput)) return std::nullopt;
    ForcedClasses classes{keyOfPin(*choice),
                          base,
                          byPattern ? "pattern " + reading.pattern.regex : "whole output",
                          deviceOf(forcing),
                          {}};
    for (const ForcedVariant& variant : forcing.variants) {
        if (!variant.group) continue;
        const Pin& pin = variant.variant ? plan.variants[*variant.variant].front() : *choice;
        classes.classOf.emplace(pin.candidate, *variant.group);
    }
    if (classes.classOf.size() < 2) return std::nullopt;
    return classes;
}

void keep(DriveFindings& findings, std::vector<FoundCulprit> culprits) {
    std::erase_if(findings.culprits, [&culprits](const FoundCulprit& known) {
        return std::any_of(culprits.begin(), culprits.end(),
                           [&known](const FoundCulprit& culprit) { return culprit.key == known.key; });
    });
    for (FoundCulprit& culprit : culprits)
        findings.culprits.push_back(std::move(culprit));
}

void keep(DriveFindings& findings, ForcedClasses classes) {
    std::erase_if(findings.classes, [&classes](const ForcedClasses& known) { return known.key == classes.key; });
    findings.classes.push_back(std::move(classes));
}

std::map<KeyIndex, MeasuredBits> measuredByForcing(const DriveFindings& findings, const Dataset& dataset,
                                                   const std::vector<KeyVerdict>& verdicts) {
    std::map<KeyIndex, MeasuredBits> measured;
    for (const ForcedClasses& classes : findings.classes) {
        const KeyVerdict* verdict = verdictOn(classes, dataset, verdicts);
        if (verdict == nullptr) continue;
        measured[verdict->key] = {ClassBasis::forced, classes.device,
                                  classes.outcome + ", all other choices as in " + classes.base, classes.classOf};
    }
    return measured;
}

std::map<KeyIndex, ProvenKey> provenKeys(const DriveFindings& findings, const Dataset& dataset,
                                         const std::vector<KeyVerdict>& verdicts) {
    std::map<KeyIndex, ProvenKey> proven;
    for (const FoundCulprit& culprit : findings.culprits)
        if (const KeyVerdict* verdict = verdictOn(culprit, dataset, verdicts)) proven[verdict->key] = culprit.proven;
    return proven;
}

}  // namespace flipscope
