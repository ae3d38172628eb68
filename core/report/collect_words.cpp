#include "core/report/collect_report.h"
#include "core/report/format.h"

namespace flipscope {

std::string_view keepingInWords(ChoiceKeeping keeping) {
    switch (keeping) {
        case ChoiceKeeping::kept:
            return "log and database";
        case ChoiceKeeping::keptLogOnly:
            return "log, no database";
        case ChoiceKeeping::databaseRefused:
            return "log, database refused";
        case ChoiceKeeping::databaseOnly:
            return "database";
        case ChoiceKeeping::nothingTuned:
            return "nothing tuned";
        case ChoiceKeeping::configIgnored:
            return "configuration ignored";
        case ChoiceKeeping::configNotRead:
            break;
    }
    return "no choices";
}

std::vector<std::string> keepingAdvice(const RunDiagnosis& diagnosis) {
    const std::string place = printable(diagnosis.databasePath, 1000);
    switch (diagnosis.keeping) {
        case ChoiceKeeping::kept:
            return {};
        case ChoiceKeeping::databaseOnly:
            return {
                "The choices are kept in the database only, which holds the winners and their times, but no order of "
                "events."};
        case ChoiceKeeping::keptLogOnly:
            return {
                "The program was built without persistence: it read its settings and logged decisions, but not even "
                "the "
                "folder of its environment database appeared (" +
                    place +
                    "). CUBECL_AUTOTUNE_CACHE, CUBECL_ENVIRONMENT "
                    "and [environment] then do nothing, without a warning, and no choice can be forced.",
                "To build it in: burn 0.22.0 with its default features, or cubecl = { version = \"0.11\", "
                "default-features = false, features = [\"persistence\"] } added to the same build; from burn 0.22.1 on "
                "the feature persistence of burn. “cargo tree -e normal -i turso” shows whether it is in."};
        case ChoiceKeeping::databaseRefused:
            return {
                "The folder of the environment database was made, but no database in it (" + place +
                "): its engine refuses network file systems (NFS, CIFS, 9p, Lustre, Ceph and others) and folders "
                "that it may not write, and then keeps choices in memory only. Give a folder on a local disk (--out); "
                "the program's standard error may name the reason (“Unable to open Turso cache”)."};
        case ChoiceKeeping::nothingTuned:
            return {
                "The program read its settings but logged no decision: it tuned no key, or ended before. Check that "
                "it runs what you want to see."};
        case ChoiceKeeping::configIgnored:
            return {
                "No decision log appeared, for the program ignored its configuration: “" +
                printable(diagnosis.ignoredConfig, 500) +
                "”; the whole message is in the run's stderr.log. cubecl takes a file as a whole or not at all: mend "
                "what it names in your project's configuration, whose settings the run's cubecl.toml repeats."};
        case ChoiceKeeping::configNotRead:
            break;
    }
    if (diagnosis.otherFramework) return {};
    return {
        "No decision log appeared. The program read no cubecl.toml from the folder that it was started in: it is no "
        "cubecl program (0.10 or later), it changes its folder before it starts the device, or it sets its "
        "configuration itself (CubeClRuntimeConfig::set). For a program that needs its own folder there is --cwd "
        "keep."};
}

}  // namespace flipscope
