#include "core/report/drive_words.h"

#include "core/drive/bisect_cost.h"
#include "core/report/collect_report.h"
#include "core/report/format.h"

#include <cmath>

namespace flipscope {

std::string roughTime(double seconds) {
    constexpr double kMinute = 60, kHour = 3600;
    if (seconds < 2 * kMinute) return formatFixed(std::ceil(seconds), 0) + " s";
    if (seconds < 2 * kHour) return formatFixed(std::ceil(seconds / kMinute), 0) + " min";
    return formatFixed(seconds / kHour, 1) + " h";
}

std::string inWords(const CollectionProgress& progress) {
    std::string text = std::to_string(progress.done) + " of " + plural(progress.total, "run", "runs") + " done";
    if (progress.failed > 0) text += ", " + std::to_string(progress.failed) + " failed";
    if (progress.running > 1) text += ", " + std::to_string(progress.running) + " running";
    if (progress.secondsLeft) text += ", about " + roughTime(*progress.secondsLeft) + " left";
    return text;
}

std::string inWords(const BisectionProgress& progress) {
    return "trial" + std::to_string(progress.trials.size() + 1) +
           (progress.step.confirms ? " (confirms)" : " (searches)") + ": " +
           plural(progress.step.next.size(), "choice", "choices") + " of the bad run, " + roughTime(progress.seconds);
}

std::string inWords(const JournalTrial& trial) {
    return "trial" + std::to_string(trial.number) + ": " + std::string(toString(trial.outcome)) +
           (trial.value.empty() ? "" : " (" + printable(trial.value, 60) + ")") +
           (trial.because.empty() ? "" : ", " + printable(trial.because, 1000));
}

std::string bisectEstimate(const BisectionPlan& plan) {
    const std::size_t keys = plan.choices.differing.size();
    if (keys == 0) return {};
    const ExpectedRuns runs = expectedRuns({keys, plan.choices.ranked, plan.limits});
    return (runs.least < runs.most ? std::to_string(runs.least) + " to " : "") + plural(runs.most, "run", "runs") +
           " for one cause among " + plural(keys, "differing choice", "differing choices") + ", in up to " +
           plural(expectedConfigurations(keys), "configuration", "configurations") +
           "; more where several choices act together or the outcome varies";
}

std::string forceEstimate(const ForcingPlan& plan) {
    const bool asksClasses = plan.variants.size() > 1;
    return plural(forcingOrder(plan).size(), "run", "runs") +
           " in all: " + (asksClasses ? plural(plan.variants.size(), "candidate", "candidates") : "the forced choice") +
           ", " + plural(plan.repeats, "time", "times") + (asksClasses ? " each" : "") +
           ", with the base run's choices before and behind, and after every eight; one more where a key is tuned that "
           "was not forced";
}

std::string inWords(const ForcingProgress& progress) {
    return std::to_string(progress.done) + " of " + plural(progress.total, "trial", "trials") + " done, " +
           roughTime(progress.seconds);
}

std::string noDatabaseWords(const RecordedRun& run) {
    std::string text = "no choice can be forced, for the program left no database.";
    for (const std::string& advice : recordingAdvice(run))
        text += " " + advice;
    return text;
}

std::string provenRemark(const ProvenKey& proven) {
    std::string text = "proven by forcing: ";
    if (proven.causes > 1) text += "one of " + std::to_string(proven.causes) + " independent causes";
    if (proven.causes <= 1) text += "makes the difference";
    if (proven.together > 1) text += " together with " + plural(proven.together - 1, "other", "others");
    return text;
}

std::string provenSentence(const ProvenKey& proven) {
    std::string text = "Proven by forcing: with " + std::to_string(proven.bad.value) + " of " +
                       printable(proven.badRun) + " in place of " + std::to_string(proven.good.value) + " of " +
                       printable(proven.goodRun);
    if (proven.together > 1) text += ", together with " + plural(proven.together - 1, "other key", "other keys") + ",";
    text += " the outcome turns from good to bad";
    text += proven.causes > 1 ? "; so it does for " + plural(proven.causes - 1, "other cause", "other causes")
                              : ", and back";
    return text + " (" + printable(proven.outcome) + ").";
}

}  // namespace flipscope
