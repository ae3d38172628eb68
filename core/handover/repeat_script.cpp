#include "core/handover/repeat_script.h"

#include "core/process/command_words.h"
#include "core/report/data_table.h"
#include "core/report/data_tables.h"

namespace flipscope {

namespace {

constexpr const char* kHead =
    R"sh(# Repeats what this report says. It needs flipscope-cli, on PATH or named by FLIPSCOPE_CLI.
#
#   ./repeat.sh                    analyses the enclosed runs again and emulates the named kernels: no program, no GPU
#   ./repeat.sh PROGRAM ARGUMENTS  runs your program with the choices of the enclosed runs forced, to find the culprit
#
# Ends with 0 when all is as reported, 1 when something differs, 2 when it could not be tried.
set -u
LC_ALL=C
export LC_ALL
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd) || exit 2
tool=${FLIPSCOPE_CLI:-flipscope-cli}
if ! command -v "$tool" >/dev/null 2>&1; then
    echo "repeat.sh: $tool is not there: put flipscope-cli on PATH, or name it in FLIPSCOPE_CLI" >&2
    exit 2
fi
work=${TMPDIR:-/tmp}/flipscope-repeat.$$
(umask 077 && mkdir "$work") || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM
status=0

# same WHAT EXPECTED FOUND
same() {
    if cmp -s "$2" "$3"; then
        echo "as reported: $1"
    else
        echo "DIFFERS: $1 (expected <, found >)"
        diff "$2" "$3" | head -n 20
        status=1
    fi
}

# run_tool FILE ARGUMENTS: what the tool writes goes into the file. Its status 1 says that keys flip.
run_tool() {
    file=$1
    shift
    code=0
    "$tool" "$@" >"$file" || code=$?
    if [ "$code" -gt 1 ]; then
        echo "repeat.sh: $tool $1 could not do it" >&2
        exit 2
    fi
}

# checksums KEY INPUTS CARD: index and checksum of each candidate on the first inputs
checksums() {
    run_tool "$work/rerun" rerun "$here/data/runs" --key "$1" --inputs "$2" --backend "emulate:$3" --format json
    sed -n -e '/"inputsTried"/q' -e 's/.*"index":\([0-9][0-9]*\),.*"checksum":"\([0-9a-f]*\)".*/\1 \2/p' \
        "$work/rerun" | sort >"$work/checksums"
    same "checksums of key $1, emulated for $3" "$here/data/checksums/$1.txt" "$work/checksums"
}
)sh";

std::string namesOfRuns(const std::vector<std::string>& names) {
    std::string words;
    for (const std::string& name : names)
        words += " \"$here\"/data/runs/" + quotedForShell(name);
    return words;
}

std::string bisection(const RepeatPlan& plan) {
    if (!plan.bisection) {
        return "    echo 'repeat.sh: no bisection can be repeated: '" + quotedForShell(plan.whyNoBisection) +
               " >&2\n    exit 2\n";
    }
    const RepeatedBisection& bisection = *plan.bisection;
    std::string text;
    // By themselves new runs are judged by text and by what is finite, too.
    OutcomeNaming naming = bisection.outcome;
    if (naming.grouping != Grouping::byGap && naming.grouping != Grouping::byThreshold)
        naming.grouping = Grouping::automatic;
    std::string outcome = " " + outcomeOptions(naming, {});
    if (bisection.isJudged) {
        text +=
            "    if [ -z \"${FLIPSCOPE_TEST:-}\" ]; then\n"
            "        echo 'repeat.sh: name in FLIPSCOPE_TEST the program that judges a trial (flipscope-cli bisect "
            "--help)' >&2\n"
            "        exit 2\n    fi\n";
        outcome = " --test \"$FLIPSCOPE_TEST\"";
    }
    if (!bisection.remark.empty()) text += "    echo " + quotedForShell("repeat.sh: " + bisection.remark) + " >&2\n";
    text += "    bisect() {\n        \"$tool\" bisect --good" + namesOfRuns(bisection.good) + " \\\n            --bad" +
            namesOfRuns(bisection.bad) + " \\\n           " + outcome + " \"$@\"\n    }\n";
    text +=
        "    bisect -- \"$@\" || exit 2\n"
        "    # The trials are kept in flipscope-trials: the same again runs nothing, it only says its answer once "
        "more.\n"
        "    bisect --format json -- \"$@\" >\"$work/bisect\" 2>/dev/null || exit 2\n"
        "    sed -n 's/^ *\"verdict\": *\"\\([A-Za-z]*\\)\".*/\\1/p' \"$work/bisect\" >\"$work/proof\"\n"
        "    sed -n '/^ *\"culprits\":/p' \"$work/bisect\" | tr '{' '\\n' |\n"
        "        sed -n 's/^\"key\": *\"\\([0-9a-f]*\\)\".*/\\1/p' | sort >>\"$work/proof\"\n";
    if (bisection.isProven) {
        text += "    same 'verdict and culprits of the bisection' \"$here/" + std::string(kExpectedProof) +
                "\" \"$work/proof\"\n";
    } else {
        text +=
            "    # The report has no proof of its own to compare with.\n    grep -q '^proven$' \"$work/proof\" || "
            "status=1\n";
    }
    return text + "    exit $status\n";
}

}  // namespace

std::string expectedChecksums(const std::string& keyId) {
    return "data/checksums/" + keyId + ".txt";
}

std::string outcomeOptions(const OutcomeNaming& naming, const std::string& labels) {
    std::string options;
    switch (naming.by) {
        case OutcomeNaming::By::pattern:
            options = "--outcome-pattern=" + quotedForShell(naming.pattern.regex);
            if (naming.pattern.match == PatternMatch::last) options += " --match last";
            if (naming.pattern.match == PatternMatch::nth) options += " --match " + std::to_string(naming.pattern.n);
            break;
        case OutcomeNaming::By::exitStatus:
            options = "--exit-status";
            break;
        case OutcomeNaming::By::labels:
            options = "--labels " + labels;
            break;
    }
    const std::string_view grouping = groupingOption(naming.grouping);
    if (grouping.empty()) return options;
    options += " " + std::string(grouping);
    if (naming.threshold) options += "=" + toPlainText(*naming.threshold);
    return options;
}

std::string repeatScript(const RepeatPlan& plan) {
    std::string text = "#!/bin/sh\n# Made by Flipscope " + plan.version + ".\n" + kHead;
    text += "\nif [ $# -gt 0 ]; then\n" + bisection(plan) + "fi\n\n";
    text += "run_tool \"$work/keys\" summary \"$here/data/runs\"" + plan.assumptions + " --format csv\n" +
            "same 'winners, verdicts and margins of all keys' \"$here/" + std::string(kExpectedKeys) +
            "\" \"$work/keys\"\n";
    if (plan.outcome) {
        text += "run_tool \"$work/suspects\" suspects \"$here/data/runs\"" + plan.assumptions + " \\\n    " +
                outcomeOptions(*plan.outcome, "\"$here/" + std::string(kEnclosedLabels) + "\"") + " --format csv\n" +
                "same 'suspects and their p' \"$here/" + std::string(kExpectedSuspects) + "\" \"$work/suspects\"\n";
    }
    for (const RepeatedRerun& rerun : plan.reruns) {
        text += "checksums " + quotedForShell(rerun.keyId) + " " + std::to_string(rerun.inputs) + " " +
                quotedForShell(rerun.card) + "\n";
    }
    return text + "exit $status\n";
}

}  // namespace flipscope
