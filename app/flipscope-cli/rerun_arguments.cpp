// g++ 12 sees null dereferences in std::string code that CLI11 inlines here; the position is the user's of the header.
#pragma GCC diagnostic ignored "-Wnull-dereference"

#include "app/flipscope-cli/rerun_arguments.h"

namespace flipscope::cli {

namespace {

void addRerunOptions(CLI::App& command, Options& options, RerunWords& words) {
    constexpr std::size_t kMostInputs = 1000;
    constexpr unsigned kMostRepeats = 100'000;
    command.add_option("paths", options.paths, "runs: log files, run folders, a parent of many, archives")
        ->type_name("PATHS");
    command.add_option("--key", options.key, "the key whose candidates are run, as for the command key");
    command
        .add_option("--shape", options.shapes,
                    "m, n and k of a matmul of your own, as in 512x1024x128, in place of runs and key; may be repeated")
        ->allow_extra_args(false)
        ->type_name("MxNxK");
    command.add_flag("--repro", options.repro, "the three shapes of the public report, in place of runs and key");
    command.add_option("--dtype", words.elementType, "of the shapes")
        ->check(CLI::IsMember({"f32", "f16", "bf16"}))
        ->capture_default_str();
    command.add_flag("--lhs-transposed", options.lhsTransposed, "of the shapes: the left buffer holds k×m");
    command.add_flag("--rhs-transposed", options.rhsTransposed, "of the shapes: the right buffer holds n×k");
    command
        .add_option("--candidates", options.candidates,
                    "winners, all, indices or names separated by commas; names that the set has not are the worker's "
                    "own, such as cublaslt_0 (default: winners; for shapes all)")
        ->check(notEmpty("list of candidates"));
    auto* gpu = command.add_flag("--gpu", options.useGpu, "the same as --backend cuda");
    command.add_option("--card-file", options.cardFile, "card file to emulate (else --card names a known card)")
        ->excludes(gpu);
    command
        .add_option("--backend", options.backend,
                    "emulate or emulate:CARD (bit for bit on this processor), cuda (replicas on a GPU "
                    "of this machine), or worker with --worker")
        ->excludes(gpu);
    command.add_option("--device", options.device, "id of the worker's device; without it the first");
    command.add_option("--inputs", options.inputs, "sets of seeded inputs to try")
        ->check(CLI::Range(std::size_t{1}, kMostInputs))
        ->capture_default_str();
    command.add_option("--repeats", options.repeats, "launches of each candidate and input")
        ->check(CLI::Range(1U, kMostRepeats))
        ->capture_default_str();
    command.add_option("--timing", options.timingSamples, "samples of each candidate's time; 0: none")
        ->check(CLI::Range(0U, kMostRepeats))
        ->capture_default_str();
    command
        .add_option("--checks", words.checks,
                    "standard: also misaligned buffers, padded rows, and one to three rows or columns; none "
                    "(default: standard with --gpu or --worker, else none)")
        ->check(CLI::IsMember({"none", "standard"}));
    command.add_flag("--sweep", options.sweep,
                     "run other shapes too that the key stands for, and name those that fail");
    command
        .add_option("--blocklist", options.blocklist,
                    "write to this file, as JSON, the candidates that refused, failed or were wrong by themselves")
        ->check(notEmpty("file name"));
    command
        .add_option("--worker", options.workerCommand,
                    "command of another worker and its arguments (docs/worker-protocol.md): all that follows is its")
        ->excludes(gpu)
        ->expected(1, -1)
        ->type_name("COMMAND");
}

// For the help: what is behind -- is taken before the line is parsed (program_words.h).
void addCommandBehindDashes(CLI::App& command, Options& options) {
    command.add_option("command", options.workerCommand, "the worker's command and its arguments, behind --")
        ->type_name("COMMAND");
}

void addWorkerChoice(CLI::App& command, Options& options) {
    command.add_option("--backend", options.backend,
                       "cuda (a GPU of this machine), emulate:CARD, or worker with its command behind --");
    command.add_option("--device", options.device, "id of the worker's device; without it the first");
    command.add_option("--seed", options.checkSeed, "of the random shapes and inputs")->capture_default_str();
    addCommandBehindDashes(command, options);
}

void addCalibrateOptions(CLI::App& command, Options& options) {
    constexpr std::size_t kMostChecks = 10'000;
    addWorkerChoice(command, options);
    command.add_option("--name", options.cardName, "name of the card in its file")->required();
    command.add_option("--out", options.cardOut, "card file to write; left alone unless all is verified")
        ->required()
        ->check(notEmpty("file name"));
    command.add_option("--checks", options.checks, "products of each kind and type that are compared by checksum")
        ->check(CLI::Range(std::size_t{1}, kMostChecks))
        ->capture_default_str();
}

}  // namespace

void addRerunCommands(CLI::App& app, Options& options, RerunWords& words, const AddCommand& add) {
    auto* rerun =
        add(app, "rerun", Command::rerun, "Runs candidates of one key and says which compute the same bits",
            "rerun runs/ --key 411e0aa0 --backend emulate:hopper\n"
            "  flipscope-cli rerun runs/ --key 411e0aa0 --backend cuda --candidates all,cublaslt_0 --timing 30\n"
            "  flipscope-cli rerun --shape 512x1024x128 --dtype f16 --backend emulate:blackwell\n"
            "  flipscope-cli rerun --repro --backend emulate:blackwell\n"
            "  flipscope-cli rerun runs/ --key 411e0aa0 --sweep --blocklist list.json --worker python3 "
            "my_worker.py\n\n"
            "Without --backend, --gpu or --worker the candidates are emulated bit for bit, for --card.");
    addRerunOptions(*rerun, options, words);
    auto* workerCheck = add(app, "worker-check", Command::workerCheck, "Does a program speak the worker protocol?",
                            "worker-check --candidate sum_ascending -- python3 example_worker.py\n\n"
                            "Exit status: 0 it does, 2 it does not.");
    workerCheck->add_option("--candidate", options.workerCandidates, "name of a candidate that the worker can run")
        ->type_name("NAME");
    workerCheck->add_option("--device", options.device, "id of the worker's device; without it the first");
    addCommandBehindDashes(*workerCheck, options);
    auto* calibrate = add(app, "calibrate", Command::calibrate, "Finds a card's numbers by probing, for the emulator",
                          "calibrate --name 'My card' --out my-card.json\n"
                          "  flipscope-cli calibrate --name 'Far card' --out far.json -- ssh gpu flipscope-worker\n\n"
                          "Exit status: 0 verified and written, 2 not. --card names the generation whose kernels run\n"
                          "where the worker does not say the compute capability.");
    addCalibrateOptions(*calibrate, options);
    auto* selfCheck = add(app, "self-check", Command::selfCheck, "Do emulator and GPU give the bits they should?",
                          "self-check\n"
                          "  flipscope-cli self-check --card-file my-card.json -- ssh gpu flipscope-worker\n\n"
                          "Exit status: 0 all equal, 2 not. Without a GPU its part is skipped, and said to be.");
    addWorkerChoice(*selfCheck, options);
    selfCheck->add_option("--card-file", options.cardFile, "numbers of the GPU; without it those of the known card");
}

void understandRerunWords(Options& options, const RerunWords& words) {
    options.elementType = words.elementType == "f16"    ? ElementType::f16
                          : words.elementType == "bf16" ? ElementType::bf16
                                                        : ElementType::f32;
    if (!words.checks.empty()) options.standardChecks = words.checks == "standard";
    if (options.command == Command::workerCheck && options.workerCommand.empty()) {
        throw CLI::ValidationError("COMMAND",
                                   "the worker's command and its arguments are missing; they stand at the end, "
                                   "behind --");
    }
}

}  // namespace flipscope::cli
