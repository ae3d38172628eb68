// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/report_arguments.h"

namespace flipscope::cli {

void addReportCommand(CLI::App& app, Options& options, OutcomeWords& words, const AddCommand& add) {
    auto* report = add(
        app, "report", Command::report, "Makes a folder for the maintainers of a framework",
        "report runs/ --outcome-pattern 'loss (\\S+)' --trials flipscope-trials --card hopper --out report\n\n"
        "The folder holds a page (README.md, report.html), the runs without paths, users and hosts, and repeat.sh,\n"
        "which repeats the analysis and, given a program, the proof. Without --key it is about the proven culprits,\n"
        "else about the suspects.");
    addPaths(*report, options);
    report->add_option("--out", options.out, "the folder to make")
        ->required()
        ->check(notEmpty("folder name"))
        ->type_name("DIR");
    report->add_option("--key", options.reportKeys, "a key that it is about, as for the command key; may be repeated")
        ->allow_extra_args(false)
        ->type_name("KEY");
    report->add_option("--trials", options.trialFolders, "folder that bisect left; may be repeated")
        ->allow_extra_args(false)
        ->type_name("DIR");
    report
        ->add_option("--measured", options.rerunReports,
                     "what a re-run measured: the file of rerun --format json; may be repeated")
        ->allow_extra_args(false)
        ->type_name("FILE");
    report->add_option("--title", options.title, "title of the page");
    addSuspectOptions(*report, options, words);
}

}  // namespace flipscope::cli
